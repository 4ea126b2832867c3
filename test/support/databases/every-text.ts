import type { Database, Row, Value } from '../../../src/store/database/database.ts'
import { sql } from './any-row.ts'

/** A value of the whole database, and where it stands. */
export interface StoredText {
  /** Undefined in a table that belongs to no organisation. */
  readonly orgId: Value | undefined
  readonly table: string
  /** `table.column`. */
  readonly place: string
  readonly text: string
}

/** Every text of every table, of all organisations; bytes are read as text. */
export async function everyText(db: Database): Promise<readonly StoredText[]> {
  const tables = await db.query(
    sql(
      db.dialect.name === 'sqlite'
        ? "select name from sqlite_schema where type = 'table' order by name"
        : "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
    ),
  )
  const texts: StoredText[] = []
  for (const { name } of tables) {
    const table = String(name)
    for (const row of await db.query(sql(`select * from ${table}`))) texts.push(...textsOf(table, row))
  }
  return texts
}

function textsOf(table: string, row: Row): readonly StoredText[] {
  return Object.entries(row).flatMap(([column, value]) => {
    const text = textIn(value)
    return text === undefined ? [] : [{ orgId: row.org_id, table, place: `${table}.${column}`, text }]
  })
}

function textIn(value: Value): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return typeof value === 'string' ? value : undefined
}
