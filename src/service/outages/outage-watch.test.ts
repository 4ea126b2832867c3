import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable } from '../../../test/support/delivery/deliverables.ts'
import { ManualClock } from '../../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { type Database, DatabaseAway } from '../../store/database/database.ts'
import { listOutages, type Outage, recordOutage } from '../../store/outages.ts'
import { OutageWatch } from './outage-watch.ts'

const start = 1_790_000_000_000
const [second, minute] = [1_000, 60_000]

eachDatabase('outages', (open) => {
  let db: Database
  let clock: ManualClock
  beforeEach(async () => {
    db = await open()
    for (const table of ['outage_documents', 'outages', 'instances']) await db.query(sql(`delete from ${table}`))
    await db.query(sql('update legs set next_attempt_at = null, lease_until = null, lease_owner = null'))
    clock = new ManualClock(start)
  })

  const anInstance = async (instanceId: string, through: Database = db) => {
    const watch = new OutageWatch({
      db: through,
      clock,
      instanceId,
      newestMigration: '9999',
      onTrouble: (error) => assert.fail(String(error)),
    })
    await watch.start()
    return watch
  }

  const outages = async (orgId?: string) =>
    (await listOutages(db, { orgId, since: 0, before: Number.MAX_SAFE_INTEGER, limit: 10 })).map(
      ({ cause, reason, startedAt, endedAt, documents }) => ({
        cause,
        reason,
        from: startedAt - start,
        to: endedAt === undefined ? undefined : endedAt - start,
        documents,
      }),
    )

  const seenAt = () => db.query(sql('select seen_at from outages'))

  const change = (
    watch: OutageWatch,
    kind: 'open' | 'half-open' | 'closed',
    why: string | null = null,
    of = 'default',
  ) => watch.gatewayChanged(of, { kind, since: clock.now() }, why)

  test('an outage of the gateway that two instances notice is one outage, with the documents that wait', async () => {
    const [one, other] = [await anInstance('a'), await anInstance('b')]
    const { orgId } = await addDeliverable(db, { createdAt: start })
    clock.pass(minute)
    const from = minute
    change(one, 'open', 'HTTP 503')
    await eventually(async () => (await outages()).length === 1)
    clock.pass(3 * second)
    change(other, 'open', 'HTTP 503')
    await eventually(async () => Number((await seenAt())[0]?.seen_at) === clock.now())
    for (const reader of [undefined, orgId]) {
      const waiting = (await outages(reader)).map(({ documents }) => documents)
      assert.deepEqual(waiting, [1], 'both legs of one document wait: one document')
    }
    clock.pass(minute)
    change(one, 'half-open')
    change(one, 'closed')
    await eventually(async () => (await outages())[0]?.to !== undefined)
    change(other, 'closed')
    await Promise.all([one.stop(), other.stop()])
    const expected = { cause: 'gateway', reason: 'HTTP 503', from, to: from + minute + 3 * second, documents: 1 }
    assert.deepEqual(await outages(), [expected])
    assert.deepEqual(await outages(orgId), [expected])
    assert.deepEqual(await outages('another'), [], 'its documents did not wait')
  })

  test('each access point has its own outage, with the documents that wait for it', async () => {
    const watch = await anInstance('a')
    const { orgId } = await addDeliverable(db, { createdAt: start, accessPoint: 'east' })
    await addDeliverable(db, { createdAt: start })
    change(watch, 'open', 'HTTP 503', 'east')
    clock.pass(minute)
    change(watch, 'open', 'HTTP 401')
    const away = () => listOutages(db, { orgId, since: 0, before: Number.MAX_SAFE_INTEGER, limit: 10 })
    const shown = async () => (await away()).map(({ cause, accessPoint, documents }) => [cause, accessPoint, documents])
    await eventually(async () => (await away()).length === 2)
    assert.deepEqual(await shown(), [
      ['gateway', 'default', 1],
      ['gateway', 'east', 1],
    ])
    change(watch, 'closed', null, 'east')
    await watch.stop()
    const next = await anInstance('b')
    await eventually(async () => {
      clock.pass(20 * second)
      return (await outages()).every(({ to }) => to !== undefined)
    })
    await next.stop()
    assert.deepEqual(
      (await outages()).map(({ reason, from, to }) => [reason, from, to]),
      [
        ['HTTP 401', minute, minute],
        ['HTTP 503', 0, minute],
      ],
      'the end of one is not the end of the other, which nobody saw again',
    )
  })

  test('pages of one outage are the list, also where two began at the same moment', async () => {
    const { orgId } = await addDeliverable(db, { createdAt: start })
    for (const [cause, at] of [
      ['database', 1],
      ['gateway', 1],
      ['service', 60 * minute],
    ] as const)
      await recordOutage(db, { cause, reason: cause, at: start + at, endedAt: start + at + minute })
    for (const whose of [undefined, orgId]) {
      const all = { orgId: whose, since: 0, before: Number.MAX_SAFE_INTEGER }
      const whole = await listOutages(db, { ...all, limit: 10 })
      assert.equal(whole.length, 3)
      const shown: Outage[] = []
      for (let page = await listOutages(db, { ...all, limit: 1 }); page.length > 0 && shown.length < 10; ) {
        shown.push(...page)
        const [{ startedAt, id } = { startedAt: 0, id: '' }] = page
        page = await listOutages(db, { ...all, after: [startedAt, id], limit: 1 })
      }
      assert.deepEqual(shown, whole)
    }
  })

  test('a gateway that fails again within minutes was not back', async () => {
    const watch = await anInstance('a')
    change(watch, 'open', 'first')
    clock.pass(minute)
    change(watch, 'closed')
    clock.pass(minute)
    change(watch, 'open', 'second')
    clock.pass(minute)
    change(watch, 'closed')
    clock.pass(10 * minute)
    change(watch, 'open', 'third')
    await watch.stop()
    const found = await outages()
    assert.deepEqual(
      found.map(({ from, to, reason }) => [from, to, reason]),
      [
        [13 * minute, undefined, 'third'],
        [0, 3 * minute, 'first'],
      ],
    )
  })

  test('an outage that only a dead instance saw ends when it was last seen', async () => {
    const dead = await anInstance('dead')
    change(dead, 'open')
    await eventually(async () => (await outages()).length === 1)
    await dead.stop()
    const watch = await anInstance('a')
    await eventually(async () => {
      clock.pass(20 * second)
      return (await outages())[0]?.to === 0
    })
    await watch.stop()
  })

  test('an outage of the database is recorded when it is back, once for all instances', async () => {
    let isAway = false
    let refused = 0
    const refuse = () => {
      refused += 1
      return Promise.reject(new DatabaseAway('unplugged'))
    }
    const away: Database = {
      ...db,
      query: (statement) => (isAway ? refuse() : db.query(statement)),
      transaction: (statements, lane) => (isAway ? refuse() : db.transaction(statements, lane)),
    }
    const instances = [await anInstance('a', away), await anInstance('b', away)]
    await eventually(async () => clock.sleepers === 2)
    isAway = true
    clock.pass(10 * second)
    await eventually(async () => refused === 2 && clock.sleepers === 2)
    clock.pass(30 * second)
    await eventually(async () => refused === 4 && clock.sleepers === 2)
    isAway = false
    clock.pass(10 * second)
    await eventually(async () => (await outages()).length > 0)
    for (const instance of instances) await instance.stop()
    assert.deepEqual(await outages(), [
      {
        cause: 'database',
        reason: 'the database is not available: unplugged',
        from: 10 * second,
        to: 50 * second,
        documents: 0,
      },
    ])
  })

  test('an unexpected end of the last instance is an outage, an orderly stop is not', async () => {
    const stopped = await anInstance('stopped')
    await stopped.stop()
    clock.pass(10 * minute)
    const killed = await anInstance('killed')
    const { orgId } = await addDeliverable(db, { createdAt: start })
    await eventually(async () => clock.sleepers === 1)
    assert.deepEqual(await outages(), [])
    const end = clock.now() + 10 * minute
    // Its clock stands still from here on, like that of a killed process.
    const lastSeen = clock.now() - start
    clock = new ManualClock(end)
    const next = await anInstance('next')
    const expected = { cause: 'service', reason: undefined, from: lastSeen, to: end - start, documents: 1 }
    assert.deepEqual(await outages(), [expected])
    assert.deepEqual(await outages(orgId), [expected])
    clock.pass(30 * second)
    const third = await anInstance('third')
    assert.equal((await outages()).length, 1, 'another one runs')
    for (const watch of [killed, next, third]) await watch.stop()
  })
})
