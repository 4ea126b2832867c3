import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, standing } from '../../test/support/delivery/deliverables.ts'
import { anExchange, hurriedPolicy } from '../../test/support/delivery/deliveries.ts'
import { anMls } from '../../test/support/delivery/mls.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type PhossApStub, startPhossAp } from '../../test/support/network/phoss-ap-stub.ts'
import type { Database } from '../store/database/database.ts'
import type { Exchange } from './exchange.ts'
import { createPhossAp } from './gateways/phoss-ap/phoss-ap.ts'
import type { WorkerPolicy } from './worker/worker.ts'

const submitted = 'C3 SUBMITTED, C5 SUBMITTED, PENDING'

eachDatabase('two access points', (open) => {
  test('one that is away delays its own legs only, and no leg changes its access point', async (t) => {
    const db = await open()
    const { exchange, east, west } = await between(db, {})
    t.after(() => Promise.all([exchange.stop(), east.close(), west.close()]))
    const port = Number(new URL(west.url).port)
    await west.close()
    exchange.start()
    const of = { east: [] as Deliverable[], west: [] as Deliverable[] }
    const create = async () => {
      const accessPoint = exchange.accessPointForNew()
      const deliverable = await addDeliverable(db, { accessPoint })
      of[accessPoint === 'east' ? 'east' : 'west'].push(deliverable)
      exchange.wake()
    }
    await eventually(async () => {
      await create()
      return exchange.gatewayStates().get('west')?.kind === 'open'
    })
    const sacrificed = of.west.length
    const began = performance.now()
    for (let count = 0; count < 20; count++) await create()
    const probesMax = 1 + Math.floor((performance.now() - began) / 5_000)
    assert.ok(of.west.length <= sacrificed + probesMax, 'new legs go to the one that works, but for probes')
    for (const deliverable of of.east) await eventually(async () => (await standing(db, deliverable)) === submitted)
    for (const deliverable of of.west) assert.match(await standing(db, deliverable), /^C3 (PENDING|RETRYING|SENDING)/)
    assert.equal(exchange.gatewayStates().get('east')?.kind, 'closed')
    await west.listen(port)
    for (const deliverable of of.west) await eventually(async () => (await standing(db, deliverable)) === submitted)
    assert.deepEqual(east.submitted.toSorted(), uuidsOf(of.east))
    assert.deepEqual(west.submitted.toSorted(), uuidsOf(of.west))
    const [one] = of.west
    assert.ok(one)
    // A status comes from either: the envelope names nothing but the transmission.
    await exchange.receive(anMls({ referenceId: one.transmissionUuids.c5 }))
    assert.match(await standing(db, one), /C5 APPROVED/)
  })

  test('a leg in doubt is asked about at the access point that may have it', async (t) => {
    const db = await open()
    const { exchange, east, west } = await between(db, { submitTimeoutMs: 150, leaseMs: 600 })
    t.after(() => Promise.all([exchange.stop(), east.close(), west.close()]))
    east.behave = () => 'lost'
    west.behave = () => 'lost'
    const sent = [await addDeliverable(db, { accessPoint: 'east' }), await addDeliverable(db, { accessPoint: 'west' })]
    exchange.start()
    for (const deliverable of sent) await eventually(async () => (await standing(db, deliverable)) === submitted)
    for (const [stub, deliverable] of [
      [east, sent[0]],
      [west, sent[1]],
    ] as const) {
      const uuids = uuidsOf(deliverable === undefined ? [] : [deliverable])
      assert.deepEqual([...new Set(stub.asked)].toSorted(), uuids)
      assert.deepEqual(stub.submitted.toSorted(), uuids)
    }
  })

  test('legs of an access point that is not configured wait, and nobody else sends them', async (t) => {
    const db = await open()
    const { exchange, east, west } = await between(db, {})
    t.after(() => Promise.all([exchange.stop(), east.close(), west.close()]))
    const removed = await addDeliverable(db, { accessPoint: 'north' })
    const known = await addDeliverable(db, { accessPoint: 'east', createdAt: Date.now() + 5 })
    exchange.start()
    await eventually(async () => (await standing(db, known)) === submitted)
    assert.equal(await standing(db, removed), 'C3 PENDING, C5 PENDING, PENDING')
  })

  test('an instance that draws back one worker keeps the leases of the other', async (t) => {
    const db = await open()
    const { exchange, east, west } = await between(db, { drainMs: 5_000 })
    t.after(() => Promise.all([east.close(), west.close()]))
    const receipt = Promise.withResolvers<void>()
    west.onDelivered = () => receipt.promise
    const slow = await addDeliverable(db, { accessPoint: 'west' })
    exchange.start()
    await eventually(async () => west.submitted.length === 2)
    const stopped = exchange.stop()
    receipt.resolve()
    await stopped
    assert.equal(await standing(db, slow), submitted)
    const [held] = await db.query(sql('select count(*) as legs from legs where lease_until is not null'))
    assert.equal(Number(held?.legs), 0)
  })
})

async function between(
  db: Database,
  policy: Partial<WorkerPolicy>,
): Promise<{ exchange: Exchange; east: PhossApStub; west: PhossApStub }> {
  const [east, west] = await Promise.all([startPhossAp(), startPhossAp()])
  const gateways = Object.entries({ east, west }).map(([name, { url, token }]) =>
    createPhossAp({ name, url: new URL(url), token, mlsTo: undefined, connectTimeoutMs: 500 }),
  )
  const [first] = gateways
  assert.ok(first)
  return { exchange: anExchange(db, first, { gateways, policy: { ...hurriedPolicy, ...policy } }), east, west }
}

function uuidsOf(deliverables: readonly Deliverable[]): readonly string[] {
  return deliverables.flatMap(({ transmissionUuids }) => Object.values(transmissionUuids)).toSorted()
}
