import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import { lockDocumentsOf } from './lock-document.ts'

onPostgres('locks of the documents of legs', (open) => {
  test('the legs are found once, whatever PostgreSQL knows of its tables', async () => {
    const database = await open()
    const [lock] = lockDocumentsOf(database, 'l.lease_owner = $2', 'an organisation', 'an owner')
    assert.ok(lock)
    const rows = await database.query({ ...lock, sql: `explain (costs off) ${lock.sql}` })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /InitPlan/)
    assert.doesNotMatch(plan, /Join|Nested Loop|SubPlan/)
  })
})
