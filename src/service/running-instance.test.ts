import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import type { Database } from '../store/database/database.ts'
import { findRunningInstance } from './running-instance.ts'

eachDatabase('a running instance', (open) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })
  afterEach(() => db.query(sql('delete from instances')))

  const see = (id: string, at: number) =>
    db.query(
      sql(
        `insert into instances (id, started_at, seen_at) values ($1, $2, $2)
         on conflict (id) do update set seen_at = excluded.seen_at`,
        id,
        at,
      ),
    )

  /** Looks, with `during` as what happens in each sleep, and counts the sleeps. */
  const look = async (during: (sleep: number) => Promise<unknown> = async () => undefined) => {
    let sleeps = 0
    const waits: number[] = []
    const clock = {
      sleep: async () => {
        sleeps += 1
        await during(sleeps)
      },
    }
    const found = await findRunningInstance(db, clock, (ms) => waits.push(ms))
    return { found, sleeps, waits }
  }

  test('is not found without a row, nor in the row of an instance that was silent for a minute', async () => {
    assert.deepEqual(await look(), { found: undefined, sleeps: 0, waits: [] })
    await see('crashed', Date.now() - 120_000)
    assert.deepEqual(await look(), { found: undefined, sleeps: 0, waits: [] })
  })

  test('is not found in the row of a fresh backup, after a minute without a change', async () => {
    await see('of the backup', Date.now())
    // The clock of the machine that made the backup was ahead.
    await see('ahead', Date.now() + 3_600_000)
    assert.deepEqual(await look(), { found: undefined, sleeps: 60, waits: [60_000] })
  })

  test('is found when it renews its row', async () => {
    const at = Date.now()
    await see('of the backup', at)
    await see('running', at)
    const { found, sleeps } = await look(async (sleep) => {
      if (sleep === 10) await see('running', at + 10_000)
    })
    assert.deepEqual([found, sleeps], [{ startedAt: at, seenAt: at + 10_000 }, 10])
  })

  test('is found when it starts meanwhile', async () => {
    await see('of the backup', Date.now())
    const startedAt = Date.now() + 1
    const { found } = await look(async (sleep) => {
      if (sleep === 3) await see('new', startedAt)
    })
    assert.deepEqual(found, { startedAt, seenAt: startedAt })
  })
})
