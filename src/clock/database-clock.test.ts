import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type Database, sql } from '../store/database/database.ts'
import { systemClock } from './clock.ts'
import { DatabaseClock } from './database-clock.ts'

eachDatabase('the clock of the database', (open) => {
  test('two instances read the same time from it, and it is that of the database', async () => {
    const [one, two] = await Promise.all([open(), open()])
    const clocks = [await DatabaseClock.open(one), await DatabaseClock.open(two)]
    const before = await databaseNow(one)
    const read = clocks.map((clock) => clock.now())
    const after = await databaseNow(one)
    for (const now of read) {
      assert.ok(Number.isInteger(now))
      assert.ok(now >= before - toleranceMs && now <= after + toleranceMs, `${now} is not from ${before} to ${after}`)
    }
  })

  test('nobody who sets the clock of the machine changes it', async () => {
    const clock = await DatabaseClock.open(await open())
    const real = Date.now
    const before = clock.now()
    try {
      Date.now = () => real() + 3_600_000
      assert.ok(clock.now() - before < toleranceMs)
      Date.now = () => real() - 3_600_000
      assert.ok(clock.now() >= before)
    } finally {
      Date.now = real
    }
  })

  test('it looks again, and follows the database when its own timer has gone wrong', async () => {
    const db = await open()
    let wrongMs = 0
    const clock = await DatabaseClock.open(db, () => performance.now() + wrongMs)
    wrongMs = 60_000
    assert.ok(clock.now() - (await databaseNow(db)) > 50_000)
    await eventually(async () => Math.abs(clock.now() - (await databaseNow(db))) < toleranceMs)
  })

  test('an answer that took long is worth no more than it proves', async () => {
    const db = await open()
    const slow: Database = {
      ...db,
      query: async (statement) => {
        await systemClock.sleep(slowMs)
        return db.query(statement)
      },
    }
    const clock = await DatabaseClock.open(slow)
    assert.ok(Math.abs(clock.now() - (await databaseNow(db))) < slowMs / 2 + toleranceMs)
  })

  test('a database that is away stops no clock that goes, and starts none', async () => {
    const db = await open()
    let waitedMs = 0
    const clock = await DatabaseClock.open(db, () => performance.now() + waitedMs)
    const before = clock.now()
    db.query = () => Promise.reject(new Error('away'))
    waitedMs = 20_000
    assert.ok(clock.now() - before >= waitedMs)
    await new Promise((resolve) => setImmediate(resolve)) // the look has failed
    assert.ok(clock.now() - before >= waitedMs)
    await assert.rejects(DatabaseClock.open(db), /away/)
  })
})

async function databaseNow(db: Database): Promise<number> {
  const [row] = await db.query(sql(`select ${db.dialect.now} as now`))
  return Number(row?.now)
}

/** Of a machine under load. */
const toleranceMs = 250
const slowMs = 200
