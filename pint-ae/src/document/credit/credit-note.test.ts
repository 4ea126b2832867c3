import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, sum } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { openRulebook } from '../../../../src/rules/open-rulebook.ts'
import { times } from '../../../../test/support/effort.ts'
import { arbitraryRequest } from '../../../../test/support/requests/arbitrary-requests.ts'
import { anIssued, aProfileParty } from '../../../../test/support/requests/issued.ts'
import { aCharge, aLine, aPrice, aPurchaseInvoice, type Members } from '../../../../test/support/requests/requests.ts'
import { readJson } from '../../json/read.ts'
import { writeJson } from '../../json/write.ts'
import { byField, inEnglish } from '../../messages/text-of.ts'
import { ublDocument } from '../../ubl/ubl-document.ts'
import type { CreditNoteContent, InvoiceContent } from '../answer.ts'
import { groupOf } from '../calculation/breakdown.ts'
import { computeDocument } from '../compute-document.ts'
import { check } from '../declaration/check.ts'
import { requests } from '../document.ts'
import { creditNoteOf } from './credit-note.ts'
import type { CreditRequest } from './credit-request.ts'
import { CreditedAmounts, CreditedSoFar } from './credited-so-far.ts'

const rulebook = await openRulebook({ gaps: true })
const runs = times({ quick: 15, full: 150, long: 3_000 })

/** An invoice and its credit notes so far. */
class CreditedInvoice {
  readonly invoice: InvoiceContent
  readonly notes: CreditNoteContent[] = []
  readonly amounts: CreditedAmounts[] = []

  constructor(request: Members) {
    const { content } = anIssued(request)
    assert('invoice_type_code' in content)
    this.invoice = content
  }

  /** Issues a credit note and stores its amounts. */
  credit(lines?: CreditRequest['lines']): CreditNoteContent {
    const wanted = { discrepancy_response: 'DL8.61.1.D', ...(lines && { lines }) }
    const draft = creditNoteOf(this.invoice, wanted, {
      otherCreditNotes: [],
      creditedSoFar: new CreditedSoFar(this.amounts),
      today: '2026-07-31',
    })
    assert(!('errors' in draft), 'errors' in draft ? JSON.stringify([...draft.errors]) : '')
    const { request, credited } = draft
    const family = request.credit_note_type_code === '261' ? 'purchase-credit-notes' : 'sales-credit-notes'
    const again = check<(typeof requests)['purchase-credit-notes' | 'sales-credit-notes']>(
      requests[family],
      readJson(writeJson(request)),
    )
    assert(!('errors' in again), 'errors' in again ? JSON.stringify([...again.errors]) : '')
    const minted = {
      id: 'x',
      documentNumber: `CN-${this.notes.length + 1}`,
      profile: aProfileParty(),
      vat: credited.vat,
    }
    const issuing = computeDocument(family, request, minted)
    assert(!('errors' in issuing), 'errors' in issuing ? JSON.stringify([...issuing.errors]) : '')
    const { content } = issuing.document
    assert('credit_note_type_code' in content)
    const set = family === 'purchase-credit-notes' ? 'self-billing' : 'billing'
    const findings = rulebook.judge(ublDocument(issuing.document), set).filter(({ flag }) => flag === 'fatal')
    assert.deepEqual(findings, [])
    this.notes.push(content)
    const stored = check(CreditedAmounts, readJson(writeJson(credited.amounts)))
    assert('value' in stored)
    this.amounts.push(stored.value)
    return content
  }

  left(at: number): Decimal {
    const line = this.invoice.document_lines[at]
    assert(line)
    return line.quantity.minus(new CreditedSoFar(this.amounts).line(at).quantity)
  }

  netLeft(at: number): Decimal {
    const line = this.invoice.document_lines[at]
    assert(line)
    return line.net_amount.minus(new CreditedSoFar(this.amounts).line(at).net)
  }
}

const cents = (amount: Decimal) => amount.rescaled(2).toString()
const total = (amounts: readonly Decimal[]) => cents(sum(amounts))

