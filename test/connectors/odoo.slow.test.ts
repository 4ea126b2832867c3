import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { newSecret, signatureHeaders } from '../../src/security/webhook-signature.ts'
import { eventually } from '../support/eventually.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { anOrganisation, assertIssued, type Expected, eachConnector } from './connector.ts'
import { PythonSteps } from './python.ts'

// The Odoo addon of examples/odoo issues the bills of its test data with the real service. Only
// Odoo is pretended.

const addon = new URL('../../examples/odoo/selfbill_self_billing/', import.meta.url)

const issued: Readonly<Record<string, Expected & { readonly file: string }>> = {
  'BILL/2026/07/0101': {
    file: 'bill-discounts.json',
    net: 46_000.25,
    vat: 2_300.01,
    payable: 48_300.26,
    categories: ['S', 'S'],
  },
  'BILL/2026/07/0102': {
    file: 'bill-in-us-dollars.json',
    net: 31_866.84,
    vat: 1_593.34,
    payable: 33_460.18,
    payableInAed: 122_882.51,
    categories: ['S', 'S'],
  },
  'BILL/2026/07/0103': {
    file: 'bill-reverse-charge.json',
    net: 147_700,
    vat: 0,
    payable: 147_700,
    categories: ['AE'],
  },
  'BILL/2026/07/0104': {
    file: 'bill-exempt-and-zero.json',
    net: 10_585,
    vat: 176.25,
    payable: 10_761.25,
    categories: ['S', 'Z', 'E'],
  },
  'BILL/2026/07/0105': { file: 'bill-vat-in-prices.json', net: 164.67, vat: 8.23, payable: 172.9, categories: ['S'] },
  'RBILL/2026/07/0007': { file: 'refund.json', net: 948, vat: 47.4, payable: 995.4, categories: ['S'] },
}

