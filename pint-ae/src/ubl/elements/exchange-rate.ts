import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { DocumentContent } from '../../document/answer.ts'
import { cac, cbc } from '../names.ts'
import type { Currencies } from './currency.ts'
import { numberLeaf } from './leaves.ts'

/**
 * The rate that converts the document currency into AED (BTAE-04). A document in AED states none,
 * even if one was sent.
 */
export function taxExchangeRate(content: DocumentContent, { isForeign }: Currencies): Element | undefined {
  const sent = content.tax_exchange_rate
  if (!isForeign || sent === undefined) return undefined
  return branch(
    cac.TaxExchangeRate,
    [
      leaf(cbc.SourceCurrencyCode, sent.source_currency_code, 'source_currency_code'),
      leaf(cbc.TargetCurrencyCode, sent.target_currency_code, 'target_currency_code'),
      numberLeaf(cbc.CalculationRate, sent.calculation_rate, 'calculation_rate'),
    ],
    'tax_exchange_rate',
  )
}

/**
 * AED as the VAT accounting currency (IBT-006), omitted when the document currency is AED
 * (ibr-077).
 */
export function taxCurrency(content: DocumentContent, { isForeign }: Currencies): Element | undefined {
  if (!isForeign) return undefined
  const isSent = content.tax_currency_code !== undefined
  return leaf(cbc.TaxCurrencyCode, 'AED', isSent ? 'tax_currency_code' : 'document_currency_code')
}
