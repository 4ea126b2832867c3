import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import { effort, times } from '../../../test/support/effort.ts'
import { arbitraryRequest } from '../../../test/support/requests/arbitrary-requests.ts'
import { aProfileParty } from '../../../test/support/requests/issued.ts'
import {
  aCharge,
  aCustomer,
  aLine,
  anAddress,
  aPrice,
  aPurchaseInvoice,
  aSalesInvoice,
  jsonOf,
  type Members,
  requests,
} from '../../../test/support/requests/requests.ts'
import { exemptionReasons } from '../codelists/codelists.ts'
import { type Family, isCreditNote } from '../document/family.ts'
import { readJson } from '../json/read.ts'
import { byField, inEnglish } from '../messages/text-of.ts'
import { systemIds } from './ids.ts'
import type { JudgedDocument } from './judged-document.ts'
import { makeJudgedDocument } from './make-judged-document.ts'
import type { CreditedInvoice, ReadableDraft } from './readable-draft.ts'

// Every valid invoice can be credited with a reason alone. Its credit notes pass the rules of
// documents and of reports.

const rulebook = await openRulebook({ gaps: true })
const runs = times({ quick: 15, full: 150, long: 5_000 })

const draft = {
  profile: aProfileParty(),
  documentNumber: 'N-1',
  issuedAt: Date.UTC(2026, 6, 31),
  serviceProviderId: '0242:000001',
  authorityId: '0242:000006-TESTBED.3001',
}

function judged(about: Pick<ReadableDraft, 'family' | 'text' | 'credits'>): JudgedDocument {
  const result = makeJudgedDocument({ ...draft, ...about }, rulebook, systemIds)
  assert.ok('judged' in result, JSON.stringify('refusal' in result && [...result.refusal.errors]))
  return result.judged
}

/** A valid invoice with its credit notes so far. */
class PassedInvoice {
  readonly answer: string
  readonly quantities: readonly Decimal[]
  readonly nets: readonly Decimal[]
  readonly #family: CreditedInvoice['family']
  readonly #amounts: string[] = []
  /** The total with VAT and rounding. A rounding is not credited alone, nor makes a credit negative. */
  readonly #billed: Decimal
  #payable = Decimal.zero

  constructor(family: CreditedInvoice['family'], { answer }: JudgedDocument) {
    this.#family = family
    this.answer = answer
    this.quantities = figuresIn(answer, 'quantity')
    this.nets = figuresIn(answer, 'net_amount')
    const invoice = readJson(answer)
    const rounding = memberIn(invoice, 'payable_rounding_amount')
    const total = totalIn(invoice, 'tax_inclusive_amount')
    const rounded = rounding instanceof Decimal && !total.isZero ? total.plus(rounding) : total
    this.#billed = total.sign > 0 && rounded.sign < 0 ? Decimal.zero : rounded
  }

