import { Decimal } from '@selfbill/schematron/decimal'
import { branch, type Element, leaf, type Name } from '@selfbill/schematron/xml'
import { percentOf } from '../../document/calculation/percent.ts'
import type { TaxCategory } from '../../document/objects/tax-category.ts'
import { cac, cbc } from '../names.ts'
import { numberLeaf, textLeaf } from './leaves.ts'

/** The VAT category of a line (IBG-30). E and O state no rate (aligned-ibrp-e-05, -o-05). */
export function lineTaxCategory(sent: TaxCategory): Element | undefined {
  return category(cac.ClassifiedTaxCategory, sent, percentOf(sent), 'classified_tax_category')
}

/**
 * The VAT category of a document charge or allowance. Here AE and E state 0 (aligned-ibrp-ae-06,
 * -e-06 and related rules).
 */
export function chargeTaxCategory(sent: TaxCategory): Element | undefined {
  const isZero = sent.id === 'AE' || sent.id === 'E'
  return category(cac.TaxCategory, sent, isZero ? Decimal.zero : percentOf(sent), 'tax_category')
}

/** The tax of a registration or category; the default is VAT. */
export function taxScheme(scheme = 'VAT', origin?: string): Element | undefined {
  return branch(cac.TaxScheme, [leaf(cbc.ID, scheme, origin)])
}

function category(name: Name, sent: TaxCategory, percent: Decimal | undefined, origin: string): Element | undefined {
  return branch(
    name,
    [
      leaf(cbc.ID, sent.id, 'id'),
      numberLeaf(cbc.Percent, percent, sent.percent && 'percent'),
      textLeaf(cbc.TaxExemptionReasonCode, sent.tax_exemption_reason_code, 'tax_exemption_reason_code'),
      textLeaf(cbc.TaxExemptionReason, sent.tax_exemption_reason, 'tax_exemption_reason'),
      taxScheme(sent.tax_scheme, sent.tax_scheme && 'tax_scheme'),
    ],
    origin,
  )
}
