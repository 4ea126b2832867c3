import { Decimal } from '@selfbill/schematron/decimal'
import type { AnsweredPrice } from '../answer.ts'
import type { Price } from '../objects/price.ts'

/**
 * The price for the answer and the UBL: net (IBT-146), discount (IBT-147, zero without one) and
 * gross (IBT-148). Gross is net plus discount; the caller may send either of the two. Source:
 * docs/contract.md#calculation.
 */
export function answerPrice({ base_amount: net, base_quantity, allowance }: Price): AnsweredPrice {
  const discount = allowance?.amount ?? allowance?.base_amount?.minus(net) ?? Decimal.zero
  return {
    price_amount: net,
    base_quantity,
    allowance: { amount: discount, base_amount: allowance?.base_amount ?? net.plus(discount) },
  }
}
