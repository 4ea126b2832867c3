import { enforced, published } from './codelists.ts'

/**
 * The code lists for callers, by name, with the rules that check values against them. The UAE lists
 * provide names of codes; ISO, UN/ECE and Peppol publish names themselves.
 */
export const codeLists: readonly CodeList[] = [
  list('invoice-type-codes', 'Type codes of self-billing invoices', ['IBR-CL-01'], enforced['ibr-cl-01'][0]),
  list('credit-note-type-codes', 'Type codes of self-billing credit notes', ['IBR-CL-01'], enforced['ibr-cl-01'][1]),
  list('transaction-types', 'Transaction type flags, by position', ['IBR-154-AE'], published.transactiontype),
  list('currencies', 'Currencies, ISO 4217', ['IBR-CL-03', 'IBR-CL-04', 'IBR-CL-05'], enforced['ibr-cl-04']),
  list('countries', 'Countries, ISO 3166-1', ['IBR-CL-14', 'IBR-CL-15'], enforced['ibr-cl-14']),
  list('passport-countries', 'Countries that issue passports', ['IBR-010-AE', 'IBR-012-AE'], passportCountries()),
  list('emirates', 'Emirates of the UAE', ['IBR-128-AE'], {
    AUH: 'Abu Dhabi',
    DXB: 'Dubai',
    SHJ: 'Sharjah',
    AJM: 'Ajman',
    UAQ: 'Umm Al Quwain',
    RAK: 'Ras Al Khaimah',
    FUJ: 'Fujairah',
  }),
  list('vat-categories', 'VAT categories', ['IBR-139-AE'], published['Aligned-TaxCategoryCodes']),
  list(
    'exemption-reasons',
    'Reasons for an exemption from VAT',
    ['IBR-167-AE', 'IBR-168-AE', 'IBR-169-AE'],
    published['Aligned-TaxExemptionCodes'],
  ),
  list('goods-types', 'Goods under reverse charge', ['IBR-006-AE'], published.GoodsType),
  list('item-types', 'Goods, services or both', ['IBR-184-AE', 'IBR-185-AE', 'IBR-186-AE'], published.ItemType),
  list('credit-note-reasons', 'Reasons for a credit note', ['IBR-001-AE'], published.CreditReason),
  list('billing-frequencies', 'How often a continuous supply is billed', ['IBR-005-AE'], published.FreqBilling),
  list('payment-means', 'Ways to pay that requests may name, UNTDID 4461', ['IBR-CL-16'], published.UNCL4461),
  list('units', 'Units, UN/ECE Recommendations 20 and 21', ['IBR-CL-23'], enforced['ibr-cl-23']),
  list('allowance-reasons', 'Reasons for an allowance, UNTDID 5189', ['IBR-CL-19'], enforced['ibr-cl-19']),
  list('charge-reasons', 'Reasons for a charge, UNTDID 7161', ['IBR-CL-20'], enforced['ibr-cl-20']),
  list('item-classifications', 'Lists of item classifications, UNTDID 7143', ['IBR-CL-13'], enforced['ibr-cl-13']),
  list('object-schemes', 'Schemes of an invoiced object, UNTDID 1153', ['IBR-CL-07'], enforced['ibr-cl-07']),
  list(
    'identifier-schemes',
    'Schemes of identifiers, ISO 6523 (ICD)',
    ['IBR-CL-10', 'IBR-CL-11', 'IBR-CL-21', 'IBR-CL-26'],
    enforced['ibr-cl-21'],
  ),
  list('endpoint-schemes', 'Schemes of electronic addresses (EAS)', ['IBR-CL-25'], enforced['ibr-cl-25']),
  list('media-types', 'Media types of attachments', ['IBR-CL-24'], published.MimeCode),
]

export interface CodeList {
  readonly name: string
  readonly title: string
  /** Ids of the rules that use the list. */
  readonly rules: readonly string[]
  readonly codes: readonly Code[]
}

export interface Code {
  readonly code: string
  readonly name: string | null
}

export function codeListNamed(name: string): CodeList | undefined {
  return codeLists.find((known) => known.name === name)
}

function list(
  name: string,
  title: string,
  rules: readonly string[],
  codes: readonly string[] | Readonly<Record<string, string>> | undefined,
): CodeList {
  return {
    name,
    title,
    rules,
    codes: isPlain(codes) ? codes.map((code) => ({ code, name: null })) : named(codes ?? {}),
  }
}

/** Corrects a misspelt name in the published lists. */
function named(codes: Readonly<Record<string, string>>): readonly Code[] {
  return Object.entries(codes).map(([code, name]) => ({ code, name: name.replace('Cetrain', 'Certain') }))
}

function isPlain(codes: unknown): codes is readonly string[] {
  return Array.isArray(codes)
}

function passportCountries(): readonly string[] {
  return enforced['ibr-010-ae (passport countries)']
}
