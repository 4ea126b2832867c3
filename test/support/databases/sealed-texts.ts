import type { Database } from '../../../src/store/database/database.ts'
import { sql } from './any-row.ts'

/** Every text in the database that looks encrypted, by its `table.column`, wherever it stands. */
export async function sealedTextsIn(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const { table_name: table, column_name: column } of await database.query(
    sql(textColumns[database.dialect.name]),
  )) {
    const rows = await database.query(
      sql(`select ${column} as value from ${table} where ${column} like '%aes-256-gcm.%'`),
    )
    const texts = rows.flatMap(({ value }) => String(value).match(/aes-256-gcm\.[A-Za-z0-9+/=]+/g) ?? [])
    if (texts.length > 0) found.set(`${table}.${column}`, texts)
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const textColumns = {
  sqlite: `select t.name as table_name, c.name as column_name from sqlite_schema t, pragma_table_info(t.name) c
    where t.type = 'table' and lower(c.type) = 'text'`,
  postgres: `select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text'`,
}
