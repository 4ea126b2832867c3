import { strict as assert } from 'node:assert'
import { after, test } from 'node:test'
import { readXml } from '@selfbill/schematron/read-xml'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { CountingClock } from '../../../test/support/delivery/counting-clock.ts'
import {
  addDeliverable,
  type Deliverable,
  entriesOf,
  networkIds,
  standing,
  statusesOf,
} from '../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../test/support/delivery/deliveries.ts'
import { anMls } from '../../../test/support/delivery/mls.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { readSnapshot } from '../../../test/support/service/read-snapshot.ts'
import { systemClock } from '../../clock/clock.ts'
import { systemIds } from '../../clock/ids.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import type { Database } from '../../store/database/database.ts'
import { snapshotOf } from '../../store/legs/snapshot.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import type { Gateway } from '../gateway.ts'
import { reportAgain } from './report-again.ts'
import { ReportWriter } from './report-writer.ts'
import { decideWithdrawals } from './withdrawals.ts'

const rulebook = await openRulebook({ gaps: true })
const on = { reportWithdrawals: true }
const reports = new ReportWriter({ rulebook, rulebookOptions: { gaps: true } })
after(() => reports.close())

eachDatabase('withdrawals', (open) => {
  test('the report of a refused or undeliverable document is withdrawn, and only the log shows it', async () => {
    const db = await open()
    const clock = new CountingClock()
    const exchange = anExchange(db, aSandbox(db), { ...on, clock })
    exchange.start()
    for (const [receiver, c3] of [
      ['1000000011', 'REJECTED'],
      ['1000000013', 'FAILED'],
    ]) {
      const deliverable = await addDeliverable(db, receiver === undefined ? {} : { receiver })
      const end = `C3 ${c3}, C5 APPROVED, C5 APPROVED, REJECTED`
      await eventually(async () => (await standing(db, deliverable)) === end)
      const [row] = await withdrawalsOf(db, deliverable)
      const report = readXml(String(row?.document_xml))
      assert.deepEqual(rulebook.judge(report, 'tdd'), [])
      assert.match(String(row?.document_xml), /<pxs:DocumentTypeCode>W</)
      assert.ok(String(row?.document_xml).includes(`<pxs:TransportHeaderID>${deliverable.transmissionUuids.c3}<`))
      const entries = (await entriesOf(db, deliverable)).filter((entry) => entry.transmissionUuid === row?.uuid)
      assert.deepEqual(
        entries.map(({ event }) => event).toSorted(), // under load a status can be written before its receipt
        ['MLS_RECEIVED_FROM_C5', 'RECEIPT_FROM_C5', 'REPORT_WITHDRAWN_C5', 'SUBMITTED_TO_C5'],
      )
      assert.ok(entries.slice(1).every(({ message }) => message.startsWith('Report W: ')))
      assert.deepEqual(await statusesOf(db, deliverable), {
        overall_status: 'REJECTED',
        participant_status: c3 === 'REJECTED' ? 'REJECTED' : null,
        fta_status: 'APPROVED',
      })
      const rows = await snapshotOf(db, deliverable.orgId, deliverable.documentId)
      const toC5 = rows && (await readSnapshot(rows))?.toC5
      assert.equal(toC5?.transmissionUuid, deliverable.transmissionUuids.c5)
    }
    await exchange.stop()
  })

  test('without the setting nothing is withdrawn; with it, only refused documents are', async () => {
    const db = await open()
    const off = anExchange(db, aSandbox(db))
    off.start()
    const refused = await addDeliverable(db, { receiver: '1000000011' })
    await eventually(async () => (await standing(db, refused)) === 'C3 REJECTED, C5 APPROVED, REJECTED')
    await off.stop()
    const clock = new CountingClock()
    const exchange = anExchange(db, aSandbox(db), { ...on, clock })
    exchange.start()
    for (const [receiver, end] of [
      ['1987654321', 'C3 APPROVED, C5 APPROVED, APPROVED'],
      ['1000000041', 'C3 APPROVED, C5 REJECTED, REJECTED'],
      ['9900000099', 'C3 NOT_REQUIRED, C5 APPROVED, APPROVED'],
    ] as const) {
      const deliverable = await addDeliverable(db, { receiver })
      await eventually(async () => (await standing(db, deliverable)) === end)
    }
    await clock.naps(20)
    await exchange.stop()
    assert.equal(await standing(db, refused), 'C3 REJECTED, C5 APPROVED, REJECTED')
  })

  test('a withdrawal waits until the authority has the report, even across a restart', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    const { c3, c5 } = deliverable.transmissionUuids
    await db.query(sql("update legs set status = 'SUBMITTED', next_attempt_at = null where transmission_uuid = $1", c3))
    await db.query(sql('update legs set next_attempt_at = 9000000000000 where transmission_uuid = $1', c5))
    const clock = new CountingClock()
    const first = anExchange(db, aSandbox(db), { ...on, clock })
    first.start()
    await first.receive(anMls({ referenceId: c3, responseCode: 'RE', senderId: '0242:990002' }))
    await clock.naps(10)
    await first.stop()
    const waiting = 'C3 REJECTED, C5 PENDING, C5 PENDING, REJECTED'
    assert.equal(await standing(db, deliverable), waiting)
    const [row] = await withdrawalsOf(db, deliverable)
    assert.equal(row?.document_xml, null)
    // Withdrawals already requested do not depend on the setting.
    const next = anExchange(db, aSandbox(db), { clock })
    next.start()
    await clock.naps(10)
    assert.equal(await standing(db, deliverable), waiting)
    await db.query(sql('update legs set next_attempt_at = 0 where transmission_uuid = $1', c5))
    await eventually(
      async () => (await standing(db, deliverable)) === 'C3 REJECTED, C5 APPROVED, C5 APPROVED, REJECTED',
    )
    await next.stop()
    const order = (await entriesOf(db, deliverable)).filter(({ event }) => event === 'SUBMITTED_TO_C5')
    assert.deepEqual(
      order.map(({ transmissionUuid }) => transmissionUuid),
      [c5, row?.uuid],
    )
  })

  test('a withdrawal waits for the status of the report until that is overdue', async () => {
    const db = await open()
    const exchange = anExchange(db, aSandbox(db), { ...on, mlsOverdueMs: 500 })
    exchange.start()
    const deliverable = await addDeliverable(db, { receiver: '1000000042' }) // the authority never answers
    await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 SUBMITTED, PENDING')
    const { c3 } = deliverable.transmissionUuids
    await db.query(sql("update legs set status = 'SUBMITTED' where transmission_uuid = $1", c3))
    await exchange.receive(anMls({ referenceId: c3, responseCode: 'RE', senderId: '0242:990002' }))
    const end = 'C3 REJECTED, C5 SUBMITTED, C5 SUBMITTED, REJECTED'
    await eventually(async () => (await standing(db, deliverable)) === end)
    await exchange.stop()
    const events = (await entriesOf(db, deliverable)).map(({ event }) => event)
    assert.ok(events.indexOf('MLS_OVERDUE_C5') < events.lastIndexOf('SUBMITTED_TO_C5'), events.join(' '))
  })

  test('there is nothing to withdraw when the authority does not have the report', async () => {
    const db = await open()
    const exchange = anExchange(db, aSandbox(db), on)
    exchange.start()
    const deliverable = await addDeliverable(db, { receiver: '1000000049' })
    await eventually(
      async () => (await standing(db, deliverable)) === 'C3 REJECTED, C5 REJECTED, C5 NOT_REQUIRED, REJECTED',
    )
    await exchange.stop()
    const entries = (await entriesOf(db, deliverable)).filter(({ event }) => event.startsWith('REPORT_'))
    assert.deepEqual(
      entries.map(({ event }) => event),
      ['REPORT_WITHDRAWN_C5', 'REPORT_WITHDRAWAL_DROPPED_C5'],
    )
    const parts = { db, clock: systemClock, ids: systemIds, rulebook, ...networkIds }
    await assert.rejects(
      reportAgain(parts, deliverable.orgId, deliverable.documentId),
      /so its report is withdrawn by transmission/,
    )
  })

  test('if the document was reported again, the latest report is withdrawn, after its receipt', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    const { c3, c5 } = deliverable.transmissionUuids
    await db.query(sql("update legs set status = 'SUBMITTED', next_attempt_at = null where transmission_uuid = $1", c3))
    await db.query(sql("update legs set status = 'REJECTED', next_attempt_at = null where transmission_uuid = $1", c5))
    const parts = { db, clock: systemClock, ids: systemIds, rulebook, ...networkIds }
    const again = await reportAgain(parts, deliverable.orgId, deliverable.documentId)
    await db.query(sql('update legs set next_attempt_at = 9000000000000 where transmission_uuid = $1', again))
    const clock = new CountingClock()
    const exchange = anExchange(db, aSandbox(db), { ...on, clock })
    exchange.start()
    await exchange.receive(anMls({ referenceId: c3, responseCode: 'RE', senderId: '0242:990002' }))
    await clock.naps(10)
    assert.equal(await standing(db, deliverable), 'C3 REJECTED, C5 REJECTED, C5 PENDING, C5 PENDING, REJECTED')
    await db.query(sql('update legs set next_attempt_at = 0 where transmission_uuid = $1', again))
    const end = 'C3 REJECTED, C5 REJECTED, C5 APPROVED, C5 APPROVED, REJECTED'
    await eventually(async () => (await standing(db, deliverable)) === end)
    await exchange.stop()
    assert.equal((await statusesOf(db, deliverable)).fta_status, 'APPROVED')
  })

  test('with several instances each withdrawal is sent once', async () => {
    const [one, two] = await Promise.all([open(), open()])
    const submits = new Map<string, number>()
    const sandbox = aSandbox(one)
    const counting: Gateway = {
      ...sandbox,
      submit(transmission, signal) {
        const { transmissionUuid } = transmission
        submits.set(transmissionUuid, (submits.get(transmissionUuid) ?? 0) + 1)
        return sandbox.submit(transmission, signal)
      },
    }
    const exchanges = [anExchange(one, counting, on), anExchange(two, counting, on)]
    for (const exchange of exchanges) exchange.start()
    const deliverables = await Promise.all(
      Array.from({ length: 10 }, () => addDeliverable(one, { receiver: '1000000011' })),
    )
    for (const deliverable of deliverables) {
      const end = 'C3 REJECTED, C5 APPROVED, C5 APPROVED, REJECTED'
      await eventually(async () => (await standing(one, deliverable)) === end)
      assert.equal((await withdrawalsOf(one, deliverable)).length, 1)
    }
    await Promise.all(exchanges.map((exchange) => exchange.stop()))
    assert.deepEqual(new Set(submits.values()), new Set([1]))
    assert.equal(submits.size, 30)
  })

  test('a withdrawal that cannot be written is logged and does not delay the others', async () => {
    const db = await open()
    const broken = await aRefusedDocument(db)
    const { c5 } = broken.transmissionUuids
    const spoil = 'update leg_documents set document_xml = $1 where transmission_uuid = $2'
    await db.query(sql(spoil, '<Nothing/>', c5))
    assert.equal(
      await decideWithdrawals({ db, clock: systemClock, reports }, new OrganisationLook(db, systemClock), 10),
      1,
    )
    assert.equal(
      await decideWithdrawals({ db, clock: systemClock, reports }, new OrganisationLook(db, systemClock), 10),
      0,
    )
    assert.equal(await standing(db, broken), 'C3 REJECTED, C5 SUBMITTED, C5 FAILED, REJECTED')
    assert.match((await entriesOf(db, broken)).at(-1)?.message ?? '', /^Report W: the withdrawal could not be written/)
  })

  test('a withdrawal whose report cannot be read waits alone', async () => {
    const db = await open()
    const unread = await aRefusedDocument(db)
    const other = await aRefusedDocument(db, 1_000)
    const lose = `update leg_documents set document_xml = '', document_xml_bytes = 10 where transmission_uuid = $1`
    await db.query(sql(lose, unread.transmissionUuids.c5))
    await assert.rejects(
      decideWithdrawals({ db, clock: systemClock, reports }, new OrganisationLook(db, systemClock), 10),
      (error) => error instanceof AggregateError && /missing or damaged/.test(String(error.errors)),
    )
    const isReleased = async (of: Deliverable) => (await withdrawalsOf(db, of))[0]?.document_xml !== null
    assert.deepEqual([await isReleased(unread), await isReleased(other)], [false, true])
  })
})

/** A document whose report is overdue and that the other party refused `laterMs` from now. */
async function aRefusedDocument(db: Database, laterMs = 0): Promise<Deliverable> {
  const document = await addDeliverable(db)
  const { c3, c5 } = document.transmissionUuids
  await db.query(
    sql("update legs set status = 'SUBMITTED', next_attempt_at = null where document_id = $1", document.documentId),
  )
  await anExchange(db, aSandbox(db), on).receive(
    anMls({ referenceId: c3, responseCode: 'RE', senderId: '0242:990002' }),
  )
  await db.query(sql('update legs set mls_overdue_at = 1 where transmission_uuid = $1', c5))
  const age = `update legs set created_at = created_at + $1 where report = 'W' and document_id = $2`
  await db.query(sql(age, laterMs, document.documentId))
  return document
}

async function withdrawalsOf(db: Database, { documentId }: Deliverable) {
  return await db.query(
    sql(
      `select l.transmission_uuid as uuid, t.document_xml from legs l
         left join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
       where l.document_id = $1 and l.report = 'W'`,
      documentId,
    ),
  )
}
