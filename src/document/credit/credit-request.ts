import type { Static } from 'typebox'
import { creditReasons } from '../../codelists/codelists.ts'
import { addRules, type Draft, described, list, object, optional, type Report } from '../declaration/declare.ts'
import {
  date,
  identifier,
  longText,
  oneOf,
  quantity,
  text,
  textWithoutCard,
  time,
  wholeNumber,
} from '../declaration/leaves.ts'

/**
 * A line of the invoice, counted from 1, and the quantity to credit. Without a quantity: all that
 * is left of the line.
 */
const CreditedLine = object({ line: wholeNumber(1, 10_000), quantity: optional(quantity()) })

// A volume discount (VD) refers to no invoice, so it cannot credit one (ibr-055-ae).
const reasons = [...creditReasons.keys()].filter((code) => code !== 'VD')

const members = {
  document_number: optional(identifier()),
  issue_date: optional(date()),
  issue_time: optional(time()),
  discrepancy_response: oneOf(reasons),
  reason: optional(longText()),
  document_source: optional(text()),
  note: optional(textWithoutCard(5000)),
  lines: optional(list(CreditedLine, 10_000)),
}

/**
 * The lines of a purchase invoice to credit, and the reason. Without lines: everything that is
 * left. Source: docs/decisions/0032.
 */
export const PurchaseCredit = object(members)

/**
 * The same for a sales invoice. Its credit note may be out of scope of VAT even if the invoice is
 * not.
 */
export const SalesCredit = object({
  credit_note_type_code: optional(described(oneOf(['381', '81']), 'Absent: the type that the credited lines allow')),
  ...members,
})

addRules(PurchaseCredit, linesAreNamedOnce)
addRules(SalesCredit, linesAreNamedOnce)

export type SalesCredit = Static<typeof SalesCredit>
/** The credit request of a purchase has the same members, without the choice of a type. */
export type CreditRequest = SalesCredit

function linesAreNamedOnce({ lines = [] }: Draft<SalesCredit>, report: Report): void {
  const seen = new Set<number>()
  for (const [at, sent] of lines.entries()) {
    const line = sent?.line
    if (line === undefined) continue
    if (seen.has(line)) report(`lines[${at}].line`, `Line ${line} is named twice`)
    seen.add(line)
  }
}
