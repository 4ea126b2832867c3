import type { DocumentFigures } from '@selfbill/pint-ae/document'
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
  ]
}

/** Their places in a select, from `$first` on: eleven texts and two counts. */
export function figurePlaces(first: number): string {
  const types = [...Array.from({ length: 11 }, () => 'text'), 'bigint', 'bigint']
  return types.map((type, at) => `cast($${first + at} as ${type})`).join(', ')
}

/** The part of a document that its row shows. */
export interface FiguredDocument {
  readonly figures: DocumentFigures
  /** Its failed rules: one for each finding. */
  readonly failed: readonly { readonly flag: string }[]
}
