import { enforced } from '@selfbill/pint-ae/code-lists'
import { gapLists } from './gap-list-rules.ts'
import type { GeneratedFile } from './generated-file.ts'
import { blankSeparated, listSchema, sequence } from './list-schema.ts'
import { pintRules, unitRule } from './pint-list-rules.ts'
import { taxDataCurrencies } from './tax-data-rules.ts'
import { passportRules, uaeRules } from './uae-list-rules.ts'

/**
 * The code-list rules, generated from codelists.json: one file that billing and self-billing share,
 * and one for each of them.
 */
export function codeListFiles(): readonly GeneratedFile[] {
  return [
    { path: 'pint-ae/src/rulebook/pint-ae/code-lists.sch', text: sharedLists() },
    {
      path: 'pint-ae/src/rulebook/pint-ae/self-billing/type-codes.sch',
      text: typeCodes('self-billing', enforced['ibr-cl-01']),
    },
    {
      path: 'pint-ae/src/rulebook/pint-ae/billing/type-codes.sch',
      text: typeCodes('billing', enforced['ibr-cl-01 billing']),
    },
    { path: 'pint-ae/src/rulebook/gaps/code-lists.sch', text: gapLists() },
    { path: 'pint-ae/src/rulebook/tdd/currencies.sch', text: taxDataCurrencies() },
  ]
}

function typeCodes(name: string, [invoice = [], creditNote = []]: readonly (readonly string[])[]): string {
  return listSchema(`Type codes of ${name} documents`, {}, [
    {
      id: 'type-codes',
      rules: [
        {
          id: 'ibr-cl-01',
          context: 'cbc:InvoiceTypeCode | cbc:CreditNoteTypeCode',
          test: `normalize-space(.) = (if (self::cbc:InvoiceTypeCode) then ${sequence(invoice)} else ${sequence(creditNote)})`,
          message: `A ${name} invoice must be of type ${invoice.join(' or ')}, a credit note of type ${creditNote.join(' or ')}.`,
          terms: 'IBT-003',
        },
      ],
    },
  ])
}

function sharedLists(): string {
  const [schemes = [], bankSchemes = []] = enforced['ibr-cl-10']
  return listSchema(
    'Values that come from a code list',
    {
      currencies: blankSeparated(enforced['ibr-cl-04']),
      countries: blankSeparated(enforced['ibr-cl-14']),
      'passport-countries': sequence(enforced['ibr-010-ae (passport countries)']),
      'object-schemes': blankSeparated(enforced['ibr-cl-07']),
      'identifier-schemes': blankSeparated(schemes),
      'endpoint-schemes': blankSeparated(enforced['ibr-cl-25']),
      classifications: blankSeparated(enforced['ibr-cl-13']),
      'payment-means': blankSeparated(enforced['ibr-cl-16']),
      'allowance-reasons': blankSeparated(enforced['ibr-cl-19']),
      'charge-reasons': blankSeparated(enforced['ibr-cl-20']),
      units: blankSeparated(enforced['ibr-cl-23']),
    },
    [
      { id: 'code-lists', rules: pintRules(bankSchemes) },
      { id: 'units-of-prices', rules: [unitRule('cbc:BaseQuantity[@unitCode]', '../../unit_code')] },
      { id: 'code-lists-ae', rules: uaeRules() },
      { id: 'passports-ae', rules: passportRules() },
    ],
  )
}
