import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, networkIds, standing } from '../../../test/support/delivery/deliverables.ts'
import { hurriedPolicy } from '../../../test/support/delivery/deliveries.ts'
import { anMls } from '../../../test/support/delivery/mls.ts'
import { troubleWords } from '../../../test/support/trouble-words.ts'
import { systemClock } from '../../clock/clock.ts'
import { systemIds } from '../../clock/ids.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import type { Database } from '../../store/database/database.ts'
import { claimLegs } from '../../store/legs/leg-queue.ts'
import { legOfTransmission } from '../../store/legs/legs.ts'
import { recordSubmitAgain } from '../../store/legs/submit-again.ts'
import { takeWaitingStatuses } from '../../store/legs/waiting-statuses.ts'
import { logOf } from '../../store/log/log.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { bareResponse, type Outcome } from '../gateway.ts'
import { applyToLeg } from '../legs/apply.ts'
import { unobserved } from '../observer.ts'
import { receiveInbound } from './inbound.ts'
import type { InboundResult } from './inbound-result.ts'
import type { InboundParts } from './judges.ts'
import { StatusReader } from './status-reader.ts'
import { decideWaitingStatuses } from './waiting-statuses.ts'

// Statuses that come before a receipt names who may judge the leg (docs/decisions/0110).

const rulebookOptions = { gaps: true }
const { serviceProviderId } = networkIds
const rulebook = await openRulebook(rulebookOptions)
const statuses = new StatusReader({ rulebook, rulebookOptions, serviceProviderId })
after(() => statuses.close())
const stranger = '0242:990003'
const receiver = '0242:000306'
const dayMs = 86_400_000

