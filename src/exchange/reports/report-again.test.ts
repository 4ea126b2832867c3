import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { codeOf, inArabic } from '@selfbill/pint-ae/messages'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import {
  addDeliverable,
  type Deliverable,
  entriesOf,
  networkIds,
  settle,
  standing,
  statusesOf,
} from '../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../test/support/delivery/deliveries.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { readSnapshot } from '../../../test/support/service/read-snapshot.ts'
import { systemClock } from '../../clock/clock.ts'
import { systemIds } from '../../clock/ids.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import type { Database } from '../../store/database/database.ts'
import { snapshotOf } from '../../store/legs/snapshot.ts'
import { Idempotency } from '../../store/requests/idempotency.ts'
import { unlimitedRoom } from '../../store/room.ts'
import { NotReportable, type ReportParts, reportAgain } from './report-again.ts'

const rulebook = await openRulebook({ gaps: true })
const rejectsFirst = '1000000045'
const rejectsAlways = '1000000041'

eachDatabase('report again', (open) => {
  test('an operator reports a rejected document again: the report is sent and tracked, the document stays rejected', async () => {
    const db = await open()
    const exchange = anExchange(db, aSandbox(db))
    exchange.start()
    const deliverable = await rejected(db, rejectsFirst)
    const uuid = await reportAgain(partsOf(db), deliverable.orgId, deliverable.documentId)
    await eventually(async () => (await standing(db, deliverable)).includes('C5 REJECTED, C5 APPROVED'))
    await exchange.stop()
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 REJECTED, C5 APPROVED, REJECTED')
    assert.deepEqual(await statusesOf(db, deliverable), {
      overall_status: 'REJECTED',
      participant_status: 'APPROVED',
      fta_status: 'APPROVED',
    })
    const rows = await snapshotOf(db, deliverable.orgId, deliverable.documentId)
    const toC5 = rows && (await readSnapshot(rows))?.toC5
    assert.equal(toC5?.transmissionUuid, uuid)
    assert.equal(toC5?.status, 'APPROVED')
    assert.equal(toC5?.mlsResponse?.referenceId, uuid)
    const report = Buffer.from(toC5?.documentXml ?? '', 'base64').toString()
    assert.match(report, /<pxs:DocumentTypeCode>R<.*<pxs:TransportHeaderID>/s)
    assert.ok(report.includes(`<pxs:TransportHeaderID>${deliverable.transmissionUuids.c3}<`))
    const events = (await entriesOf(db, deliverable)).filter(({ transmissionUuid }) => transmissionUuid === uuid)
    assert.deepEqual(
      events.map(({ event }) => event).toSorted(), // under load a status can be written before its receipt
      ['MLS_RECEIVED_FROM_C5', 'RECEIPT_FROM_C5', 'REPORT_RESUBMITTED_C5', 'SUBMITTED_TO_C5'],
    )
    assert.ok(events.slice(1).every(({ message }) => message.startsWith('Report R: ')))
    const ends = (await entriesOf(db, deliverable)).filter(({ event }) => /^DOCUMENT_(APPROVED|REJECTED)$/.test(event))
    assert.equal(ends.length, 1)
    assert.equal((await changesOf(db, deliverable)).at(-1), 'REJECTED APPROVED APPROVED')
    await assert.rejects(
      reportAgain(partsOf(db), deliverable.orgId, deliverable.documentId),
      /is APPROVED, not REJECTED/,
    )
  })

  test('a second rejected report can be repeated too, and goes to the authority configured by then', async () => {
    const db = await open()
    const exchange = anExchange(db, aSandbox(db))
    exchange.start()
    const deliverable = await rejected(db, rejectsAlways)
    await reportAgain(partsOf(db), deliverable.orgId, deliverable.documentId)
    await eventually(async () => (await standing(db, deliverable)).includes('C5 REJECTED, C5 REJECTED'))
    await exchange.stop()
    // The second rejection does not change the document.
    const changes = await changesOf(db, deliverable)
    assert.deepEqual(changes, [...new Set(changes)])
    const moved = { ...partsOf(db), authorityId: '0242:000007', serviceProviderId: '0242:000002' }
    const uuid = await reportAgain(moved, deliverable.orgId, deliverable.documentId)
    const [row] = await db.query(
      sql(
        `select l.receiver_id, l.sender_id, t.document_xml from legs l
           join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
         where l.transmission_uuid = $1`,
        uuid,
      ),
    )
    assert.equal(row?.receiver_id, '0242:000007')
    assert.equal(row?.sender_id, '0235:1345678901')
    assert.match(String(row?.document_xml), /<pxs:ReceivingParty><cbc:EndpointID schemeID="0242">000007</)
    assert.match(String(row?.document_xml), /<pxs:ReportersRepresentative>.*>000002</)
    assert.equal((await statusesOf(db, deliverable)).fta_status, 'REJECTED')
  })

  test('of two operators at once only one can report, and nobody until that report is decided', async () => {
    const [one, two] = await Promise.all([open(), open()])
    for (let round = 0; round < 5; round++) {
      const deliverable = await addDeliverable(one)
      await settle(one, deliverable, { c3: 'APPROVED', c5: 'REJECTED' })
      const tries = await Promise.allSettled(
        [one, two, one, two].map((db) => reportAgain(partsOf(db), deliverable.orgId, deliverable.documentId)),
      )
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const tried of tries) {
        if (tried.status === 'rejected')
          assert.match(String(tried.reason), /NotReportable: .* is PENDING, not REJECTED/)
      }
      assert.equal(await standing(one, deliverable), 'C3 APPROVED, C5 REJECTED, C5 PENDING, REJECTED')
    }
  })

  test('the answer is stored with the report, and with no report no answer', async () => {
    const databases = await Promise.all([open(), open()])
    for (let round = 0; round < 5; round++) {
      const { orgId, documentId, ...rest } = await addDeliverable(databases[0])
      await settle(databases[0], { orgId, documentId, ...rest }, { c3: 'APPROVED', c5: 'REJECTED' })
      const tries = await Promise.all(
        databases.map(async (db, at) => {
          const idempotency = new Idempotency(db)
          const key = { orgId, hash: `${documentId} ${at}`, fingerprint: '' }
          const begun = await idempotency.begin(key, 1, unlimitedRoom)
          assert.ok(begun.kind === 'begun')
          const keep = (body: string) => ({ key, mark: begun.mark, answer: { status: 202, type: '', body }, now: 1 })
          const uuid = await reportAgain(partsOf(db), orgId, documentId, keep).catch(() => undefined)
          return { uuid, stored: (await idempotency.answerTo(key, 1, unlimitedRoom))?.body.whole }
        }),
      )
      for (const { uuid, stored } of tries) assert.equal(stored, uuid)
      assert.equal(tries.filter(({ uuid }) => uuid !== undefined).length, 1)
    }
  })

  test('the latest report is the one that was made last, also when the clock has gone back', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    await settle(db, deliverable, { c3: 'APPROVED', c5: 'REJECTED' })
    const earlier = { ...systemClock, now: () => systemClock.now() - 9 * 60_000 }
    const again = () => reportAgain({ ...partsOf(db), clock: earlier }, deliverable.orgId, deliverable.documentId)
    const uuids = [await again()]
    await assert.rejects(again(), /is PENDING, not REJECTED/)
    await db.query(sql("update legs set status = 'REJECTED' where transmission_uuid = $1", uuids[0] ?? ''))
    uuids.push(await again())
    await db.query(sql("update legs set status = 'APPROVED' where transmission_uuid = $1", uuids[1] ?? ''))
    await assert.rejects(again(), new RegExp(`${uuids[1]}.* is APPROVED, not REJECTED`))
    const rows = await snapshotOf(db, deliverable.orgId, deliverable.documentId)
    const toC5 = rows && (await readSnapshot(rows))?.toC5
    assert.equal(toC5?.transmissionUuid, uuids[1])
  })

  test('a document can be reported again only if the authority rejected its report', async () => {
    const db = await open()
    const pending = await addDeliverable(db)
    await assert.rejects(reportAgain(partsOf(db), 'org-1', randomUUID()), /was never reported/)
    await assert.rejects(reportAgain(partsOf(db), pending.orgId, pending.documentId), /is PENDING, not REJECTED/)
    for (const c5 of ['SUBMITTED', 'APPROVED', 'FAILED', 'STALLED']) {
      const deliverable = await addDeliverable(db)
      await settle(db, deliverable, { c3: 'APPROVED', c5 })
      await assert.rejects(reportAgain(partsOf(db), deliverable.orgId, deliverable.documentId), NotReportable, c5)
    }
    const unsent = await addDeliverable(db)
    await db.query(sql('delete from legs where document_id = $1', unsent.documentId))
    await assert.rejects(reportAgain(partsOf(db), unsent.orgId, unsent.documentId), /was never reported/)
  })

  test('a report that breaks the rules is refused with its findings, and nothing is stored', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    await settle(db, deliverable, { c3: 'APPROVED', c5: 'REJECTED' })
    await db.query(
      sql(
        `update leg_documents set document_xml = replace(document_xml, 'schemeID="0242"', 'schemeID="0235"')
         where transmission_uuid = $1`,
        deliverable.transmissionUuids.c5,
      ),
    )
    await db.query(
      sql(
        `update leg_documents set document_xml = replace(document_xml, '<pxs:ReporterRole>01<', '<pxs:ReporterRole>03<')
         where transmission_uuid = $1`,
        deliverable.transmissionUuids.c5,
      ),
    )
    await assert.rejects(reportAgain(partsOf(db), deliverable.orgId, deliverable.documentId), (error: unknown) => {
      assert.ok(error instanceof NotReportable)
      // The providers are replaced; the rest of the report stays wrong.
      assert.deepEqual(
        error.findings.map(({ reasonCode }) => reasonCode),
        ['IBR-TDD-08'],
      )
      assert.equal(codeOf(error.reason).values.rules, 'IBR-TDD-08')
      assert.match(inArabic(error.reason), /: \u2068IBR-TDD-08\u2069 \S/)
      return true
    })
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 REJECTED, REJECTED')
  })
})

function partsOf(db: Database): ReportParts {
  return { db, clock: systemClock, ids: systemIds, rulebook, ...networkIds }
}

/** A delivered document whose report the authority has rejected. */
async function rejected(db: Database, receiver: string): Promise<Deliverable> {
  const deliverable = await addDeliverable(db, { receiver })
  await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 REJECTED, REJECTED')
  return deliverable
}

/** The statuses of a document in each of its feed entries: overall, participant and authority. */
async function changesOf(db: Database, { documentId }: Deliverable): Promise<readonly string[]> {
  const text = `select overall_status, participant_status, fta_status from entries
    where document_id = $1 and revision is not null order by id`
  const rows = await db.query(sql(text, documentId))
  return rows.map((row) => `${row.overall_status} ${row.participant_status} ${row.fta_status}`)
}