/** Asserts that the credit notes add up to the invoice: every line, charge and group. */
function assertWhole({ invoice, notes, amounts }: CreditedInvoice): void {
  for (const [at, line] of invoice.document_lines.entries()) {
    const of = amounts.flatMap((each) => each.lines.filter((credited) => credited.at.toNumber() === at))
    assert.equal(total(of.map(({ net }) => net)), cents(line.net_amount), `line ${at}`)
    assert.ok(sum(of.map(({ quantity }) => quantity)).equals(line.quantity))
    for (const list of ['charges', 'allowances'] as const) {
      for (const [place, { amount }] of (line[list] ?? []).entries())
        assert.equal(total(of.map((credited) => credited[list]?.[place] ?? Decimal.zero)), cents(amount))
    }
  }
  for (const list of ['charges', 'allowances'] as const) {
    for (const [place, { amount }] of (invoice[list] ?? []).entries())
      assert.equal(total(amounts.map((each) => each[list]?.[place] ?? Decimal.zero)), cents(amount))
  }
  const groups = (contents: readonly (InvoiceContent | CreditNoteContent)[]) => {
    const found = new Map<string, { taxable: Decimal; tax: Decimal }>()
    for (const { totals } of contents) {
      for (const {
        tax_category_code: id,
        tax_percentage: percent,
        taxable_amount,
        tax_amount,
      } of totals.tax_breakdown) {
        const key = groupOf({ id, ...(percent && { percent }) })
        const known = found.get(key) ?? { taxable: Decimal.zero, tax: Decimal.zero }
        found.set(key, { taxable: known.taxable.plus(taxable_amount), tax: known.tax.plus(tax_amount) })
      }
    }
    const amounts = [...found].map(([key, { taxable, tax }]) => [key, cents(taxable), cents(tax)])
    // A group of zero may be missing from the credit notes.
    return amounts.filter(([, taxable, tax]) => Number(taxable) !== 0 || Number(tax) !== 0).sort()
  }
  assert.deepEqual(groups(notes), groups([invoice]))
  const members = ['line_extension_amount', 'tax_exclusive_amount', 'tax_amount', 'tax_inclusive_amount'] as const
  for (const member of members)
    assert.equal(total(notes.map(({ totals }) => totals[member])), cents(invoice.totals[member]), member)
  const rounding = roundingOf(invoice)
  assert.equal(total(notes.map(({ totals }) => totals.payable_rounding_amount)), cents(rounding), 'rounding')
  assert.equal(
    total(notes.map(({ totals }) => totals.payable_amount)),
    cents(invoice.totals.tax_inclusive_amount.plus(rounding)),
  )
}

/** No credit note is of a rounding alone, and none is less than zero because of it. */
function roundingOf({ totals }: InvoiceContent): Decimal {
  const { tax_inclusive_amount: money, payable_rounding_amount: rounding } = totals
  if (money.isZero) return Decimal.zero
  return money.sign > 0 && money.plus(rounding).sign < 0 ? money.negated() : rounding
}

test('a whole invoice is credited in one piece: the same figures, without what was prepaid', () => {
  const credited = new CreditedInvoice(
    aPurchaseInvoice({
      document_lines: [
        aLine({ charges: [{ reason: 'x', amount: 10, base_amount: 100, multiplier_factor_numeric: 10 }] }),
        aLine(),
      ],
      charges: [aCharge()],
      prepaid_amount: 50,
      payable_rounding_amount: Decimal.from('0.01'),
    }),
  )
  const note = credited.credit()
  assertWhole(credited)
  assert.equal(note.credit_note_type_code, '261')
  assert.deepEqual(note.billing_reference, [{ id: 'SB-000001', issue_date: '2026-07-15' }])
  assert.equal(note.document_lines[0]?.charges?.[0]?.multiplier_factor_numeric?.toString(), '10')
  assert.ok('payment_means' in credited.invoice && 'prepaid_amount' in credited.invoice)
  assert.equal('payment_means' in note || 'prepaid_amount' in note, false)
  assert.equal(note.issue_date, '2026-07-31')
})

