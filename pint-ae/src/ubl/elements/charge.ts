import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { DocumentCharge, LineCharge } from '../../document/objects/charge.ts'
import { cac, cbc } from '../names.ts'
import type { Currencies } from './currency.ts'
import { moneyLeaf, numberLeaf, textLeaf } from './leaves.ts'
import { chargeTaxCategory } from './tax-category.ts'

/** Charges and allowances of the whole document (IBG-21, IBG-20), each with its VAT category. */
export function documentCharges(
  charged: Charged<DocumentCharge>,
  currencies: Currencies,
): readonly (Element | undefined)[] {
  return chargesOf(charged, (charge, isCharge, origin) =>
    allowanceCharge(charge, isCharge, origin, currencies, chargeTaxCategory(charge.tax_category)),
  )
}

/**
 * Charges and allowances of a line (IBG-28, IBG-27). They share the line's VAT category and do not
 * repeat it.
 */
export function lineCharges(charged: Charged<LineCharge>, currencies: Currencies): readonly (Element | undefined)[] {
  return chargesOf(charged, (charge, isCharge, origin) => allowanceCharge(charge, isCharge, origin, currencies))
}

interface Charged<Charge> {
  readonly charges?: readonly Charge[]
  readonly allowances?: readonly Charge[]
}

function chargesOf<Charge>(
  { charges = [], allowances = [] }: Charged<Charge>,
  write: (charge: Charge, isCharge: boolean, origin: string) => Element | undefined,
): readonly (Element | undefined)[] {
  return [
    ...allowances.map((allowance, at) => write(allowance, false, `allowances[${at}]`)),
    ...charges.map((charge, at) => write(charge, true, `charges[${at}]`)),
  ]
}

function allowanceCharge(
  sent: LineCharge,
  isCharge: boolean,
  origin: string,
  currencies: Currencies,
  taxCategory?: Element,
): Element | undefined {
  return branch(
    cac.AllowanceCharge,
    [
      leaf(cbc.ChargeIndicator, isCharge ? 'true' : 'false'),
      textLeaf(cbc.AllowanceChargeReasonCode, sent.reason_code, 'reason_code'),
      textLeaf(cbc.AllowanceChargeReason, sent.reason, 'reason'),
      numberLeaf(cbc.MultiplierFactorNumeric, sent.multiplier_factor_numeric, 'multiplier_factor_numeric'),
      moneyLeaf(cbc.Amount, sent.amount, currencies.document, 'amount'),
      moneyLeaf(cbc.BaseAmount, sent.base_amount, currencies.document, 'base_amount'),
      taxCategory,
    ],
    origin,
  )
}
