import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { inFullRunOnly } from '../../test/support/effort.ts'
import { eventually } from '../../test/support/eventually.ts'
import type { Database } from '../store/database/database.ts'
import { type Clock, systemClock } from './clock.ts'
import { DatabaseClock } from './database-clock.ts'

eachDatabase('the clock of the database', (open) => {
  test("two instances read the same time, which is the database's", async () => {
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

  test("setting the machine's clock does not change it", async () => {
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

  test('it reads the database again and corrects a wrong timer', async () => {
    const db = await open()
    let wrongMs = 0
    const clock = await DatabaseClock.open(
      db,
      machine(() => wrongMs),
    )
    wrongMs = 60_000
    assert.ok(clock.now() - (await databaseNow(db)) > 50_000)
    await eventually(async () => Math.abs(clock.now() - (await databaseNow(db))) < toleranceMs)
  })

  test('it reads the database at once when the clock of the machine has moved', async () => {
    const db = await open()
    let movedMs = 0
    const clock = await DatabaseClock.open(db, { ...machine(() => 0), now: () => Date.now() + movedMs })
    const real = db.query.bind(db)
    db.query = async (statement) => (await real(statement)).map((row) => ({ ...row, now: Number(row.now) + movedMs }))
    movedMs = 60_000
    const before = await databaseNow(db)
    await eventually(async () => clock.now() >= before - toleranceMs, 5_000)
    movedMs = 0
    await eventually(async () => clock.now() <= (await databaseNow(db)) + toleranceMs, 5_000)
  })

  test('a jump forward of the database is noticed, and one back moves the moment with it', async () => {
    const db = await open()
    let wrongMs = 0
    const clock = await DatabaseClock.open(
      db,
      machine(() => wrongMs),
    )
    const begin = clock.steadySince()
    assert.ok(begin <= clock.now() + 1 && begin > clock.now() - 10_000)
    const real = db.query.bind(db)
    let aheadMs = 3_600_000
    db.query = async (statement) => (await real(statement)).map((row) => ({ ...row, now: Number(row.now) + aheadMs }))
    const until = async (check: () => boolean) => {
      wrongMs += 11_000
      await eventually(async () => clock.now() > 0 && check())
    }
    await until(() => clock.steadySince() > begin + 3_500_000)
    assert.ok(clock.steadySince() > clock.now() - 30_000)
    const jumped = clock.steadySince()
    aheadMs = 0
    await until(() => clock.steadySince() < jumped - 3_500_000)
    assert.ok(clock.steadySince() <= clock.now())
  })

  test('a slow answer moves the time no further than it proves', { skip: inFullRunOnly }, async () => {
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

  test('without a database a running clock goes on, and a new one does not start', async () => {
    const db = await open()
    let waitedMs = 0
    const clock = await DatabaseClock.open(
      db,
      machine(() => waitedMs),
    )
    const before = clock.now()
    db.query = () => Promise.reject(new Error('away'))
    waitedMs = 20_000
    assert.ok(clock.now() - before >= waitedMs)
    await new Promise((resolve) => setImmediate(resolve)) // the query has failed
    assert.ok(clock.now() - before >= waitedMs)
    await assert.rejects(DatabaseClock.open(db), /away/)
  })
})

/** A machine whose steady timer goes ahead by so much. */
function machine(aheadMs: () => number): Clock {
  return { ...systemClock, steady: () => performance.now() + aheadMs() }
}

async function databaseNow(db: Database): Promise<number> {
  const [row] = await db.query(sql(`select ${db.dialect.now} as now`))
  return Number(row?.now)
}

/** Allows for a machine under load. */
const toleranceMs = 250
const slowMs = 200
