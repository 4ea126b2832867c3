import type { Static } from 'typebox'
import { exemptionReasons } from '../../codelists/codelists.ts'
import { message } from '../../messages/message.ts'
import { addRules, type Draft, namedObject, optional, type Report } from '../declaration/declare.ts'
import { fine, identifier, oneOf, text } from '../declaration/leaves.ts'
import { vatCategory } from './codes.ts'

/**
 * VAT category of a line, charge or allowance (IBG-30, IBT-095, IBT-102). Default percent: S 5, Z
 * 0, AE 5; N must state its own. Source: docs/contract.md#tax-category;
 * docs/contract.md#calculation.
 */
export const TaxCategory = namedObject('TaxCategory', {
  id: vatCategory(),
  percent: optional(fine()),
  tax_exemption_reason_code: optional(oneOf([...exemptionReasons.keys()], 'must_be_exemption_reason')),
  tax_exemption_reason: optional(text()),
  tax_scheme: optional(identifier()),
})

addRules(TaxCategory, exemptionIsExplained, percentFitsCategory)

export type TaxCategory = Static<typeof TaxCategory>
export type VatCategory = TaxCategory['id']

/** Whether the category is exempt or out of scope of VAT. */
export function isUntaxed(category: VatCategory): category is 'E' | 'O' {
  return category === 'E' || category === 'O'
}

function exemptionIsExplained(category: Draft<TaxCategory>, report: Report): void {
  const { id, tax_exemption_reason_code: code, tax_exemption_reason: reason } = category
  if (id === 'E' && code === undefined)
    report('tax_exemption_reason_code', message('mandatory_for_exempt', { field: 'tax_exemption_reason_code' }))
  if (id === 'E' && reason === undefined)
    report('tax_exemption_reason', message('mandatory_for_exempt', { field: 'tax_exemption_reason' }))
  const name = code === undefined ? undefined : exemptionReasons.get(code)
  if (name === undefined || reason === undefined || wording(reason) === wording(name)) return
  report('tax_exemption_reason', message('must_be_text_of_code', { text: name.replace('Cetrain', 'Certain') }))
}

/** Ignores letter case and the spelling mistake of the official list. */
function wording(reason: string): string {
  return reason.toLowerCase().replace('cetrain', 'certain')
}

function percentFitsCategory({ id, percent }: Draft<TaxCategory>, report: Report): void {
  if (id === 'N' && percent === undefined) report('percent', message('mandatory_for_category_n'))
  if (id !== undefined && isUntaxed(id) && percent !== undefined && !percent.isZero) {
    report('percent', message('must_be_zero_for_category', { category: id }))
  }
}
