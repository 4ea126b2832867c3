import type { Family } from '@selfbill/pint-ae/document'
import { type NameLanguage, plainName } from './column-names.ts'
import type { WrittenCell, WrittenSheet } from './xlsx/written-xlsx.ts'

/**
 * A file that can be uploaded as it is, for people to put their own documents into: two documents,
 * the first with two lines. Without a language its columns have the paths of the API.
 */
export function templateOf(family: Family, language: NameLanguage | undefined, today: string): WrittenSheet {
  const party = partyOf[family]
  const ofDocument: readonly Cell[] = [
    ...(family.endsWith('credit-notes') ? creditNote(family, today) : invoice(family, today)),
    text('document_currency_code', 'AED'),
    ...partyValues.map(([member, value]) => text(`${party}.${member}`, value)),
    text('payment_means[0].payment_means_code', '30'),
    text('payment_means[0].payee_financial_account.id', 'AE070331234567890123456'),
  ]
  const cells = (document: string, isFirst: boolean): readonly Cell[] => [
    text('document', document),
    ...ofDocument.map((cell) => (isFirst ? cell : { ...cell, text: '' })),
    ...line,
  ]
  return {
    name: family,
    isRightToLeft: language === 'ar',
    headings: cells('1', true).map(({ path }) => (language && plainName(path, language)) ?? path),
    rows: [cells('1', true), cells('1', false), cells('2', true)],
  }
}

interface Cell extends WrittenCell {
  readonly path: string
}

const partyOf = {
  'purchase-invoices': 'accounting_supplier_party',
  'purchase-credit-notes': 'accounting_supplier_party',
  'sales-invoices': 'accounting_customer_party',
  'sales-credit-notes': 'accounting_customer_party',
} as const satisfies Readonly<Record<Family, string>>

function text(path: string, value: string): Cell {
  return { path, kind: 'text', text: value }
}

function day(path: string, value: string): Cell {
  return { path, kind: 'day', text: value }
}

function number(path: string, value: string): Cell {
  return { path, kind: 'number', text: value }
}

function invoice(family: Family, today: string): readonly Cell[] {
  return [
    text('invoice_type_code', family === 'purchase-invoices' ? '389' : '380'),
    text('profile_execution_id', '00000000'),
    day('issue_date', today),
    day('due_date', today),
  ]
}

function creditNote(family: Family, today: string): readonly Cell[] {
  return [
    text('credit_note_type_code', family === 'purchase-credit-notes' ? '261' : '381'),
    text('profile_execution_id', '00000000'),
    day('issue_date', today),
    text('discrepancy_response', 'DL8.61.1.D'),
    text('billing_reference[0].id', 'INV-2041'),
    day('billing_reference[0].issue_date', today),
  ]
}

const partyValues: readonly (readonly [member: string, value: string])[] = [
  ['name', 'Gulf Metals Trading'],
  ['party_name', 'Gulf Metals Trading LLC'],
  ['party_tax_scheme.company_id', '100234567800003'],
  ['party_tax_scheme.tax_scheme', 'VAT'],
  ['tin', '1002345678'],
  ['postal_address.street_name', 'Sheikh Zayed Road 100'],
  ['postal_address.city_name', 'Dubai'],
  ['postal_address.country_subentity', 'DXB'],
  ['postal_address.country_code', 'AE'],
  ['postal_address.country', 'United Arab Emirates'],
  ['scheme_agency_id', 'TL'],
  ['company_id', '784512'],
  ['authority_name', 'Dubai Department of Economy and Tourism'],
  ['email', 'accounts@gulf-metals.example'],
  ['telephone', '04 555 0100'],
  ['endpoint_id', '1002345678'],
  ['endpoint_scheme_id', '0235'],
]

const line: readonly Cell[] = [
  text('line.name', 'Steel brackets'),
  text('line.description', 'Galvanised steel brackets, 120 mm'),
  number('line.quantity', '20'),
  text('line.unit_code', 'EA'),
  number('line.price.base_amount', '75.5'),
  number('line.price.base_quantity', '1'),
  text('line.classified_tax_category.id', 'S'),
  text('line.classified_tax_category.tax_scheme', 'VAT'),
  text('line.commodity_classification.commodity_code', 'G'),
  text('line.commodity_classification.item_classification_code', '73089000'),
  text('line.commodity_classification.item_classification_list_id', 'HS'),
]
