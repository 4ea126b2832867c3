import type { Static } from 'typebox'
import { message } from '../../messages/message.ts'
import { addRules, type Draft, namedObject, optional, type Report } from '../declaration/declare.ts'
import { fine, quantity } from '../declaration/leaves.ts'

/**
 * The discount of a price (IBT-147) and the gross price before it (IBT-148). Each determines the
 * other.
 */
const PriceAllowance = namedObject('PriceAllowance', { amount: optional(fine()), base_amount: optional(fine()) })

/**
 * The price of an item: `base_amount` is the NET price (IBT-146) of `base_quantity` units
 * (IBT-149). Source: docs/contract.md#price.
 */
export const Price = namedObject(
  'Price',
  {
    base_amount: fine(),
    base_quantity: quantity(),
    allowance: optional(PriceAllowance),
  },
  { neverSent: ['price_amount'], calledInRequests: { price_amount: 'base_amount' } },
)

addRules(Price, grossIsNetPlusDiscount)

export type Price = Static<typeof Price>

function grossIsNetPlusDiscount({ base_amount: net, allowance }: Draft<Price>, report: Report): void {
  const gross = allowance?.base_amount
  if (net === undefined || gross === undefined) return
  if (allowance?.amount !== undefined && !gross.equals(net.plus(allowance.amount))) {
    report(
      'allowance.base_amount',
      message('base_amount_not_net_plus_discount', { expected: String(net.plus(allowance.amount)) }),
    )
  } else if (gross.compare(net) < 0) report('allowance.base_amount', message('base_amount_below_net_price'))
}
