import type { Family } from '@selfbill/pint-ae/document'
import { type NameLanguage, plainName } from './column-names.ts'
import { otherParty } from './usual-values.ts'
import type { WrittenCell, WrittenSheet } from './xlsx/written-xlsx.ts'

/**
 * A file that can be uploaded as it is, for people to put their own documents into: two documents,
 * the first with a line of goods and one of services, without columns for what goes without saying
 * (usual-values.ts). Without a language its columns have the paths of the API.
 */
export function templateOf(family: Family, language: NameLanguage | undefined, today: string): WrittenSheet {
  const party = otherParty[family]
  const ofDocument: readonly Cell[] = [
    ...(family.endsWith('credit-notes') ? creditNote(today) : invoice(today)),
    text('document_currency_code', 'AED'),
    ...partyValues.map(([member, value]) => text(`${party}.${member}`, value)),
    text('payment_means[0].payment_means_code', '30'),
    text('payment_means[0].payee_financial_account.id', 'AE070331234567890123456'),
  ]
  const cells = (document: string, isFirst: boolean, line: readonly Cell[]): readonly Cell[] => [
    text('document', document),
    ...ofDocument.map((cell) => (isFirst ? cell : { ...cell, text: '' })),
    ...line,
  ]
  const rows: readonly [readonly Cell[], ...(readonly Cell[])[]] = [
    cells('1', true, goods),
    cells('1', false, service),
    cells('2', true, goods),
  ]
  return {
    name: family,
    isRightToLeft: language === 'ar',
    kinds: rows[0].map(({ kind }) => kind),
    headings: rows[0].map(({ path }) => nameOf(path, language)),
    rows,
  }
}

/** A list of suppliers with one example, for `suppliers check`. */
export function supplierTemplate(language: NameLanguage | undefined): WrittenSheet {
  const party = 'accounting_supplier_party'
  return {
    name: 'suppliers',
    isRightToLeft: language === 'ar',
    headings: partyValues.map(([member]) => nameOf(`${party}.${member}`, language)),
    rows: [partyValues.map(([member, value]) => text(member, value))],
  }
}

function nameOf(path: string, language: NameLanguage | undefined): string {
  return (language && plainName(path, language)) ?? path
}

interface Cell extends WrittenCell {
  readonly path: string
}

function text(path: string, value: string): Cell {
  return { path, kind: 'text', text: value }
}

function day(path: string, value: string): Cell {
  return { path, kind: 'day', text: value }
}

function number(path: string, value: string): Cell {
  return { path, kind: 'number', text: value }
}

function invoice(today: string): readonly Cell[] {
  return [day('issue_date', today), day('due_date', today)]
}

function creditNote(today: string): readonly Cell[] {
  return [
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
  ['postal_address.street_name', 'Sheikh Zayed Road 100'],
  ['postal_address.city_name', 'Dubai'],
  ['postal_address.country_subentity', 'DXB'],
  ['company_id', '784512'],
  ['authority_name', 'Dubai Department of Economy and Tourism'],
  ['email', 'accounts@gulf-metals.example'],
  ['telephone', '04 555 0100'],
]

const goods = lineOf({
  name: 'Steel brackets',
  description: 'Galvanised steel brackets, 120 mm',
  quantity: '20',
  unit: 'EA',
  price: '75.5',
  kind: 'G',
  hsCode: '73089000',
})

const service = lineOf({
  name: 'Assembly',
  description: 'Assembly of steel brackets on site',
  quantity: '4',
  unit: 'HUR',
  price: '120',
  kind: 'S',
  serviceCode: '995473',
})

interface ExampleLine {
  readonly name: string
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  readonly kind: 'G' | 'S'
  readonly hsCode?: string
  readonly serviceCode?: string
}

function lineOf({ name, description, quantity, unit, price, kind, hsCode, serviceCode }: ExampleLine): readonly Cell[] {
  return [
    text('line.name', name),
    text('line.description', description),
    number('line.quantity', quantity),
    text('line.unit_code', unit),
    number('line.price.base_amount', price),
    text('line.classified_tax_category.id', 'S'),
    text('line.commodity_classification.commodity_code', kind),
    text('line.commodity_classification.item_classification_code', hsCode ?? ''),
    text('line.additional_item_identification[0].id', serviceCode ?? ''),
  ]
}
