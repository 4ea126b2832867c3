import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { sql } from '../../../test/support/databases/any-row.ts'
import { type Clock, systemClock } from '../../clock/clock.ts'
import type { Database } from './database.ts'
import { gatheredDatabase, gatheredMax } from './gathered-database.ts'

/** A gathered database, and how many transactions have reached the one below. */
function gathering(timer: Clock['timer'] = systemClock.timer) {
  const reached: (string | undefined)[] = []
  const below = {
    async transaction(_statements: unknown, lane?: string) {
      reached.push(lane)
      return []
    },
  } as Partial<Database> as Database
  return { database: gatheredDatabase(below, timer), reached }
}

const statements = [sql('select 1')]

test('transactions of a lane wait until there are enough, and go in one moment', async () => {
  // Its moment never ends: only the last transaction sets them going.
  const { database, reached } = gathering(() => () => undefined)
  const run = () => database.transaction(statements, 'lane')
  const running = Array.from({ length: gatheredMax - 1 }, run)
  await nextRound()
  assert.equal(reached.length, 0)
  running.push(run())
  await Promise.resolve()
  await Promise.all(running)
  assert.equal(reached.length, gatheredMax)
})

test('those that stay alone wait a moment only, and the next ones for a moment of their own', async () => {
  const { database, reached } = gathering()
  for (const count of [1, 3]) {
    const before = reached.length
    await Promise.all(Array.from({ length: count }, () => database.transaction(statements, 'lane')))
    assert.equal(reached.length, before + count)
  }
})

test('a transaction without a lane waits for nobody', async () => {
  const { database, reached } = gathering()
  const running = database.transaction(statements)
  assert.equal(reached.length, 1)
  await running
})
