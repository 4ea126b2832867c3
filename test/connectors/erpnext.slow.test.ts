import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { newSecret, signatureHeaders } from '../../src/security/webhook-signature.ts'
import { eventually } from '../support/eventually.ts'
import { aLine, aPurchaseInvoice } from '../support/requests/requests.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { anOrganisation, assertIssued, type Expected, eachConnector } from './connector.ts'
import { PythonSteps } from './python.ts'

// The ERPNext app of examples/erpnext issues the invoices of its test data with the real service.
// Only Frappe is pretended.

const app = new URL('../../examples/erpnext/selfbill_erpnext/', import.meta.url)

const issued: Readonly<Record<string, Expected & { readonly file: string }>> = {
  'ACC-PINV-2026-00101': {
    file: 'invoice-discounts.json',
    net: 46_000.25,
    vat: 2_300.01,
    payable: 48_300,
    categories: ['S', 'S'],
  },
  'ACC-PINV-2026-00102': {
    file: 'invoice-in-us-dollars.json',
    net: 31_866.84,
    vat: 1_593.34,
    payable: 33_460.18,
    payableInAed: 122_882.51,
    categories: ['S', 'S'],
  },
  'ACC-PINV-2026-00103': {
    file: 'invoice-reverse-charge.json',
    net: 147_700,
    vat: 0,
    payable: 147_700,
    categories: ['AE'],
  },
  'ACC-PINV-2026-00104': {
    file: 'invoice-exempt-and-zero.json',
    net: 10_585,
    vat: 176.25,
    payable: 10_761,
    categories: ['S', 'Z', 'E'],
  },
  'ACC-PINV-2026-00105': {
    file: 'invoice-vat-in-prices.json',
    net: 164.67,
    vat: 8.23,
    payable: 172.9,
    categories: ['S'],
  },
  'ACC-PINV-RET-2026-00007': { file: 'return.json', net: 948, vat: 47.4, payable: 995, categories: ['S'] },
}

