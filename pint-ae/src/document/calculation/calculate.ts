import { message } from '../../messages/message.ts'
import type { AnsweredLine, Totals } from '../answer.ts'
import { Errors, type FieldErrors } from '../declaration/field-errors.ts'
import type { DocumentLine } from '../objects/line.ts'
import { aedRateOf } from './aed.ts'
import type { VatByGroup } from './breakdown.ts'
import { computeLine } from './line.ts'
import { computeTotals, type Totalled } from './totals.ts'

/**
 * Computes the lines and totals of a checked document. The only possible error is an amount of
 * 10^12 or more: reported at its line, or at `document_lines` when only the totals are too large.
 * Source: docs/contract.md#digits.
 */
export function calculate(document: Calculable, vat?: VatByGroup): Calculated {
  const rate = aedRateOf(document)
  const lines: AnsweredLine[] = []
  const errors = new Errors()
  for (const [at, line] of document.document_lines.entries()) {
    const computed = computeLine(line, rate)
    if (computed !== undefined) lines.push(computed)
    else errors.add(`document_lines[${at}]`, message('line_amount_too_large'))
  }
  if (errors.count > 0) return { errors: errors.byPath() }
  const totals = computeTotals(document, lines, vat)
  if (totals !== undefined) return { lines, totals }
  return { errors: new Map([['document_lines', message('document_amounts_too_large')]]) }
}

export interface Calculable extends Totalled {
  readonly document_lines: readonly DocumentLine[]
}

export type Calculated = { readonly lines: AnsweredLine[]; readonly totals: Totals } | { readonly errors: FieldErrors }