  /** Returns the answer of the credit note, which must have no fatal findings. */
  credit(lines: readonly Members[] | undefined, others: Members = {}): ReturnType<typeof readJson> {
    const note = judged(this.#draft(lines, others))
    const fatal = note.findings.filter(({ flag }) => flag === 'fatal')
    assert.deepEqual(
      fatal.map(({ reasonCode, field, text }) => `${reasonCode} ${field}: ${text}`),
      [],
    )
    assert.ok(note.credited !== undefined)
    this.#amounts.push(note.credited)
    const answer = readJson(note.answer)
    const payable = totalIn(answer, 'payable_amount')
    assert.ok(payable.sign >= 0 || totalIn(answer, 'tax_inclusive_amount').sign < 0, `payable ${payable}`)
    this.#payable = this.#payable.plus(payable)
    return answer
  }

  /** All that is left, until nothing is. Together the credit notes pay back all of the invoice. */
  creditRest(): void {
    for (const isLast of [false, true]) {
      const result = makeJudgedDocument({ ...draft, ...this.#draft(undefined, {}) }, rulebook, systemIds)
      if ('judged' in result) {
        assert.ok(!isLast || this.#billed.isZero, 'credited once more')
        this.credit(undefined)
      } else {
        assert.ok('refusal' in result)
        assert.deepEqual(byField(result.refusal.errors, inEnglish), { lines: 'Nothing is left to be credited' })
      }
      assert.ok(this.isPaidBack, `${this.#payable} of ${this.#billed} are paid back`)
    }
  }

  get isPaidBack(): boolean {
    return this.#payable.equals(this.#billed)
  }

  #draft(lines: readonly Members[] | undefined, others: Members) {
    const family: Family = this.#family === 'purchase-invoices' ? 'purchase-credit-notes' : 'sales-credit-notes'
    const text = jsonOf({ discrepancy_response: 'DL8.61.1.D', ...(lines && { lines }), ...others })
    const credits = { family: this.#family, answer: this.answer, creditedAmounts: this.#amounts, otherCreditNotes: [] }
    return { family, text, credits }
  }

  /** Resets the invoice to uncredited. */
  forget(): void {
    this.#amounts.length = 0
    this.#payable = Decimal.zero
  }
}

function totalIn(answer: ReturnType<typeof readJson>, name: string): Decimal {
  const figure = memberIn(memberIn(answer, 'totals'), name)
  assert.ok(figure instanceof Decimal)
  return figure
}

function figuresIn(answer: string, name: string): readonly Decimal[] {
  const invoice = readJson(answer)
  assert.ok(invoice instanceof Map)
  const lines = invoice.get('document_lines')
  assert.ok(Array.isArray(lines))
  return lines.map((line) => {
    const figure = line.get(name)
    assert.ok(figure instanceof Decimal)
    return figure
  })
}

test('every valid invoice can be credited: in whole, one line, part of a line, and the rest', () => {
  const any = fc.oneof(arbitraryRequest({ linesMax: 4 }), arbitraryRequest({ linesMax: 3, isWild: true }))
  const invoices = any.filter(({ family }) => !isCreditNote(family))
  const counts = { invoices: 0, passed: 0 }
  fc.assert(
    fc.property(invoices, fc.nat(), fc.nat(), ({ family, request }, one, other) => {
      assert.ok(family === 'purchase-invoices' || family === 'sales-invoices')
      const record = judged({ family, text: jsonOf(request) })
      counts.invoices += 1
      if (!record.isValid) return
      counts.passed += 1
      const invoice = new PassedInvoice(family, record)
      invoice.creditRest()
      invoice.forget()
      const { quantities } = invoice
      const line = (one % quantities.length) + 1
      invoice.credit([{ line }])
      invoice.forget()
      const part = quantities[line - 1]?.times(Decimal.of(1 + (other % 99), 2)).round(4)
      if (part !== undefined && part.sign > 0) invoice.credit([{ line, quantity: part }])
      invoice.creditRest()
      invoice.forget()
      const amount = invoice.nets[line - 1]?.times(Decimal.of(1 + (other % 99), 2)).round(2)
      if (amount !== undefined && amount.sign > 0) invoice.credit([{ line, amount }])
      invoice.creditRest()
    }),
    { numRuns: runs },
  )
  console.log('credited by reference:', counts)
  // Invoices with unusual rates need not pass. A quick run is too short for a share.
  assert.ok(counts.passed > counts.invoices * (effort === 'quick' ? 0.3 : 0.7))
})

test('a rounding goes with the last of the money, and alone it is not credited', () => {
  for (const rounding of ['-0.02', '0.02'])
    for (const free of [aLine({ quantity: 3, price: aPrice({ base_amount: 0 }) }), undefined]) {
      const request = aPurchaseInvoice({
        document_lines: [aLine({ quantity: 2 }), ...(free ? [free] : [])],
        payable_rounding_amount: Decimal.from(rounding),
      })
      const whole = passed('purchase-invoices', request)
      whole.credit([{ line: 1 }])
      whole.creditRest()
      const byAmount = passed('purchase-invoices', request)
      byAmount.credit([{ line: 1, amount: 199.99 }])
      byAmount.creditRest()
      if (free === undefined) continue
      // Goods that cost nothing can still come back.
      const note = whole.credit([{ line: 2, quantity: 1 }])
      assert.equal(totalIn(note, 'payable_amount').isZero, true)
    }
})

const oth = { invoice_period: { start_date: '2026-07-01', description: 'OTH' }, note: 'Every nine days' }

test('a note that explains the frequency OTH is copied, unless the request has its own', () => {
  for (const family of ['purchase-invoices', 'sales-invoices'] as const) {
    const noteOf = (overrides: Members, sent: Members = {}) =>
      memberIn(passed(family, requests[family](overrides)).credit(undefined, sent), 'note')
    assert.equal(noteOf(oth), 'Every nine days')
    assert.equal(noteOf(oth, { note: 'Nine days each' }), 'Nine days each')
    assert.equal(noteOf({ ...oth, invoice_period: { start_date: '2026-07-01', description: 'MTH' } }), undefined)
    assert.equal(noteOf({ note: 'Every nine days' }), undefined)
  }
})

const [exemptCode = '', exemptName = ''] = [...exemptionReasons][0] ?? []
const exempt = { id: 'E', tax_exemption_reason_code: exemptCode, tax_exemption_reason: exemptName }
const mixed = [aLine(), aLine({ classified_tax_category: exempt }), aLine({ classified_tax_category: { id: 'O' } })]

test('the lines of a sales credit note decide its type', () => {
  const typeOf = (
    type: string,
    lines: readonly Members[],
    credited: readonly number[] | undefined,
    sent: Members = {},
  ) => {
    const invoice = passed('sales-invoices', aSalesInvoice({ invoice_type_code: type, document_lines: lines }))
    return memberIn(
      invoice.credit(
        credited?.map((line) => ({ line })),
        sent,
      ),
      'credit_note_type_code',
    )
  }
  assert.equal(typeOf('380', mixed, undefined), '381')
  assert.equal(typeOf('380', mixed, [1]), '381')
  assert.equal(typeOf('380', mixed, [1, 2]), '381')
  assert.equal(typeOf('380', mixed, [2]), '81')
  assert.equal(typeOf('380', mixed, [2, 3]), '81')
  assert.equal(typeOf('380', [aLine(), aLine({ classified_tax_category: { id: 'Z' } })], [2]), '381')
  assert.equal(typeOf('480', mixed.slice(1), [1]), '81')
  assert.equal(
    typeOf('380', [aLine({ classified_tax_category: { id: 'Z' } })], undefined, { credit_note_type_code: '81' }),
    '81',
  )
})

test('type 81 is no deemed supply, margin scheme or summary; the other flags stay', () => {
  const request = aSalesInvoice({
    profile_execution_id: '11011110',
    document_lines: mixed,
    invoice_period: { start_date: '2026-07-01' },
    buyer_customer_party: { id: 'BEN-1' },
    seller_supplier_party: { id: '100444444400003' },
    delivery: { delivery_location: { address: anAddress() } },
  })
  const invoice = passed('sales-invoices', request)
  assert.equal(memberIn(invoice.credit([{ line: 2 }]), 'profile_execution_id'), '10001110')
  assert.equal(memberIn(invoice.credit(undefined), 'profile_execution_id'), '11011110')
})

test('a taxed charge whose rate no line has is credited with the taxed lines', () => {
  const charge = aCharge({ amount: 30, tax_category: { id: 'S', percent: 5 } })
  const lines = [aLine({ classified_tax_category: { id: 'Z' } }), ...mixed.slice(1)]
  const invoice = passed('sales-invoices', aSalesInvoice({ document_lines: lines, charges: [charge] }))
  assert.equal(memberIn(invoice.credit([{ line: 2 }]), 'charges'), undefined)
  assert.ok(Array.isArray(memberIn(invoice.credit([{ line: 1 }]), 'charges')))
  assert.equal(memberIn(invoice.credit(undefined), 'charges'), undefined)
})

test('an invoice that cannot be credited is refused, with a hint what to do instead', () => {
  const customer = aCustomer({ company_id: undefined, scheme_agency_id: undefined, authority_name: undefined })
  const request = aSalesInvoice({ document_lines: mixed, accounting_customer_party: customer })
  const record = judged({ family: 'sales-invoices', text: jsonOf(request) })
  assert.ok(record.isValid)
  const credits = {
    family: 'sales-invoices',
    answer: record.answer,
    creditedAmounts: [],
    otherCreditNotes: [],
  } as const
  const text = jsonOf({ discrepancy_response: 'DL8.61.1.D', lines: [{ line: 2 }] })
  const result = makeJudgedDocument({ ...draft, family: 'sales-credit-notes', text, credits }, rulebook, systemIds)
  assert.ok('refusal' in result)
  const { lines = '', ...others } = byField(result.refusal.errors, inEnglish)
  assert.deepEqual(others, {})
  assert.match(lines, /company_id.*together with a taxed line/)
  passed('sales-invoices', request).credit([{ line: 1 }, { line: 2 }])
})

function passed(family: CreditedInvoice['family'], request: Members): PassedInvoice {
  const record = judged({ family, text: jsonOf(request) })
  assert.deepEqual(
    record.findings.filter(({ flag }) => flag === 'fatal'),
    [],
  )
  return new PassedInvoice(family, record)
}

function memberIn(answer: ReturnType<typeof readJson> | undefined, member: string) {
  assert.ok(answer instanceof Map)
  return answer.get(member)
}
