import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import { readXml } from '@selfbill/schematron/read-xml'
import { attachmentOf } from '../../src/store/documents/attachments.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import {
  aLine,
  anAddress,
  aPrice,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
  aSupplier,
  jsonOf,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// The answer to a create, the stored document, and its further life: contract.md's response rows,
// docs/contract.md#status.

eachService('creates', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const invoice = (overrides = {}) =>
    tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(overrides))
  const creditNote = (overrides = {}) =>
    tenant.post(`/api/purchase-credit-notes/${tenant.profileId}`, aPurchaseCreditNote(overrides))

  test('201 echoes the request with everything computed and minted', async () => {
    const answer = await invoice({ note: 'First', buyer_reference: 'PO-7' })
    assert.equal(answer.status, 201, answer.text)
    const { id, org_id, document_sequence, document_number, totals, document_lines, meta_info, ...echoed } = answer.json
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(org_id, tenant.orgId)
    assert.ok(document_sequence >= 1)
    assert.match(document_number, /^PINV-[0-9]{6}$/)
    assert.equal(echoed.note, 'First')
    assert.equal(echoed.document_source, 'API')
    assert.equal(echoed.accounting_customer_party.profile_id, tenant.profileId)
    assert.deepEqual(document_lines[0].price, {
      price_amount: 100,
      base_quantity: 1,
      allowance: { amount: 0, base_amount: 100 },
    })
    assert.equal(document_lines[0].base_amount, 200)
    assert.equal(document_lines[0].net_amount, 200)
    assert.equal(document_lines[0].tax_amount, 10)
    assert.equal(document_lines[0].total_amount, 210)
    assert.equal('total_amount_in_aed' in document_lines[0], false)
    assert.equal(totals.payable_amount, 210)
    assert.deepEqual(totals.tax_breakdown, [
      { tax_category_code: 'S', tax_percentage: 5, taxable_amount: 200, tax_amount: 10 },
    ])
    assert.deepEqual(meta_info, {
      peppol_status: { overall_status: 'PENDING', participant_status: null, fta_status: null, validation_results: [] },
    })
  })

  test('a document names the rules that judged it, and its credit note those of its own', async () => {
    const ours = { version: '1.0.4', tax_data_version: '1.0.4', additional_rules: true }
    const purchase = await invoice()
    const { digest, ...judgedBy } = purchase.json.judged_by
    assert.deepEqual(judgedBy, { rule_set: 'PINT AE Self-Billing', ...ours })
    assert.match(digest, /^[0-9a-f]{16}$/)
    const read = await tenant.get(`/api/purchase-invoices/${purchase.json.id}`)
    assert.deepEqual(read.json.judged_by, purchase.json.judged_by)
    const path = `/api/purchase-invoices/${purchase.json.id}/credit-notes`
    const credit = await tenant.post(path, { discrepancy_response: 'DL8.61.1.D' })
    assert.deepEqual(credit.json.judged_by, purchase.json.judged_by)
    const sale = await tenant.post(`/api/sales-invoices/${tenant.profileId}?dry_run=true`, aSalesInvoice())
    assert.equal(sale.json.document.judged_by.rule_set, 'PINT AE Billing')
    assert.notEqual(sale.json.document.judged_by.digest, digest)
    assert.doesNotMatch(sale.json.document_xml, /judged|PINT AE Billing/)
  })

  test('figures keep their digits, and a read returns the exact text of the create', async () => {
    const price = aPrice({
      base_amount: Decimal.from('99999999.12345678901234567890'),
      base_quantity: Decimal.from('1.00'),
    })
    const answer = await invoice({ document_lines: [aLine({ quantity: Decimal.from('3.10'), price })] })
    assert.equal(answer.status, 201, answer.text)
    assert.match(answer.text, /"quantity":3\.10,/)
    assert.match(answer.text, /"price_amount":99999999\.12345678901234567890,"base_quantity":1\.00/)
    assert.match(answer.text, /"base_amount":309999997\.28,/)
    const read = await tenant.get(`/api/purchase-invoices/${answer.json.id}`)
    assert.equal(read.status, 200)
    const without = (text: string) => text.slice(0, text.indexOf('"meta_info"'))
    assert.equal(without(read.text), without(answer.text))
  })

  test("the caller's customer is ignored", async () => {
    const answer = await invoice({ accounting_customer_party: { name: 42 } })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.json.accounting_customer_party.name, 'Harbour Manufacturing')
  })

  test("each family's sequence has no gap, even when other creates fail", async () => {
    const mine = await running.tenant()
    const path = `/api/purchase-invoices/${mine.profileId}`
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        mine.post(path, aPurchaseInvoice(at % 3 === 0 ? { document_number: 'SAME' } : {})),
      ),
    )
    const sequences = answers.filter(({ status }) => status === 201).map(({ json }) => json.document_sequence)
    assert.deepEqual(
      sequences.toSorted((a, b) => a - b),
      Array.from({ length: 21 }, (_, at) => at + 1),
    )
    const credit = await mine.post(`/api/purchase-credit-notes/${mine.profileId}`, aPurchaseCreditNote())
    assert.equal(credit.json.document_sequence, 1)
  })

  test('a fatal rule answers 201 with the finding, and nothing is sent', async () => {
    const supplier = aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) })
    const answer = await invoice({ accounting_supplier_party: supplier })
    assert.equal(answer.status, 201)
    const status = answer.json.meta_info.peppol_status
    assert.equal(status.overall_status, 'VALIDATION_FAILED')
    assert.equal(status.participant_status, null)
    const finding = status.validation_results.find(
      ({ reasonCode }: { reasonCode: string }) => reasonCode === 'IBR-128-AE',
    )
    assert.equal(finding.flag, 'fatal')
    assert.equal(finding.field, 'accounting_supplier_party.postal_address.country_subentity')
    assert.match(finding.location, /^\/Invoice\/cac:AccountingSupplierParty/)
    assert.ok(finding.text.length > 0 && finding.test.length > 0)
    const snapshot = await tenant.get(`/api/purchase-invoices/${answer.json.id}/peppol-status`)
    assert.equal(snapshot.status, 404)
    assert.deepEqual(snapshot.json.errors, { message: 'Peppol status not available yet' })
    const log = await tenant.get(`/api/purchase-invoices/${answer.json.id}/peppol-status-logs`)
    assert.deepEqual(eventsOf(log), ['DOCUMENT_CREATED', 'VALIDATION_FAILED'])
  })

  test('a valid document is sent on both legs and approved, and the snapshot and the log show it', async () => {
    await invoice({ document_number: 'SB-2026-0001', note: 'What is credited' })
    const answer = await creditNote()
    assert.equal(answer.status, 201, answer.text)
    const path = `/api/purchase-credit-notes/${answer.json.id}`
    const status = await settled(path)
    assert.deepEqual(status, {
      overall_status: 'APPROVED',
      participant_status: 'APPROVED',
      fta_status: 'APPROVED',
      validation_results: [],
    })
    // On a busy machine both verdicts can be stored before the receipts.
    const snapshot = await eventually(async () => {
      const { json } = await tenant.get(`${path}/peppol-status`)
      return json.toC3.transmissionResponse && json.toC5.transmissionResponse ? json : undefined
    })
    assert.equal(snapshot.documentType, 'CREDIT_NOTE')
    assert.equal(snapshot.documentUuid, answer.json.id)
    assert.equal(snapshot.toC3.status, 'APPROVED')
    assert.equal(snapshot.toC3.senderId, '0235:1008765432')
    assert.equal(snapshot.toC3.receiverId, '0235:1002345678')
    assert.match(
      snapshot.toC3.docTypeId,
      /^peppol-doctype-wildcard::.*CreditNote-2::CreditNote##urn:peppol:pint:selfbilling-1@ae-1::2\.1$/,
    )
    assert.equal(snapshot.toC3.processId, 'cenbii-procid-ubl::urn:peppol:bis:selfbilling')
    assert.equal(snapshot.toC5.processId, 'cenbii-procid-ubl::urn:peppol:taxreporting')
    assert.equal(snapshot.toC5.receiverId, '0242:000006-TESTBED.3001')
    assert.equal(snapshot.toC3.transmissionResponse.transmissionResult, 'SUCCESS')
    assert.match(snapshot.toC3.mlsResponse.responseCode, /^A[BP]$/)
    const xml = await tenant.get(`${path}/xml`)
    assert.equal(xml.headers.get('content-type'), 'application/xml; charset=utf-8')
    assert.equal(Buffer.from(snapshot.toC3.documentXml, 'base64').toString(), xml.text)
    assert.equal(readXml(xml.text).name.local, 'CreditNote')
    const taxData = Buffer.from(snapshot.toC5.documentXml, 'base64').toString()
    assert.ok(taxData.includes(`<pxs:TransportHeaderID>${snapshot.toC3.transmissionUuid}</pxs:TransportHeaderID>`))
    const log = await fullLog(path)
    const events = eventsOf(log)
    assert.deepEqual(events.slice(0, 2), ['DOCUMENT_CREATED', 'VALIDATION_SUCCESS'])
    for (const corner of ['C3', 'C5']) {
      const [first, ...later] = events.filter((event: string) => event.endsWith(corner))
      assert.equal(first, `SUBMITTED_TO_${corner}`)
      // On a busy machine a verdict can come before its receipt, and waits for it.
      const due = later.filter((event: string) => event !== `MLS_UNVERIFIED_${corner}`)
      assert.deepEqual(due.toSorted(), [`MLS_RECEIVED_FROM_${corner}`, `RECEIPT_FROM_${corner}`])
    }
    assert.equal(events.filter((event: string) => event === 'DOCUMENT_APPROVED').length, 1)
    const times = log.json.map(({ timestamp }: { timestamp: number }) => timestamp)
    assert.deepEqual(
      times,
      times.toSorted((a: number, b: number) => a - b),
    )
  })

  test('a document that the tax authority rejects is REJECTED', async () => {
    const supplier = aSupplier({ endpoint_id: '1000000041' })
    const answer = await invoice({ accounting_supplier_party: supplier })
    const status = await settled(`/api/purchase-invoices/${answer.json.id}`)
    assert.equal(status.overall_status, 'REJECTED')
    assert.equal(status.fta_status, 'REJECTED')
  })

  test('a predefined endpoint has no C3 leg: the document is only reported', async () => {
    const answer = await invoice({ accounting_supplier_party: aSupplier({ endpoint_id: '9900000098' }) })
    const path = `/api/purchase-invoices/${answer.json.id}`
    const status = await settled(path)
    assert.equal(status.overall_status, 'APPROVED')
    assert.equal(status.participant_status, null)
    assert.equal((await tenant.get(`${path}/peppol-status`)).json.toC3.status, 'NOT_REQUIRED')
  })

  test('without the Phase 2 subscription a document is judged and never sent', async () => {
    const offline = await running.tenant({ phase2: false })
    const path = `/api/purchase-invoices/${offline.profileId}`
    const clean = await offline.post(path, aPurchaseInvoice())
    assert.deepEqual(clean.json.meta_info, { peppol_status: null })
    const broken = await offline.post(path, aPurchaseInvoice({ payment_means: undefined }))
    assert.equal(broken.json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    const { database } = running.service.parts.store
    const legs = sql('select corner from legs where document_id = $1', clean.json.id)
    assert.deepEqual(await database.query(legs), [], 'there is nothing to send')
  })

  test("a supplier's profile_id must belong to the organisation; the error comes with those of all other wrong fields", async () => {
    const answer = await invoice({
      issue_date: undefined,
      accounting_supplier_party: aSupplier({ profile_id: 'BP-NONE' }),
    })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.json.errors, {
      issue_date: 'Issue date is mandatory',
      'accounting_supplier_party.profile_id': 'Business profile not found with id: BP-NONE',
    })
    const alone = await invoice({ accounting_supplier_party: aSupplier({ profile_id: 'BP-NONE' }) })
    assert.equal(alone.status, 400)
    const known = await invoice({ accounting_supplier_party: aSupplier({ profile_id: tenant.profileId }) })
    assert.equal(known.status, 201, known.text)
  })

  test('a thousand lines are issued on a thread of their own, and small documents meanwhile', async () => {
    const large = aPurchaseInvoice({ document_lines: Array.from({ length: 1000 }, () => aLine()) })
    assert.ok(jsonOf(large).length > 64_000)
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const [slow, quick] = await Promise.all([tenant.post(path, large), invoice()])
    assert.equal(quick.status, 201)
    assert.equal(slow.status, 201, slow.text.slice(0, 500))
    assert.equal(slow.json.totals.line_extension_amount, 200_000)
    assert.deepEqual(slow.json.meta_info.peppol_status.validation_results, [])
  })

  test('attachments are answered as metadata only', async () => {
    const content = Buffer.from('%PDF-1.7 test').toString('base64')
    const answer = await invoice({
      attachments: [{ file_name: 'po.pdf', file_type: 'application/pdf', file_content: content }],
    })
    assert.equal(answer.status, 201, answer.text)
    const [attachment] = answer.json.attachments
    assert.deepEqual(Object.keys(attachment).toSorted(), ['file_name', 'file_type', 'id'])
    const stored = await attachmentOf(
      running.service.parts.store.database,
      tenant.orgId,
      'purchase-invoices',
      answer.json.id,
      attachment.id,
    )
    assert.ok(stored)
    assert.equal((await buffer(stored.content.pieces())).toString(), '%PDF-1.7 test')
  })

  test('a full card number is masked before it is stored, logged or sent', async () => {
    const card = { primary_account_number_id: '4111 1111 1111 1111', network_id: 'VISA' }
    const answer = await invoice({ payment_means: [{ payment_means_code: '54', card_account: card }] })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.json.payment_means[0].card_account.primary_account_number_id, '************1111')
    const xml = await tenant.get(`/api/purchase-invoices/${answer.json.id}/xml`)
    assert.equal(xml.text.replaceAll(' ', '').includes('4111111111111111'), false)
  })

  /** The log once it holds both receipts. */
  const fullLog = (path: string): Promise<Answered> =>
    eventually(async () => {
      const log = await tenant.get(`${path}/peppol-status-logs`)
      return eventsOf(log).filter((event) => event.startsWith('RECEIPT')).length === 2 && log
    })

  const settled = (path: string) =>
    eventually(async () => {
      const status = (await tenant.get(path)).json.meta_info.peppol_status
      const hasEnded =
        status.overall_status !== 'PENDING' && (status.overall_status === 'APPROVED' || status.fta_status !== null)
      return hasEnded && status
    })
})

function eventsOf(log: Answered): string[] {
  assert.equal(log.status, 200, log.text)
  return log.json.map(({ event }: { event: string }) => event)
}