eachConnector('the ERPNext app', (start) => {
  const secret = newSecret()
  let running: TestService
  let tenant: Tenant
  let erp: PythonSteps
  before(async () => {
    running = await start.shared()
    const made = await anOrganisation(running)
    tenant = made.tenant
    erp = new PythonSteps('erpnext_steps.py')
    await erp.run('configure', {
      selfbill_url: running.address,
      selfbill_client_id: made.client.id,
      selfbill_client_secret: made.client.secret,
      selfbill_webhook_secret: secret,
    })
  })
  after(() => erp?.end())

  /** Runs the scheduled job until the invoice has this status. */
  async function untilStatus(name: string, status: string) {
    return eventually(async () => {
      await erp.run('catch_up')
      const fields = await erp.run('read', name)
      return fields.selfbill_status === status && fields
    })
  }

  test('issues every submitted invoice and writes its status back', async () => {
    for (const [name, { file, ...expected }] of Object.entries(issued)) {
      const fields = await erp.run('submit', file)
      assert.equal(fields.thrown, undefined, `${name}: ${fields.thrown}`)
      const family = name.includes('RET') ? 'purchase-credit-notes' : 'purchase-invoices'
      const document = await assertIssued(tenant, family, name, expected)
      assert.equal(fields.selfbill_id, document.id)
    }
    for (const name of Object.keys(issued)) {
      const final = await untilStatus(name, 'APPROVED')
      assert.equal(final.selfbill_supplier_status, 'APPROVED')
      assert.equal(final.selfbill_authority_status, 'APPROVED')
      assert.equal(final.selfbill_message, '')
    }
  })

  test('a return is a credit note with positive amounts that names its invoice', async () => {
    const { json } = await tenant.get('/api/purchase-credit-notes?document_number=ACC-PINV-RET-2026-00007')
    const [document] = json.content
    assert.deepEqual(document.billing_reference, [{ id: 'ACC-PINV-2026-00101', issue_date: '2026-07-15' }])
    assert.equal(document.discrepancy_response, 'DL8.61.1.D')
    assert.equal(document.document_lines[0].quantity, 120)
    assert.equal(document.payable_rounding_amount, -0.4)
  })

  test('every sign of a return is turned: a discount on it, VAT in its prices, and rows of both signs', async () => {
    const row = JSON.parse(readFileSync(new URL('../test-data/return.json', app), 'utf8')).items[0]
    const totals = { total_taxes_and_charges: -45, net_total: -900, grand_total: -945, rounded_total: 0 }
    const discounted = { name: 'ACC-PINV-RET-2026-00008', ...totals, items: [{ ...row, net_amount: -900 }] }
    assert.equal((await erp.run('submit', 'return.json', discounted)).thrown, undefined)
    const expected = { net: 900, vat: 45, payable: 945, categories: ['S'] }
    const [line] = (await assertIssued(tenant, 'purchase-credit-notes', discounted.name, expected)).document_lines
    assert.deepEqual([line.quantity, line.allowances[0].amount], [120, 48])
    const taxes = [{ account_head: 'VAT 5% - HM', rate: 5, included_in_print_rate: 1 }]
    // Another day: the same return on the same one would count as a possible duplicate.
    const included = { ...discounted, name: 'ACC-PINV-RET-2026-00009', posting_date: '2026-07-29', taxes }
    assert.equal((await erp.run('submit', 'return.json', included)).thrown, undefined)
    await assertIssued(tenant, 'purchase-credit-notes', included.name, expected)
    const both = { ...discounted, name: 'ACC-PINV-RET-2026-00010', items: [row, { ...row, idx: 2, qty: 1 }] }
    assert.match((await erp.run('submit', 'return.json', both)).thrown, /Row 2: quantity 1 and rate 7\.9; split/)
  })

  test('discounts of lines stay in the price, those of the invoice become allowances of its lines', async () => {
    const { json } = await tenant.get('/api/purchase-invoices?document_number=ACC-PINV-2026-00101')
    const [copper, aluminium] = json.content[0].document_lines
    assert.deepEqual(copper.price.allowance, { amount: 0.65, base_amount: 32.5 })
    assert.deepEqual(
      [copper, aluminium].map((line) => line.allowances[0].amount),
      [384.21, 64.04],
    )
    assert.deepEqual(json.content[0].order_reference, { id: 'PUR-ORD-2026-00381' })
    assert.equal(json.content[0].receipt_document_reference, undefined, 'there are two receipts')
    const { accounting_supplier_party: supplier } = json.content[0]
    assert.equal(supplier.tin, '1002345678')
    assert.equal(supplier.endpoint_id, '1002345678')
    assert.equal(supplier.postal_address.country_subentity, 'DXB')
  })

  test('a rejection comes back with its reason, by the webhook alone', async () => {
    const name = 'ACC-PINV-2026-00106'
    const { selfbill_id: id } = await erp.run('submit', 'invoice-rejected-by-authority.json')
    const path = `/api/purchase-invoices/${id}`
    await eventually(async () => {
      const { json } = await tenant.get(path)
      return json.meta_info.peppol_status.overall_status === 'REJECTED'
    })
    const body = JSON.stringify({ id: 'evt_1', type: 'purchase.invoice.updated', data: { id, path } })
    const headers = signatureHeaders('evt_1', new Date(), body, [newSecret(), secret])
    assert.deepEqual(await erp.run('webhook', headers, `${body} `), {
      thrown: 'The webhook is not signed by Selfbill',
    })
    assert.deepEqual(await erp.run('webhook', headers, body), { jobs: 1 })
    const fields = await erp.run('read', name)
    assert.equal(fields.selfbill_status, 'REJECTED')
    assert.equal(fields.selfbill_authority_status, 'REJECTED')
    assert.match(fields.selfbill_message, /^Tax authority: \S/)
    const trial = JSON.stringify({ test: true, data: { path } })
    assert.deepEqual(await erp.run('webhook', signatureHeaders('evt_2', new Date(), trial, [secret]), trial), {
      jobs: 0,
    })
  })

  test('an issued invoice cannot be cancelled', async () => {
    const { thrown } = await erp.run('cancel', 'ACC-PINV-2026-00101')
    assert.match(thrown, /Correct it with a return/)
  })

  test('what cannot be mapped, what breaks a rule and what differs in its totals is not submitted', async () => {
    const name = 'ACC-PINV-2026-00199'
    const submit = (changes: object) => erp.run('submit', 'invoice-discounts.json', { name, ...changes })
    const cases = [
      [
        { grand_total: 48_300.27, rounded_total: 0 },
        /payable_amount is 48300\.27 in the ERP and 48300\.26 in Selfbill/,
      ],
      [
        { grand_total: 48_300.264, rounded_total: 0 },
        /payable_amount is 48300\.264 in the ERP and 48300\.26 in Selfbill/,
      ],
      [
        { currency: 'IRR', conversion_rate: 0.0000874 },
        /The rate 0\.0000874 \(AED for one IRR\) has more than six decimals, and would become 0\.000087/,
      ],
      [{ currency: 'USD', conversion_rate: 0 }, /There is no exchange rate for USD/],
      [{ posting_date: null }, /^issue_date: Issue date is mandatory/],
      [{ taxes: [{ account_head: 'Freight - HM', rate: 0 }] }, /Freight - HM is not a VAT account/],
      [{ taxes: [] }, /Row 1: no VAT, and the item is neither Is Zero Rated nor Is Exempt/],
      [{ is_return: 1 }, /Return Against is empty/],
      [{ posting_date: '2026-07-32' }, /^issue_date: /],
    ] as const
    for (const [changes, message] of cases) assert.match((await submit(changes)).thrown, message)
    await erp.run('change', 'Address', 'Gulf Metals Trading LLC-Billing', 'emirate', 'Muscat')
    assert.match((await submit({})).thrown, /Muscat is not an emirate/)
    await erp.run('change', 'Address', 'Gulf Metals Trading LLC-Billing', 'emirate', 'Ras Al Khaimah')
    await erp.run('change', 'Item', 'CU-BRIGHT', 'customs_tariff_number', null)
    await erp.run('change', 'UOM', 'Kg', 'common_code', 'KILO')
    assert.match((await submit({})).thrown, /^IBR-CL-23: .* \(document_lines\[0\]\.unit_code\)/m)
    await erp.run('change', 'UOM', 'Kg', 'common_code', 'KGM')
    const { json } = await tenant.get(`/api/purchase-invoices?document_number=${name}`)
    assert.deepEqual(json.content, [])
  })

  test('while Selfbill is away an invoice stays queued, and the scheduled job sends it once', async () => {
    const name = 'ACC-PINV-2026-00200'
    await erp.run('configure', { selfbill_url: 'http://127.0.0.1:1' })
    const queued = await erp.run('submit', 'invoice-reverse-charge.json', { name })
    assert.equal(queued.selfbill_status, 'QUEUED')
    await erp.run('catch_up')
    await erp.run('configure', { selfbill_url: running.address })
    await untilStatus(name, 'APPROVED')
    const { json } = await tenant.get(`/api/purchase-invoices?document_number=${name}`)
    assert.equal(json.total_elements, 1)
  })

  test('an invoice that is sent again is found by its number, and replaced if it failed its rules', async () => {
    const again = await erp.run('submit', 'invoice-in-us-dollars.json')
    const { json } = await tenant.get('/api/purchase-invoices?document_number=ACC-PINV-2026-00102')
    assert.equal(json.total_elements, 1)
    assert.equal(again.selfbill_id, json.content[0].id)

    const name = 'ACC-PINV-2026-00201'
    const broken = aPurchaseInvoice({ document_number: name, document_lines: [aLine({ unit_code: 'KILO' })] })
    const failed = await tenant.post('/api/purchase-invoices/BP-DEMO000001', broken)
    assert.equal(failed.json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    const repaired = await erp.run('submit', 'invoice-in-us-dollars.json', { name })
    assert.equal(repaired.selfbill_id, failed.json.id)
    assert.equal((await untilStatus(name, 'APPROVED')).selfbill_message, '')
  })

  test('every field of the app is in its fixture, and the other way round', () => {
    const fixture = JSON.parse(readFileSync(new URL('fixtures/custom_field.json', app), 'utf8'))
    const inFixture = new Set(fixture.map((field: { fieldname: string }) => field.fieldname))
    const code = ['mapping.py', 'purchase_invoice.py', '../../selfbill-connect/selfbill_connect/document.py']
    const inCode = new Set(
      code.flatMap((file) => readFileSync(new URL(file, app), 'utf8').match(/\bselfbill_[a-z_]+/g) ?? []),
    )
    const others = /^selfbill_(connect|erpnext|section|url|client_id|client_secret|webhook_secret|token|cursor)$/
    for (const name of inCode) assert.ok(others.test(name) || inFixture.has(name), `${name} is in no fixture`)
    for (const name of inFixture)
      assert.ok(others.test(String(name)) || inCode.has(String(name)), `${name} is not used`)
    const data = readdirSync(new URL('../test-data/', app))
    assert.equal(data.length, Object.keys(issued).length + 2, 'a file of test data is not issued')
  })
})
