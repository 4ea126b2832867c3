import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gulfTime } from '@selfbill/pint-ae/document'
import {
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'
import { aClient } from '../support/service/clients.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Warnings that need the clock or the documents stored before. Source: docs/decisions/0123.

eachService('warnings about the surroundings of a document', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
  })

  const fresh = async () => {
    tenant = await running.tenant()
  }
  const invoice = (members: Members = {}, query = '') =>
    tenant.post(`/api/purchase-invoices/${tenant.profileId}${query}`, aPurchaseInvoice(members))
  const note = (members: Members = {}, query = '') =>
    tenant.post(`/api/purchase-credit-notes/${tenant.profileId}${query}`, aPurchaseCreditNote(members))
  const warnings = ({ json, text }: Answered): readonly string[] => {
    const results = (json.document ?? json).meta_info?.peppol_status.validation_results
    assert.ok(Array.isArray(results), text)
    return results.map((one) => `${one.reasonCode} ${one.field} ${one.value}`)
  }
  const priced = (amount: number) => ({
    document_lines: [aLine({ quantity: 1, price: { base_amount: amount, base_quantity: 1 } })],
  })
  const naming = (...numbers: readonly string[]) => ({ billing_reference: numbers.map((id) => ({ id })) })

  test('a document of tomorrow in the Gulf, and one of today', async () => {
    await fresh()
    const day = (more: number) => gulfTime(Date.now() + more * 86_400_000)[0]
    const dated = (issue_date: string) => ({ issue_date, due_date: '2999-01-01', delivery: undefined })
    const future = day(2)
    assert.deepEqual(warnings(await invoice(dated(future), '?dry_run=true')), [`SB-FUTURE issue_date ${future}`])
    assert.deepEqual(warnings(await invoice(dated(day(0)), '?dry_run=true')), [])
  })

  test('a document like an earlier one: by parties, date and amount, in every way of issuing', async () => {
    await fresh()
    const first = await invoice()
    assert.deepEqual(warnings(first), [])
    const duplicate = [`SB-DUPLICATE issue_date ${first.json.document_number}`]
    assert.deepEqual(warnings(await invoice({}, '?dry_run=true')), duplicate)
    const again = await invoice({ note: 'again' })
    assert.deepEqual(warnings(again), duplicate)
    const read = await tenant.get(`/api/purchase-invoices/${again.json.id}`)
    assert.deepEqual(warnings(read), duplicate, 'it is stored with the document')
    const batch = await tenant.post(`/api/purchase-invoices/${tenant.profileId}/batch`, jsonOf(aPurchaseInvoice()), {
      'content-type': 'application/x-ndjson',
    })
    assert.match(batch.text, /SB-DUPLICATE/)
    assert.deepEqual(warnings(await invoice(priced(7))), [])
    assert.deepEqual(warnings(await invoice({ issue_date: '2026-07-02' })), [])
    const other = aSupplier({
      party_tax_scheme: { company_id: '100999999900003', tax_scheme: 'VAT' },
      tin: '1009999999',
      endpoint_id: '1009999999',
    })
    assert.deepEqual(warnings(await invoice({ accounting_supplier_party: other })), [])
    const before = tenant
    await fresh()
    assert.notEqual(before.orgId, tenant.orgId)
    assert.deepEqual(warnings(await invoice()), [], 'another organisation sees nothing of it')
  })

  test('a program that may not read documents gets no number or amount of an earlier one', async () => {
    await fresh()
    const order = { order_reference: { id: 'PO-7' } }
    await invoice(order)
    const { parts } = running.service
    const scopes = ['documents:write'] as const
    const { id } = await aClient(parts.store, tenant.orgId, scopes)
    const authorization = `Bearer ${await parts.tokens.issue({ id, orgId: tenant.orgId }, scopes)}`
    const create = (members: Members, query: string) =>
      tenant.post(`/api/purchase-invoices/${tenant.profileId}${query}`, aPurchaseInvoice(members), { authorization })
    for (const query of ['?dry_run=true', '']) {
      assert.deepEqual(warnings(await create(order, query)), ['SB-DUPLICATE issue_date null'], query)
    }
    const { json } = await create({ ...order, issue_date: '2026-07-02' }, '?dry_run=true')
    assert.deepEqual(json.warnings, [])
    const own = await invoice({ ...order, issue_date: '2026-07-02' }, '?dry_run=true')
    assert.deepEqual(
      own.json.warnings.map((one: { id: string }) => one.id),
      ['order_repeated'],
    )
  })

  test('a document that failed its rules is not an earlier one, and a resubmission is not its own', async () => {
    await fresh()
    const failed = await invoice({ profile_execution_id: '00010000' })
    const path = `/api/purchase-invoices/${failed.json.id}/${tenant.profileId}`
    assert.deepEqual(warnings(await tenant.send('PUT', `${path}?dry_run=true`, aPurchaseInvoice())), [])
    const corrected = await tenant.send('PUT', path, aPurchaseInvoice())
    assert.deepEqual(warnings(corrected), [])
    assert.equal(warnings(await invoice()).length, 1)
  })

  test('a credit note of an unknown invoice, of itself, before its invoice, and above what is left', async () => {
    await fresh()
    const unknown = await note({ ...naming('INV-OTHER'), ...priced(1) })
    assert.deepEqual(warnings(unknown), ['SB-CREDIT-UNKNOWN billing_reference[0].id INV-OTHER'])
    const itself = await note({ ...naming('CN-1'), ...priced(2), document_number: 'CN-1' })
    assert.deepEqual(warnings(itself), ['SB-CREDIT-ITSELF billing_reference[0].id CN-1'])
    const { json: of } = await invoice({ document_number: 'Caf\u00e9-1', ...priced(100) })
    assert.equal(of.totals.payable_amount, 105)
    const early = await note({ ...naming('Cafe\u0301-1'), ...priced(10), issue_date: '2026-06-30' })
    assert.deepEqual(warnings(early), ['SB-CREDIT-EARLY issue_date 2026-06-30'])
    assert.deepEqual(warnings(await note({ ...naming('Caf\u00e9-1'), ...priced(90) }, '?dry_run=true')), [])
    const above = await note({ ...naming('Caf\u00e9-1'), ...priced(90.01) }, '?dry_run=true')
    assert.deepEqual(warnings(above), ['SB-CREDIT-EXCESS billing_reference[0].id Caf\u00e9-1'])
    await invoice({ document_number: 'CN-2', ...priced(60) })
    assert.deepEqual(warnings(await note({ ...naming('CN-2'), ...priced(3), document_number: 'CN-2' })), [])
    const both = naming('Caf\u00e9-1', 'CN-2')
    assert.deepEqual(warnings(await note({ ...both, ...priced(140) }, '?dry_run=true')), [])
    assert.equal(warnings(await note({ ...both, ...priced(160) }, '?dry_run=true')).length, 1)
  })

  test('a credit note like an earlier one that names one of its invoices, whichever of them', async () => {
    await fresh()
    for (const number of ['ONE', 'TWO']) await invoice({ document_number: number, ...priced(100) })
    const earlier = await note({ ...naming('ONE'), ...priced(10) })
    assert.deepEqual(warnings(earlier), [])
    for (const numbers of [['ONE'], ['ONE', 'TWO'], ['TWO', 'ONE']]) {
      const like = await note({ ...naming(...numbers), ...priced(10) }, '?dry_run=true')
      assert.deepEqual(warnings(like), [`SB-DUPLICATE issue_date ${earlier.json.document_number}`], numbers.join())
    }
    assert.deepEqual(warnings(await note({ ...naming('TWO'), ...priced(10) }, '?dry_run=true')), [])
  })

  test('prepaid amounts leave the whole invoice to credit notes, also by reference', async () => {
    await fresh()
    const paid = { ...priced(100), prepaid_amount: 50, ...naming('ADV-1') }
    const { json: of } = await invoice(paid)
    const whole = await note({ ...naming(of.document_number), ...priced(100) }, '?dry_run=true')
    assert.deepEqual(warnings(whole), [])
    const path = `/api/purchase-invoices/${of.id}/credit-notes`
    const reason = { discrepancy_response: 'DL8.61.1.D' }
    assert.deepEqual(warnings(await tenant.post(`${path}?dry_run=true`, reason)), [])
    const byReference = await tenant.post(path, reason)
    assert.deepEqual(warnings(byReference), [])
    const again = await note({ ...naming(of.document_number), ...priced(1) }, '?dry_run=true')
    assert.equal(warnings(again).length, 1)
  })
})
