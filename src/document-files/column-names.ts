import { formNames, formNamesOfParty, formNamesOfType, partyWords } from './form-names.ts'
import { type ColumnName, columnNames } from './plain-names.ts'

/**
 * Names of columns in both languages, beside the paths of the API: the plain name of each, and the
 * labels of the form. Each name stands for one path, so that a file may mix names of both languages
 * and paths.
 */
export type NameLanguage = 'en' | 'ar'

/**
 * The path that a heading names; undefined for a path itself, and for what we do not know. The
 * members that a document must have say which party `TRN` belongs to, and whose type is meant.
 */
export function pathOfHeading(heading: string, mandatory: readonly string[]): string | undefined {
  // `reason` is a path, and the label `Reason` names another one.
  if (byPath.has(heading)) return undefined
  const name = keyOf(heading)
  const found = byName.get(name) ?? typesByName.get(name)?.find((path) => mandatory.includes(path))
  if (found !== undefined) return found
  const member = partyMembers.get(name)
  const isSale = mandatory.includes('accounting_customer_party')
  return member && `${isSale ? 'accounting_customer_party' : 'accounting_supplier_party'}.${member}`
}

/** The plain name of a path, or of the column that a list or an object is mostly about. */
export function plainName(path: string, language: NameLanguage): string | undefined {
  return byPath.get(mainColumn(path))?.[language]
}

/**
 * The plain name of a member, by its column or by its path in JSON, which says the line:
 * `document_lines[37].unit_code` is the unit of line 38. Undefined for what has none.
 */
export function plainNameOfMember(path: string, language: NameLanguage): string | undefined {
  const at = lineOfMember(path)
  if (at === undefined) return plainName(path, language)
  const [isEnglish, line] = [language === 'en', at.line + 1]
  if (at.column === 'line') return isEnglish ? `line ${line}` : `البند ${line}`
  const name = plainName(at.column, language)
  return name && (isEnglish ? `${name} of line ${line}` : `${name} في البند ${line}`)
}

/** The line of a path in JSON, from 0, and the column that a table has for it. */
export function lineOfMember(path: string): { readonly line: number; readonly column: string } | undefined {
  const [, of, at, rest] = /^(document_lines|expected_totals\.lines)\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
  if (of === undefined) return undefined
  const steps = [of === 'document_lines' ? 'line' : 'line.expected_totals', ...(rest === undefined ? [] : [rest])]
  return { line: Number(at), column: steps.join('.') }
}

/** `line.additional_item_identification` → the column with the service code. */
export function mainColumn(path: string): string {
  return mainColumns.get(path) ?? path
}

/** Findings name lists and objects too. A table has columns for their members alone. */
const mainColumns: ReadonlyMap<string, string> = new Map([
  ['payment_means', 'payment_means[0].payment_means_code'],
  ['payment_means[0]', 'payment_means[0].payment_means_code'],
  ['payment_means[0].payee_financial_account', 'payment_means[0].payee_financial_account.id'],
  ['billing_reference', 'billing_reference[0].id'],
  ['tax_exchange_rate', 'tax_exchange_rate.calculation_rate'],
  ['accounting_supplier_party.party_tax_scheme', 'accounting_supplier_party.party_tax_scheme.company_id'],
  ['accounting_customer_party.party_tax_scheme', 'accounting_customer_party.party_tax_scheme.company_id'],
  ['line.price', 'line.price.base_amount'],
  ['line.classified_tax_category', 'line.classified_tax_category.id'],
  ['line.commodity_classification', 'line.commodity_classification.item_classification_code'],
  ['line.additional_item_identification', 'line.additional_item_identification[0].id'],
  ['line.additional_item_identification[0]', 'line.additional_item_identification[0].id'],
])

/** Letters that people write in several ways, and marks that they leave out, make no difference. */
export function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u0640\u064b-\u0652\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A colon, the star of a mandatory field and the hyphen of `E-mail` make no difference either. */
function keyOf(name: string): string {
  return folded(name.replaceAll(/[:*]/g, ' ').replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ''))
}

const byPath: ReadonlyMap<string, ColumnName> = new Map(columnNames.map((name) => [name.path, name]))

/** Plain names come last: no further name may hide one of them. */
const byName: ReadonlyMap<string, string> = keyed([...formNames, ...namesOfParties(), ...columnNames])

/** `Vendor name`, `Supplier trade licence number`. */
function namesOfParties(): readonly ColumnName[] {
  return Object.entries(partyWords).flatMap(([party, words]) => {
    const members = columnNames.flatMap(({ path, en }) =>
      path.startsWith(`${party}.`)
        ? { path: path.slice(party.length + 1), en: en.replace(/^\w+ /, ''), ar: undefined }
        : [],
    )
    return [...members, ...formNamesOfParty].flatMap(({ path, en, ar }) =>
      words.map(([english, arabic]) => ({
        path: `${party}.${path}`,
        en: `${english} ${en}`,
        ar: ar === undefined ? `${english} ${en}` : `${arabic} ${ar}`,
      })),
    )
  })
}

const partyMembers: ReadonlyMap<string, string> = keyed(formNamesOfParty)

const typesByName: ReadonlyMap<string, readonly string[]> = new Map(
  formNamesOfType.flatMap(({ en, ar }) =>
    [en, ar].map((name) => [keyOf(name), formNamesOfType.map(({ path }) => path)]),
  ),
)

function keyed(names: readonly ColumnName[]): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap(({ path, en, ar }) => [
      [keyOf(en), path],
      [keyOf(ar), path],
    ]),
  )
}
