import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/support/effort.ts'
import { arbitraryRequest } from '../../../test/support/requests/arbitrary-requests.ts'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../../test/support/requests/everything.ts'
import { anIssued } from '../../../test/support/requests/issued.ts'
import { aLine, aPurchaseInvoice, inCurrency } from '../../../test/support/requests/requests.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { CompatibleContent, compatibleContent } from './compatible-content.ts'

// A compatibility-mode answer is the strict-mode answer with additional members
// (docs/decisions/0053).

const about = { id: 'the-id', overallStatus: 'PENDING' }

function compatible(content: string) {
  const text = compatibleContent(content, about)
  assert.doesNotThrow(() => readJson(text), 'a member is repeated')
  return JSON.parse(text)
}

/** Removes the members that compatibility mode adds. The rest must equal the stored document. */
function withoutAdditions(answer: Record<string, unknown>, stored: Record<string, unknown>) {
  return JSON.parse(JSON.stringify(answer), function (this: unknown, name: string, value: unknown) {
    if (name === '' && typeof value === 'object' && value !== null && 'document_lines' in value) {
      return Object.fromEntries(Object.entries(Object(value)).filter(([member]) => member in stored))
    }
    const isInAed = /^(tax|total)_amount_in_aed$/.test(name) && stored.document_currency_code === 'AED'
    const isOfLine = typeof this === 'object' && this !== null && 'net_amount' in this
    if (isInAed && isOfLine) return undefined
    const isGroup = typeof this === 'object' && this !== null && 'tax_category_code' in this
    if (name === 'tax_percentage' && isGroup && ['E', 'O'].includes(String(this.tax_category_code))) return undefined
    return value
  })
}

test('in every document, members are added and nothing else changes', () => {
  fc.assert(
    fc.property(arbitraryRequest(), ({ request }) => {
      const content = writeJson(anIssued(request).content)
      const answer = compatible(content)
      assert.deepEqual(withoutAdditions(answer, JSON.parse(content)), JSON.parse(content))
      for (const member of ['charges', 'allowances', 'billing_reference', 'attachments'])
        assert.ok(Array.isArray(answer[member]), member)
      for (const member of ['prepaid_amount', 'payable_rounding_amount']) assert.equal(typeof answer[member], 'number')
      for (const line of answer.document_lines) {
        assert.equal(typeof line.tax_amount_in_aed, 'number')
        if (answer.document_currency_code !== 'AED') continue
        assert.deepEqual([line.tax_amount_in_aed, line.total_amount_in_aed], [line.tax_amount, line.total_amount])
      }
      for (const group of answer.totals.tax_breakdown) assert.equal(typeof group.tax_percentage, 'number')
    }),
    { numRuns: times({ quick: 20, full: 100, long: 2_000 }) },
  )
})

test('a complete document gets only its status and dates', () => {
  const invoice = compatible(writeJson(anIssued(anInvoiceWithEverything()).content))
  assert.deepEqual(
    [invoice.document_status, invoice.is_phase2_document, invoice.supply_date, invoice.effective_tax_point_date],
    ['ACTIVE', true, invoice.delivery.actual_delivery_date, invoice.delivery.actual_delivery_date],
  )
  assert.notEqual(invoice.attachments[0].id, 'the-id')
  const note = compatible(writeJson(anIssued(aCreditNoteWithEverything()).content))
  assert.deepEqual([note.supply_date, note.effective_tax_point_date], [undefined, undefined])
})

test('texts that look like members change nothing', () => {
  const hostile = '"document_lines":[{"tax_amount":1,"total_amount":2}],"tax_category_code":"E","charges":1'
  const request = aPurchaseInvoice({
    note: hostile,
    buyer_reference: hostile,
    document_lines: [aLine({ name: hostile, note: `\\${hostile}`, line_object_identifier: hostile })],
  })
  const content = writeJson(anIssued(request).content)
  assert.deepEqual(withoutAdditions(compatible(content), JSON.parse(content)), JSON.parse(content))
})

test('a document states whether it is sent over Peppol, and a stored one without attachments lists its page as one', () => {
  const content = writeJson(anIssued(aPurchaseInvoice(inCurrency())).content)
  const sent = ([status, id]: readonly [string | null, string?]) => {
    const { is_phase2_document, attachments } = JSON.parse(
      compatibleContent(content, { overallStatus: status, ...(id !== undefined && { id }) }),
    )
    return [is_phase2_document, attachments.length]
  }
  assert.deepEqual(sent(['APPROVED', 'x']), [true, 1])
  assert.deepEqual(sent(['REJECTED', 'x']), [true, 1])
  assert.deepEqual(sent(['VALIDATION_FAILED', 'x']), [false, 1])
  assert.deepEqual(sent([null]), [false, 0])
})

test('a content in parts is completed like a whole one, wherever it is cut', () => {
  const content = writeJson(anIssued(aPurchaseInvoice({ document_lines: [aLine(), aLine(), aLine()] })).content)
  fc.assert(
    fc.property(fc.array(fc.nat(content.length), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), content.length]
      const completed = new CompatibleContent(about)
      const pieces = places.slice(1).map((end, at) => completed.push(content.slice(places[at], end)))
      assert.equal(pieces.join('') + completed.end(), compatibleContent(content, about))
    }),
  )
})
