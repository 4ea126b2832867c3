import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../../test/support/databases/databases.ts'
import { CountingClock } from '../../../../test/support/delivery/counting-clock.ts'
import {
  addDeliverable,
  type Deliverable,
  entriesOf,
  standing,
} from '../../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../../test/support/delivery/deliveries.ts'
import { anOutgoing } from '../../../../test/support/delivery/outgoing.ts'
import { times } from '../../../../test/support/effort.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { Random } from '../../../../test/support/random.ts'
import { systemClock } from '../../../clock/clock.ts'
import { DatabaseClock } from '../../../clock/database-clock.ts'
import type { Database } from '../../../store/database/database.ts'
import type { Gateway, Transmission } from '../../gateway.ts'
import { defaultPolicy } from '../../worker/worker.ts'
import { SandboxClock, TooFarAhead } from './sandbox-clock.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Fast polling; everything else takes as long as in a service. */
const policy = { ...defaultPolicy, pollMs: 20 }
const noDelays = { receiptMs: [0, 0], verdictMs: [0, 0] } as const
const random = new Random(1)
const approved = 'C3 APPROVED, C5 APPROVED, APPROVED'

const rounds = times({ quick: 6, full: 30, long: 30 })

eachDatabase('sandbox clock', (open) => {
  /** A delivery instance on the database, with slow submits that are counted. */
  const anInstance = async (db: Database, submitMs: number, submits: Map<string, number> = new Map()) => {
    const time = await DatabaseClock.open(db)
    const sandbox = aSandbox(db, { clock: time, delays: noDelays })
    const gateway: Gateway = {
      ...sandbox,
      async submit(transmission, signal) {
        const { transmissionUuid } = transmission
        submits.set(transmissionUuid, (submits.get(transmissionUuid) ?? 0) + 1)
        await systemClock.sleep(submitMs + random.below(submitMs + 1), signal)
        return sandbox.submit(transmission, signal)
      },
    }
    const exchange = anExchange(db, gateway, { clock: time, policy })
    return { exchange, clock: new SandboxClock({ db, time, onAdvanced: () => exchange.lookNow() }) }
  }

  test('with many advances at once every advance counts, and no leg is sent twice', async () => {
    const submits = new Map<string, number>()
    const dbs = [await open(), await open()] as const
    const instances = await Promise.all(dbs.map((db) => anInstance(db, 250, submits)))
    for (const { exchange } of instances) exchange.start()
    const orgId = randomUUID()
    // The first submit compiles rules, which may take so long that the sandbox gives up.
    const first = await addDeliverable(dbs[0], { orgId })
    await eventually(async () => (await standing(dbs[0], first)) === approved)
    submits.clear()
    const documents: Deliverable[] = []
    const answers: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      documents.push(await addDeliverable(dbs[0], { orgId }), await addDeliverable(dbs[0], { orgId }))
      for (const { exchange } of instances) exchange.wake()
      const advanced = await Promise.all(instances.flatMap(({ clock }) => [1, 2].map(() => clock.advance(orgId, hour))))
      answers.push(...advanced.map(({ aheadMs }) => aheadMs))
    }
    for (const document of documents) await eventually(async () => (await standing(dbs[0], document)) === approved)
    await Promise.all(instances.map(({ exchange }) => exchange.stop()))
    const uuids = documents.flatMap(({ transmissionUuids: { c3, c5 } }) => [c3, c5]).toSorted()
    assert.deepEqual([...submits.keys()].toSorted(), uuids)
    assert.deepEqual([...new Set(submits.values())], [1])
    const books = await dbs[0].query(sql('select submissions from sandbox_transmissions where submissions > 1'))
    assert.deepEqual(books, [])
    for (const document of documents) {
      const log = (await entriesOf(dbs[0], document)).map(({ event }) => event)
      assert.ok(!log.some((event) => event.startsWith('TRANSMISSION_')), log.join())
    }
    assert.deepEqual(
      answers.toSorted((one, other) => one - other),
      Array.from(answers, (_, at) => (at + 1) * hour),
    )
  })

  test('a submit that runs while the network is asked is found, or never arrives', async () => {
    const db = await open()
    const time = await DatabaseClock.open(db)
    const quick = aSandbox(db, { clock: time, delays: noDelays })
    const slow = aSandbox(db, { clock: time, delays: { ...noDelays, receiptMs: [200, 200] } })
    const { signal } = new AbortController()
    for (let round = 0; round < 3; round += 1) {
      const sent = await aTransmission(db)
      const overtaken = slow.submit(sent, signal)
      const began = time.now()
      await eventually(async () => time.now() > began)
      assert.equal((await quick.ask(sent.transmissionUuid, signal)).kind, 'absent')
      assert.equal((await quick.submit(sent, signal)).kind, 'receipt')
      assert.equal((await overtaken).kind, 'unknown')
      assert.equal((await quick.ask(sent.transmissionUuid, signal)).kind, 'receipt')
      const text = 'select submissions from sandbox_transmissions where transmission_uuid = $1'
      assert.deepEqual(await db.query(sql(text, sent.transmissionUuid)), [{ submissions: 1 }])
    }
  })

  test('an advance does not send a status twice that is already on its way', async () => {
    const dbs = [await open(), await open()] as const
    const orgId = randomUUID()
    const { c3 } = (await addDeliverable(dbs[0], { orgId })).transmissionUuids
    const clock = new SandboxClock({ db: dbs[0], time: await DatabaseClock.open(dbs[0]) })
    const arrived = Promise.withResolvers<void>()
    let brought = 0
    const sink = async (envelope: string) => {
      if (!envelope.includes(c3)) return
      brought += 1
      await arrived.promise
    }
    const looking = new CountingClock()
    const networks = dbs.map((db) => aSandbox(db, { clock: looking, delays: noDelays }))
    for (const network of networks) network.start(sink)
    const sent = await aTransmission(dbs[0], c3)
    await networks[0]?.submit(sent, new AbortController().signal)
    await eventually(async () => brought === 1)
    for (let round = 0; round < 5; round += 1) {
      await clock.advance(orgId, hour)
      for (const network of networks) network.lookNow?.()
      // The network that waits for the sink takes no nap: this one is the other's.
      await looking.naps(1)
    }
    arrived.resolve()
    await Promise.all(networks.map((network) => network.stop()))
    assert.equal(brought, 1)
  })

  test('retries of one organisation are due immediately; another organisation still waits', async () => {
    const db = await open()
    const instance = await anInstance(db, 0)
    instance.exchange.start()
    const [hasty, patient] = await Promise.all(
      ['hasty', 'patient'].map((orgId) => addDeliverable(db, { orgId, receiver: '1000000024' })),
    )
    assert.ok(hasty && patient)
    const attemptsOf = async ({ transmissionUuids }: Deliverable) => {
      const text = 'select attempts, status from legs where transmission_uuid = $1'
      const [leg] = await db.query(sql(text, transmissionUuids.c3))
      return `${leg?.status} ${leg?.attempts}`
    }
    await eventually(async () => (await attemptsOf(patient)) === 'RETRYING 1')
    for (let attempts = 1; attempts < policy.attemptsMax; attempts += 1) {
      await eventually(async () => (await attemptsOf(hasty)) === `RETRYING ${attempts}`)
      await instance.clock.advance(hasty.orgId, hour)
    }
    await eventually(async () => (await attemptsOf(hasty)) === `STALLED ${policy.attemptsMax}`)
    await instance.exchange.stop()
    assert.ok(!(await attemptsOf(patient)).startsWith('STALLED'))
  })

  test('an advance while nothing runs takes effect at the next start', async () => {
    const db = await open()
    const before = await anInstance(db, 0)
    before.exchange.start()
    const orgId = randomUUID()
    const retried = await addDeliverable(db, { orgId, receiver: '1000000023' })
    const silent = await addDeliverable(db, { orgId, receiver: '1000000031' })
    await eventually(async () => (await standing(db, retried)) === 'C3 RETRYING, C5 APPROVED, PENDING')
    await eventually(async () => (await standing(db, silent)) === 'C3 SUBMITTED, C5 APPROVED, PENDING')
    await before.exchange.stop()
    // The command line runs in another process on the same database.
    const commandLine = new SandboxClock({ db: await open(), time: await DatabaseClock.open(db) })
    await commandLine.advance(orgId, 10 * minute)
    const { aheadMs } = await commandLine.advance(orgId, 20 * minute)
    assert.equal(aheadMs, 30 * minute)
    const after = await anInstance(await open(), 0)
    after.exchange.start()
    await eventually(async () => (await standing(db, retried)) === approved)
    const isOverdue = async () => (await entriesOf(db, silent)).some(({ event }) => event === 'MLS_OVERDUE_C3')
    await eventually(isOverdue)
    const { aheadMs: further } = await after.clock.advance(orgId, minute)
    await after.exchange.stop()
    assert.equal(further, 31 * minute)
    // Entries carry the real time, so none is in the future and their order is that of the log.
    const log = await entriesOf(db, silent)
    assert.ok(log.every(({ at }) => Math.abs(at - Date.now()) < 10 * minute))
    assert.deepEqual(
      log.map(({ at }) => at),
      log.map(({ at }) => at).toSorted((one, other) => one - other),
    )
  })

  test('each organisation can advance ten years in total, even with two advances at once', async () => {
    const db = await open()
    const clock = new SandboxClock({ db, time: await DatabaseClock.open(db) })
    const [one, other] = [await addDeliverable(db, { orgId: 'spender' }), await addDeliverable(db, { orgId: 'saver' })]
    await assert.rejects(clock.advance(one.orgId, 100 * 366 * day), TooFarAhead)
    assert.equal((await clock.advance(one.orgId, 50 * day)).aheadMs, 50 * day)
    const both = await Promise.allSettled([1, 2].map(() => clock.advance(one.orgId, 2_000 * day)))
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal((await clock.advance(one.orgId, 1_600 * day)).aheadMs, 3_650 * day)
    await assert.rejects(clock.advance(one.orgId, 1_000), TooFarAhead)
    assert.equal((await clock.advance(other.orgId, 3_650 * day)).aheadMs, 3_650 * day)
  })

  /** The C3 leg of a document, as the worker would submit it. */
  async function aTransmission(db: Database, transmissionUuid?: string): Promise<Transmission> {
    const uuid = transmissionUuid ?? (await addDeliverable(db, { createdAt: Date.now() + hour })).transmissionUuids.c3
    const [row] = await db.query(
      sql(
        `select sender_id, receiver_id, doc_type_id, process_id, country, ubl from legs l
           join revisions r on r.org_id = l.org_id and r.document_id = l.document_id where transmission_uuid = $1`,
        uuid,
      ),
    )
    return {
      transmissionUuid: uuid,
      corner: 'C3',
      senderId: String(row?.sender_id),
      receiverId: String(row?.receiver_id),
      docTypeId: String(row?.doc_type_id),
      processId: String(row?.process_id),
      country: String(row?.country),
      createdAt: 0,
      document: anOutgoing(String(row?.ubl)),
    }
  }
})
