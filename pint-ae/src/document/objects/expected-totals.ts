import type { Static } from 'typebox'
import { described, list, namedObject, optional } from '../declaration/declare.ts'
import { decimal } from '../declaration/leaves.ts'

const money = () => decimal({ decimalsMax: 2, isNegativeAllowed: true })

const ExpectedLine = namedObject('ExpectedLine', {
  net_amount: optional(described(money(), 'The line without VAT')),
  tax_amount: optional(described(money(), 'The VAT of the line')),
})

/**
 * What the caller's own system computed. A request whose document has other amounts is refused.
 * Source: docs/decisions/0080.
 */
export const ExpectedTotals = namedObject('ExpectedTotals', {
  payable_amount: optional(money()),
  tax_amount: optional(described(money(), 'The VAT of the document')),
  lines: optional(described(list(ExpectedLine, 10_000), 'One entry for each line, in the order of the lines')),
})

export type ExpectedTotals = Static<typeof ExpectedTotals>
