import { enforced } from '@selfbill/pint-ae/code-lists'
import type { ListPattern } from './list-schema.ts'
import { blankSeparated, isListed, listSchema } from './list-schema.ts'

/**
 * The code-list rules of the tax data document, which has a separate list of currencies. Source:
 * TDD 1.0.4.
 */
export function taxDataCurrencies(): string {
  return listSchema(
    'Currencies of the reported document',
    { [listName]: blankSeparated(enforced['tdd currencies']) },
    [
      currencyPattern('ibr-tdd-30-1', 'cbc:DocumentCurrencyCode', {
        message: 'The currency of the reported document must be one that reports allow.',
        terms: 'IBT-005',
        field: 'document_currency_code',
      }),
      currencyPattern('ibr-tdd-31-1', 'cbc:TaxCurrencyCode', {
        message: 'The VAT currency of the reported document must be one that reports allow.',
        terms: 'IBT-006',
      }),
    ],
    { pxs: 'urn:peppol:schema:taxdata:1.0' },
  )
}

const listName = 'report-currencies'

/**
 * One pattern per rule: both rules match the same element, and only the first match in a pattern
 * runs.
 */
function currencyPattern(
  id: string,
  code: string,
  said: { readonly message: string; readonly terms: string; readonly field?: string },
): ListPattern {
  const context = '/pxs:TaxData/pxs:ReportedTransaction/pxs:ReportedDocument'
  const test = `not(${code}) or (${isListed(code, listName)})`
  return { id, rules: [{ id, context, test, ...said }] }
}