test('thirds add up to the whole: lines, charges and VAT', () => {
  const line = aLine({
    quantity: 3,
    price: aPrice({ base_amount: Decimal.from('33.333') }),
    charges: [{ reason: 'x', amount: 1 }],
  })
  const credited = new CreditedInvoice(aPurchaseInvoice({ document_lines: [line], charges: [aCharge()] }))
  for (let at = 0; at < 3; at += 1) credited.credit([{ line: 1, quantity: Decimal.one }])
  assertWhole(credited)
  const amounts = credited.notes.map(({ totals, document_lines: [first], charges }) => [
    cents(first?.net_amount ?? Decimal.zero),
    first?.charges?.map(({ reason, amount }) => `${reason} ${cents(amount)}`),
    charges?.map(({ amount }) => cents(amount)),
    cents(totals.tax_amount),
  ])
  assert.deepEqual(amounts, [
    ['33.66', ['x 0.33'], ['3.33'], '1.85'],
    ['33.67', ['x 0.34'], ['3.34'], '1.85'],
    ['33.67', ['x 0.33', 'Rounding 0.01'], ['3.33'], '1.85'],
  ])
})

test('a hundred small credits never take more than there is', () => {
  const line = aLine({
    quantity: 100,
    price: aPrice({ base_amount: Decimal.from('0.335') }),
    charges: [{ reason: 'x', amount: Decimal.from('0.05') }],
  })
  const credited = new CreditedInvoice(aPurchaseInvoice({ document_lines: [line] }))
  for (let at = 0; at < 100; at += 1) {
    const note = credited.credit([{ line: 1, quantity: Decimal.one }])
    assert.ok(note.totals.tax_exclusive_amount.sign >= 0)
  }
  assertWhole(credited)
})

/** Rounded, but never more than the whole: 0.999 of 0.0055865 rounds to 0.0056. */
function partOf(whole: Decimal, part: Decimal): Decimal {
  const rounded = whole.times(part).round(4)
  return rounded.compare(whole) > 0 ? whole : rounded
}

test('any invoice can be credited in any parts, and they add up to it', () => {
  const splits = fc.array(
    fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 999 })), { minLength: 1, maxLength: 4 }),
    { maxLength: 5 },
  )
  const invoices = arbitraryRequest({ linesMax: 5 }).filter(({ family }) => !family.endsWith('credit-notes'))
  let pieces = 0
  fc.assert(
    fc.property(invoices, splits, ({ request }, split) => {
      const credited = new CreditedInvoice(request)
      for (const piece of split) {
        const wanted = new Map<number, { readonly quantity: Decimal } | { readonly amount: Decimal }>()
        for (const [line, thousandths] of piece) {
          const at = line % credited.invoice.document_lines.length
          const part = Decimal.of(thousandths, 3)
          const quantity = partOf(credited.left(at), part)
          const amount = credited.netLeft(at).times(part).round(2)
          if (thousandths % 3 === 0 && amount.sign > 0 && credited.left(at).sign > 0) wanted.set(at, { amount })
          else if (quantity.sign > 0) wanted.set(at, { quantity })
        }
        if (wanted.size > 0) credited.credit([...wanted].map(([at, wish]) => ({ line: at + 1, ...wish })))
      }
      // The parts can add up to the whole already.
      if (credited.invoice.document_lines.some((_, at) => credited.left(at).sign > 0)) credited.credit()
      pieces += credited.notes.length
      assertWhole(credited)
      const rest = creditNoteOf(
        credited.invoice,
        { discrepancy_response: 'VD' },
        { creditedSoFar: new CreditedSoFar(credited.amounts), otherCreditNotes: [], today: 'x' },
      )
      assert.deepEqual('errors' in rest && byField(rest.errors, inEnglish), {
        lines: 'Nothing is left to be credited',
      })
    }),
    { numRuns: runs },
  )
  assert.ok(pieces > runs * 2)
})

