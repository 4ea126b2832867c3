import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase, onPostgres } from '../../../test/support/databases/databases.ts'
import { organisationStatements } from '../../../test/support/delivery/deliverables.ts'
import { integerOrNull, text } from './columns.ts'
import { jsonKeys, jsonRows, keysOf } from './json-rows.ts'

eachDatabase('rows of JSON', (open) => {
  test('every row comes, with its values', async () => {
    const database = await open()
    const rows = Array.from({ length: 300 }, (_, at) => ({
      theName: `row "${at}" <é>`,
      lastAt: at % 2 === 0 ? 1_764_000_000_000 + at : null,
    }))
    const named = jsonRows(database.dialect, 'read', { theName: 'text', lastAt: 'bigint' })
    const read = await database.query(sql(`select read_the_name, read_last_at from ${named}`, JSON.stringify(rows)))
    assert.deepEqual(
      read.map((row) => ({ theName: text(row, 'read_the_name'), lastAt: integerOrNull(row, 'read_last_at') })),
      rows,
    )
  })

  test('every key comes', async () => {
    const database = await open()
    const read = await database.query(sql(`select key from ${jsonKeys} as k`, keysOf(['one', 'two'])))
    assert.deepEqual(read.map((row) => text(row, 'key')).toSorted(), ['one', 'two'])
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
          `explain select e.message from ${rows}
             join entries e on e.org_id = its_org and e.document_id = its_document and e.id = 1`,
          JSON.stringify([{ org: 'one', document: 'doc-7' }]),
        ),
      )
      return lines.map((line) => text(line, 'QUERY PLAN')).join('\n')
    }
    const looked = jsonRows(database.dialect, 'its', { org: 'text', document: 'text' })
    const unconditional = looked.replace(/where .* limit/, 'limit')
    assert.notEqual(unconditional, looked)
    for (const [step, index] of [
      ['select 1', /Index Scan using entries_/],
      ['analyze entries', /Index Cond: .*org_id = .*document_id = /],
    ] as const) {
      await database.query({ sql: step, params: [] })
      assert.match(await planOf(looked), index)
      assert.match(await planOf(unconditional), /Seq Scan on entries/)
    }
  })
})
