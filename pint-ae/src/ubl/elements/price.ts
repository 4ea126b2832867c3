import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { AnsweredLine } from '../../document/answer.ts'
import { cac, cbc } from '../names.ts'
import type { Currencies } from './currency.ts'
import { numberLeaf } from './leaves.ts'

/**
 * The price of an item (IBG-29): net (IBT-146) per base quantity (IBT-149), and the discount
 * (IBT-147, 0 without one) from the gross price (IBT-148), which ibr-126-ae requires on every line.
 */
export function price(line: AnsweredLine, currencies: Currencies): Element | undefined {
  const { price_amount: net, base_quantity: base, allowance } = line.price
  const currency = currencies.document
  return branch(
    cac.Price,
    [
      numberLeaf(cbc.PriceAmount, net, 'base_amount', currency),
      numberLeaf(cbc.BaseQuantity, base, 'base_quantity', ['unitCode', line.unit_code]),
      branch(
        cac.AllowanceCharge,
        [
          leaf(cbc.ChargeIndicator, 'false'),
          numberLeaf(cbc.Amount, allowance.amount, undefined, currency),
          numberLeaf(cbc.BaseAmount, allowance.base_amount, undefined, currency),
        ],
        // Without a discount the caller may have sent no allowance, so findings point to the price
        // itself.
        allowance.amount.isZero ? undefined : 'allowance',
      ),
    ],
    'price',
  )
}
