import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import { writeEnvelope } from '@selfbill/pint-ae/ubl'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, networkIds, standing } from '../../../test/support/delivery/deliverables.ts'
import { hurriedPolicy } from '../../../test/support/delivery/deliveries.ts'
import { hostileXml } from '../../../test/support/delivery/hostile-xml.ts'
import { anMls } from '../../../test/support/delivery/mls.ts'
import { readSnapshot } from '../../../test/support/service/read-snapshot.ts'
import { systemClock } from '../../clock/clock.ts'
import { systemIds } from '../../clock/ids.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import type { Database } from '../../store/database/database.ts'
import { snapshotOf } from '../../store/legs/snapshot.ts'
import { logOf } from '../../store/log/log.ts'
import { unobserved } from '../observer.ts'
import { receiveInbound } from './inbound.ts'
import type { InboundParts } from './judges.ts'
import { StatusReader } from './status-reader.ts'

const rulebookOptions = { gaps: true }
const { serviceProviderId } = networkIds
const rulebook = await openRulebook(rulebookOptions)
const statuses = new StatusReader({ rulebook, rulebookOptions, serviceProviderId })
after(() => statuses.close())
const stranger = '0242:990003'
const receiver = '0242:000306'

eachDatabase('inbound', (open) => {
  test('a status of the authority settles its leg, and its issues are stored', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const issues = [{ lineId: '/pxs:TaxData', description: 'The total is wrong', statusReasonCode: 'BV' }]
    const text = anMls({ id: 'status-1', referenceId: uuids.c5, responseCode: 'RE', description: 'Wrong', issues })
    const result = await receiveInbound(parts, Buffer.from(text))
    assert.ok(result.kind === 'taken' && result.isVerified && result.applied === 'applied')
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 REJECTED, REJECTED')
    const rows = await snapshotOf(db, deliverable.orgId, deliverable.documentId)
    const mls = rows && (await readSnapshot(rows))?.toC5.mlsResponse
    assert.deepEqual(mls?.issues, issues)
    assert.equal(mls?.senderId, networkIds.authorityId)
    assert.deepEqual((await entriesOf(db, deliverable)).slice(-2), [
      'MLS_RECEIVED_FROM_C5: RE: Wrong (MLS status-1)',
      'DOCUMENT_REJECTED: Refused on a leg',
    ])
  })

  test('only the access point that confirmed receipt can judge C3, with any of its sub-identifiers', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open, receiver)
    const refused = await receiveInbound(parts, anMls({ referenceId: uuids.c3, senderId: stranger }))
    assert.ok(refused.kind === 'refused' && refused.code === 'WRONG_SENDER')
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    assert.match((await entriesOf(db, deliverable)).at(-1) ?? '', /^MLS_REFUSED_C3: .*0242:990003/)
    const subIdentifier = `${receiver}-INV.01A`
    const taken = await receiveInbound(parts, anMls({ referenceId: uuids.c3, senderId: subIdentifier }))
    assert.ok(taken.kind === 'taken' && taken.isVerified)
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 SUBMITTED, PENDING')
  })

  test('only the authority can judge C5', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const result = await receiveInbound(parts, anMls({ referenceId: uuids.c5, senderId: stranger, responseCode: 'RE' }))
    assert.ok(result.kind === 'refused' && result.code === 'WRONG_SENDER')
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
  })

  test("if the receiver's access point is unknown, a status counts and is marked UNVERIFIED", async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const result = await receiveInbound(parts, anMls({ id: 'status-2', referenceId: uuids.c3, senderId: stranger }))
    assert.ok(result.kind === 'taken' && !result.isVerified)
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 SUBMITTED, PENDING')
    const last = (await entriesOf(db, deliverable)).at(-1)
    assert.equal(last, 'MLS_RECEIVED_FROM_C3: AP: accepted and delivered (MLS status-2), UNVERIFIED from 0242:990003')
  })

  test('second, contradicting and unrelated statuses change nothing', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const first = anMls({ referenceId: uuids.c5 })
    await receiveInbound(parts, first)
    for (const later of [first, anMls({ referenceId: uuids.c5, responseCode: 'RE' })]) {
      const result = await receiveInbound(parts, later)
      assert.ok(result.kind === 'taken' && result.applied === 'noted')
      assert.match((await entriesOf(db, deliverable)).at(-1) ?? '', /no effect, the leg is APPROVED/)
    }
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 APPROVED, PENDING')
    const before = await entriesOf(db, deliverable)
    const unknown = await receiveInbound(parts, anMls({ referenceId: '00000000-0000-4000-8000-000000000000' }))
    assert.equal(unknown.kind, 'unknown')
    assert.deepEqual(await entriesOf(db, deliverable), before)
  })

  test('an envelope that is not a status for us is refused with a reason, and leaves no log entry', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const before = await entriesOf(db, deliverable)
    const good = anMls({ referenceId: uuids.c5 })
    const { document: _, ...header } = readEnvelope(good)
    const invoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
    const cases: readonly (readonly [code: string, text: string])[] = [
      [
        'NOT_A_STATUS',
        writeEnvelope({ ...header, docTypeId: `a::${invoice}::Invoice##c::2.1` }, `<Invoice xmlns="${invoice}"/>`),
      ],
      ['NOT_A_STATUS', anMls({ referenceId: uuids.c5 }, { processId: 'cenbii-procid-ubl::urn:peppol:taxreporting' })],
      ['NOT_FOR_US', anMls({ referenceId: uuids.c5, receiverId: stranger })],
      ['INVALID_STATUS', anMls({ referenceId: uuids.c5, responseCode: 'RE', issues: [] })],
      ['INVALID_STATUS', anMls({ referenceId: 'NA' })],
      ['INVALID_STATUS', anMls({ referenceId: uuids.c5, senderId: stranger }, { senderId: networkIds.authorityId })],
      [
        'INVALID_STATUS',
        anMls({ referenceId: uuids.c5, receiverId: stranger }, { receiverId: networkIds.serviceProviderId }),
      ],
      ['INVALID_STATUS', good.replace(/<cac:DocumentResponse>.*<\/cac:DocumentResponse>/, '$&$&')],
    ]
    for (const [code, text] of cases) {
      const result = await receiveInbound(parts, text)
      assert.equal(result.kind === 'refused' && result.code, code, text)
    }
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    assert.deepEqual(await entriesOf(db, deliverable), before)
  })

  test('hostile XML is refused as unreadable, and the answer reveals nothing about this machine', async () => {
    const { db, parts, deliverable, uuids } = await submitted(open)
    const before = await entriesOf(db, deliverable)
    for (const [what, source] of hostileXml(anMls({ referenceId: uuids.c5 }))) {
      const result = await receiveInbound(parts, source)
      assert.equal(result.kind === 'refused' && result.code, 'UNREADABLE', what)
      assert.ok(JSON.stringify(result).length < 700, what)
      assert.doesNotMatch(JSON.stringify(result), /root:|nameserver|node_modules|src\/xml/, what)
    }
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    assert.deepEqual(await entriesOf(db, deliverable), before)
    assert.equal((await receiveInbound(parts, anMls({ referenceId: uuids.c5 }))).kind, 'taken')
  })
})

type Open = () => Promise<Database>

/**
 * A document whose legs both have their receipt. `provider` is the access point that confirmed
 * C3's.
 */
async function submitted(open: Open, provider: string | null = null) {
  const db = await open()
  const deliverable = await addDeliverable(db)
  await db.query(
    sql(
      "update legs set status = 'SUBMITTED', attempts = 1, next_attempt_at = null where document_id = $1",
      deliverable.documentId,
    ),
  )
  const { c3 } = deliverable.transmissionUuids
  await db.query(sql('update legs set receiver_provider_id = $1 where transmission_uuid = $2', provider, c3))
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
  return { db, parts, deliverable, uuids: deliverable.transmissionUuids }
}

async function entriesOf(db: Database, { orgId, family, documentId }: Deliverable): Promise<readonly string[]> {
  const rows = await logOf(db, orgId, family, documentId)
  return (rows ?? []).map(({ event, message }) => `${event}: ${message}`)
}
