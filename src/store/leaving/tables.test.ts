import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { documentTables, exportedTables, tablesLeftBehind } from './tables.ts'

// An export must not forget a table or a column that came later. The schema says what there is.

const schema = new URL('../../../migrations/schema.sqlite.sql', import.meta.url)

function database(): DatabaseSync {
  const made = new DatabaseSync(':memory:')
  made.exec(readFileSync(schema, 'utf8'))
  return made
}

function columnsOf(db: DatabaseSync, table: string): readonly string[] {
  return db
    .prepare('select name from pragma_table_info(?) order by name')
    .all(table)
    .map(({ name }) => String(name))
}

test('each table of an organisation is exported, or left behind for a reason', () => {
  const db = database()
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name === 'organisations' || columnsOf(db, name).includes('org_id'))
  const decided = [...exportedTables.map(({ table }) => table), ...documentTables, ...Object.keys(tablesLeftBehind)]
  assert.deepEqual(decided.toSorted(), tables)
})

test('each column of an exported table leaves, or stays behind for a reason', () => {
  const db = database()
  for (const { table, columns, without, orgColumn } of exportedTables) {
    const decided = [...Object.keys(columns), ...Object.keys(without), ...(orgColumn === undefined ? ['org_id'] : [])]
    assert.deepEqual(decided.toSorted(), columnsOf(db, table), table)
  }
})

test('no column that leaves holds a secret', () => {
  const named = exportedTables.flatMap(({ columns }) => Object.keys(columns))
  assert.deepEqual(
    named.filter((column) => /secret|hash|sealed|key/.test(column)),
    [],
  )
})
