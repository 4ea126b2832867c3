import { exemptionReasons } from '@selfbill/pint-ae/code-lists'
import type { JsonValue } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { isRate, withoutPercentSign } from '../../../document-files/rates.ts'
import { typeCodes } from '../../../document-files/usual-values.ts'
import { emptyForm, Form } from '../../http/form.ts'
import { type Family, isCreditNote, partyOf } from '../documents/family.ts'
import { numberFrom, withoutValue, withValue } from './edit-json.ts'
import { exemptionCode, type FormField, fieldsOf, serviceCode, trn } from './fields.ts'
import { withCountryName, withForeignParty, withMembersOfMore, withoutBlankEntries } from './follows.ts'
import { at, orElse, put, same, steps } from './paths.ts'
import { flagIn } from './sections/sections.ts'

/**
 * The request that a filled-in form means. The form shows a part of it: members that have no field
 * stay as they are in `base`, and a blank field takes its member away.
 */
export function requestOf(
  base: JsonValue,
  form: Form,
  family: Family,
  lines: readonly number[],
  more: readonly FormField[] = [],
): JsonValue {
  let request = withDefaults(base, family)
  const shown = formOf(base, family, lines, more)
  for (const field of fieldsOf(family, lines, more)) {
    // A field that was left alone changes nothing: a browser shows some texts on one line.
    if (flat(form.text(field.name)) !== flat(shown.text(field.name))) request = withField(request, field, form)
  }
  request = withParty(request, base, partyOf(family))
  request = withCurrency(request, base)
  for (const line of lines) request = withLine(request, base, `document_lines[${line}]`)
  return withoutBlankEntries(withMembersOfMore(request, base), base, lines)
}

/** The texts that show a request in the form. */
export function formOf(
  request: JsonValue,
  family: Family,
  lines: readonly number[],
  more: readonly FormField[] = [],
): Form {
  const texts = fieldsOf(family, lines, more).flatMap(({ name, kind }) => {
    if (kind === 'flag') return flagIn(request, name) === '1' ? [[name, ['1']] as const] : []
    const value = name.endsWith(`.${serviceCode}`) ? serviceCodeIn(request, name) : at(request, name)
    return typeof value === 'string' || value instanceof Decimal ? [[name, [String(value)]] as const] : []
  })
  return texts.length === 0 ? emptyForm : new Form(new Map(texts))
}

/** A request with what fields begin with. */
export function initialRequest(fields: readonly FormField[], request: JsonValue): JsonValue {
  let made = request
  for (const { name, initial } of fields) if (initial !== undefined) made = put(made, name, initial)
  return made
}

/** How many lines a request has. */
export function lineCount(request: JsonValue): number {
  const lines = at(request, 'document_lines')
  return Array.isArray(lines) ? lines.length : 0
}

function flat(text: string | undefined): string {
  return (text ?? '').replaceAll(/[\r\n]/g, '')
}

function withDefaults(base: JsonValue, family: Family): JsonValue {
  const type = isCreditNote(family) ? 'credit_note_type_code' : 'invoice_type_code'
  return orElse(orElse(base, type, typeCodes[family]), 'profile_execution_id', '00000000')
}

function withField(request: JsonValue, { name, kind }: FormField, form: Form): JsonValue {
  const typed = form.text(name)
  const text = kind === 'compact' ? typed?.replaceAll(/\s/g, '') : typed
  if (kind === 'flag') return withFlag(request, name, text !== undefined)
  if (name.endsWith(`.${serviceCode}`)) return withServiceCode(request, name, text)
  if (text === undefined) return withoutValue(request, steps(name))
  return put(request, name, kind === 'number' ? numberFrom(isRate(name) ? withoutPercentSign(text) : text) : text)
}

function withFlag(request: JsonValue, name: string, isSet: boolean): JsonValue {
  const flags = at(request, 'profile_execution_id')
  const digits = [...(typeof flags === 'string' ? flags : '').padEnd(8, '0')]
  digits[Number(/\d/.exec(name)?.[0])] = isSet ? '1' : '0'
  return put(request, 'profile_execution_id', digits.join(''))
}

