import type { Static } from 'typebox'
import { creditReasons } from '../../codelists/codelists.ts'
import { message } from '../../messages/message.ts'
import { addRules, type Draft, list, named, namedObject, optional, type Report } from '../declaration/declare.ts'
import {
  date,
  decimal,
  identifier,
  longText,
  oneOf,
  quantity,
  text,
  textWithoutCard,
  time,
  wholeNumber,
} from '../declaration/leaves.ts'
import { salesCreditNoteType } from '../objects/codes.ts'
import { ExpectedTotals } from '../objects/expected-totals.ts'

/**
 * A line of the invoice, counted from 1, and the quantity or the amount to credit. Without both:
 * all that is left of the line.
 */
const CreditedLine = namedObject('CreditedLine', {
  line: wholeNumber(1, 10_000),
  quantity: optional(quantity()),
  amount: optional(decimal({ decimalsMax: 2, isZeroAllowed: false })),
})

addRules(CreditedLine, quantityOrAmount)

// A volume discount (VD) refers to no invoice, so it cannot credit one (ibr-055-ae).
const reasons = [...creditReasons.keys()].filter((code) => code !== 'VD')

const members = {
  document_number: optional(identifier()),
  issue_date: optional(date()),
  issue_time: optional(time()),
  discrepancy_response: named('InvoiceCreditReason', oneOf(reasons, 'must_be_credit_reason')),
  reason: optional(longText()),
  document_source: optional(text()),
  note: optional(textWithoutCard(5000)),
  lines: optional(list(CreditedLine, 10_000)),
  expected_totals: optional(ExpectedTotals),
}

/**
 * The lines of a purchase invoice to credit, and the reason. Without lines: everything that is
 * left. Source: docs/decisions/0032.
 */
export const PurchaseCredit = namedObject('PurchaseCredit', members)

/**
 * The same for a sales invoice. Its credit note may be out of scope of VAT even if the invoice is
 * not.
 */
export const SalesCredit = namedObject('SalesCredit', {
  credit_note_type_code: optional(salesCreditNoteType()),
  ...members,
})

addRules(PurchaseCredit, linesAreNamedOnce)
addRules(SalesCredit, linesAreNamedOnce)

export type SalesCredit = Static<typeof SalesCredit>
/** The credit request of a purchase has the same members, without the choice of a type. */
export type CreditRequest = SalesCredit

function quantityOrAmount(
  { quantity, amount }: Draft<NonNullable<SalesCredit['lines']>[number]>,
  report: Report,
): void {
  if (quantity !== undefined && amount !== undefined) report('amount', message('quantity_or_amount'))
}

function linesAreNamedOnce({ lines = [] }: Draft<SalesCredit>, report: Report): void {
  const seen = new Set<number>()
  for (const [at, sent] of lines.entries()) {
    const line = sent?.line
    if (line === undefined) continue
    if (seen.has(line)) report(`lines[${at}].line`, message('line_repeated', { line }))
    seen.add(line)
  }
}
