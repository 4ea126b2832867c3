import type { DocumentFigures } from '../../document/document-figures.ts'
import type { Value } from '../database/database.ts'

/**
 * In the order of the members, as the columns hold them: names in lower case, for filters that take
 * them in any.
 */
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
