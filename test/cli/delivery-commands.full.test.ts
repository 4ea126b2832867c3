import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { bareResponse } from '../../src/exchange/gateway.ts'
import { auditEntries } from '../../src/store/people/audit.ts'
import { sql } from '../support/databases/any-row.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { addDeliverable, settle, standing } from '../support/delivery/deliverables.ts'
import { jsonLines, selfbill } from '../support/processes/command-line.ts'

eachDatabase('the command line on deliveries', (open) => {
  test('legs are listed and retried; a refusal is one line', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    const { c3, c5 } = deliverable.transmissionUuids
    const response = JSON.stringify(bareResponse('TIMEOUT', 'No answer\nwithin 30 s'))
    const text = `update legs set status = 'STALLED', attempts = 12, next_attempt_at = null, transmission_response = $1
      where transmission_uuid = $2`
    await db.query(sql(text, response, c3))
    const listed = await selfbill(open.location, 'legs', '--stalled', '--org', 'org-1')
    assert.match(
      listed.stdout,
      new RegExp(`^TRANSMISSION UUID .*\\n${c3}  ${deliverable.documentId}  purchase-invoices  C3 +- +12 +2`),
    )
    assert.match(listed.stdout, /Z {2}No answer within 30 s\n$/)
    const others = await selfbill(open.location, 'retry', '--because', 'Technical DNS failure')
    assert.deepEqual(others, { code: 0, stdout: 'No stalled leg has this error.\n', stderr: '' })
    for (const how of [[c3], ['--because', 'answer within', '--org', 'org-1', '--yes']]) {
      await db.query(sql("update legs set status = 'STALLED', next_attempt_at = null where transmission_uuid = $1", c3))
      const retried = await selfbill(open.location, 'retry', ...how)
      assert.equal(retried.stdout, `The leg ${c3} is due again.\n`)
    }
    const entries = await auditEntries(db, 'org-1', { action: 'retryLegs', limit: 9 })
    assert.deepEqual(
      entries.map(({ actor, target }) => [actor.kind, target.id]),
      [
        ['command_line', c3],
        ['command_line', c3],
      ],
    )
    for (const wrong of [[], ['--because', ' '], [c3, '--because', 'answer'], [c3, '--org', 'org-1']])
      assert.equal((await selfbill(open.location, 'retry', ...wrong)).code, 2)
    assert.equal(await standing(db, deliverable), 'C3 RETRYING, C5 PENDING, PENDING')
    await db.query(
      sql(
        "update legs set status = 'SUBMITTED', submitted_at = 0, mls_overdue_at = 60000 where transmission_uuid = $1",
        c3,
      ),
    )
    assert.deepEqual(jsonLines((await selfbill(open.location, 'legs', '--overdue', '--json')).stdout), [
      {
        transmission_uuid: c3,
        document_number: deliverable.documentId,
        family: 'purchase-invoices',
        leg: 'C3',
        report: null,
        receipt_at: '1970-01-01T00:00:00.000Z',
        overdue_since: '1970-01-01T00:01:00.000Z',
        receiver_id: '0235:1987654321',
      },
    ])
    await db.query(sql("update legs set corner = 'C5', report = 'W' where transmission_uuid = $1", c3))
    assert.match((await selfbill(open.location, 'legs', '--overdue')).stdout, / {2}C5 +W +1970/)
    assert.equal((await selfbill(open.location, 'legs')).code, 2)
    const refused = await selfbill(open.location, 'retry', c5)
    assert.deepEqual(refused, {
      code: 1,
      stdout: '',
      stderr: `selfbill retry: the leg ${c5} is PENDING, not STALLED\n`,
    })
  })

  test('reports are sent again; a refusal is one line', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    const { documentId } = deliverable
    await settle(db, deliverable, { c3: 'APPROVED', c5: 'REJECTED' })
    const done = await selfbill(open.location, 'report', documentId)
    assert.equal(done.code, 0, done.stderr)
    assert.match(
      done.stdout,
      new RegExp(`^The document ${documentId} is reported again, as transmission [0-9a-f-]{36}\\.\n$`),
    )
    assert.equal(await standing(db, deliverable), 'C3 APPROVED, C5 REJECTED, C5 PENDING, REJECTED')
    const [entry] = await auditEntries(db, 'org-1', { action: 'reportAgain', limit: 9 })
    assert.deepEqual([entry?.actor.kind, entry?.target], ['command_line', { kind: 'document', id: documentId }])
    const again = await selfbill(open.location, 'report', documentId)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /^selfbill report: its report, transmission [0-9a-f-]{36}, is PENDING, not REJECTED/)
    assert.equal((await selfbill(open.location, 'report')).code, 2)
  })

  test('the findings of a report that breaks the rules are shown', async () => {
    const db = await open()
    const deliverable = await addDeliverable(db)
    await settle(db, deliverable, { c3: 'APPROVED', c5: 'REJECTED' })
    await db.query(
      sql(
        `update leg_documents set document_xml = replace(document_xml, '<pxs:ReporterRole>01<', '<pxs:ReporterRole>03<')
         where transmission_uuid = $1`,
        deliverable.transmissionUuids.c5,
      ),
    )
    const refused = await selfbill(open.location, 'report', deliverable.documentId)
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /^selfbill report: the report breaks the rules of reports: IBR-TDD-08 .+\n {2}IBR-TDD-08 at .+\n$/,
    )
  })
})
