import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import { eventually } from '../../../test/support/eventually.ts'
import type { Database } from './database.ts'
import { withShortLocks } from './short-locks.ts'

onPostgres('a migration of a table that a long statement reads', (open) => {
  test('gives the table free every second, and succeeds when the statement has ended', async () => {
    const [db, other] = [await open(), await open()]
    await db.query(sql('create table busy (id text)'))
    const reading = other.transaction([sql('select id from busy'), sql('select pg_sleep(2.5)')])
    await untilItSleeps(db)
    let attempts = 0
    await withShortLocks(
      db,
      '9001-expand-busy',
      async (shortLocks) => {
        attempts += 1
        await db.transaction([...shortLocks, sql('alter table busy add column more text')])
      },
      { attemptsMax: 10, pauseMs: 200 },
    )
    assert.ok(attempts > 1)
    await reading
    assert.deepEqual(await db.query(sql('select more from busy')), [])
  })

  test('is refused with its reason when the statement does not end', async () => {
    const [db, other] = [await open(), await open()]
    const reading = other.transaction([sql('select id from busy'), sql('select pg_sleep(3)')])
    await untilItSleeps(db)
    const change = sql('alter table busy add column again text')
    const once = { attemptsMax: 1, pauseMs: 0 }
    await assert.rejects(
      withShortLocks(db, '9001-expand-busy', (shortLocks) => db.transaction([...shortLocks, change]), once),
      { name: 'MigrationRefused', message: /^Migration 9001-expand-busy found no moment without a long statement/ },
    )
    await reading
  })
})

async function untilItSleeps(db: Database): Promise<void> {
  const select = "select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'"
  await eventually(async () => (await db.query(sql(select))).length > 0)
}
