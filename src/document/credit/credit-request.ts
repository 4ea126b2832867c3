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
 * A line of the invoice, counted from 1, and how much of it is credited: what is left of it when no
 * quantity is sent.
 */
const CreditedLine = object({ line: wholeNumber(1, 10_000), quantity: optional(quantity()) })

// A volume discount (VD) refers to no invoice, so none can be credited by it (ibr-055-ae).
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
 * What is credited of a purchase invoice, and why; everything that is left of it when no lines are
 * sent. Source: docs/decisions/0032.
 */
export const PurchaseCredit = object(members)

/**
 * The same of a sales invoice, whose credit note may be out of scope of VAT though the invoice is
 * not.
 */
export const SalesCredit = object({
  credit_note_type_code: optional(described(oneOf(['381', '81']), 'Absent: the type that the credited lines allow')),
  ...members,
})

addRules(PurchaseCredit, linesAreNamedOnce)
addRules(SalesCredit, linesAreNamedOnce)

export type SalesCredit = Static<typeof SalesCredit>
/** A purchase's is one that has no choice of a type. */
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
