import type { Static } from 'typebox'
import { list, namedObject, optional } from '../declaration/declare.ts'
import { decimal } from '../declaration/leaves.ts'

const money = () => decimal({ decimalsMax: 2, isNegativeAllowed: true })

const ExpectedLine = namedObject('ExpectedLine', {
  net_amount: optional(money()),
  tax_amount: optional(money()),
})

/**
 * What the caller's own system computed. A request whose document has other amounts is refused.
 * Source: docs/decisions/0080.
 */
export const ExpectedTotals = namedObject('ExpectedTotals', {
  payable_amount: optional(money()),
  tax_amount: optional(money()),
  lines: optional(list(ExpectedLine, 10_000)),
})

export type ExpectedTotals = Static<typeof ExpectedTotals>
