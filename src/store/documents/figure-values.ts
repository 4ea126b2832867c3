import type { DocumentFigures } from '../../document/document-figures.ts'
import type { Value } from '../database/database.ts'

/** The values in column order. Names are in lower case, since filters ignore case. */
export function figureValues(figures: DocumentFigures): readonly Value[] {
  return [
    figures.issueDate,
    figures.currency,
    figures.payableAmount,
    figures.taxAmount,
    figures.billedByName.toLowerCase(),
    figures.billedByVat ?? null,
    figures.billedToName.toLowerCase(),
    figures.billedToVat ?? null,
  ]
}
