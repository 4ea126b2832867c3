import { exemptionReasons } from '@selfbill/pint-ae/code-lists'
import { type Family, isCreditNote } from '@selfbill/pint-ae/document'
import { type JsonValue, stepsOf, valueAt, withValue } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { countryCode, countryName } from './country-names.ts'

/**
 * A request from a table, with what a person leaves out because it goes without saying: the type of
 * the document, and what follows from a TRN, a trade licence, a price or a code. What the table
 * says is never changed, but the name of a country becomes its code. Source: docs/decisions/0189.
 */
export function withUsualValues(request: JsonValue, family: Family): JsonValue {
  let made = orElse(withCountryCodes(request), typeMember(family), typeCodes[family])
  made = orElse(made, 'profile_execution_id', '00000000')
  const party = otherParty[family]
  const own = valueAt(made, [party])
  if (own !== undefined) made = withValue(made, [party], withUsualParty(own))
  made = withRate(made)
  const lines = valueAt(made, ['document_lines'])
  if (!Array.isArray(lines)) return made
  const all: readonly JsonValue[] = lines
  return withValue(made, ['document_lines'], all.map(withUsualLine))
}

function typeMember(family: Family): string {
  return isCreditNote(family) ? 'credit_note_type_code' : 'invoice_type_code'
}

export const typeCodes: Readonly<Record<Family, string>> = {
  'purchase-invoices': '389',
  'purchase-credit-notes': '261',
  'sales-invoices': '380',
  'sales-credit-notes': '381',
}

/** The member with the party that the organisation deals with. */
export const otherParty = {
  'purchase-invoices': 'accounting_supplier_party',
  'purchase-credit-notes': 'accounting_supplier_party',
  'sales-invoices': 'accounting_customer_party',
  'sales-credit-notes': 'accounting_customer_party',
} as const satisfies Readonly<Record<Family, string>>

/** The other business. One with a TRN of the UAE is in the UAE; one elsewhere stays as it is. */
export function withUsualParty(party: JsonValue): JsonValue {
  const number = textAt(party, trn)
  const isTrn = hasFormOfTrn(number)
  let made = withCountry(party)
  if (isTrn) made = orElse(made, 'postal_address.country_code', 'AE')
  made = orElse(made, 'party_name', textAt(made, 'name'))
  made = orElse(made, 'name', textAt(made, 'party_name'))
  made = orElse(made, 'postal_address.country', countryName(textAt(made, 'postal_address.country_code') ?? ''))
  if (textAt(made, 'postal_address.country_code') !== 'AE') return made
  made = orElse(made, 'scheme_agency_id', textAt(made, 'company_id') && 'TL')
  made = orElse(made, 'party_tax_scheme.tax_scheme', number && 'VAT')
  made = orElse(made, 'tin', isTrn ? number.slice(0, 10) : undefined)
  made = orElse(made, 'endpoint_id', textAt(made, 'tin'))
  return orElse(made, 'endpoint_scheme_id', textAt(made, 'endpoint_id') && '0235')
}

/** Whether it may be a TRN of the UAE, and no number from abroad. */
export function hasFormOfTrn(number: string | undefined): number is string {
  return number !== undefined && /^1\d{14}$/.test(number)
}

const trn = 'party_tax_scheme.company_id'

/** A column `Country` may have names as well as codes. */
function withCountry(party: JsonValue): JsonValue {
  const [said, name] = [textAt(party, 'postal_address.country_code'), textAt(party, 'postal_address.country')]
  if (said === undefined) return orElse(party, 'postal_address.country_code', name && countryCode(name))
  const code = countryCode(said)
  return code === undefined ? party : withValue(party, ['postal_address', 'country_code'], code)
}

/** The same in every other address, and for the origin of goods. */
function withCountryCodes(value: JsonValue, name = ''): JsonValue {
  if (typeof value === 'string') return countryMembers.has(name) ? (countryCode(value) ?? value) : value
  if (Array.isArray(value)) {
    const all: readonly JsonValue[] = value
    return all.map((one) => withCountryCodes(one, name))
  }
  if (!(value instanceof Map)) return value
  const members: ReadonlyMap<string, JsonValue> = value
  return new Map([...members].map(([member, inner]) => [member, withCountryCodes(inner, memberIn(name, member))]))
}

function memberIn(object: string, member: string): string {
  return object === 'origin_country' ? `${object}.${member}` : member
}

const countryMembers: ReadonlySet<string> = new Set([
  'country_code',
  'passport_issuing_country_code',
  'origin_country.identification_code',
])

/** An exchange rate turns the document's currency into dirhams. */
function withRate(request: JsonValue): JsonValue {
  const currency = textAt(request, 'document_currency_code')
  if (currency === undefined || !(at(request, 'tax_exchange_rate.calculation_rate') instanceof Decimal)) return request
  let made = orElse(request, 'tax_exchange_rate.source_currency_code', currency)
  made = orElse(made, 'tax_exchange_rate.target_currency_code', 'AED')
  return currency === 'AED' ? made : orElse(made, 'tax_currency_code', 'AED')
}

function withUsualLine(line: JsonValue): JsonValue {
  let made = orElse(line, 'price.base_quantity', at(line, 'price') && one)
  made = orElse(made, 'classified_tax_category.tax_scheme', at(line, 'classified_tax_category') && 'VAT')
  const reason = exemptionReasons.get(textAt(line, 'classified_tax_category.tax_exemption_reason_code') ?? '')
  made = orElse(made, 'classified_tax_category.tax_exemption_reason', reason)
  const code = textAt(line, 'commodity_classification.item_classification_code')
  made = orElse(made, 'commodity_classification.item_classification_list_id', code && 'HS')
  const others = at(line, otherItems)
  const entries: readonly JsonValue[] = Array.isArray(others) ? others : []
  return entries.reduce<JsonValue>(
    (so, entry, place) => orElse(so, `${otherItems}[${place}].scheme_id`, textAt(entry, 'id') && 'SAC'),
    made,
  )
}

/** A service code is the entry of this list with the scheme SAC. */
const otherItems = 'additional_item_identification'

const one = Decimal.from('1')

function orElse(made: JsonValue, path: string, value: JsonValue | undefined): JsonValue {
  return value === undefined || at(made, path) !== undefined ? made : withValue(made, stepsOf(path) ?? [], value)
}

function at(made: JsonValue, path: string): JsonValue | undefined {
  return valueAt(made, stepsOf(path) ?? [])
}

function textAt(made: JsonValue, path: string): string | undefined {
  const value = at(made, path)
  return typeof value === 'string' ? value : undefined
}
