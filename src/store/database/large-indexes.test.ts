import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import { sql } from './database.ts'
import { refuseLargeIndexes } from './large-indexes.ts'

const statement = 'create index if not exists large_by_name on large (name, id)'
const migration = { name: '9001-expand-large', kind: 'expand', checksum: '', text: `${statement};\n` } as const

onPostgres('an index on a large table', (open) => {
  test('is refused until an operator has built it without a lock', async () => {
    const db = await open()
    await refuseLargeIndexes(db, migration)
    await db.query(sql('create table large (id bigint primary key, name text) with (autovacuum_enabled = false)'))
    await refuseLargeIndexes(db, migration)
    await db.query(sql(`insert into large select n, '' from generate_series(1, 1100000) n`))
    await db.query(sql('analyze large'))
    await assert.rejects(refuseLargeIndexes(db, migration), (error: Error) => {
      assert.equal(error.name, 'MigrationRefused')
      assert.match(error.message, /adds an index to large, which has about 1\d{6} rows, and nothing could be written/)
      const command = /create index concurrently if not exists large_by_name on large \(name, id\);/
      assert.match(error.message, command)
      return true
    })
    await assert.rejects(db.query(sql('create unique index concurrently large_by_name on large (name)')))
    await assert.rejects(
      refuseLargeIndexes(db, migration),
      /index large_by_name on large that was not built to its end/,
    )
    await db.query(sql('drop index large_by_name'))
    await db.query(sql(statement.replace('index', 'index concurrently')))
    await refuseLargeIndexes(db, migration)
  })
})
