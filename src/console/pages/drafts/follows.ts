import { exemptionReasons } from '@selfbill/pint-ae/code-lists'
import type { JsonValue } from '@selfbill/pint-ae/json'
import { countryName } from '../../../document-files/country-names.ts'
import { withoutValue } from './edit-json.ts'
import { trn } from './fields.ts'
import { at, orElse, put, same, steps } from './paths.ts'

// What follows from the fields of the sections, so that nobody has to type it.

const lists = ['allowances', 'charges']

/** The names of countries and reasons that codes have, and the scheme of a tax representative. */
export function withMembersOfMore(request: JsonValue, base: JsonValue): JsonValue {
  let made = request
  for (const path of addresses) made = withCountryName(made, base, path)
  const representative = 'tax_representative_party.party_tax_scheme'
  if (at(made, `${representative}.company_id`) !== undefined) made = orElse(made, `${representative}.tax_scheme`, 'VAT')
  else if (at(base, representative) !== undefined) made = withoutValue(made, steps(representative))
  for (const list of lists) {
    for (let entry = 0; entry < lengthOf(made, list); entry += 1) {
      made = withReasonOfCode(made, base, `${list}[${entry}].tax_category`)
    }
  }
  return made
}

const addresses = [
  'delivery.delivery_location.address',
  'payment_means[0].payee_financial_account.address',
  'payee_party.financial_account.address',
  'tax_representative_party.postal_address',
]

/** The English name of a country whose code was changed. */
export function withCountryName(request: JsonValue, base: JsonValue, address: string): JsonValue {
  const [code, former] = [request, base].map((one) => at(one, `${address}.country_code`))
  const own = at(request, `${address}.country`)
  const isOfFormer = own === undefined || own === nameOf(former)
  const name = nameOf(code)
  return code === former && own !== undefined
    ? request
    : name === undefined || !isOfFormer
      ? request
      : put(request, `${address}.country`, name)
}

function nameOf(code: JsonValue | undefined): string | undefined {
  return typeof code === 'string' ? countryName(code) : undefined
}

/** A business abroad has no TRN, and nothing that followed from one. */
export function withForeignParty(request: JsonValue, base: JsonValue, party: string): JsonValue {
  let made = withCountryName(request, base, `${party}.postal_address`)
  if (at(base, `${party}.postal_address.country_code`) === at(request, `${party}.postal_address.country_code`))
    return made
  const tin = at(base, `${party}.tin`)
  if (tin !== undefined && at(made, `${party}.endpoint_id`) === tin) {
    for (const member of ['endpoint_id', 'endpoint_scheme_id']) made = withoutValue(made, steps(`${party}.${member}`))
  }
  for (const member of ['tin', trn]) {
    if (same(at(made, `${party}.${member}`), at(base, `${party}.${member}`))) {
      made = withoutValue(made, steps(`${party}.${member}`))
    }
  }
  if (at(made, `${party}.${trn}`) === undefined) made = withoutValue(made, steps(`${party}.party_tax_scheme`))
  return at(made, `${party}.authority_name`) === undefined
    ? withoutValue(made, steps(`${party}.scheme_agency_id`))
    : made
}

function withReasonOfCode(request: JsonValue, base: JsonValue, category: string): JsonValue {
  const [code, former] = [request, base].map((one) => at(one, `${category}.tax_exemption_reason_code`))
  if (code === former) return request
  const name = typeof code === 'string' ? exemptionReasons.get(code) : undefined
  if (name === undefined) return withoutValue(request, steps(`${category}.tax_exemption_reason`))
  return put(request, `${category}.tax_exemption_reason`, name)
}

function lengthOf(request: JsonValue, path: string): number {
  const list = at(request, path)
  return Array.isArray(list) ? list.length : 0
}

/** An entry whose fields were all cleared is gone, and so is a list without entries. */
export function withoutBlankEntries(request: JsonValue, base: JsonValue, lines: readonly number[]): JsonValue {
  const ofLines = lines.flatMap((line) =>
    [...lists, 'additional_item_property', 'additional_item_identification'].map(
      (list) => `document_lines[${line}].${list}`,
    ),
  )
  let made = request
  for (const path of [...lists, 'billing_reference', ...ofLines]) {
    const list = at(made, path)
    if (!Array.isArray(list) || same(list, at(base, path))) continue
    const entries: readonly JsonValue[] = list
    const kept = entries.filter((entry) => !isBlank(entry))
    if (kept.length < entries.length) made = kept.length === 0 ? withoutValue(made, steps(path)) : put(made, path, kept)
  }
  return made
}

function isBlank(value: JsonValue): boolean {
  return value instanceof Map && [...value.values()].every(isBlank)
}
