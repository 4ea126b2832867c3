import type { DocumentFigures } from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import type { Value } from '../database/database.ts'

/**
 * The values in column order. Names are in lower case, since filters ignore case, and then as they
 * are shown.
 */
export function figureValues({ figures, failed }: FiguredDocument): readonly Value[] {
  return [
    figures.issueDate,
    figures.currency,
    figures.payableAmount,
    figures.taxAmount,
    figures.billedByName.toLowerCase(),
    figures.billedByVat ?? null,
    figures.billedToName.toLowerCase(),
    figures.billedToVat ?? null,
    figures.billedByName,
    figures.billedToName,
    figures.billedAmount,
    failed.filter(({ flag }) => flag === 'fatal').length,
    failed.filter(({ flag }) => flag === 'warning').length,
    ...searchValues(figures),
  ]
}

/** What lists sort and search by, and what the month adds up (docs/decisions/0163). */
export function searchValues({ payableAmount, orderNumber, vatInAed }: SearchedFigures): readonly Value[] {
  return [amountKey(payableAmount), (orderNumber ?? '').toLowerCase(), vatInAed]
}

type SearchedFigures = Pick<DocumentFigures, 'payableAmount' | 'orderNumber' | 'vatInAed'>

/** An amount in hundredths: `1585.50` → 158550. An index sorts by it; amounts are below 10^12. */
export function amountKey(amount: string): number {
  return Number(Decimal.from(amount).rescaled(2).toString().replace('.', ''))
}

/** Their places in a select, from `$first` on. */
export function figurePlaces(first: number): string {
  const types = [...Array.from({ length: 11 }, () => 'text'), 'bigint', 'bigint', 'bigint', 'text', 'text']
  return types.map((type, at) => `cast($${first + at} as ${type})`).join(', ')
}

/** The part of a document that its row shows. */
export interface FiguredDocument {
  readonly figures: DocumentFigures
  /** Its failed rules: one for each finding. */
  readonly failed: readonly { readonly flag: string }[]
}