eachDatabase('waiting statuses', (open) => {
  test("a stranger's RE before the receipt is not final: the receiver's access point is heard", async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    assert.equal(appliedOf(await receive({ id: 'forged', senderId: stranger, responseCode: 'RE' })), 'kept')
    assert.equal(appliedOf(await receive({ id: 'true', senderId: `${receiver}-DESK` })), 'kept')
    assert.equal(await standing(db, deliverable), 'C3 SENDING, C5 PENDING, PENDING')
    await decide(parts)
    assert.equal(await standing(db, deliverable), 'C3 SENDING, C5 PENDING, PENDING')
    await settle(parts, deliverable, { ...receipt, receiverProviderId: receiver })
    await decide(parts)
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 PENDING, PENDING')
    assert.deepEqual(await storyOf(db, deliverable), [
      'MLS_UNVERIFIED_C3: RE from 0242:990003 waits until a receipt shows who answers for the receiver (MLS forged)',
      'MLS_UNVERIFIED_C3: AP from 0242:000306-DESK waits until a receipt shows who answers for the receiver (MLS true)',
      "RECEIPT_FROM_C3: The receiver's access point confirmed receipt",
      'MLS_REFUSED_C3: Ignored a status from 0242:990003, which may not judge this leg (MLS forged)',
      'MLS_RECEIVED_FROM_C3: AP: accepted and delivered (MLS true)',
    ])
    const [entry] = await storyOf(db, deliverable)
    assert.doesNotMatch(entry ?? '', troubleWords)
    assert.equal(await waitingIn(db, deliverable), 0)
  })

  test('statuses of the right access point are applied in their order, whichever comes first', async () => {
    for (const [first, second, ends] of [
      ['AP', 'RE', 'APPROVED'],
      ['RE', 'AP', 'REJECTED'],
    ] as const) {
      const { db, parts, deliverable, receive } = await sending(open)
      await receive({ id: 'first', senderId: receiver, responseCode: first })
      await receive({ id: 'second', senderId: receiver, responseCode: second })
      await settle(parts, deliverable, { ...receipt, receiverProviderId: receiver })
      await decide(parts)
      assert.match(await standing(db, deliverable), new RegExp(`^C3 ${ends}`))
      assert.match((await storyOf(db, deliverable)).at(-1) ?? '', /second\); no effect, the leg is/)
    }
  })

  test('a status that comes after the receipt does not overtake those that waited for it', async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    await receive({ id: 'forged', senderId: stranger, responseCode: 'RE' })
    await receive({ id: 'first', senderId: receiver, responseCode: 'AB' })
    await settle(parts, deliverable, { ...receipt, receiverProviderId: receiver })
    await receive({ id: 'second', senderId: receiver, responseCode: 'RE' })
    assert.match(await standing(db, deliverable), /^C3 APPROVED/)
    assert.match((await storyOf(db, deliverable)).at(-1) ?? '', /second\); no effect, the leg is/)
    assert.equal(await waitingIn(db, deliverable), 0)
  })

  test('nor while another instance decides those: it waits behind them', async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    await receive({ id: 'first', senderId: receiver, responseCode: 'AB' })
    await settle(parts, deliverable, { ...receipt, receiverProviderId: receiver })
    const transmission = { orgId: deliverable.orgId, transmissionUuid: deliverable.transmissionUuids.c3 }
    const taken = await takeWaitingStatuses(db, transmission, Date.now(), Date.now() + 60_000)
    assert.equal(taken.length, 1)
    assert.equal(appliedOf(await receive({ id: 'second', senderId: receiver, responseCode: 'RE' })), 'kept')
    assert.match(await standing(db, deliverable), /^C3 SUBMITTED/)
    assert.match(
      (await storyOf(db, deliverable)).at(-1) ?? '',
      /RE .* waits until those that came before it are decided/,
    )
    await decide(parts)
    assert.match(await standing(db, deliverable), /^C3 APPROVED/)
    assert.match((await storyOf(db, deliverable)).at(-1) ?? '', /second\); no effect, the leg is/)
    assert.equal(await waitingIn(db, deliverable), 0)
  })

  test('ten wait, each once; what comes then is dropped with an entry', async () => {
    const { db, deliverable, receive } = await sending(open)
    for (let at = 0; at < 10; at += 1) {
      for (const _ of ['once', 'again']) {
        assert.equal(appliedOf(await receive({ id: `status-${at}`, senderId: stranger })), 'kept')
      }
    }
    assert.equal(await waitingIn(db, deliverable), 10)
    const eleventh = await receive({ id: 'status-10', senderId: receiver, responseCode: 'RE' })
    assert.ok(eleventh.kind === 'refused' && eleventh.code === 'UNVERIFIED')
    assert.equal(await waitingIn(db, deliverable), 10)
    const story = await storyOf(db, deliverable)
    assert.equal(story.length, 11)
    assert.equal(
      story.at(-1),
      'MLS_REFUSED_C3: Dropped RE from 0242:000306: 10 statuses, or 10 MB of them, wait for its receipt already (MLS status-10)',
    )
  })

  test('without a receipt they are dropped after a day, and one that came later still waits', async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    await receive({ id: 'early', senderId: receiver, responseCode: 'RE' })
    const later = { ...parts, clock: { ...systemClock, now: () => Date.now() + dayMs / 2 } }
    await receiveInbound(
      later,
      anMls({ id: 'late', senderId: receiver, referenceId: deliverable.transmissionUuids.c3 }),
    )
    await settle(parts, deliverable, { kind: 'unknown', response: bareResponse('TIMEOUT', 'no answer') })
    await decide(parts, dayMs - 60_000)
    assert.equal(await waitingIn(db, deliverable), 2)
    await decide(parts, dayMs + 60_000)
    assert.equal(await waitingIn(db, deliverable), 1)
    assert.equal(
      (await storyOf(db, deliverable)).at(-1),
      'MLS_REFUSED_C3: Dropped RE from 0242:000306: no receipt has shown within 24 hours who answers for the receiver (MLS early)',
    )
    assert.equal(await standing(db, deliverable), 'C3 RETRYING, C5 PENDING, PENDING')
  })

  test('a receipt that names nobody leaves one sender to believe; of two, neither', async () => {
    const one = await sending(open)
    await one.receive({ id: 'one', senderId: receiver })
    await settle(one.parts, one.deliverable, receipt)
    await decide(one.parts)
    assert.equal(await standing(one.db, one.deliverable), 'C3 APPROVED, C5 PENDING, PENDING')
    assert.match((await storyOf(one.db, one.deliverable)).at(-1) ?? '', /UNVERIFIED from 0242:000306$/)

    const two = await sending(open)
    await two.receive({ id: 'forged', senderId: stranger, responseCode: 'RE' })
    await settle(two.parts, two.deliverable, receipt)
    await two.receive({ id: 'true', senderId: receiver })
    await decide(two.parts)
    assert.equal(await standing(two.db, two.deliverable), 'C3 SUBMITTED, C5 PENDING, PENDING')
    await decide(two.parts, dayMs + 60_000)
    assert.equal(await standing(two.db, two.deliverable), 'C3 SUBMITTED, C5 PENDING, PENDING')
    assert.equal(await waitingIn(two.db, two.deliverable), 0)
    // Brought again by an operator, it counts.
    assert.equal(appliedOf(await two.receive({ id: 'true', senderId: receiver })), 'applied')
  })

  test('a leg with a waiting status is asked about at once, and never sent again', async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    const { c3 } = deliverable.transmissionUuids
    await settle(parts, deliverable, { kind: 'transient', response: bareResponse('ANY', 'later') })
    await db.query(sql('update legs set next_attempt_at = $1 where transmission_uuid = $2', Date.now() + dayMs, c3))
    await receive({ id: 'early', senderId: receiver })
    const [claimed] = await claim(db, deliverable)
    assert.equal(claimed?.transmissionUuid, c3)
    assert.ok(claimed.inDoubt)
    const entry = { event: 'SUBMITTED_AGAIN_TO_C3', message: 'again' }
    assert.equal(await recordSubmitAgain(db, claimed, entry, 1), 'judged')
    assert.doesNotMatch((await storyOf(db, deliverable)).join(), /AGAIN/)
  })

  test('a status decides those that wait, however long ago the receipt was', async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    await receive({ id: 'first', senderId: receiver })
    await settle(parts, deliverable, { ...receipt, receiverProviderId: receiver })
    // Every instance stood still, or the clock of the database jumped.
    await db.query(sql('update legs set submitted_at = submitted_at - $1', 3_600_000))
    await receive({ id: 'second', senderId: receiver, responseCode: 'RE' })
    assert.match(await standing(db, deliverable), /^C3 APPROVED/)
    assert.equal(await waitingIn(db, deliverable), 0)
  })

  test('two instances decide each status once', async () => {
    const { db, parts, deliverable, receive } = await sending(open)
    const other = { ...parts, db: await open() }
    await receive({ id: 'true', senderId: receiver })
    await settle(parts, deliverable, { ...receipt, receiverProviderId: receiver })
    await Promise.all([decide(parts), decide(other), decide(parts), decide(other)])
    const settling = (await storyOf(db, deliverable)).filter((line) => line.startsWith('MLS_RECEIVED'))
    assert.equal(settling.length, 1)
  })
})

