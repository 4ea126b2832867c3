import { check, type Party, SupplierParty } from '@selfbill/pint-ae/document'
import { type JsonValue, jsonText, stepsOf, valueAt, withValue } from '@selfbill/pint-ae/json'
import { inEnglish, type Message } from '@selfbill/pint-ae/messages'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../../../config/config.ts'
import { partyCauses } from '../../../document-files/causes.ts'
import { plainName } from '../../../document-files/column-names.ts'
import { countryName } from '../../../document-files/country-names.ts'
import { hasFormOfTrn, withUsualParty } from '../../../document-files/usual-values.ts'
import { issueFile } from '../request-file.ts'
import type { ListedSupplier } from './supplier-list.ts'

/** What a supplier is judged with. */
export interface Judge {
  readonly profile: Party
  /** A sound invoice. */
  readonly invoice: JsonValue
  readonly rulebook: Rulebook
  readonly config: Config
}

export const trn = 'party_tax_scheme.company_id'

/**
 * What keeps an invoice of this supplier from being issued, one line for each cause: wrong cells,
 * then what a create refuses, then the rules. A value that is missing or wrong gets that of the
 * example before the next step, so that nothing is listed that only follows from it.
 */
export function supplierProblems(supplier: ListedSupplier, judge: Judge): JudgedParty {
  const nameOf = (path: string) => supplier.headingOf(path) ?? plainName(`${member}.${path}`, 'en')?.slice(9) ?? path
  const problems = supplier.wrong.map(({ path, reason }) => inEnglish(withName(reason, 'column', nameOf(path))))
  const isWrong = new Set(supplier.wrong.map(({ path }) => path))
  const inside = orElse(supplier.party, 'postal_address.country_code', 'AE')
  const party = withUsualParty(inside)
  const country = textAt(party, 'postal_address.country_code') ?? ''
  const name = countryName(country)
  if (name !== undefined && country !== 'AE') return { party, problems: [...problems, abroad(party, name)] }
  const taxNumber = taxNumberOf(inside)
  if (taxNumber.fault !== undefined && !isWrong.has(trn)) problems.push(`${nameOf(trn)}${taxNumber.fault}`)
  const usual = withUsualParty(put(inside, trn, taxNumber.value ?? textAt(exampleOf(judge), trn)))
  const known = [...isWrong].reduce((made, path) => put(made, path, at(exampleOf(judge), path)), usual)
  const sound = partyCauses(errorsOf(known)).reduce((made, [path, reason]) => {
    problems.push(errorLine(nameOf(path), reason))
    return withUsualParty(put(made, path, at(exampleOf(judge), path)))
  }, known)
  return {
    party: taxNumber.value === undefined ? party : usual,
    problems: [...problems, ...broken(sound, nameOf, judge)],
  }
}

export interface JudgedParty {
  /** With what follows from its values. */
  readonly party: JsonValue
  readonly problems: readonly string[]
}

const member = 'accounting_supplier_party'

/** The rules ask each seller for a TRN, and the API allows a business abroad none. */
function abroad(party: JsonValue, country: string): string {
  return !hasFormOfTrn(textAt(party, trn))
    ? `the supplier is abroad (${country}): the rules allow no self-billed invoice without a TRN of the UAE`
    : `the supplier has a TRN and is abroad (${country}): write its address in the UAE`
}

interface TaxNumber {
  /** As it should be; undefined where nobody knows. */
  readonly value: string | undefined
  /** What follows the name of its column. */
  readonly fault?: string
}

function taxNumberOf(party: JsonValue): TaxNumber {
  const said = textAt(party, trn)
  if (said === undefined) return { value: undefined, fault: ' is missing' }
  const bare = said.replaceAll(/[\s-]/g, '')
  if (!/^1[0-9]{12}03$/.test(bare))
    return { value: undefined, fault: ` must be 15 digits, start with 1 and end with 03: ${said}` }
  if (bare === said) return { value: said }
  return { value: bare, fault: /\s/.test(said) ? ': remove the blanks' : ': remove the hyphens' }
}

/** A member that another one needs comes after it: then it follows. */
function errorsOf(party: JsonValue): readonly (readonly [path: string, reason: Message])[] {
  const checked = check(SupplierParty, party)
  if (!('errors' in checked)) return []
  return [...checked.errors].filter(([path]) => path !== 'endpoint_scheme_id')
}

function errorLine(name: string, reason: Message): string {
  return reason.id.startsWith('mandatory') ? `${name} is missing` : inEnglish(withName(reason, 'field', name))
}

/** The fatal findings about the supplier in an invoice that is sound otherwise. */
function broken(party: JsonValue, nameOf: (path: string) => string, judge: Judge): readonly string[] {
  const text = jsonText(withValue(judge.invoice, [member], party))
  const result = issueFile(text, judge.profile, judge.config, judge.rulebook, 'purchase-invoices')
  const findings = 'judged' in result ? result.judged.findings : []
  const lines = findings.flatMap(({ flag, field, text: said, reasonCode }) => {
    if (flag !== 'fatal' || field?.startsWith(`${member}.`) !== true) return []
    const path = field.slice(member.length + 1)
    return at(party, path) === undefined ? `${nameOf(path)} is missing` : `${nameOf(path)}: ${said} (${reasonCode})`
  })
  return [...new Set(lines)]
}

/** The sentence with another name of the field or the column. */
function withName(reason: Message, value: 'field' | 'column', name: string): Message {
  return value in reason.values ? { ...reason, values: { ...reason.values, [value]: { en: name, ar: name } } } : reason
}

function exampleOf({ invoice }: Judge): JsonValue {
  return valueAt(invoice, [member]) ?? null
}

function put(made: JsonValue, path: string, value: JsonValue | undefined): JsonValue {
  return value === undefined ? made : withValue(made, stepsOf(path) ?? [], value)
}

function orElse(made: JsonValue, path: string, value: string): JsonValue {
  return at(made, path) === undefined ? put(made, path, value) : made
}

function at(made: JsonValue, path: string): JsonValue | undefined {
  return valueAt(made, stepsOf(path) ?? [])
}

function textAt(made: JsonValue, path: string): string | undefined {
  const value = at(made, path)
  return typeof value === 'string' ? value : undefined
}
