import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import { cleanDocuments } from '../../../test/support/rules/clean-documents.ts'
import { dollarGapCases, type GapCase, gapCases } from '../../../test/support/rules/gap-cases.ts'
import {
  aSelfBilledCreditNote,
  aSelfBilledInvoice,
  attribute,
  drop,
  type Edit,
  type Kind,
  put,
  set,
} from '../../../test/support/rules/ubl-documents.ts'

const rulebook = await openRulebook({ gaps: true })
const official = await openRulebook({ gaps: false })
const kinds: readonly Kind[] = ['invoice', 'credit note']
const inDollars = cleanDocuments().find(({ name }) => name === 'in US dollars')?.edits ?? []

const built = (kind: Kind, edits: readonly Edit[]) =>
  kind === 'invoice' ? aSelfBilledInvoice(...edits) : aSelfBilledCreditNote(...edits)

test('every gap has a case', () => {
  const ours = new Set(rulebook.rules().flatMap((rule) => (rule.official ? [] : [rule.id])))
  assert.deepEqual(new Set([...gapCases, ...dollarGapCases].map(({ id }) => id)), ours)
})

test('every gap has the id of the official rule it closes, or one of ours', () => {
  const known = new Set(official.rules().map(({ id }) => id))
  const own = rulebook.rules().filter(({ id }) => !known.has(id))
  assert.ok(own.every(({ id, flag }) => id.startsWith('sb-') && flag === 'warning'))
  assert.ok(!official.rules().some(({ id }) => id.startsWith('sb-')))
})

test('documents without official findings have none of ours', () => {
  for (const kind of kinds)
    for (const { edits, name } of cleanDocuments()) assert.deepEqual(rulebook.judge(built(kind, edits)), [], name)
})

for (const kind of kinds) {
  for (const gapCase of gapCases) holds(kind, gapCase, [])
  for (const gapCase of dollarGapCases) holds(kind, gapCase, inDollars)
}

function holds(kind: Kind, { id, what, flag, edits, only }: GapCase, before: readonly Edit[]): void {
  if (only !== undefined && only !== kind) return
  test(`${id}: ${kind} with ${what}`, () => {
    const root = built(kind, [...before, ...edits])
    const ours = rulebook.judge(root).filter((finding) => !finding.official)
    assert.deepEqual(
      ours.map((finding) => [finding.reasonCode, finding.flag]),
      [[id.toUpperCase(), flag]],
    )
    assert.doesNotMatch(ours[0]?.text ?? '', /could not be evaluated/)
    assert.ok(official.judge(root).every((finding) => finding.official))
  })
}

test('an invoice may be issued for 14 days, also over months, years and leap days', () => {
  const lateOn = (supplied: string, issued: string) => {
    const dates = [set('cac:Delivery/cbc:ActualDeliveryDate', supplied), set('cbc:IssueDate', issued)]
    const root = aSelfBilledInvoice(drop('cac:InvoicePeriod'), ...dates)
    return rulebook.judge(root).some(({ reasonCode }) => reasonCode === 'SB-LATE')
  }
  const day = (date: string, more: number) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + more * 86_400_000).toISOString().slice(0, 10)
  for (const supplied of ['2025-12-20', '2024-02-15', '2025-02-15', '2100-02-20', '2000-02-20', '2026-07-31']) {
    assert.deepEqual(
      [-30, 0, 13, 14, 15, 400].map((more) => lateOn(supplied, day(supplied, more))),
      [false, false, false, false, true, true],
      supplied,
    )
  }
})

test('the end of a period counts when it is later than the supply', () => {
  const judged = (end: string) =>
    rulebook.judge(aSelfBilledInvoice(set('cac:InvoicePeriod/cbc:EndDate', end), set('cbc:IssueDate', '2026-02-14')))
  assert.ok(!judged('2026-01-31').some(({ reasonCode }) => reasonCode === 'SB-LATE'))
})

test('what is sound has no warning of ours', () => {
  const account = 'cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID'
  const endpoint = 'cac:AccountingCustomerParty/cac:Party/cbc:EndpointID'
  const reference = 'cac:BillingReference/cac:InvoiceDocumentReference'
  const sound: readonly (readonly [what: string, ...edits: Edit[]])[] = [
    ['an IBAN in groups', set(account, 'GB82 WEST 1234 5698 7654 32')],
    ['an account that is not an IBAN', set(account, 'XX12345678901234567')],
    ['a short account number', set(account, 'AE07')],
    ['the endpoint of receivers outside e-invoicing', set(endpoint, '9900000098')],
    ['an endpoint of another scheme', set(endpoint, 'GLN'), attribute(endpoint, 'schemeID', '0088')],
    ['a number in Arabic', set('cac:ContractDocumentReference/cbc:ID', '\u0639\u0642\u062f \u0661\u0662')],
    ['a name in one Arabic word', set('LINE/cac:Item/cbc:Name', '\u0642\u0637\u0639\u0629')],
    ['a due date on the issue date', put('cac:PaymentTerms', '<cbc:PaymentDueDate>2026-02-01</cbc:PaymentDueDate>')],
    ['a whole yen', attribute('cac:LegalMonetaryTotal/cbc:PrepaidAmount', 'currencyID', 'JPY')],
    ['all of it prepaid', set('cac:LegalMonetaryTotal/cbc:PrepaidAmount', '530.00')],
    ['a rounding below 1', set('cac:LegalMonetaryTotal/cbc:PayableRoundingAmount', '0.99')],
    ['an invoice of the same day', put(reference, '<cbc:IssueDate>2026-02-01</cbc:IssueDate>')],
    [
      'an invoice with the number of its credit note',
      set(`${reference}/cbc:ID`, 'SB-1'),
      attribute(reference, 'found', 'invoice'),
    ],
  ]
  for (const kind of kinds)
    for (const [what, ...edits] of sound) {
      const ours = rulebook.judge(built(kind, edits)).filter(({ official: isOfficial }) => !isOfficial)
      assert.deepEqual(
        ours.map(({ reasonCode }) => reasonCode),
        [],
        `${kind} with ${what}`,
      )
    }
})