const receipt: Outcome = { kind: 'receipt', response: bareResponse('SUCCESS', null) }

/** A document whose C3 leg is being sent. */
async function sending(open: () => Promise<Database>) {
  const db = await open()
  const deliverable = await addDeliverable(db)
  const parts: InboundParts = {
    db,
    statuses,
    clock: systemClock,
    ids: systemIds,
    random: () => 0,
    policy: hurriedPolicy,
    observer: unobserved,
    ...networkIds,
  }
  await db.query(
    sql('update legs set next_attempt_at = null where transmission_uuid = $1', deliverable.transmissionUuids.c5),
  )
  await claim(db, deliverable)
  const receive = (status: Omit<Parameters<typeof anMls>[0], 'referenceId'>) =>
    receiveInbound(parts, anMls({ ...status, referenceId: deliverable.transmissionUuids.c3 }))
  return { db, parts, deliverable, receive }
}

function claim(db: Database, { orgId }: Deliverable) {
  const now = Date.now() + 1_000
  return claimLegs(db, { orgId, accessPoint: 'default', owner: 'one', now, limit: 5, leaseMs: 60_000, doubtBefore: 0 })
}

async function settle(parts: InboundParts, { transmissionUuids }: Deliverable, outcome: Outcome): Promise<void> {
  const leg = await legOfTransmission(parts.db, transmissionUuids.c3)
  assert.ok(leg !== undefined)
  assert.equal(await applyToLeg(parts, leg, outcome, () => true), 'applied')
}

async function decide(parts: InboundParts, laterMs = 0): Promise<void> {
  const clock = { ...systemClock, now: () => Date.now() + laterMs }
  await decideWaitingStatuses({ ...parts, clock }, new OrganisationLook(parts.db, systemClock), 100)
}

function appliedOf(result: InboundResult): string {
  return result.kind === 'taken' ? result.applied : JSON.stringify(result)
}

/** What the log says of the C3 leg after it was handed over. */
async function storyOf(db: Database, { orgId, family, documentId }: Deliverable): Promise<readonly string[]> {
  const rows = await logOf(db, orgId, family, documentId)
  return (rows ?? [])
    .filter(({ event }) => event.endsWith('_C3') && event !== 'SUBMITTED_TO_C3')
    .map(({ event, message }) => `${event}: ${message}`)
}

async function waitingIn(db: Database, { transmissionUuids }: Deliverable): Promise<number> {
  const rows = await db.query(
    sql('select place from waiting_statuses where transmission_uuid = $1', transmissionUuids.c3),
  )
  return rows.length
}
