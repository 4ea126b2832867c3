import { figures } from '../rulebook/catalogue/figures.ts'

/**
 * What a wrong member may change beside itself, in the spelling of the catalogue
 * (`document_lines[].price`): what is computed or derived from it, or checked together with it.
 * Says too much rather than too little.
 */
export function affectedBy(path: string): readonly string[] {
  const member = path.replaceAll(/\[\d+\]/g, '[]')
  const [first = '', second = '', third = ''] = member.split('.')
  if (isParty(first)) return [ofParty(first, second, third)]
  if (first === 'document_lines' || first === 'document_lines[]') return ofLine(second)
  if (ofFigures.has(first.replace('[]', ''))) return [first, line, figures]
  return [first.replace('[]', '')]
}

function isParty(member: string): boolean {
  return member === 'accounting_supplier_party' || member === 'accounting_customer_party'
}

/** Nothing follows from where somebody is reached; the other members of a party depend on each other. */
function ofParty(party: string, member: string, within: string): string {
  if (['telephone', 'email', 'contact_name'].includes(member)) return `${party}.${member}`
  const isPlain = member === 'postal_address' && within !== '' && !within.startsWith('country')
  return isPlain ? `${party}.${member}.${within}` : party
}

function ofLine(member: string): readonly string[] {
  if (plainOfLines.has(member.replace('[]', ''))) return [`${line}.${member.replace('[]', '')}`]
  if (member === '') return ['document_lines', figures]
  return [`${line}.${member.replace('[]', '')}`, line, figures]
}

const line = 'document_lines[]'

/** Members of a line that no amount follows from. */
const plainOfLines: ReadonlySet<string> = new Set([
  'name',
  'description',
  'unit_code',
  'note',
  'accounting_cost',
  'invoice_period',
  'order_line_reference',
  'despatch_line_reference',
  'document_reference',
  'buyer_item_identification',
  'seller_item_identification',
  'standard_item_identification',
  'additional_item_identification',
  'additional_item_property',
  'origin_country',
  'commodity_classification',
  'lot_number_id',
  'line_object_identifier',
])

/** Members of the document that amounts or texts elsewhere follow from. */
const ofFigures: ReadonlySet<string> = new Set([
  'invoice_type_code',
  'credit_note_type_code',
  'profile_execution_id',
  'discrepancy_response',
  'document_currency_code',
  'tax_currency_code',
  'tax_exchange_rate',
  'charges',
  'allowances',
  'prepaid_amount',
  'payable_rounding_amount',
])

/** Whether what a rule reads may change with the affected members. */
export function isAffected(read: string, affected: ReadonlySet<string>): boolean {
  if (affected.has(read)) return true
  for (const member of affected) {
    // An object stands for what is made of its members, and a line for its amounts alone.
    if (member === line || read === line) continue
    if (isWithin(read, member) || isWithin(member, read)) return true
  }
  return false
}

/** Whether a path is a member, or within it. */
export function isWithin(path: string, member: string): boolean {
  return path === member || (path.startsWith(member) && /^[.[]/.test(path.slice(member.length)))
}
