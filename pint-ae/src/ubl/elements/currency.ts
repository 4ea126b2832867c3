import type { Attributes } from '@selfbill/schematron/xml'
import type { DocumentContent } from '../../document/answer.ts'

/** The currencies of a document, as attributes of its amounts. */
export interface Currencies {
  /** The document currency (IBT-005). */
  readonly document: Attributes
  /** AED, for amounts that are always in AED. */
  readonly dirham: Attributes
  readonly isForeign: boolean
}

export function currenciesOf(content: DocumentContent): Currencies {
  const code = content.document_currency_code
  const isForeign = code !== 'AED'
  return { document: isForeign ? ['currencyID', code] : dirham, dirham, isForeign }
}

const dirham: Attributes = ['currencyID', 'AED']
