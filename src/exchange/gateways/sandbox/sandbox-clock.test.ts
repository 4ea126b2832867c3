import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eachDatabase } from '../../../../test/support/databases/databases.ts'
import { addDeliverable, entriesOf, standing } from '../../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../../test/support/delivery/deliveries.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { systemClock } from '../../../clock/clock.ts'
import { type Database, sql } from '../../../store/database/database.ts'
import { defaultPolicy } from '../../worker/worker.ts'
import { SandboxClock, TooFarAhead } from './sandbox-clock.ts'

const [minute, hour] = [60_000, 3_600_000]

eachDatabase('sandbox clock', (open) => {
  const aClock = (db: Database) =>
    SandboxClock.open({ db, time: systemClock, onTrouble: (during, error) => assert.fail(`${during}: ${error}`) })

  test('it is the real time until somebody advances it, and every instance sees that', async () => {
    const [one, two] = [await aClock(await open()), await aClock(await open())]
    two.start()
    assert.ok(Math.abs(one.now() - Date.now()) < minute)
    await one.advance(hour)
    assert.ok(Math.abs(one.now() - Date.now() - hour) < minute)
    await eventually(async () => two.aheadMs === hour)
    await Promise.all([one.advance(hour), two.advance(2 * hour)])
    await eventually(async () => two.aheadMs === 4 * hour)
    assert.equal((await aClock(await open())).aheadMs, 4 * hour)
    await two.stop()
  })

  test('whoever sleeps wakes when the time has come on it, in order, and no sooner', async () => {
    const clock = await aClock(await open())
    const woken: string[] = []
    const stop = new AbortController()
    const sleeps = [
      clock.sleep(3 * hour).then(() => woken.push('three hours')),
      clock.sleep(hour).then(() => woken.push('an hour')),
      clock.sleep(20 * hour, stop.signal).then(() => woken.push('stopped')),
      clock.sleep(2 * hour + 100).then(() => woken.push('two hours and a little')),
    ]
    await clock.advance(2 * hour)
    await sleeps[1]
    // On a machine that is busy "a little" may have passed already.
    assert.equal(woken[0], 'an hour')
    assert.ok(!woken.includes('three hours'))
    await sleeps[3]
    await clock.advance(hour)
    await sleeps[0]
    stop.abort()
    await sleeps[2]
    assert.deepEqual(woken, ['an hour', 'two hours and a little', 'three hours', 'stopped'])
  })

  test('a century is too far, and changes nothing', async () => {
    const clock = await aClock(await open())
    const before = clock.aheadMs
    await assert.rejects(clock.advance(100 * 366 * 24 * hour), TooFarAhead)
    assert.equal((await aClock(await open())).aheadMs, before)
  })

  test('an advance while a document is on its way out interrupts nothing and sends nothing twice', async () => {
    const db = await open()
    const clock = await aClock(db)
    const slow = aSandbox(db, { clock, delays: { receiptMs: [0, 0], verdictMs: [0, 0] } })
    let submits = 0
    const gateway = {
      ...slow,
      async submit(...args: Parameters<typeof slow.submit>) {
        submits += 1
        await delay(150) // a real wait, which no clock shortens
        return await slow.submit(...args)
      },
    }
    const exchange = anExchange(db, gateway, { clock, policy: { ...defaultPolicy, pollMs: 10 } })
    exchange.start()
    const deliverable = await addDeliverable(db)
    await eventually(async () => submits === 2)
    await clock.advance(hour)
    await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    await exchange.stop()
    const log = await entriesOf(db, deliverable)
    assert.deepEqual(
      log.filter(({ event }) => event.startsWith('TRANSMISSION_')),
      [],
    )
    const submissions = await db.query(
      sql(
        'select submissions from sandbox_transmissions where transmission_uuid in ($1, $2)',
        deliverable.transmissionUuids.c3,
        deliverable.transmissionUuids.c5,
      ),
    )
    assert.deepEqual(
      submissions.map((row) => row.submissions),
      [1, 1],
    )
  })
})
