import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { CountingClock } from '../../test/support/delivery/counting-clock.ts'
import { addDeliverable, type Deliverable, entriesOf, standing } from '../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox, hastyPolicy, hurriedPolicy } from '../../test/support/delivery/deliveries.ts'
import { apartFor } from '../../test/support/delivery/machine-away.ts'
import { anMls } from '../../test/support/delivery/mls.ts'
import { inFullRunOnly } from '../../test/support/effort.ts'
import { eventually } from '../../test/support/eventually.ts'
import { readSnapshot } from '../../test/support/service/read-snapshot.ts'
import { logAnswer } from '../api/documents/log-entry.ts'
import { systemClock } from '../clock/clock.ts'
import type { Database } from '../store/database/database.ts'
import { openDatabase } from '../store/database/open-database.ts'
import { snapshotOf } from '../store/legs/snapshot.ts'
import type { ExchangeParts } from './exchange.ts'
import type { Gateway, InboundSink } from './gateway.ts'

eachDatabase('exchange', (open) => {
  test('a document is sent on both legs, and its log records the events in order', async () => {
    const db = await open()
    const clock = new CountingClock()
    // A submit that timed out would be repeated at the next claim only, which is too late for this test.
    const policy = { ...hurriedPolicy, submitTimeoutMs: 20_000, leaseMs: 80_000, pollMs: 60_000 }
    const exchange = anExchange(db, aSandbox(db), { clock, policy })
    exchange.start()
    await clock.naps(2)
    const deliverable = await addDeliverable(db)
    exchange.wake() // without it, the next claim is in a minute
    await eventually(async () => !/PENDING,|SENDING/.test(await standing(db, deliverable)) || undefined)
    // A verdict that came before its receipt is decided by the next round, which is five polls away.
    exchange.lookNow()
    await untilEnd(db, deliverable)
    await exchange.stop()
    const story = await storyOf(db, deliverable)
    assert.deepEqual(story.document, ['DOCUMENT_CREATED', 'VALIDATION_SUCCESS', 'DOCUMENT_APPROVED'])
    for (const corner of ['C3', 'C5']) {
      const [first, ...later] = story[corner] ?? []
      assert.equal(first, `SUBMITTED_TO_${corner}`)
      // On a busy machine a verdict can come before its receipt, and waits for it.
      const due = later.filter((event) => event !== `MLS_UNVERIFIED_${corner}`)
      assert.deepEqual(due.toSorted(), [`MLS_RECEIVED_FROM_${corner}`, `RECEIPT_FROM_${corner}`])
    }
    const rows = await snapshotOf(db, deliverable.orgId, deliverable.documentId)
    const snapshot = rows && (await readSnapshot(rows))
    assert.equal(snapshot?.toC3.transmissionResponse?.transmissionResult, 'SUCCESS')
    assert.equal(snapshot?.toC3.mlsResponse?.referenceId, deliverable.transmissionUuids.c3)
    assert.equal(snapshot?.toC5.mlsResponse?.referenceId, deliverable.transmissionUuids.c5)
  })

  test('when the gateway hangs or throws, the worker asks and does not submit again', async () => {
    const db = await open()
    const network = new Network()
    network.submitHangs = true
    const exchange = anExchange(db, network, { policy: hastyPolicy })
    exchange.start()
    const first = await addDeliverable(db)
    await untilEnd(db, first)
    network.submitHangs = false
    network.submitThrows = true
    const second = await addDeliverable(db)
    await untilEnd(db, second)
    await exchange.stop()
    assert.deepEqual([...network.submits.values()], [1, 1, 1, 1])
    const story = await storyOf(db, second)
    assert.deepEqual(story.C3?.slice(0, 3), ['SUBMITTED_TO_C3', 'TRANSMISSION_RETRY_C3', 'RECEIPT_FROM_C3'])
  })

  test('when a worker dies between the submit and its record, the next one asks and does not send again', async () => {
    const [two, one] = [await open(), await openDatabase(open.location)]
    const network = new Network()
    const deliverable = await addDeliverable(two)
    const troubles: string[] = []
    let closed: Promise<void> | undefined
    network.afterSubmit = async () => {
      closed ??= one.close()
      await closed
    }
    network.isMute = true
    const clock = new CountingClock()
    const dying = anExchange(one, network, {
      clock,
      policy: hastyPolicy,
      onTrouble: (during) => troubles.push(during),
    })
    dying.start()
    await eventually(async () => troubles.filter((during) => during === 'settle').length >= 2)
    await closed
    await clock.naps(6) // its submits time out while the network is silent
    network.afterSubmit = async () => undefined
    network.isMute = false
    const next = anExchange(two, network, { policy: hastyPolicy })
    next.start()
    await untilEnd(two, deliverable)
    await Promise.all([dying.stop(), next.stop()])
    assert.deepEqual([...network.submits.values()], [1, 1])
    assert.ok([...network.asks.values()].some((times) => times >= 1))
  })

  test('two workers on one database never send a leg twice, even with a slow gateway', {
    skip: inFullRunOnly,
  }, async () => {
    const [one, two] = await Promise.all([open(), open()])
    const network = new Network()
    network.submitMs = 2 * hastyPolicy.submitTimeoutMs
    const policy = { ...hastyPolicy, concurrencyMax: 4, batchMax: 4 }
    const exchanges = [anExchange(one, network, { policy }), anExchange(two, network, { policy })]
    const deliverables = await Promise.all(Array.from({ length: 15 }, () => addDeliverable(one)))
    for (const exchange of exchanges) exchange.start()
    await Promise.all(deliverables.map((deliverable) => untilEnd(one, deliverable)))
    await Promise.all(exchanges.map((exchange) => exchange.stop()))
    assert.equal(network.submits.size, 30)
    assert.deepEqual(new Set(network.submits.values()), new Set([1]))
  })

  test('when a worker outlives its lease, another takes over and asks, and the late result is dropped', {
    skip: inFullRunOnly,
  }, async () => {
    const [one, two] = await Promise.all([open(), open()])
    const network = new Network()
    // The first worker pauses right after its submits: its clock jumps, and it records them after
    // the takeover.
    let heldUp = 0
    const held = Promise.withResolvers<void>()
    network.afterSubmit = async () => {
      heldUp += 1
      return held.promise
    }
    const policy = { ...hurriedPolicy, submitTimeoutMs: 5_000, leaseMs: 20_000 }
    const first = anExchange(one, network, { policy })
    const deliverable = await addDeliverable(one)
    first.start()
    await eventually(async () => heldUp === 2)
    network.afterSubmit = async () => undefined
    const ahead = { ...systemClock, now: () => Date.now() + 20_000 }
    const second = anExchange(two, network, { clock: ahead })
    second.start()
    await untilEnd(two, deliverable)
    held.resolve()
    await Promise.all([first.stop(), second.stop()])
    assert.deepEqual([...network.submits.values()], [1, 1])
    const story = await storyOf(two, deliverable)
    assert.equal(story.C3?.filter((event) => event === 'RECEIPT_FROM_C3').length, 1)
    assert.equal(await standing(two, deliverable), 'C3 APPROVED, C5 APPROVED, APPROVED')
  })

  test('a stop ends running attempts and returns every lease, and another worker continues', {
    timeout: 120_000,
  }, async () => {
    const db = await open()
    const network = new Network()
    network.submitHangs = true
    // A stop that waits for the submits would exceed the test's time limit.
    const policy = { ...hurriedPolicy, submitTimeoutMs: 600_000, leaseMs: 2_400_000, drainMs: 50 }
    const exchange = anExchange(db, network, { policy })
    const deliverable = await addDeliverable(db)
    exchange.start()
    await eventually(async () => network.submits.size === 2)
    await exchange.stop()
    assert.equal(await standing(db, deliverable), 'C3 RETRYING, C5 RETRYING, PENDING')
    assert.deepEqual(await db.query(sql('select lease_owner from legs where lease_until is not null')), [])
    await db.query(sql('update legs set next_attempt_at = 0 where document_id = $1', deliverable.documentId))
    network.submitHangs = false
    const next = anExchange(db, network)
    next.start()
    await untilEnd(db, deliverable)
    await next.stop()
    assert.deepEqual([...network.submits.values()], [1, 1])
  })

  test('a verdict that overtakes its receipt waits for it, and counts', async () => {
    const db = await open()
    const network = new Network()
    network.isVerdictFirst = true
    const exchange = anExchange(db, network)
    exchange.start()
    const deliverable = await addDeliverable(db)
    exchange.wake()
    await untilEnd(db, deliverable)
    await exchange.stop()
    const story = await storyOf(db, deliverable)
    assert.deepEqual(story.C3, ['SUBMITTED_TO_C3', 'MLS_UNVERIFIED_C3', 'RECEIPT_FROM_C3', 'MLS_RECEIVED_FROM_C3'])
    assert.deepEqual(story.C5, ['SUBMITTED_TO_C5', 'MLS_RECEIVED_FROM_C5', 'RECEIPT_FROM_C5'])
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 APPROVED, APPROVED')
  })

  test('two instances mark a missing status overdue once, and a late status still counts', async () => {
    const [one, two] = await Promise.all([open(), open()])
    const network = new Network()
    network.isMute = true
    const clock = new CountingClock()
    const exchanges = [one, two].map((db) => anExchange(db, network, { clock, mlsOverdueMs: 50 }))
    for (const exchange of exchanges) exchange.start()
    const deliverable = await addDeliverable(one)
    const overdue = async () => {
      const story = await storyOf(one, deliverable)
      return [...(story.C3 ?? []), ...(story.C5 ?? [])].filter((event) => event.startsWith('MLS_OVERDUE')).toSorted()
    }
    await eventually(async () => (await overdue()).length === 2)
    await clock.naps(20)
    assert.deepEqual(await overdue(), ['MLS_OVERDUE_C3', 'MLS_OVERDUE_C5'])
    assert.equal(await standing(one, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    for (const uuid of Object.values(deliverable.transmissionUuids)) await network.say(uuid)
    assert.equal(await standing(one, deliverable), 'C3 APPROVED, C5 APPROVED, APPROVED')
    await Promise.all(exchanges.map((exchange) => exchange.stop()))
  })

  test('a machine of the database that goes away stops its own organisations only, and nothing is sent twice', async () => {
    const db = await open()
    const machine = apartFor(db, ['away-1', 'away-2'])
    const network = new Network()
    network.isMute = true
    const troubles: string[] = []
    const onTrouble = (during: string) => troubles.push(during)
    const exchange = anExchange(machine.database, network, { policy: hastyPolicy, onTrouble })
    exchange.start()
    // It goes away after the gateway has the legs, and before their receipts can be stored.
    network.afterSubmit = async () => machine.goAway()
    const sent = await addDeliverable(db, { orgId: 'away-1' })
    exchange.wake('away-1')
    await eventually(async () => network.submits.size === 2 && machine.isAway())
    network.afterSubmit = async () => undefined
    const waiting = await addDeliverable(db, { orgId: 'away-2' })
    exchange.wake('away-2')
    for (const orgId of ['here-1', 'here-2', 'here-3']) {
      const deliverable = await addDeliverable(db, { orgId })
      if (orgId !== 'here-3') exchange.wake(orgId) // the last one is another instance's
      await eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
      for (const uuid of Object.values(deliverable.transmissionUuids)) await network.say(uuid)
      assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 APPROVED, APPROVED')
    }
    assert.equal(exchange.gatewayStates().get('default')?.kind, 'closed')
    assert.ok(troubles.includes('settle') && troubles.includes('claim'), `${troubles}`)
    assert.equal(await standing(db, sent), 'C3 SENDING, C5 SENDING, PENDING')
    assert.equal(await standing(db, waiting), 'C3 PENDING, C5 PENDING, PENDING')
    machine.comeBack()
    for (const deliverable of [sent, waiting]) {
      await eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    }
    await exchange.stop()
    assert.deepEqual([...network.submits.values()], Array(10).fill(1))
  })

  test('a verdict about an unknown transmission is reported and changes nothing', async () => {
    const db = await open()
    const network = new Network()
    const unknown: unknown[] = []
    const onNotTaken: ExchangeParts['onNotTaken'] = (result) =>
      unknown.push(result.kind === 'unknown' ? result.verdict.referenceId : result)
    const exchange = anExchange(db, network, { onNotTaken })
    exchange.start()
    await network.say('00000000-0000-4000-8000-000000000000')
    await exchange.stop()
    assert.deepEqual(unknown, ['00000000-0000-4000-8000-000000000000'])
  })

  test('settings that let a submit outlast its lease are refused', async () => {
    const db = await open()
    const policy = { ...hurriedPolicy, leaseMs: 3 * hurriedPolicy.submitTimeoutMs }
    assert.throws(() => anExchange(db, new Network(), { policy }), /leaseMs/)
  })
})

/**
 * A simulated network that remembers what it received when workers die. Tests change its behaviour.
 */
class Network implements Gateway {
  readonly name = 'test'
  readonly accessPoint = 'default'
  readonly submits = new Map<string, number>()
  readonly asks = new Map<string, number>()
  submitMs = 0
  submitHangs = false
  submitThrows = false
  isVerdictFirst = false
  isMute = false
  afterSubmit: () => Promise<void> = async () => undefined
  #sinks: InboundSink[] = []

  start(inbound: InboundSink): void {
    this.#sinks.push(inbound)
  }

  async submit({ transmissionUuid }: { readonly transmissionUuid: string }) {
    this.submits.set(transmissionUuid, (this.submits.get(transmissionUuid) ?? 0) + 1)
    await systemClock.sleep(this.submitMs)
    await this.afterSubmit()
    if (this.submitHangs) await new Promise(() => undefined)
    if (this.submitThrows) throw new Error('the line broke')
    return await this.#received(transmissionUuid)
  }

  async ask(transmissionUuid: string) {
    this.asks.set(transmissionUuid, (this.asks.get(transmissionUuid) ?? 0) + 1)
    return this.submits.has(transmissionUuid)
      ? await this.#received(transmissionUuid)
      : ({ kind: 'absent', isFinal: true } as const)
  }

  async stop(): Promise<void> {
    this.#sinks = []
  }

  async say(referenceId: string): Promise<void> {
    await this.#sinks.at(-1)?.(anMls({ referenceId }))
  }

  async #received(transmissionUuid: string) {
    if (this.isVerdictFirst) await this.say(transmissionUuid)
    else if (!this.isMute) setTimeout(() => void this.say(transmissionUuid), 30)
    const response = {
      conversationId: null,
      messageId: 'message-1',
      overallDurationToTransmit: 1,
      transmissionError: null,
      transmissionErrors: [],
      transmissionResult: 'SUCCESS',
    }
    return { kind: 'receipt', response } as const
  }
}

function untilEnd(db: Database, deliverable: Deliverable): Promise<string> {
  return eventually(async () => {
    const now = await standing(db, deliverable)
    return now.endsWith('PENDING') ? undefined : now
  })
}

/**
 * The events of a document's log in order, grouped by document and leg, since the legs run in
 * parallel.
 */
async function storyOf(db: Database, deliverable: Deliverable): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows = await entriesOf(db, deliverable)
  const entries = logAnswer(rows)
  assert.deepEqual(
    entries.map(({ timestamp }) => timestamp),
    entries.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
  )
  const story: Record<string, string[]> = { document: [], C3: [], C5: [] }
  for (const { event } of entries) story[/_(C[35])$/.exec(event)?.[1] ?? 'document']?.push(event)
  return story
}
