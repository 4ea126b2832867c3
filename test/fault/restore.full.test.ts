import { strict as assert } from 'node:assert'
import { type TestContext, test } from 'node:test'
import { logAnswer } from '../../src/api/documents/log-entry.ts'
import { systemClock } from '../../src/clock/clock.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'
import { createPhossAp } from '../../src/exchange/gateways/phoss-ap/phoss-ap.ts'
import type { Database } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { sql } from '../support/databases/any-row.ts'
import { backUp } from '../support/databases/backups.ts'
import { eachDatabase, type OpenTestDatabase } from '../support/databases/databases.ts'
import { addDeliverable, type Deliverable, entriesOf, networkIds, standing } from '../support/delivery/deliverables.ts'
import { anExchange, hurriedPolicy } from '../support/delivery/deliveries.ts'
import { anMls } from '../support/delivery/mls.ts'
import { eventually } from '../support/eventually.ts'
import { type PhossApStub, startPhossAp } from '../support/network/phoss-ap-stub.ts'

// A database is lost and its backup restored, so the network is ahead of it. Documents sent since
// the backup must not be sent again: the access point would deliver them twice and could not be
// asked about either.

eachDatabase('a restored database', (open) => {
  test('hands nothing over twice, and every leg reaches a final status', async (t) => {
    const network = await Network.start(t)
    const lost = await openAt(open, t)
    const { waiting, failedBefore, inHand, sent, refused } = await legsInEveryState(lost, network)
    const all = [...waiting, failedBefore, inHand, sent, refused]
    const backup = await backUp(open.location)
    t.after(() => backup.remove())
    await network.deliverAll(lost, all)
    const submitted = [...network.stub.submitted]
    const ends = await standings(lost, all)
    assert.equal(ends.at(-1), 'C3 REJECTED, C5 APPROVED, C5 APPROVED, REJECTED')
    await lost.close()
    await backup.restore()
    const restored = await openAt(open, t)
    assert.deepEqual(new Set(await standings(restored, waiting)), new Set(['C3 PENDING, C5 PENDING, PENDING']))
    const never = await addDeliverable(restored) // made after the restore
    network.exchange(restored)
    await eventually(async () => (await openLegs(restored)) === 0)
    assert.equal(await standing(restored, inHand), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    // The access point delivers them again, on an operator's order. The withdrawal is released
    // again, and asked about too.
    await network.bringAgain((uuid) => all.some(({ transmissionUuids: { c3, c5 } }) => uuid === c3 || uuid === c5))
    const isAsked = async () =>
      (await standing(restored, refused)) === 'C3 REJECTED, C5 APPROVED, C5 SUBMITTED, REJECTED'
    await eventually(isAsked)
    await network.bringAgain((uuid) => !all.some(({ transmissionUuids: { c3, c5 } }) => uuid === c3 || uuid === c5))
    await eventually(async () => JSON.stringify(await standings(restored, all)) === JSON.stringify(ends))
    await eventually(async () => (await standing(restored, never)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    const later = network.stub.submitted.slice(submitted.length)
    assert.deepEqual(later.toSorted(), Object.values(never.transmissionUuids).toSorted())
    for (const deliverable of waiting) assert.deepEqual(await storyOf(restored, deliverable), wholeStory)
  })

  test('a status proves that a leg was sent, even before the gateway is asked', async (t) => {
    const network = await Network.start(t)
    const lost = await openAt(open, t)
    const deliverable = await addDeliverable(lost)
    const backup = await backUp(open.location)
    t.after(() => backup.remove())
    await network.deliverAll(lost, [deliverable])
    const { length: handedOver } = network.stub.submitted
    await lost.close()
    await backup.restore()
    const restored = await openAt(open, t)
    network.stub.gate = 'unavailable'
    network.exchange(restored)
    await network.bringAgain(() => true)
    // Only the receipt names who may judge C3.
    assert.match(await standing(restored, deliverable), /^C3 (PENDING|SENDING|RETRYING), C5 APPROVED, PENDING$/)
    network.stub.gate = 'open'
    await eventually(async () => (await openLegs(restored)) === 0)
    await eventually(async () => (await standing(restored, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    assert.equal(network.stub.submitted.length, handedOver)
  })

  test('a running worker asks twice about legs that were due before it began', async (t) => {
    const network = await Network.start(t)
    const db = await openAt(open, t)
    network.exchange(db)
    await addDeliverable(db, { createdAt: Date.now() + 1_000 })
    await eventually(async () => network.stub.submitted.length === 2 && (await openLegs(db)) === 0)
    assert.deepEqual(network.stub.asked, [], 'what was due a moment ago goes out at once')
    const old = await addDeliverable(db, { createdAt: Date.now() - hurriedPolicy.doubtAfterMs - 1 })
    await eventually(async () => (await standing(db, old)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    const twice = Object.values(old.transmissionUuids).flatMap((uuid) => [uuid, uuid])
    assert.deepEqual(network.stub.asked.toSorted(), twice.toSorted())
    assert.equal(network.stub.submitted.length, 4)
  })
})

/** The access point outlives the database; it remembers everything it delivered. */
class Network {
  /** Closed with the test, before its database. */
  static async start(t: TestContext): Promise<Network> {
    const network = new Network(await startPhossAp())
    t.after(() => network.stop())
    t.after(() => network.stub.close())
    return network
  }

  readonly stub: PhossApStub
  readonly #statuses = new Map<string, string>()
  readonly #refused = new Set<string>()
  #exchange: Exchange | undefined
  /** Statuses of these are held back until `deliverAll`. */
  readonly #silent = new Set<string>()

  private constructor(stub: PhossApStub) {
    this.stub = stub
    stub.onDelivered = async (uuid, corner) => {
      const senderId = corner === 'C5' ? networkIds.authorityId : '0242:000306'
      const responseCode = this.#refused.has(uuid) ? 'RE' : 'AP'
      const envelope = anMls({ referenceId: uuid, senderId, responseCode })
      this.#statuses.set(uuid, envelope)
      if (!this.#silent.has(uuid)) await this.#exchange?.receive(envelope)
    }
  }

  exchange(db: Database): Exchange {
    const gateway = createPhossAp({
      url: new URL(this.stub.url),
      token: this.stub.token,
      mlsTo: undefined,
      name: 'default',
      connectTimeoutMs: 1_000,
    })
    this.#exchange = anExchange(db, gateway, { reportWithdrawals: true })
    this.#exchange.start()
    return this.#exchange
  }

  refuse(uuid: string): void {
    this.#refused.add(uuid)
  }

  /** Sends one document and holds back its statuses. */
  async deliverSilently(db: Database, deliverable: Deliverable): Promise<void> {
    const uuids = Object.values(deliverable.transmissionUuids)
    for (const uuid of uuids) this.#silent.add(uuid)
    this.exchange(db)
    await eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    await this.stop()
  }

  /** Sends everything that is due, and the statuses that were held back. */
  async deliverAll(db: Database, deliverables: readonly Deliverable[]): Promise<void> {
    const exchange = this.exchange(db)
    for (const uuid of this.#silent) await exchange.receive(this.#statuses.get(uuid) ?? '')
    this.#silent.clear()
    const isOver = async (deliverable: Deliverable) =>
      !/PENDING|SENDING|RETRYING|SUBMITTED/.test(await standing(db, deliverable))
    await eventually(async () => (await Promise.all(deliverables.map(isOver))).every(Boolean))
    await this.stop()
  }

  /** Sends the statuses of some transmissions once more. */
  async bringAgain(isWanted: (uuid: string) => boolean): Promise<void> {
    for (const [uuid, envelope] of this.#statuses) if (isWanted(uuid)) await this.#exchange?.receive(envelope)
  }

  async stop(): Promise<void> {
    const exchange = this.#exchange
    this.#exchange = undefined
    await exchange?.stop()
  }
}

async function openAt(open: OpenTestDatabase, t: TestContext): Promise<Database> {
  const db = await openDatabase(open.location)
  // The lost ones are closed already.
  t.after(() => db.close().catch(() => undefined))
  await migrate(db, 0)
  return db
}

/** Documents in every state that a backup may contain. */
async function legsInEveryState(db: Database, network: Network) {
  const sent = await addDeliverable(db)
  await network.deliverSilently(db, sent)
  // Its other party refuses it. The authority has not answered yet, so the withdrawal waits.
  const refused = await addDeliverable(db)
  network.refuse(refused.transmissionUuids.c3)
  await network.deliverSilently(db, refused)
  const exchange = network.exchange(db)
  await exchange.receive(
    anMls({ referenceId: refused.transmissionUuids.c3, responseCode: 'RE', senderId: '0242:000306' }),
  )
  await network.stop()
  assert.equal(await standing(db, refused), 'C3 REJECTED, C5 SUBMITTED, C5 PENDING, REJECTED')
  const waiting = [await addDeliverable(db), await addDeliverable(db), await addDeliverable(db)]
  const failedBefore = await addDeliverable(db)
  await db.query(
    sql(`update legs set status = 'RETRYING', attempts = 1 where document_id = $1`, failedBefore.documentId),
  )
  const inHand = await addDeliverable(db)
  await db.query(
    sql(
      `update legs set status = 'SENDING', attempts = 1, next_attempt_at = null, lease_owner = 'gone', lease_until = $1
       where document_id = $2`,
      systemClock.now() + 100,
      inHand.documentId,
    ),
  )
  return { waiting, failedBefore, inHand, sent, refused }
}

function standings(db: Database, deliverables: readonly Deliverable[]): Promise<readonly string[]> {
  return Promise.all(deliverables.map((deliverable) => standing(db, deliverable)))
}

/** The number of legs that may or may not have been sent. */
async function openLegs(db: Database): Promise<number> {
  const states = `'PENDING', 'SENDING', 'RETRYING'`
  const [row] = await db.query(sql(`select count(*) as open from legs where status in (${states}) and report is null`))
  return Number(row?.open)
}

const wholeStory = {
  document: ['DOCUMENT_CREATED', 'VALIDATION_SUCCESS', 'DOCUMENT_APPROVED'],
  C3: ['SUBMITTED_TO_C3', 'RECEIPT_FROM_C3', 'MLS_RECEIVED_FROM_C3'],
  C5: ['SUBMITTED_TO_C5', 'RECEIPT_FROM_C5', 'MLS_RECEIVED_FROM_C5'],
}

async function storyOf(db: Database, deliverable: Deliverable): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows = await entriesOf(db, deliverable)
  const story: Record<string, string[]> = { document: [], C3: [], C5: [] }
  for (const { event } of logAnswer(rows)) story[/_(C[35])$/.exec(event)?.[1] ?? 'document']?.push(event)
  return story
}