eachConnector('the Odoo addon', (start) => {
  const secret = newSecret()
  let running: TestService
  let tenant: Tenant
  let odoo: PythonSteps
  before(async () => {
    running = await start.shared()
    const made = await anOrganisation(running)
    tenant = made.tenant
    odoo = new PythonSteps('odoo_steps.py')
    await odoo.run('configure', {
      'selfbill.url': running.address,
      'selfbill.client_id': made.client.id,
      'selfbill.client_secret': made.client.secret,
      'selfbill.webhook_secret': secret,
    })
  })
  after(() => odoo?.end())

  /** Runs the crons until the bill has this status. */
  async function untilStatus(name: string, status: string) {
    return eventually(async () => {
      await odoo.run('run_crons')
      const fields = await odoo.run('read', name)
      return fields.selfbill_status === status && fields
    })
  }

  test('issues every posted bill and writes its status back', async () => {
    for (const [name, { file }] of Object.entries(issued)) {
      const fields = await odoo.run('post', file)
      assert.equal(fields.error, undefined, `${name}: ${fields.error}`)
      assert.equal(fields.selfbill_status, 'QUEUED')
    }
    for (const [name, { file: _, ...expected }] of Object.entries(issued)) {
      const final = await untilStatus(name, 'APPROVED')
      const family = name.startsWith('R') ? 'purchase-credit-notes' : 'purchase-invoices'
      const document = await assertIssued(tenant, family, name, expected)
      assert.equal(final.selfbill_id, document.id)
      assert.equal(final.selfbill_supplier_status, 'APPROVED')
      assert.equal(final.selfbill_authority_status, 'APPROVED')
    }
  })

  test('a refund names its bill; a negative line is an allowance; the rate is turned round', async () => {
    const read = async (family: string, number: string) =>
      (await tenant.get(`/api/${family}?document_number=${encodeURIComponent(number)}`)).json.content[0]
    const refund = await read('purchase-credit-notes', 'RBILL/2026/07/0007')
    assert.deepEqual(refund.billing_reference, [{ id: 'BILL/2026/07/0101', issue_date: '2026-07-15' }])
    const discounted = await read('purchase-invoices', 'BILL/2026/07/0101')
    assert.equal(discounted.allowances[0].amount, 448.25)
    assert.deepEqual(discounted.document_lines[0].price.allowance, { amount: 0.65, base_amount: 32.5 })
    assert.equal(discounted.accounting_supplier_party.postal_address.country_subentity, 'DXB')
    const dollars = await read('purchase-invoices', 'BILL/2026/07/0102')
    assert.equal(dollars.tax_exchange_rate.calculation_rate, 3.6725)
  })

  test('the webhook wakes the cron, which writes a rejection and its reason', async () => {
    const name = 'BILL/2026/07/0106'
    await odoo.run('post', 'bill-rejected-by-authority.json')
    const body = JSON.stringify({ id: 'evt_1', type: 'purchase.invoice.updated', data: { path: '/api/…' } })
    const headers = signatureHeaders('evt_1', new Date(), body, [secret])
    assert.equal((await odoo.run('webhook', { ...headers, 'webhook-id': 'evt_2' }, body)).status, 401)
    assert.equal((await odoo.run('webhook', headers, body)).status, 204)
    const woken = await odoo.run('run_crons')
    assert.deepEqual(
      woken,
      ['selfbill_self_billing.send', 'selfbill_self_billing.catch_up'].filter((it) => woken.includes(it)),
    )
    assert.ok(woken.includes('selfbill_self_billing.catch_up'))
    const fields = await untilStatus(name, 'REJECTED')
    assert.equal(fields.selfbill_authority_status, 'REJECTED')
    assert.match(fields.selfbill_message, /^Tax authority: \S/)
  })

  test('an issued bill cannot go back to draft', async () => {
    const { error } = await odoo.run('reset_to_draft', 'BILL/2026/07/0101')
    assert.equal(error, 'BILL/2026/07/0101 is issued. Correct it with a credit note.')
  })

  test('what cannot be mapped, what breaks a rule and what differs in its totals is not posted', async () => {
    const name = 'BILL/2026/07/0199'
    const bill = JSON.parse(readFileSync(new URL('../test-data/bill-reverse-charge.json', addon), 'utf8'))
    const [line] = bill.invoice_line_ids
    const [tax] = line.tax_ids
    const withLine = (changes: object) => ({ invoice_line_ids: [{ ...line, ...changes }] })
    const cases = [
      [{ amount_total: 147_700.01 }, /payable_amount is 147700\.01 in the ERP and 147700\.00? in Selfbill/],
      [{ amount_total: 147_700.004 }, /payable_amount is 147700\.004 in the ERP and 147700\.00? in Selfbill/],
      [
        { currency_id: { id: 9, name: 'IRR' }, invoice_currency_rate: 11_439.6 },
        /The rate 11439\.6 for one AED is 0\.000087415644 AED for one unit: six decimals are too few/,
      ],
      [{ currency_id: { id: 9, name: 'USD' }, invoice_currency_rate: 0 }, /There is no exchange rate/],
      [{ invoice_date: false }, /^issue_date: Issue date is mandatory/],
      [withLine({ tax_ids: [] }), /a line needs exactly one tax/],
      [withLine({ tax_ids: [{ ...tax, ubl_cii_tax_category_code: 'K' }] }), /has no Tax Category Code of PINT AE/],
      [withLine({ tax_ids: [{ ...tax, ubl_cii_tax_category_code: 'E' }] }), /not a reason of exemption/],
      [withLine({ product_uom_id: { id: 1, name: 'Fistful', selfbill_code: false } }), /Fistful has no UN\/ECE code/],
      [withLine({ quantity: -1 }), /down payments are not mapped/],
      [withLine({ product_id: { ...line.product_id, selfbill_goods_type: false } }), /^IBR-166-AE: /],
      [{ move_type: 'in_refund' }, /Create the credit note from its bill/],
      [{ company_currency_id: { id: 1, name: 'USD' } }, /currency of the company must be AED/],
    ] as const
    for (const [changes, message] of cases) {
      assert.match((await odoo.run('post', 'bill-reverse-charge.json', { name, ...changes })).error, message)
    }
    const { json } = await tenant.get(`/api/purchase-invoices?document_number=${encodeURIComponent(name)}`)
    assert.deepEqual(json.content, [])
  })

  test('while Selfbill is away a bill stays queued, and the cron sends it once', async () => {
    const name = 'BILL/2026/07/0200'
    await odoo.run('configure', { 'selfbill.url': 'http://127.0.0.1:1' })
    assert.equal((await odoo.run('post', 'bill-reverse-charge.json', { name })).selfbill_status, 'QUEUED')
    await odoo.run('run_crons')
    // A cursor as an Odoo has it after Selfbill was restored from an older backup.
    const cursor = 'zz-0123456789'
    assert.equal((await tenant.get(`/api/events?since=${cursor}`)).status, 410)
    await odoo.run('configure', { 'selfbill.url': running.address, 'selfbill.cursor': cursor })
    await untilStatus(name, 'APPROVED')
    const { json } = await tenant.get(`/api/purchase-invoices?document_number=${encodeURIComponent(name)}`)
    assert.equal(json.total_elements, 1)
  })

  test('views name fields that the models declare', () => {
    const read = (file: string) => readFileSync(new URL(file, addon), 'utf8')
    const models = read('models/account_move.py') + read('models/masters.py')
    const declared = new Set(Array.from(models.matchAll(/^ {4}(selfbill_\w+) = fields/gm), ([, name]) => name))
    const shown = new Set(
      Array.from(read('views/views.xml').matchAll(/<field name="(selfbill_\w+)"/g), ([, name]) => name),
    )
    assert.deepEqual([...shown].sort(), [...declared].sort())
  })
})
