import { enforced } from '@selfbill/pint-ae/code-lists'
import type { ListRule } from './list-schema.ts'
import { isListed, sequence } from './list-schema.ts'

/** Rules about the code lists of the UAE. */
export function uaeRules(): readonly ListRule[] {
  return [
    {
      id: 'ibr-001-ae',
      context: 'cac:DiscrepancyResponse/cbc:ResponseCode',
      test: `normalize-space(.) = ${sequence(enforced['ibr-001-ae'])}`,
      message: 'The reason for a credit note must be one of the UAE list.',
      terms: 'BTAE-03',
    },
    // Rules about attributes never run, because rules apply only to elements; the official set has
    // these two all the same.
    attributeRule('ibr-011-ae', 'Customer', 'buyer', 'BTAE-19'),
    attributeRule('ibr-013-ae', 'Supplier', 'seller', 'BTAE-18'),
    {
      id: 'ibr-005-ae',
      context: 'cac:InvoicePeriod/cbc:DescriptionCode',
      test: `normalize-space(.) = ${sequence(enforced['ibr-005-ae'])}`,
      message: 'A billing frequency must be one of the UAE list.',
      terms: 'BTAE-06',
    },
    {
      id: 'ibr-139-ae',
      context: 'cac:TaxCategory/cbc:ID | cac:ClassifiedTaxCategory/cbc:ID',
      test: `normalize-space(.) = ${sequence(enforced['ibr-139-ae'])}`,
      message: 'A VAT category must be one of the UAE list.',
      terms: 'IBT-151 IBT-118 IBT-095 IBT-102',
    },
    {
      id: 'ibr-006-ae',
      context: 'cbc:NatureCode',
      test: `normalize-space(.) = ${sequence(enforced['ibr-006-ae'])}`,
      message: 'The goods under reverse charge must be one of the UAE list.',
      terms: 'BTAE-09',
    },
  ]
}

/** The official stylesheets visit elements only, so these rules never run there, and must not here. */
function attributeRule(id: string, side: string, party: string, terms: string): ListRule {
  return {
    id,
    context: `cac:Accounting${side}Party/cac:Party/cac:PartyLegalEntity/cbc:CompanyID[@schemeAgencyID = 'PAS']/@schemeAgencyName[false()]`,
    test: isListed('.', 'countries'),
    message: `The country that issued the ${party}'s passport must be from ISO 3166-1.`,
    terms,
  }
}

/** Rules about the country that issued a passport, one for each side. */
export function passportRules(): readonly ListRule[] {
  const rule = (id: string, side: string, party: string, terms: string): ListRule => ({
    id,
    context: `cac:Accounting${side}Party/cac:Party`,
    test: `not(cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID = 'PAS') or string(cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName) = $passport-countries`,
    message: `The ${party}'s passport must name the country that issued it.`,
    terms,
    field: 'passport_issuing_country_code',
  })
  return [rule('ibr-010-ae', 'Customer', 'buyer', 'BTAE-19'), rule('ibr-012-ae', 'Supplier', 'seller', 'BTAE-18')]
}
