import { memberOf } from '../support/member-of.ts'

/**
 * A reader as in a .NET client: each declared member has a type, non-nullable members must exist,
 * and undeclared members are ignored. Returns the path of each mismatch; only the first item of a
 * list is reported.
 */
export function problemsOf(page: unknown, family: string): readonly string[] {
  const problems: string[] = []
  pageOf(family.endsWith('invoices') ? invoice : creditNote)(page, '', (path, problem) => {
    problems.push(`${path.replaceAll(/\[[0-9]+\]/g, '[]')}: ${problem}`)
  })
  return [...new Set(problems)]
}

type Report = (path: string, problem: string) => void
type Read = (value: unknown, path: string, report: Report) => void

const text: Read = (value, path, report) => void (typeof value === 'string' || report(path, 'is no text'))
const flag: Read = (value, path, report) => void (typeof value === 'boolean' || report(path, 'is no bool'))
const decimal: Read = (value, path, report) => void (typeof value === 'number' || report(path, 'is no decimal'))
const int: Read = (value, path, report) => void (Number.isInteger(value) || report(path, 'is no int'))

function matching(name: string, syntax: RegExp): Read {
  return (value, path, report) =>
    void ((typeof value === 'string' && syntax.test(value)) || report(path, `is no ${name}`))
}

const guid = matching('Guid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const date = matching('DateOnly', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
const time = matching('TimeOnly', /^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$/)

/** A nullable member may be missing or null; the reader treats both as null. */
function nullable(read: Read): Read {
  return (value, path, report) => {
    if (value !== undefined && value !== null) read(value, path, report)
  }
}

function list(read: Read): Read {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, 'is no list')
    for (const [at, item] of value.entries()) read(item, `${path}[${at}]`, report)
  }
}

function members(declared: Readonly<Record<string, Read>>): Read {
  return (value, path, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return report(path, 'is no object')
    for (const [name, read] of Object.entries(declared)) {
      read(memberOf(value, name), path === '' ? name : `${path}.${name}`, report)
    }
  }
}

function pageOf(item: Read): Read {
  return (value, path, report) => {
    members({ content: list(item), page_number: int, total_pages: int, total_elements: int })(value, path, report)
    const names = Object.keys(Object(value)).join(', ')
    if (names !== 'content, page_number, total_pages, total_elements') report(path, `has the members ${names}`)
  }
}

const taxScheme = members({ company_id: text, tax_scheme: text })
const taxCategory = members({
  id: text,
  percent: nullable(decimal),
  tax_exemption_reason_code: nullable(text),
  tax_exemption_reason: nullable(text),
  tax_scheme: nullable(text),
})

const party = members({
  name: text,
  party_name: nullable(text),
  profile_id: nullable(text),
  postal_address: members({
    street_name: text,
    city_name: text,
    country_subentity: text,
    country: text,
    country_code: text,
  }),
  party_tax_scheme: nullable(taxScheme),
  tin: nullable(text),
  endpoint_id: text,
  endpoint_scheme_id: text,
  email: text,
  telephone: nullable(text),
})

const charge = members({
  reason: nullable(text),
  reason_code: nullable(text),
  amount: decimal,
  multiplier_factor_numeric: nullable(decimal),
  base_amount: nullable(decimal),
  tax_category: nullable(taxCategory),
})

const line = members({
  name: text,
  description: text,
  quantity: decimal,
  unit_code: text,
  note: nullable(text),
  price: members({
    price_amount: decimal,
    base_quantity: decimal,
    allowance: members({ amount: decimal, base_amount: decimal }),
  }),
  classified_tax_category: taxCategory,
  charges: nullable(list(charge)),
  allowances: nullable(list(charge)),
  base_amount: decimal,
  net_amount: decimal,
  tax_amount: decimal,
  total_amount: decimal,
  tax_amount_in_aed: decimal,
  total_amount_in_aed: decimal,
})

const reference = members({ id: text, issue_date: nullable(date) })

const root: Readonly<Record<string, Read>> = {
  id: guid,
  org_id: guid,
  document_number: text,
  document_sequence: int,
  document_source: text,
  document_status: text,
  document_currency_code: text,
  issue_date: date,
  issue_time: nullable(time),
  profile_execution_id: text,
  is_phase2_document: flag,
  accounting_supplier_party: party,
  accounting_customer_party: party,
  billing_reference: list(reference),
  charges: list(charge),
  allowances: list(charge),
  attachments: list(members({ id: guid, file_name: text, file_type: text })),
  document_lines: list(line),
  line_extension_amount: decimal,
  allowance_total_amount: decimal,
  charge_total_amount: decimal,
  tax_exclusive_amount: decimal,
  tax_amount: decimal,
  tax_amount_in_aed: decimal,
  tax_inclusive_amount: decimal,
  prepaid_amount: decimal,
  payable_rounding_amount: decimal,
  payable_amount: decimal,
  payable_amount_in_aed: decimal,
  total_item_allowances: decimal,
  total_item_charges: decimal,
  total_taxable_amount: decimal,
  total_non_taxable_amount: decimal,
  tax_breakdown: list(
    members({ tax_category_code: text, tax_percentage: decimal, taxable_amount: decimal, tax_amount: decimal }),
  ),
  meta_info: members({
    peppol_status: nullable(
      members({
        overall_status: text,
        participant_status: nullable(text),
        fta_status: nullable(text),
        validation_results: list(members({ flag: text, reasonCode: text, text, location: text, test: text })),
      }),
    ),
  }),
}

const invoice = members({ ...root, invoice_type_code: text, due_date: date, effective_tax_point_date: date })
const creditNote = members({ ...root, credit_note_type_code: text, discrepancy_response: text, reason: text })
