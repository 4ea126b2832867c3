import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import { organisationStatements } from '../../../test/support/delivery/deliverables.ts'
import { integer } from './columns.ts'
import { analyzeFirst } from './first-statistics.ts'

onPostgres('first statistics', (open) => {
  test('a table is analyzed once, when it has rows', async () => {
    const database = await open()
    await analyzeFirst(database)
    assert.deepEqual(await analyzeFirst(database), [])
    await database.transaction(organisationStatements('one'))
    await database.query(
      sql(`insert into entries (org_id, document_id, id, event, message, at)
             select 'one', 'doc-' || n, 1, 'DOCUMENT_CREATED', 'Created', 0 from generate_series(1, 2000) as n`),
    )
    assert.deepEqual(await analyzeFirst(database), ['entries'])
    assert.deepEqual(await analyzeFirst(database), [])
    await database.query(sql('create table restored (id text)'))
    await database.query(sql("insert into restored select 'row ' || n from generate_series(1, 5000) as n"))
    await database.query(sql('create index restored_ids on restored (id)'))
    assert.deepEqual(await analyzeFirst(database), ['restored'])
    const [row] = await database.query(
      sql("select cast(reltuples as bigint) as rows from pg_class where relname = 'entries'"),
    )
    assert.equal(row && integer(row, 'rows'), 2000)
  })
})
