import type { Decimal } from '@selfbill/schematron/decimal'
import type { DocumentContent } from '../../document/answer.ts'
import { aedRateOf, inAed } from '../../document/calculation/aed.ts'

/**
 * The total with VAT in AED (BTAE-20) of a document in another currency; undefined for a document
 * in AED. UBL and the tax data document state the same figure. Source:
 * docs/contract.md#calculation.
 */
export function inclusiveInDirham(content: DocumentContent): Decimal | undefined {
  const rate = aedRateOf(content)
  return rate === undefined ? undefined : inAed(content.totals.tax_inclusive_amount, rate)
}
