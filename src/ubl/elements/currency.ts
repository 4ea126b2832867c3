import type { DocumentContent } from '../../document/answer.ts'
import type { Attributes } from '../../xml/element.ts'

/** The currencies of one document, as the attributes its amounts carry. */
export interface Currencies {
  /** The document currency (IBT-005). */
  readonly document: Attributes
  /** AED, for the amounts that are stated in it whatever the document currency. */
  readonly dirham: Attributes
  readonly isForeign: boolean
}

export function currenciesOf(content: DocumentContent): Currencies {
  const code = content.document_currency_code
  const isForeign = code !== 'AED'
  return { document: isForeign ? ['currencyID', code] : dirham, dirham, isForeign }
}

const dirham: Attributes = ['currencyID', 'AED']
