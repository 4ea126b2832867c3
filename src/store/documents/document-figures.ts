import type { Value } from '../database/database.ts'

/** What lists show and filters look for; amounts as decimals in text, names in any case. */
export interface DocumentFigures {
  readonly issueDate: string
  readonly currency: string
  readonly payableAmount: string
  readonly taxAmount: string
  readonly billedByName: string
  readonly billedByVat: string | undefined
  readonly billedToName: string
  readonly billedToVat: string | undefined
}

/** In the order of the members, as the columns hold them: names in lower case, for filters that take them in any. */
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