/** What follows from the TRN of a business in the UAE, when the party was changed. */
function withParty(request: JsonValue, base: JsonValue, party: string): JsonValue {
  const country = at(request, `${party}.postal_address.country_code`)
  const isSame = same(at(request, party), at(base, party))
  if (isSame) return request
  if (country !== undefined && country !== 'AE') return withForeignParty(request, base, party)
  let made = orElse(request, `${party}.postal_address.country_code`, 'AE')
  made = withCountryName(made, base, `${party}.postal_address`)
  if (at(made, `${party}.company_id`) !== undefined) made = orElse(made, `${party}.scheme_agency_id`, 'TL')
  const [own, former] = [made, base].map((one) => at(one, `${party}.${trn}`))
  if (typeof own !== 'string') return withoutValue(made, steps(`${party}.party_tax_scheme`))
  made = orElse(made, `${party}.party_tax_scheme.tax_scheme`, 'VAT')
  const formerTin = typeof former === 'string' ? former.slice(0, 10) : undefined
  for (const member of ['tin', 'endpoint_id']) {
    // One that never followed from the TRN stays.
    const value = at(made, `${party}.${member}`)
    if (value === undefined || value === formerTin) made = put(made, `${party}.${member}`, own.slice(0, 10))
  }
  return orElse(made, `${party}.endpoint_scheme_id`, '0235')
}

function withCurrency(request: JsonValue, base: JsonValue): JsonValue {
  const members = ['document_currency_code', 'tax_exchange_rate.calculation_rate']
  if (members.every((member) => same(at(request, member), at(base, member)))) return request
  const currency = at(request, 'document_currency_code')
  if (at(request, 'tax_exchange_rate.calculation_rate') === undefined) {
    const made = withoutValue(request, ['tax_exchange_rate'])
    return currency === 'AED' ? withoutValue(made, ['tax_currency_code']) : made
  }
  if (typeof currency !== 'string') return request
  const made = put(request, 'tax_exchange_rate.source_currency_code', currency)
  const inBoth = put(made, 'tax_exchange_rate.target_currency_code', 'AED')
  return currency === 'AED' ? inBoth : orElse(inBoth, 'tax_currency_code', 'AED')
}

function withLine(request: JsonValue, base: JsonValue, line: string): JsonValue {
  if (same(at(request, line), at(base, line))) return request
  let made = orElse(request, `${line}.classified_tax_category.tax_scheme`, 'VAT')
  const [category, former] = [made, base].map((one) => at(one, `${line}.classified_tax_category.id`))
  if (category !== former) {
    const percent = `${line}.classified_tax_category.percent`
    // The API knows the rate of every other category.
    made = category === 'N' ? put(made, percent, numberFrom('5')) : withoutValue(made, steps(percent))
  }
  if (at(made, `${line}.price`) !== undefined) made = orElse(made, `${line}.price.base_quantity`, numberFrom('1'))
  return withExemption(withClassification(made, base, line), base, line)
}

function withExemption(request: JsonValue, base: JsonValue, line: string): JsonValue {
  const [code, former] = [request, base].map((one) => at(one, `${line}.${exemptionCode}`))
  const reason = `${line}.classified_tax_category.tax_exemption_reason`
  if (code === undefined) return former === undefined ? request : withoutValue(request, steps(reason))
  const name = typeof code === 'string' ? exemptionReasons.get(code) : undefined
  return name === undefined ? request : put(request, reason, name)
}

function withClassification(request: JsonValue, base: JsonValue, line: string): JsonValue {
  const [own, former] = [request, base].map((one) => at(one, `${line}.commodity_classification`))
  const kind = at(request, `${line}.commodity_classification.commodity_code`)
  const code = at(request, `${line}.commodity_classification.item_classification_code`)
  const list = `${line}.commodity_classification.item_classification_list_id`
  const isListed = kind === 'G' || kind === 'B' || code !== undefined
  const made = same(own, former) ? request : isListed ? orElse(request, list, 'HS') : withoutValue(request, steps(list))
  const gtin = `${line}.standard_item_identification`
  const [number, formerNumber] = [made, base].map((one) => at(one, `${gtin}.id`))
  if (number === formerNumber) return made
  return number === undefined ? withoutValue(made, steps(gtin)) : orElse(made, `${gtin}.scheme_id`, '0160')
}

/** The code of services is the entry of the scheme SAC. */
function serviceCodeIn(request: JsonValue, name: string): JsonValue | undefined {
  const [, entry] = serviceEntry(request, name)
  return entry instanceof Map ? entry.get('id') : undefined
}

function withServiceCode(request: JsonValue, name: string, code: string | undefined): JsonValue {
  const [place, entry] = serviceEntry(request, name)
  if (code !== undefined) {
    return put(request, `${name}[${place}]`, withValue(withValue(entry, ['id'], code), ['scheme_id'], 'SAC'))
  }
  return entry === undefined ? request : withoutValue(request, [...steps(name), place])
}

function serviceEntry(request: JsonValue, name: string): readonly [place: number, JsonValue | undefined] {
  const entries = at(request, name)
  const all: readonly JsonValue[] = Array.isArray(entries) ? entries : []
  const place = all.findIndex((entry) => entry instanceof Map && entry.get('scheme_id') === 'SAC')
  return place === -1 ? [all.length, undefined] : [place, all[place]]
}
