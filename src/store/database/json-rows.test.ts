import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase, onPostgres } from '../../../test/support/databases/databases.ts'
import { organisationStatements } from '../../../test/support/delivery/deliverables.ts'
import { text } from './columns.ts'
import { jsonOf, jsonRows } from './json-rows.ts'

eachDatabase('rows of JSON', (open) => {
  test('every row comes, with its values', async () => {
    const database = await open()
    const rows = Array.from({ length: 300 }, (_, at) => ({ name: `row ${at}` }))
    const read = await database.query(
      sql(`select name from ${jsonRows("value ->> 'name' as name")} as r`, jsonOf(rows)),
    )
    assert.deepEqual(read.map((row) => text(row, 'name')).toSorted(), rows.map(({ name }) => name).toSorted())
  })
})

onPostgres('rows of JSON', (open) => {
  test('a join looks up its rows by index, even before the table is analyzed', async () => {
    const database = await open()
    await database.transaction(organisationStatements('one'))
    await database.query(
      sql(`insert into entries (org_id, document_id, id, event, message, at)
             select 'one', 'doc-' || n, 1, 'DOCUMENT_CREATED', 'Created', 0 from generate_series(1, 3000) as n`),
    )
    const planOf = async (rows: string) => {
      const lines = await database.query(
        sql(
          `explain select e.message from ${rows} as r
             join entries e on e.org_id = r.org and e.document_id = r.document and e.id = 1`,
          jsonOf([{ org: 'one', document: 'doc-7' }]),
        ),
      )
      return lines.map((line) => text(line, 'QUERY PLAN')).join('\n')
    }
    const columns = "value ->> 'org' as org, value ->> 'document' as document"
    for (const [step, index] of [
      ['select 1', /Index Scan using entries_/],
      ['analyze entries', /Index Cond: .*org_id = .*document_id = /],
    ] as const) {
      await database.query({ sql: step, params: [] })
      assert.match(await planOf(jsonRows(columns)), index)
      assert.match(await planOf(`(select ${columns} from json_each($1) limit 100000)`), /Seq Scan on entries/)
    }
  })
})
