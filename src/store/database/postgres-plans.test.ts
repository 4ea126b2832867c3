import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import type { Statement } from './database.ts'
import { jsonRows } from './json-rows.ts'
import { openPostgres } from './postgres.ts'
import { nameOf } from './postgres-prepared.ts'

onPostgres('plans', (open) => {
  test('keys of an organisation that the statistics do not know are looked up one by one', async () => {
    const { database, alone } = await opened()
    const fill = 'insert into owned select $1, cast(n as text) from generate_series(1, $2) n'
    await database.query(sql('create table owned (owner text, id text, primary key (owner, id))'))
    await database.query(sql(fill, 'one', 100))
    await database.query(sql('analyze owned'))
    await database.query(sql(fill, 'other', 5_000))
    const wanted = jsonRows(database.dialect, 'wanted', { id: 'text' })
    const text = `select o.id from ${wanted} join owned o on o.owner = $2 and o.id = wanted_id`
    assert.deepEqual(await alone.query(sql(text, '[{"id":"7"}]', 'other')), [{ id: '7' }])
    const rows = await alone.query(sql(`explain (costs off) execute ${nameOf(text)} ('[]', 'other')`))
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Cond: \(\(owner = \$2\) AND \(id = /)
  })

  test('a statement has values for its plan only where it says so, whatever is before and after it', async () => {
    const { alone } = await opened()
    const plain: Statement = { sql: `select current_setting('plan_cache_mode') as mode, 1 as one`, params: [] }
    const byValues: Statement = {
      sql: `select current_setting('plan_cache_mode') as mode`,
      params: [],
      isPlannedByValues: true,
    }
    const modesOf = async (statements: readonly Statement[]) =>
      (await alone.transaction(statements)).map(([row]) => String(row?.mode).replace(/^force_(.*)_plan$/, '$1'))
    assert.deepEqual(await modesOf([plain]), ['generic'])
    assert.deepEqual(await modesOf([byValues]), ['custom'])
    assert.deepEqual(await modesOf([plain, byValues, byValues, plain]), ['generic', 'custom', 'custom', 'generic'])
    await assert.rejects(alone.transaction([byValues, { sql: 'select 1 / 0', params: [] }]))
    assert.deepEqual(await modesOf([plain]), ['generic'])
  })

  async function opened() {
    const database = await open()
    assert.ok('databaseUrl' in open.location)
    return { database, alone: open.keep(await openPostgres(open.location.databaseUrl, { connectionsMax: 1 })) }
  }
})
