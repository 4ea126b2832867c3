import { countries, exemptionReasons, wholeCurrencies } from '@selfbill/pint-ae/code-lists'
import type { ListRule } from './list-schema.ts'
import { blankSeparated, isListed, listSchema, sequence } from './list-schema.ts'

/**
 * Lists that the official rules define but never apply: exemption reasons with their texts,
 * passport countries, which are attributes, and the decimals of a currency.
 */
export function gapLists(): string {
  const reasons = [...exemptionReasons].flatMap(([code, name]) =>
    // The published list misspells "Cetrain" in one text; the correct spelling is accepted too.
    [...new Set([name, name.replace('Cetrain', 'Certain')])].map((text) => `${code} ${text.toUpperCase()}`),
  )
  return listSchema(
    'Gaps: values that come from a code list',
    {
      countries: blankSeparated(countries),
      'exemption-reasons': sequence(reasons),
      'whole-currencies': blankSeparated(wholeCurrencies),
    },
    [
      {
        id: 'gaps-exemptions',
        rules: [
          exemptionRule('ibr-167-ae', 'cac:ClassifiedTaxCategory', 'line', 'IBT-185 IBT-186'),
          exemptionRule('ibr-168-ae', documentCategory('false'), 'allowance', 'IBT-196 IBT-197'),
          exemptionRule('ibr-169-ae', documentCategory('true'), 'charge', 'IBT-198 IBT-199'),
        ],
      },
      {
        id: 'gaps-passports',
        rules: [
          passportGap('ibr-011-ae', 'Customer', 'buyer', 'BTAE-19'),
          passportGap('ibr-013-ae', 'Supplier', 'seller', 'BTAE-18'),
        ],
      },
      { id: 'gaps-decimals', rules: [decimalsRule()] },
    ],
  )
}

function documentCategory(indicator: string): string {
  return `/*/cac:AllowanceCharge[cbc:ChargeIndicator = ${indicator}()]/cac:TaxCategory`
}

function exemptionRule(id: string, path: string, subject: string, terms: string): ListRule {
  return {
    id,
    context: `${path}[normalize-space(cbc:ID) = 'E']`,
    test: "concat(normalize-space(cbc:TaxExemptionReasonCode), ' ', upper-case(normalize-space(cbc:TaxExemptionReason))) = $exemption-reasons",
    message: `An exempt ${subject} (E) must state an exemption reason code of the UAE list and the text of that code.`,
    terms,
    field: 'tax_exemption_reason',
  }
}

/**
 * Amounts that a caller sends. Prices may have more decimals than their currency; computed amounts
 * have two.
 */
function decimalsRule(): ListRule {
  const sent = [
    ...['/*', 'cac:InvoiceLine', 'cac:CreditNoteLine'].flatMap((holder) =>
      ['Amount', 'BaseAmount'].map((name) => `${holder}/cac:AllowanceCharge/cbc:${name}`),
    ),
    'cac:LegalMonetaryTotal/cbc:PrepaidAmount',
    'cac:LegalMonetaryTotal/cbc:PayableRoundingAmount',
    'cac:PaymentTerms/cbc:Amount',
  ]
  return {
    id: 'sb-decimals',
    flag: 'warning',
    context: sent.join(' | '),
    test: `not(${isListed('@currencyID', 'whole-currencies')}) or /*/@amounts = 'computed' or not(matches(., '\\.[0-9]*[1-9]'))`,
    message: 'An amount must not have more decimals than its currency.',
    terms: 'IBT-092 IBT-099 IBT-113 IBT-114',
  }
}

function passportGap(id: string, side: string, party: string, terms: string): ListRule {
  return {
    id,
    flag: 'warning',
    context: `cac:Accounting${side}Party/cac:Party/cac:PartyLegalEntity/cbc:CompanyID[@schemeAgencyID = 'PAS'][@schemeAgencyName]`,
    test: isListed('@schemeAgencyName', 'countries'),
    message: `The country that issued the ${party}'s passport must be from ISO 3166-1.`,
    terms,
    field: '../passport_issuing_country_code',
  }
}
