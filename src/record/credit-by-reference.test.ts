import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../test/support/effort.ts'
import { arbitraryRequest } from '../../test/support/requests/arbitrary-requests.ts'
import { aProfileParty } from '../../test/support/requests/issued.ts'
import {
  aCharge,
  aCustomer,
  aLine,
  anAddress,
  aSalesInvoice,
  jsonOf,
  type Members,
  requests,
} from '../../test/support/requests/requests.ts'
import { exemptionReasons } from '../codelists/codelists.ts'
import { Decimal } from '../decimal/decimal.ts'
import { type Family, isCreditNote } from '../document/family.ts'
import { readJson } from '../json/read.ts'
import { openRulebook } from '../rulebook/rulebook.ts'
import { systemIds } from './ids.ts'
import type { PlainRecord } from './plain-record.ts'
import { plainRecordOf } from './plain-record-of.ts'
import type { CreditedInvoice, ReadableDraft } from './readable-draft.ts'

// Every invoice that passed is credited without more than a reason: its credit notes pass the rules
// of documents and of reports.

const rulebook = openRulebook({ gaps: true })
const runs = times({ quick: 15, full: 150, long: 5_000 })

const order = {
  profile: aProfileParty(),
  documentNumber: 'N-1',
  issuedAt: Date.UTC(2026, 6, 31),
  serviceProviderId: '0242:000001',
  authorityId: '0242:000006-TESTBED.3001',
}

function issued(about: Pick<ReadableDraft, 'family' | 'text' | 'credits'>): PlainRecord {
  const result = plainRecordOf({ ...order, ...about }, rulebook, systemIds)
  assert.ok('record' in result, JSON.stringify('refusal' in result && [...result.refusal.errors]))
  return result.record
}

/** An invoice that passed, on its way through credit notes. */
class PassedInvoice {
  readonly answer: string
  readonly quantities: readonly Decimal[]
  readonly #family: CreditedInvoice['family']
  readonly #taken: string[] = []

  constructor(family: CreditedInvoice['family'], { answer }: PlainRecord) {
    this.#family = family
    this.answer = answer
    this.quantities = quantitiesIn(answer)
  }

  /** The answer of the credit note, which must be free of fatal findings. */
  credit(lines: readonly Members[] | undefined, others: Members = {}): ReturnType<typeof readJson> {
    const family: Family = this.#family === 'purchase-invoices' ? 'purchase-credit-notes' : 'sales-credit-notes'
    const text = jsonOf({ discrepancy_response: 'DL8.61.1.D', ...(lines && { lines }), ...others })
    const credits = { family: this.#family, answer: this.answer, taken: this.#taken, otherwise: [] }
    const note = issued({ family, text, credits })
    const fatal = note.findings.filter(({ flag }) => flag === 'fatal')
    assert.deepEqual(
      fatal.map(({ reasonCode, field, text }) => `${reasonCode} ${field}: ${text}`),
      [],
    )
    assert.ok(note.credited !== undefined)
    this.#taken.push(note.credited)
    return readJson(note.answer)
  }

  /** As if nothing was credited yet. */
  forget(): void {
    this.#taken.length = 0
  }
}

function quantitiesIn(answer: string): readonly Decimal[] {
  const invoice = readJson(answer)
  assert.ok(invoice instanceof Map)
  const lines = invoice.get('document_lines')
  assert.ok(Array.isArray(lines))
  return lines.map((line) => {
    const quantity = line.get('quantity')
    assert.ok(quantity instanceof Decimal)
    return quantity
  })
}

test('every invoice that passed credits cleanly: all of it, one line, part of one, and what is left', () => {
  const any = fc.oneof(arbitraryRequest({ linesMax: 4 }), arbitraryRequest({ linesMax: 3, isWild: true }))
  const invoices = any.filter(({ family }) => !isCreditNote(family))
  const told = { invoices: 0, passed: 0 }
  fc.assert(
    fc.property(invoices, fc.nat(), fc.nat(), ({ family, request }, one, other) => {
      assert.ok(family === 'purchase-invoices' || family === 'sales-invoices')
      const record = issued({ family, text: jsonOf(request) })
      told.invoices += 1
      if (!record.isValid) return
      told.passed += 1
      const invoice = new PassedInvoice(family, record)
      invoice.credit(undefined)
      invoice.forget()
      const { quantities } = invoice
      const line = (one % quantities.length) + 1
      invoice.credit([{ line }])
      invoice.forget()
      const part = quantities[line - 1]?.times(Decimal.of(1 + (other % 99), 2)).round(4)
      if (part !== undefined && part.sign > 0) invoice.credit([{ line, quantity: part }])
      invoice.credit(undefined)
    }),
    { numRuns: runs },
  )
  console.log('credited by reference:', told)
  // Those with wild rates need not pass.
  assert.ok(told.passed > told.invoices * 0.7)
})

const oth = { invoice_period: { start_date: '2026-07-01', description: 'OTH' }, note: 'Every nine days' }

test('the note comes along where it explains the frequency OTH, unless another is sent', () => {
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

test('the credit note of a sale has the type that its lines allow', () => {
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

test('what no credit note can be written for is refused, with what to do instead', () => {
  const customer = aCustomer({ company_id: undefined, scheme_agency_id: undefined, authority_name: undefined })
  const request = aSalesInvoice({ document_lines: mixed, accounting_customer_party: customer })
  const record = issued({ family: 'sales-invoices', text: jsonOf(request) })
  assert.ok(record.isValid)
  const credits = { family: 'sales-invoices', answer: record.answer, taken: [], otherwise: [] } as const
  const text = jsonOf({ discrepancy_response: 'DL8.61.1.D', lines: [{ line: 2 }] })
  const result = plainRecordOf({ ...order, family: 'sales-credit-notes', text, credits }, rulebook, systemIds)
  assert.ok('refusal' in result)
  assert.deepEqual([...result.refusal.errors.keys()], ['lines'])
  assert.match(result.refusal.errors.get('lines') ?? '', /company_id.*together with a taxed line/)
  passed('sales-invoices', request).credit([{ line: 1 }, { line: 2 }])
})

function passed(family: CreditedInvoice['family'], request: Members): PassedInvoice {
  const record = issued({ family, text: jsonOf(request) })
  assert.deepEqual(
    record.findings.filter(({ flag }) => flag === 'fatal'),
    [],
  )
  return new PassedInvoice(family, record)
}

function memberIn(answer: ReturnType<typeof readJson>, member: string) {
  assert.ok(answer instanceof Map)
  return answer.get(member)
}
