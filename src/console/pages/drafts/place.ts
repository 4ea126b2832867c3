import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Say } from '../../language/language.ts'
import type { Sentence } from '../../language/words.ts'
import { type Family, partyOf } from '../documents/family.ts'
import { draftWords } from './draft-words.ts'
import {
  documentFields,
  exemptionCode,
  type FormField,
  isAbroad,
  lineFields,
  partyFields,
  paymentFields,
  trn,
} from './fields.ts'
import { fileWords } from './file-words.ts'
import { entriesMax, type Lists } from './sections/document-sections.ts'
import { documentSections, lineSection, listsIn } from './sections/sections.ts'

/**
 * The field of the form that a path of the API belongs to: `document_lines[0].unit_code`, or
 * `document_lines[0].classified_tax_category.percent`, which follows from the VAT category.
 */
export function fieldFor(path: string, family: Family, request?: JsonValue): FormField | undefined {
  const fields = fieldsNear(path, family, request)
  // A party abroad has no TRN that its electronic address could follow from.
  const meant = isAbroadIn(request, family) && path.startsWith(`${partyOf(family)}.endpoint`) ? path : aliasOf(path)
  return fields.find(({ name }) => name === meant) ?? fields.find(({ name }) => isWithin(meant, name))
}

/** The fields that must be filled in within an object; none for a path that is a field itself. */
export function requiredWithin(path: string, family: Family): readonly FormField[] {
  return fieldsNear(path, family).filter(({ name, isRequired }) => isRequired === true && isWithin(name, path))
}

function fieldsNear(path: string, family: Family, request?: JsonValue): readonly FormField[] {
  const line = lineIn(path)
  if (line !== undefined) return [...lineFields(line), ...lineSection(anyLists(request), line).fields]
  const ofSections = documentSections(family, anyLists(request)).flatMap(({ fields }) => fields)
  return [...documentFields(family), ...partyFields(family), ...paymentFields, ...ofSections]
}

/** Every entry that a form can show. An item number is the code of services, unless it is known. */
function anyLists(request: JsonValue | undefined): Lists {
  const text = request === undefined ? () => 'SAC' : listsIn(request).text
  return { count: () => entriesMax, text }
}

function isAbroadIn(request: JsonValue | undefined, family: Family): boolean {
  return request !== undefined && isAbroad(request, family)
}

/** What a path names, in the words of the form: `Line 1: Unit`. Undefined for other members. */
export function placeWords(say: Say, path: string, family: Family): string | undefined {
  const line = lineIn(path)
  if (path === 'document_lines') return say(draftWords.lines)
  const file = /^attachments\[(\d+)\]/.exec(path)?.[1]
  if (file !== undefined) return say(fileWords.nth, { file: Number(file) + 1 })
  if (path === partyOf(family)) return say(partyLabel(family))
  if (line !== undefined && path === `document_lines[${line}]`) return say(draftWords.lineTitle, { line: line + 1 })
  if (isOwnParty(path, family)) return ownPartyWords(say, path, family)
  const field = fieldFor(path, family)
  if (field === undefined) return undefined
  const part = partWords(say, path, family)
  const label = field.group === undefined ? say(field.label) : `${field.group.title(say)}: ${say(field.label)}`
  return part === undefined || (lineIn(path) === undefined && field.group !== undefined) ? label : `${part}: ${label}`
}

/** The own party comes from the business profile; its members have the names of the other one's. */
function ownPartyWords(say: Say, path: string, family: Family): string | undefined {
  const profile = say(draftWords.profile)
  const field = fieldFor(path.replace(/^\w+/, partyOf(family)), family)
  if (field === undefined) return path.includes('.') ? undefined : profile
  return `${profile}: ${say(field.label)}`
}

/** The part of the form that a path is in: `Line 1`. Undefined for the document itself. */
export function partWords(say: Say, path: string, family: Family): string | undefined {
  const line = lineIn(path)
  if (line !== undefined) return say(draftWords.lineTitle, { line: line + 1 })
  if (path.startsWith('payment_means')) return say(draftWords.payment)
  return path.startsWith(partyOf(family)) ? say(partyLabel(family)) : undefined
}

export function partyLabel(family: Family): Sentence {
  return partyOf(family) === 'accounting_supplier_party' ? draftWords.supplier : draftWords.customer
}

/** Whether the path is of the party that comes from the business profile. */
export function isOwnParty(path: string, family: Family): boolean {
  const own =
    partyOf(family) === 'accounting_supplier_party' ? 'accounting_customer_party' : 'accounting_supplier_party'
  return path === own || path.startsWith(`${own}.`)
}

/** The line of a path, from 0. */
export function lineIn(path: string): number | undefined {
  const at = /^document_lines\[(\d{1,5})\]/.exec(path)?.[1]
  return at === undefined ? undefined : Number(at)
}

function isWithin(path: string, name: string): boolean {
  return path.startsWith(name) && /^[.[]/.test(path.slice(name.length))
}

/** Members that follow from a field, or that the form asks for by one of their members. */
function aliasOf(path: string): string {
  for (const [end, meant] of aliases) {
    if (path === end) return meant
    if (path.endsWith(`.${end}`)) return path.slice(0, -end.length) + meant
  }
  return path
}

const aliases: readonly (readonly [end: string, meant: string])[] = [
  ['classified_tax_category.percent', 'classified_tax_category.id'],
  ['classified_tax_category.tax_scheme', 'classified_tax_category.id'],
  ['classified_tax_category.tax_exemption_reason', exemptionCode],
  ['classified_tax_category', 'classified_tax_category.id'],
  ['commodity_classification.item_classification_list_id', 'commodity_classification.item_classification_code'],
  ['commodity_classification', 'commodity_classification.commodity_code'],
  ['standard_item_identification.scheme_id', 'standard_item_identification.id'],
  ['standard_item_identification', 'standard_item_identification.id'],
  ['price', 'price.base_amount'],
  ['party_tax_scheme', trn],
  ['tin', trn],
  ['endpoint_id', trn],
  ['scheme_agency_id', 'company_id'],
  ['payment_means', 'payment_means[0].payment_means_code'],
  ['payee_financial_account', 'payee_financial_account.id'],
  ['billing_reference', 'billing_reference[0].id'],
  ['tax_exchange_rate', 'tax_exchange_rate.calculation_rate'],
  ['tax_currency_code', 'document_currency_code'],
  ['profile_execution_id', 'profile_execution_id[0]'],
  ['delivery', 'delivery.actual_delivery_date'],
  ['delivery_location', 'delivery_location.address.street_name'],
  ['buyer_customer_party', 'buyer_customer_party.id'],
  ['seller_supplier_party', 'seller_supplier_party.id'],
  ['order_reference', 'order_reference.id'],
  ['invoice_period', 'invoice_period.start_date'],
  ['card_account', 'card_account.primary_account_number_id'],
  ['payment_mandate', 'payment_mandate.id'],
]
