import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { isPrintingInstalled } from '../../src/render/printing-package.ts'
import { sql } from '../support/databases/any-row.ts'
import {
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  jsonOf,
  type Members,
  requests,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// ?dry_run=true does everything a create does, except storing, numbering and sending. Source:
// docs/contract.md#operations.

eachService('dry run', (start) => {
  let running: TestService
  let tenant: Tenant
  let path: string
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
    path = `/api/purchase-invoices/${tenant.profileId}`
  })

  test('a dry run answers like the create and stores nothing', async () => {
    const own = await running.tenant()
    const ownPath = `/api/purchase-invoices/${own.profileId}`
    const dry = await own.post(`${ownPath}?dry_run=true`, aPurchaseInvoice())
    assert.equal(dry.status, 200, dry.text)
    const { store } = running.service.parts
    for (const table of ['documents', 'revisions', 'legs', 'entries', 'sequences']) {
      const [row] = await store.database.query(sql(`select count(*) as n from ${table} where org_id = $1`, own.orgId))
      assert.equal(Number(row?.n), 0, table)
    }
    const real = await own.post(ownPath, aPurchaseInvoice())
    const { id, org_id, document_sequence, ...rest } = real.json
    assert.deepEqual(dry.json.document, rest)
    assert.equal(document_sequence, 1)
    const xml = await own.get(`/api/purchase-invoices/${id}/xml`)
    const withoutUuid = (text: string) => text.replace(/<cbc:UUID>[^<]*<\/cbc:UUID>/g, '')
    assert.equal(withoutUuid(dry.json.document_xml), withoutUuid(xml.text))
    assert.match(dry.json.tax_data_xml, /^<\?xml[^>]*>\s*<pxs:TaxData/)
  })

  test('every create has a dry run, which refuses a used number like the create', async () => {
    const taken = { document_number: 'TAKEN-1' }
    const tried = async (path: string, body: Members) => {
      assert.equal((await tenant.post(`${path}?dry_run=true`, body)).status, 200, path)
      assert.equal((await tenant.post(path, body)).status, 201, path)
      for (const query of ['?dry_run=true', '']) {
        const refused = await tenant.post(path + query, body)
        assert.equal(refused.status, 409, path + query)
        assert.deepEqual(Object.keys(refused.json.errors), ['document_number'])
      }
    }
    for (const family of families) await tried(`/api/${family}/${tenant.profileId}`, requests[family](taken))
    for (const family of ['purchase-invoices', 'sales-invoices'] as const) {
      const { json } = await tenant.post(`/api/${family}/${tenant.profileId}`, requests[family]())
      const credit = { document_number: 'TAKEN-2', discrepancy_response: 'DL8.61.1.D' }
      await tried(`/api/${family}/${json.id}/credit-notes`, { ...credit, lines: [{ line: 1, quantity: 1 }] })
    }
  })

  test('a dry run returns findings, and then would_report is false', async () => {
    const answer = await tenant.post(
      `/api/purchase-credit-notes/${tenant.profileId}?dry_run=true`,
      aPurchaseCreditNote({ profile_execution_id: '00010000', invoice_period: { description: 'MTH' } }),
    )
    assert.equal(answer.status, 200, answer.text)
    const status = answer.json.document.meta_info.peppol_status
    assert.equal(status.overall_status, 'VALIDATION_FAILED')
    assert.ok(status.validation_results.length > 0)
    assert.equal(answer.json.tax_data_xml, null)
  })

  test('a dry run refuses what the create refuses', async () => {
    assert.equal((await tenant.post(`${path}?dry_run=true`, aPurchaseInvoice({ issue_date: 'x' }))).status, 400)
    await tenant.post(path, aPurchaseInvoice({ document_number: 'DRY-1' }))
    const taken = await tenant.post(`${path}?dry_run=true`, aPurchaseInvoice({ document_number: 'DRY-1' }))
    assert.equal(taken.status, 409)
    assert.ok(taken.json.errors.document_number)
    const odd = await tenant.post(`${path}?dry_run=yes`, aPurchaseInvoice())
    assert.equal(odd.status, 400)
    assert.deepEqual(odd.json.errors, { dry_run: 'Dry run must be true or false' })
    const blank = await tenant.post(`${path}?dry_run=`, aPurchaseInvoice())
    assert.deepEqual([blank.status, blank.json.errors], [400, { dry_run: 'Dry run must not be blank' }])
    const before = await tenant.get(`/api/purchase-invoices`)
    const mistyped = await tenant.post(`${path}?dryrun=true`, aPurchaseInvoice())
    assert.deepEqual(
      [mistyped.status, mistyped.json.errors],
      [400, { dryrun: 'dryrun is not a known query parameter; did you mean dry_run?' }],
    )
    const after = await tenant.get(`/api/purchase-invoices`)
    assert.equal(after.json.total_elements, before.json.total_elements, 'nothing was issued')
  })

  test('a dry run that refuses a member judges the rest, in the language of the caller', async () => {
    const wrong = aPurchaseInvoice({ issue_date: '15/07/2026', profile_execution_id: '00010000' })
    const created = await tenant.post(path, wrong)
    assert.deepEqual(
      [created.status, Object.keys(created.json)],
      [400, ['errors', 'error_codes']],
      'the answer of a create has its form',
    )
    const dry = await tenant.post(`${path}?dry_run=true`, wrong)
    assert.equal(dry.status, 400, dry.text)
    assert.deepEqual(dry.json.errors, created.json.errors)
    const [finding, ...others] = dry.json.validation_results
    assert.deepEqual([finding.reasonCode, finding.field, others], ['IBR-138-AE', 'invoice_period', []])
    assert.ok(dry.json.rules_not_judged.includes('SB-DUE'), 'it compares a date with the wrong one')
    assert.ok(!dry.json.rules_not_judged.includes('IBR-138-AE'))
    const arabic = await tenant.post(`${path}?dry_run=true`, wrong, { 'accept-language': 'ar' })
    assert.match(arabic.json.validation_results[0].text, /^[\u0621-\u064a]/)
    const unreadable = await tenant.post(`${path}?dry_run=true`, '{')
    assert.deepEqual(Object.keys(unreadable.json), ['errors', 'error_codes'])
  })

  test('a dry run warns about what looks unlikely, and refuses nothing for it', async () => {
    const own = await running.tenant()
    const ownPath = `/api/purchase-invoices/${own.profileId}`
    const warningsOf = async (request: Members, headers = {}) => {
      const { status, json, text } = await own.post(`${ownPath}?dry_run=true`, request, headers)
      assert.equal(status, 200, text)
      const warnings: readonly { id: string; field: string | null; text: string; values: object }[] = json.warnings
      return warnings
    }
    const dates = { issue_date: dayBefore(running.service.parts.now()), due_date: '2099-01-01' }
    assert.deepEqual(await warningsOf(aPurchaseInvoice(dates)), [])
    const odd = aPurchaseInvoice({
      issue_date: '2016-07-15',
      accounting_supplier_party: aSupplier({ telephone: 'call me' }),
      payment_means: [{ payment_means_code: '30', payee_financial_account: { id: 'AE07' } }],
      document_lines: [aLine({ quantity: 2_000_000, name: 'Pipe \u{1F9EA}' })],
    })
    const found = await warningsOf(odd)
    assert.deepEqual(
      found.map(({ id, field }) => [id, field]),
      [
        ['issue_date_long_ago', 'issue_date'],
        ['telephone_without_digits', 'accounting_supplier_party.telephone'],
        ['iban_length_wrong', 'payment_means[0].payee_financial_account.id'],
        ['quantity_large', 'document_lines[0].quantity'],
        ...(isPrintingInstalled ? [['letters_without_font', 'document_lines[0].name']] : []),
      ],
    )
    assert.deepEqual(found[2]?.values, { count: 4 })
    const arabic = await warningsOf(odd, { 'accept-language': 'ar' })
    assert.deepEqual(
      arabic.map(({ id }) => id),
      found.map(({ id }) => id),
    )
    for (const { text } of arabic) assert.match(text, /^[\u0621-\u064a]/)
    const ordered = aPurchaseInvoice({ ...dates, order_reference: { id: 'PO-7' } })
    for (let count = 0; count < 5; count += 1) {
      const issued = await own.post(ownPath, { ...ordered, note: `${count}` })
      assert.equal(issued.status, 201, issued.text)
    }
    const [repeated] = await warningsOf({ ...ordered, issue_date: dayBefore(Date.parse(dates.issue_date)) })
    assert.deepEqual([repeated?.id, repeated?.field], ['order_repeated', 'order_reference.id'])
    const large = await warningsOf(aPurchaseInvoice({ ...dates, document_lines: [aLine({ quantity: 900_000 })] }))
    assert.deepEqual(
      large.map(({ id, field }) => [id, field]),
      [['amount_unusual', null]],
    )
    const created = await own.post(ownPath, odd)
    assert.deepEqual([created.status, 'warnings' in created.json], [201, false], 'the answer of a create has its form')
  })

  test('a credit note that names an invoice of another party is warned, and one of its own is not', async () => {
    const own = await running.tenant()
    const supplierOf = (tin: string) => {
      const named = { name: `Supplier ${tin}`, party_name: `Supplier ${tin}`, tin, endpoint_id: tin }
      return { ...aSupplier(), ...named, party_tax_scheme: { company_id: `${tin}00003`, tax_scheme: 'VAT' } }
    }
    const [mine, other] = [supplierOf('1002345671'), supplierOf('1002345672')]
    for (const [number, party] of [
      ['I-1', mine],
      ['I-2', other],
    ] as const) {
      const invoice = aPurchaseInvoice({ document_number: number, accounting_supplier_party: party })
      const issued = await own.post(`/api/purchase-invoices/${own.profileId}`, invoice)
      assert.equal(issued.status, 201, issued.text)
    }
    const note = aPurchaseCreditNote({
      accounting_supplier_party: mine,
      billing_reference: ['I-1', 'I-2', 'ELSEWHERE'].map((id) => ({ id, issue_date: '2026-07-15' })),
    })
    const { json } = await own.post(`/api/purchase-credit-notes/${own.profileId}?dry_run=true`, note)
    const found = json.warnings.filter(({ id }: { id: string }) => id === 'invoice_of_other_party')
    assert.deepEqual(
      found.map(({ field, values }: { field: string; values: unknown }) => [field, values]),
      [['billing_reference[1].id', { number: 'I-2', party: 'Supplier 1002345672' }]],
    )
  })

  test('the same document among those of a batch', async () => {
    const own = await running.tenant()
    const line = jsonOf(
      aPurchaseInvoice({ issue_date: dayBefore(running.service.parts.now()), due_date: '2099-01-01' }),
    )
    const batch = `/api/purchase-invoices/${own.profileId}/batch?dry_run=true`
    const { text } = await own.post(batch, `${line}\n${line}\n`, { 'content-type': 'application/x-ndjson' })
    const ids = text
      .trim()
      .split('\n')
      .map((result: string) => JSON.parse(result).body.warnings.map(({ id }: { id: string }) => id))
    assert.deepEqual(ids.sort(), [[], ['repeated_in_batch']])
  })

  test('without the Phase 2 subscription would_report is false', async () => {
    const other = await running.tenant({ phase2: false })
    const dry = await other.post(`/api/purchase-invoices/${other.profileId}?dry_run=true`, aPurchaseInvoice())
    assert.equal(dry.json.document.meta_info.peppol_status, null)
    assert.equal(dry.json.tax_data_xml, null)
  })
})

/** `ms` since 1970. */
function dayBefore(ms: number): string {
  return new Date(ms - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