test('more than is left is refused, with an error at the line', () => {
  const credited = new CreditedInvoice(aPurchaseInvoice({ document_lines: [aLine({ quantity: 5 }), aLine()] }))
  credited.credit([{ line: 1, quantity: Decimal.of(2) }, { line: 2 }])
  const lines = [{ line: 1, quantity: Decimal.from('3.001') }, { line: 2, quantity: Decimal.one }, { line: 3 }]
  const wanted = { discrepancy_response: 'DL8.61.1.A', lines }
  const draft = creditNoteOf(credited.invoice, wanted, {
    creditedSoFar: new CreditedSoFar(credited.amounts),
    otherCreditNotes: [],
    today: '2026-07-31',
  })
  assert.deepEqual('errors' in draft && byField(draft.errors, inEnglish), {
    'lines[0].quantity': 'Quantity must be at most 3, what is left of line 1',
    'lines[1].line': 'Nothing of line 2 is left to be credited',
    'lines[2].line': 'Line must be from 1 to 2',
  })
})

test('an amount of a line is credited as one unit at that price, and its quantity shrinks with it', () => {
  const credited = new CreditedInvoice(
    aPurchaseInvoice({
      document_lines: [aLine({ quantity: 3, unit_code: 'KGM', charges: [aCharge({ amount: 30 })] })],
    }),
  )
  const { document_lines, totals } = credited.credit([{ line: 1, amount: Decimal.from('110') }])
  const [line] = document_lines
  assert.deepEqual([line?.quantity, line?.price.price_amount, line?.net_amount, totals.tax_amount].map(String), [
    '1',
    '110',
    '110.00',
    '5.50',
  ])
  assert.deepEqual([line?.unit_code, line?.charges], ['C62', undefined])
  assert.equal(String(credited.left(0).normalized()), '2')
  assert.deepEqual(credited.amounts[0]?.lines[0]?.charges?.map(String), ['10.00'])
  credited.credit([{ line: 1, amount: Decimal.from('0.01') }])
  credited.credit([{ line: 1, quantity: Decimal.one }])
  credited.credit([{ line: 1, amount: credited.netLeft(0) }])
  assert.ok(credited.left(0).isZero)
  assertWhole(credited)
})

test('amounts of credit notes without lines cannot be credited again', () => {
  const credited = new CreditedInvoice(
    aPurchaseInvoice({ document_lines: [aLine({ quantity: 5 })], payable_rounding_amount: Decimal.from('0.05') }),
  )
  credited.credit([{ line: 1, quantity: Decimal.of(2) }])
  const creditedSoFar = new CreditedSoFar(credited.amounts)
  assert.equal(creditedSoFar.total.toString(), '210.00')
  const tried = (quantity: number, ...others: readonly string[]) => {
    const otherCreditNotes = others.map((amount, at) => ({
      documentNumber: `CN-${at + 1}`,
      amount: Decimal.from(amount),
    }))
    const lines = [{ line: 1, quantity: Decimal.of(quantity) }]
    const wanted = { discrepancy_response: 'DL8.61.1.A', lines }
    const draft = creditNoteOf(credited.invoice, wanted, { creditedSoFar, otherCreditNotes, today: '2026-07-31' })
    return 'errors' in draft ? byField(draft.errors, inEnglish).lines : 'credited'
  }
  assert.equal(tried(1, '210.05'), 'credited')
  assert.equal(tried(2, '105.05'), 'credited')
  assert.equal(
    tried(1, '200', '10.06'),
    'Only 104.99 AED of the invoice is left to be credited: it has other credit notes too (CN-1, CN-2)',
  )
  assert.equal(tried(1, '325.05'), 'Nothing is left to be credited: it has other credit notes too (CN-1)')
  assert.match(tried(3, ...Array.from({ length: 7 }, () => '1')) ?? '', /\(CN-1, CN-2, CN-3, CN-4, CN-5, …\)$/)
})

test('amounts of a rejected credit note can be credited again, and still add up to the invoice', () => {
  const line = aLine({
    quantity: 7,
    price: aPrice({ base_amount: Decimal.from('14.335') }),
    charges: [{ reason: 'x', amount: 1 }],
  })
  const credited = new CreditedInvoice(aPurchaseInvoice({ document_lines: [line] }))
  for (const quantity of [1, 2, 1]) credited.credit([{ line: 1, quantity: Decimal.of(quantity) }])
  credited.amounts.splice(1, 1)
  credited.notes.splice(1, 1)
  credited.credit([{ line: 1, quantity: Decimal.of(3) }])
  credited.credit()
  assertWhole(credited)
})
