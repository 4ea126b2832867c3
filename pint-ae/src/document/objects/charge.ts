import type { Static } from 'typebox'
import { message } from '../../messages/message.ts'
import { isAcceptedShare, shareByRule } from '../calculation/rule-arithmetic.ts'
import { addRules, type Draft, type IsRefused, namedObject, optional, type Report } from '../declaration/declare.ts'
import { amount, fine, identifier, text } from '../declaration/leaves.ts'
import { TaxCategory } from './tax-category.ts'

const members = {
  reason: optional(text()),
  reason_code: optional(identifier()),
  amount: amount(),
  multiplier_factor_numeric: optional(fine()),
  base_amount: optional(amount()),
}

/** A charge or allowance of the whole document (IBG-20, IBG-21). Its VAT category is mandatory. */
export const DocumentCharge = namedObject('DocumentCharge', { ...members, tax_category: TaxCategory })

addRules(DocumentCharge, reasonIsGiven, shareAddsUp)

/**
 * A charge or allowance of a line (IBG-27, IBG-28). A VAT category, if sent, must be the line's;
 * the line checks this.
 */
export const LineCharge = namedObject('LineCharge', { ...members, tax_category: optional(TaxCategory) })

addRules(LineCharge, reasonIsGiven, shareAddsUp)

export type DocumentCharge = Static<typeof DocumentCharge>
export type LineCharge = Static<typeof LineCharge>

function reasonIsGiven(charge: Draft<LineCharge>, report: Report, isRefused: IsRefused): void {
  if (charge.reason !== undefined || charge.reason_code !== undefined || isRefused('reason_code')) return
  report('reason', message('reason_or_code_mandatory'))
}

function shareAddsUp(charge: Draft<LineCharge>, report: Report): void {
  const { amount, base_amount: base, multiplier_factor_numeric: percent } = charge
  if (base === undefined && percent === undefined) return
  if (base === undefined) report('base_amount', message('mandatory_with_factor'))
  else if (percent === undefined) report('multiplier_factor_numeric', message('mandatory_with_base_amount'))
  else if (amount !== undefined && !isAcceptedShare(amount, base, percent)) {
    const expected = shareByRule(base, percent)
    report(
      'amount',
      expected === undefined
        ? message('amount_not_base_times_factor')
        : message('amount_must_be_base_times_factor', { expected: String(expected) }),
    )
  }
}
