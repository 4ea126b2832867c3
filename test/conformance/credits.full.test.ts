import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import {
  aCharge,
  aLine,
  aPrice,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Credit notes by reference: docs/contract.md#operations, docs/decisions/0032.

const returned = { discrepancy_response: 'DL8.61.1.D' }

eachService('credit by reference', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const invoice = async (overrides: Members = {}, from = tenant): Promise<Answered> => {
    const answer = await from.post(`/api/purchase-invoices/${from.profileId}`, aPurchaseInvoice(overrides))
    assert.equal(answer.status, 201, answer.text)
    return answer
  }
  const credit = (id: string, body: Members, headers = {}, family = 'purchase-invoices') =>
    tenant.post(`/api/${family}/${id}/credit-notes`, body, headers)
  const cents = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0)

  test('crediting a line and a quantity makes an ordinary credit note', async () => {
    const { json: of } = await invoice({
      document_lines: [aLine({ quantity: 5 }), aLine()],
      order_reference: { id: 'PO-9' },
    })
    const answer = await credit(of.id, { ...returned, reason: 'One was bent', lines: [{ line: 1, quantity: 1 }] })
    assert.equal(answer.status, 201, answer.text)
    const { json } = answer
    assert.match(json.document_number, /^PCN-[0-9]{6}$/)
    assert.equal(json.credit_note_type_code, '261')
    assert.deepEqual(json.billing_reference, [{ id: of.document_number, issue_date: '2026-07-15' }])
    assert.deepEqual([json.discrepancy_response, json.reason], ['DL8.61.1.D', 'One was bent'])
    assert.deepEqual(json.order_reference, { id: 'PO-9' })
    assert.deepEqual(json.accounting_supplier_party, of.accounting_supplier_party)
    assert.deepEqual(
      json.document_lines.map(({ quantity, net_amount }: { quantity: number; net_amount: number }) => [
        quantity,
        net_amount,
      ]),
      [[1, 100]],
    )
    assert.equal(json.totals.payable_amount, 105)
    assert.deepEqual(json.meta_info.peppol_status.validation_results, [])
    const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10)
    assert.equal(json.issue_date, today)
    const path = `/api/purchase-credit-notes/${json.id}`
    assert.equal((await settled(path)).overall_status, 'APPROVED')
    const found = await tenant.get(`/api/purchase-credit-notes?invoice_number=${of.document_number}`)
    assert.equal(found.json.content[0].id, json.id)
  })

  test('a lower price is credited by its amount', async () => {
    const { json: of } = await invoice({ document_lines: [aLine({ quantity: 5 })] })
    const reduced = { discrepancy_response: 'DL8.61.1.C', lines: [{ line: 1, amount: 50 }] }
    const answer = await credit(of.id, reduced)
    assert.equal(answer.status, 201, answer.text)
    const [line] = answer.json.document_lines
    assert.deepEqual([line.quantity, line.price.price_amount, line.net_amount], [1, 50, 50])
    assert.equal(answer.json.totals.payable_amount, 52.5)
    assert.deepEqual(answer.json.meta_info.peppol_status.validation_results, [])
    const rest = await credit(of.id, returned)
    assert.equal(rest.json.totals.payable_amount, 472.5)
    assert.equal((await credit(of.id, returned)).status, 400)
  })

  test('all credit notes of an invoice add up to it, however it is split', async () => {
    const lines = [
      aLine({
        quantity: 7,
        price: aPrice({ base_amount: Decimal.from('14.335') }),
        charges: [{ reason: 'Packing', amount: 1 }],
      }),
      aLine({ quantity: 3, price: aPrice({ base_amount: Decimal.from('33.333') }) }),
    ]
    const { json: of } = await invoice({
      document_lines: lines,
      charges: [aCharge()],
      allowances: [aCharge({ reason: 'Rebate', amount: Decimal.from('3.33') })],
      payable_rounding_amount: Decimal.from('-0.02'),
      ...inCurrency('USD'),
    })
    const notes = []
    for (const body of [
      { lines: [{ line: 1, quantity: 2 }] },
      {
        lines: [
          { line: 2, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
      { lines: [{ line: 2, quantity: Decimal.from('0.5') }] },
      {},
    ]) {
      const answer = await credit(of.id, { ...returned, ...body })
      assert.equal(answer.status, 201, answer.text)
      assert.deepEqual(answer.json.meta_info.peppol_status.validation_results, [])
      notes.push(answer.json)
    }
    const members = [
      'line_extension_amount',
      'tax_exclusive_amount',
      'tax_amount',
      'tax_inclusive_amount',
      'payable_amount',
    ]
    for (const member of [...members, 'payable_rounding_amount'])
      assert.equal(cents(notes.map(({ totals }) => totals[member])), cents([of.totals[member]]), member)
    const rest = await credit(of.id, returned)
    assert.deepEqual([rest.status, rest.json.errors], [400, { lines: 'Nothing is left to be credited' }])
  })

  test('a sales invoice is credited the same way', async () => {
    const path = `/api/sales-invoices/${tenant.profileId}`
    const { json: of } = await tenant.post(path, aSalesInvoice({ prepaid_amount: 10 }))
    const answer = await credit(
      of.id,
      { ...returned, issue_date: '2026-07-20', document_number: 'SCN-MINE' },
      {},
      'sales-invoices',
    )
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(
      [answer.json.credit_note_type_code, answer.json.document_number, answer.json.issue_date],
      ['381', 'SCN-MINE', '2026-07-20'],
    )
    assert.deepEqual(answer.json.accounting_customer_party, of.accounting_customer_party)
    assert.equal(answer.json.totals.payable_amount, 210)
    assert.equal((await tenant.get(`/api/sales-credit-notes/${answer.json.id}`)).status, 200)
  })

  test('errors name the wrong member', async () => {
    const { json: of } = await invoice({ document_lines: [aLine({ quantity: 5 })] })
    const wrong = await credit(of.id, {
      discrepancy_response: 'VD',
      lines: [{ line: 0 }, { line: 1, quantity: -1 }, { line: 1 }, { quantity: 1 }, { line: 1.5 }],
      nonsense: 1,
    })
    assert.deepEqual(
      [wrong.status, wrong.json.errors],
      [
        400,
        {
          discrepancy_response:
            'Discrepancy response must be one of DL8.61.1.A, DL8.61.1.B, DL8.61.1.C, DL8.61.1.D or DL8.61.1.E ' +
            '(A cancelled, B tax treatment, C price, D returned, E tax in error)',
          'lines[0].line': 'Line must be a whole number from 1 to 10000',
          'lines[1].quantity': 'Quantity must be greater than zero',
          'lines[2].line': 'Line 1 is named twice',
          'lines[3].line': 'Line is mandatory',
          'lines[4].line': 'Line must be a whole number from 1 to 10000',
          nonsense: 'nonsense is not a known field',
        },
      ],
    )
    await credit(of.id, { ...returned, lines: [{ line: 1, quantity: 2 }] })
    const more = await credit(of.id, { ...returned, lines: [{ line: 1, quantity: 4 }, { line: 2 }] })
    assert.deepEqual(
      [more.status, more.json.errors],
      [
        400,
        {
          'lines[0].quantity': 'Quantity must be at most 3, what is left of line 1',
          'lines[1].line': 'Line must be from 1 to 1',
        },
      ],
    )
    const both = await credit(of.id, { ...returned, lines: [{ line: 1, quantity: 1, amount: 5 }] })
    assert.deepEqual(both.json.errors, { 'lines[0].amount': 'Send either a quantity or an amount' })
    const dearer = await credit(of.id, { ...returned, lines: [{ line: 1, amount: 300.01 }] })
    assert.deepEqual(dearer.json.errors, { 'lines[0].amount': 'Amount must be at most 300.00, what is left of line 1' })
    const missing = await credit('none', returned)
    assert.deepEqual(
      [missing.status, missing.json.errors],
      [404, { message: 'Purchase invoice not found with id: none' }],
    )
    const stranger = await running.tenant()
    assert.equal((await stranger.post(`/api/purchase-invoices/${of.id}/credit-notes`, returned)).status, 404)
  })

  test('an invoice that was never sent cannot be credited', async () => {
    const { json: of } = await invoice({ payment_means: undefined })
    const answer = await credit(of.id, returned)
    assert.equal(answer.status, 400)
    assert.deepEqual(Object.keys(answer.json.errors), ['document_status'])
  })

  test('concurrent credits never exceed the invoice', async () => {
    const { json: of } = await invoice({ document_lines: [aLine({ quantity: 6 }), aLine({ quantity: 1 })] })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => credit(of.id, { ...returned, lines: [{ line: 1, quantity: 1 }] })),
    )
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, 6, answers.map(({ status }) => status).join())
    for (const { status, json } of answers)
      if (status !== 201) assert.deepEqual(json.errors, { 'lines[0].line': 'Nothing of line 1 is left to be credited' })
    assert.equal(cents(made.map(({ json }) => json.totals.tax_exclusive_amount)), 60_000)
    const rest = await credit(of.id, returned)
    assert.equal(rest.json.totals.tax_exclusive_amount, 100)
  })

  test('a credit note that is rejected, or edited after failing its rules, counts for nothing', async () => {
    const rejecting = aSupplier({ endpoint_id: '1000000041' })
    const { json: of } = await invoice({ accounting_supplier_party: rejecting })
    await settled(`/api/purchase-invoices/${of.id}`)
    const { json: first } = await credit(of.id, returned)
    assert.equal((await settled(`/api/purchase-credit-notes/${first.id}`)).overall_status, 'REJECTED')
    const again = await credit(of.id, returned)
    assert.equal(again.status, 201, again.text)
    // Simulates failed rules: no credit note of this operation fails them.
    const { database } = running.service.parts.store
    const failed = "update documents set overall_status = 'VALIDATION_FAILED' where org_id = $1 and id = $2"
    await settled(`/api/purchase-credit-notes/${again.json.id}`)
    await database.query(sql(failed, tenant.orgId, again.json.id))
    const edited = await tenant.send(
      'PUT',
      `/api/purchase-credit-notes/${again.json.id}/${tenant.profileId}`,
      aPurchaseCreditNote(),
    )
    assert.equal(edited.status, 200, edited.text)
    const third = await credit(of.id, returned)
    assert.equal(third.status, 201, third.text)
  })

  test('another credit note counts by its amount when it refers to this invoice alone', async () => {
    const { json: of } = await invoice({ document_lines: [aLine({ quantity: 5 })] })
    const { json: other } = await invoice()
    const refersTo = (...ids: readonly string[]) =>
      aPurchaseCreditNote({
        document_lines: [aLine({ quantity: 2 })],
        billing_reference: ids.map((id) => ({ id, issue_date: '2026-07-15' })),
      })
    const path = `/api/purchase-credit-notes/${tenant.profileId}`
    const both = await tenant.post(path, refersTo(of.document_number, other.document_number))
    assert.equal(both.status, 201, both.text)
    assert.equal((await credit(of.id, { ...returned, lines: [{ line: 1, quantity: 1 }] })).status, 201)
    const one = await tenant.post(path, refersTo(of.document_number))
    assert.equal(one.status, 201, one.text)
    const tooMuch = await credit(of.id, returned)
    const reason = `it has other credit notes too (${one.json.document_number})`
    assert.deepEqual(
      [tooMuch.status, tooMuch.json.errors],
      [400, { lines: `Only 210.00 AED of the invoice is left to be credited: ${reason}` }],
    )
    const rest = await credit(of.id, { ...returned, lines: [{ line: 1, quantity: 2 }] })
    assert.equal(rest.status, 201, rest.text)
  })

  test('a dry run and an Idempotency-Key work as for other creates', async () => {
    const { json: of } = await invoice()
    const dry = await tenant.post(`/api/purchase-invoices/${of.id}/credit-notes?dry_run=true`, returned)
    assert.equal(dry.status, 200, dry.text)
    assert.equal(dry.json.document.totals.payable_amount, 210)
    const headers = { 'idempotency-key': `credit-${of.id}` }
    const one = await credit(of.id, returned, headers)
    const two = await credit(of.id, returned, headers)
    assert.deepEqual([one.status, two.status, two.text], [201, 201, one.text])
    assert.equal(two.headers.get('idempotency-replayed'), 'true')
  })

  test('an invoice of many lines is credited on another thread', async () => {
    const lines = Array.from({ length: 800 }, () => aLine())
    const { json: of } = await invoice({ document_lines: lines })
    const part = await credit(of.id, { ...returned, lines: [{ line: 800, quantity: 1 }] })
    assert.equal(part.status, 201, part.text.slice(0, 300))
    const rest = await credit(of.id, returned)
    assert.equal(rest.json.document_lines.length, 800)
    assert.equal(
      cents([part.json, rest.json].map(({ totals }) => totals.payable_amount)),
      cents([of.totals.payable_amount]),
    )
  })

  const settled = (path: string) =>
    eventually(async () => {
      const status = (await tenant.get(path)).json.meta_info.peppol_status
      return status.overall_status !== 'PENDING' && status
    })
})
