import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { arbitraryRequest } from '../../../test/support/requests/arbitrary-requests.ts'
import { anIssued, aProfileParty, fixedId } from '../../../test/support/requests/issued.ts'
import {
  aBuyer,
  aLine,
  aPrice,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  jsonOf,
} from '../../../test/support/requests/requests.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { byField, inEnglish } from '../messages/text-of.ts'
import { computeDocument } from './compute-document.ts'
import { check } from './declaration/check.ts'
import { CreditNoteRequest, InvoiceRequest } from './document.ts'

test('a document has the sent members and those that the service adds', () => {
  const { id, family, content, attachments } = anIssued(aPurchaseInvoice())
  assert.equal(id, fixedId)
  assert.equal(family, 'purchase-invoices')
  assert.equal(content.document_number, 'SB-000001')
  assert.equal(content.document_source, 'API')
  assert.equal(content.accounting_customer_party.endpoint_id, '1008765432')
  assert.equal('attachments' in content, false)
  assert.deepEqual(attachments, [])
  const names = Object.keys(content)
  assert.equal(names[0], 'document_number')
  assert.deepEqual(names.slice(-2), ['document_lines', 'totals'])
})

test('the caller’s number and source are not replaced', () => {
  const { content } = anIssued(aPurchaseInvoice({ document_number: 'MINE-1', document_source: 'ERP' }))
  assert.equal(content.document_number, 'MINE-1')
  assert.equal(content.document_source, 'ERP')
})

test('the reason of a credit note is the text of its code unless one is sent', () => {
  const reasonOf = (sent: ReturnType<typeof aPurchaseCreditNote>) => {
    const { family, content } = anIssued(sent)
    assert.equal(family, 'purchase-credit-notes')
    assert('reason' in content)
    return content.reason
  }
  assert.equal(reasonOf(aPurchaseCreditNote({ discrepancy_response: 'VD' })), 'Volume Discount.')
  assert.equal(reasonOf(aPurchaseCreditNote({ reason: 'Two boxes wet' })), 'Two boxes wet')
})

test('attachments: metadata in the answer, bytes beside it', () => {
  const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: 'YSxi' }
  const { content, attachments } = anIssued(aPurchaseInvoice({ attachments: [file, { ...file, file_name: 'b.csv' }] }))
  const ids = attachments.map((attachment) => attachment.id)
  assert.equal(new Set(ids).size, 2)
  assert.deepEqual(attachments[0], { id: ids[0], ...file })
  assert.deepEqual(content.attachments, [
    { id: ids[0], file_name: 'a.csv', file_type: 'text/csv' },
    { id: ids[1], file_name: 'b.csv', file_type: 'text/csv' },
  ])
  assert.equal(writeJson(content).includes('YSxi'), false)
})

test('an attachment without an id is our mistake, not the caller’s', () => {
  const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: 'YSxi' }
  const request = check(InvoiceRequest, readJson(jsonOf(aPurchaseInvoice({ attachments: [file] }))))
  assert('value' in request)
  const minted = { id: fixedId, documentNumber: 'x', profile: aProfileParty() }
  assert.throws(() => computeDocument('purchase-invoices', request.value, minted), /every attachment has an id/)
})

test('all errors from the buyer and the amounts are reported at once', () => {
  const huge = aLine({ quantity: 1_000_000, price: aPrice({ base_amount: 1_000_000 }) })
  const request = check(InvoiceRequest, readJson(jsonOf(aPurchaseInvoice({ document_lines: [huge] }))))
  assert('value' in request)
  const buyer = aProfileParty(aBuyer({ tin: '1002345678' }))
  const computed = computeDocument('purchase-invoices', request.value, {
    id: fixedId,
    documentNumber: 'x',
    profile: buyer,
  })
  assert('errors' in computed)
  assert.deepEqual(byField(computed.errors, inEnglish), {
    accounting_supplier_party: 'Accounting supplier party must differ from the buyer',
    'document_lines[0]': 'Line amount must be less than 1000000000000',
  })
})

test('the answer echoes every member that was sent, digit for digit', () => {
  fc.assert(
    fc.property(arbitraryRequest({ isWild: true }), ({ family, request }) => {
      const sent = readJson(jsonOf(request))
      const answer = readJson(writeJson(anIssued(request).content))
      assert(sent instanceof Map && answer instanceof Map, family)
      for (const [name, value] of sent) {
        if (name === 'document_lines' || name === 'attachments') continue
        assert.equal(plainText(answer.get(name)), plainText(value), name)
      }
    }),
    { numRuns: 100 },
  )
})

test('no accepted number makes issuing fail', () => {
  const extreme = fc.constantFrom(
    '999999999999.99999999999999999999',
    '0.00000000000000000001',
    '1',
    '999999999999',
    '3',
    '0.3',
  )
  const percent = fc.constantFrom('0', '0.00000000000000000001', '999999999999', '5')
  const amount = fc.constantFrom('0', '999999999999.99', '0.01')
  fc.assert(
    fc.property(
      fc.array(extreme, { minLength: 3, maxLength: 3 }),
      percent,
      fc.array(amount, { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      ([quantity = '', price = '', base = ''], rate, [charge = '', allowance = ''], isForeign) => {
        const line = aLine({
          quantity: Decimal.from(quantity),
          price: {
            base_amount: Decimal.from(price),
            base_quantity: Decimal.from(base),
            allowance: { amount: Decimal.from(price) },
          },
          classified_tax_category: { id: 'S', percent: Decimal.from(rate) },
          charges: [
            { reason: 'x', amount: Decimal.from(charge) },
            { reason: 'x', amount: Decimal.from(charge) },
          ],
          allowances: [{ reason: 'x', amount: Decimal.from(allowance) }],
        })
        const rateOf = {
          source_currency_code: 'USD',
          target_currency_code: 'AED',
          calculation_rate: Decimal.from('999999999999'),
        }
        const foreign = isForeign
          ? { document_currency_code: 'USD', tax_currency_code: 'AED', tax_exchange_rate: rateOf }
          : {}
        const request = check(
          CreditNoteRequest,
          readJson(jsonOf(aPurchaseCreditNote({ ...foreign, document_lines: [line, line] }))),
        )
        assert('value' in request)
        const computed = computeDocument('purchase-credit-notes', request.value, {
          id: fixedId,
          documentNumber: 'x',
          profile: aProfileParty(),
        })
        if ('errors' in computed)
          assert.match([...computed.errors.values()].map(inEnglish).join(), /must be less than 1000000000000/)
      },
    ),
    { numRuns: 300 },
  )
})

/** The same text for every order of members. */
function plainText(value: unknown): string {
  if (value instanceof Map)
    return `{${[...value]
      .map(([name, member]) => `${name}:${plainText(member)}`)
      .sort()
      .join()}}`
  return Array.isArray(value) ? `[${value.map(plainText).join()}]` : `${value}`
}
