import type { Static } from 'typebox'
import { exemptionReasons, vatCategories } from '../../codelists/codelists.ts'
import { addRules, type Draft, object, optional, type Report } from '../declaration/declare.ts'
import { fine, identifier, oneOf, text } from '../declaration/leaves.ts'

/**
 * VAT category of a line, charge or allowance (IBG-30, IBT-095, IBT-102). Default percent: S 5, Z
 * 0, AE 5; N must state its own. Source: docs/contract.md#tax-category;
 * docs/contract.md#calculation.
 */
export const TaxCategory = object({
  id: oneOf(vatCategories),
  percent: optional(fine()),
  tax_exemption_reason_code: optional(oneOf([...exemptionReasons.keys()])),
  tax_exemption_reason: optional(text()),
  tax_scheme: optional(identifier()),
})

addRules(TaxCategory, exemptionIsExplained, percentFitsCategory)

export type TaxCategory = Static<typeof TaxCategory>
export type VatCategory = TaxCategory['id']

function exemptionIsExplained(category: Draft<TaxCategory>, report: Report): void {
  const { id, tax_exemption_reason_code: code, tax_exemption_reason: reason } = category
  if (id === 'E' && code === undefined)
    report('tax_exemption_reason_code', 'Tax exemption reason code is mandatory when the category is E')
  if (id === 'E' && reason === undefined)
    report('tax_exemption_reason', 'Tax exemption reason is mandatory when the category is E')
  const name = code === undefined ? undefined : exemptionReasons.get(code)
  if (name === undefined || reason === undefined || wording(reason) === wording(name)) return
  report(
    'tax_exemption_reason',
    `Tax exemption reason must be the text of its code: ${name.replace('Cetrain', 'Certain')}`,
  )
}

/** Ignores letter case and the spelling mistake of the official list. */
function wording(reason: string): string {
  return reason.toLowerCase().replace('cetrain', 'certain')
}

function percentFitsCategory({ id, percent }: Draft<TaxCategory>, report: Report): void {
  if (id === 'N' && percent === undefined) report('percent', 'Percent is mandatory when the category is N')
  if ((id === 'E' || id === 'O') && percent !== undefined && !percent.isZero) {
    report('percent', `Percent must be absent or 0 when the category is ${id}`)
  }
}
