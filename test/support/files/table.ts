/** A CSV file as a table, before a spreadsheet has saved it. */
export interface Table {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Three documents: two lines, one line, two lines; with Arabic, accents, separators and leading zeros. */
export function invoiceTable(): Table {
  const document = {
    issue_date: '2026-07-15',
    invoice_type_code: '389',
    due_date: '2026-08-14',
    profile_execution_id: '00000000',
    document_currency_code: 'AED',
    'order_reference.id': '000451',
    'accounting_supplier_party.name': 'شركة الخليج للتجارة',
    'accounting_supplier_party.party_name': 'Café Société, LLC',
    'accounting_supplier_party.postal_address.street_name': 'Port Road 41',
    'accounting_supplier_party.postal_address.city_name': 'Dubai',
    'accounting_supplier_party.postal_address.country_subentity': 'DXB',
    'accounting_supplier_party.postal_address.country': 'United Arab Emirates',
    'accounting_supplier_party.postal_address.country_code': 'AE',
    'accounting_supplier_party.tin': '1005678901',
    'accounting_supplier_party.party_tax_scheme.company_id': '100567890100003',
    'accounting_supplier_party.party_tax_scheme.tax_scheme': 'VAT',
    'accounting_supplier_party.scheme_agency_id': 'TL',
    'accounting_supplier_party.company_id': '655310',
    'accounting_supplier_party.authority_name': 'Dubai Department of Economy and Tourism',
    'accounting_supplier_party.endpoint_id': '1005678901',
    'accounting_supplier_party.endpoint_scheme_id': '0235',
    'accounting_supplier_party.email': 'accounts@blue-dhow.example',
    'accounting_supplier_party.telephone': '+971 4 555 0130',
    'payment_means[0].payment_means_code': '10',
  }
  const line = (name: string, quantity: string, price: string) => ({
    'line.name': name,
    'line.description': `${name}, 400 x 300 mm`,
    'line.quantity': quantity,
    'line.unit_code': 'EA',
    'line.price.base_amount': price,
    'line.price.base_quantity': '1',
    'line.classified_tax_category.id': 'S',
    'line.classified_tax_category.percent': '5',
    'line.classified_tax_category.tax_scheme': 'VAT',
    'line.commodity_classification.commodity_code': 'G',
    'line.commodity_classification.item_classification_code': '48191000',
    'line.commodity_classification.item_classification_list_id': 'HS',
  })
  const rows = [
    { document: '101', ...document, ...line('Cartons', '1500', '2.35') },
    { document: '101', ...document, ...line('Pallets', '40', '1234.5') },
    { document: '102', ...document, ...line('قهوة', '12', '18.0425') },
    { document: '103', ...document, ...line('Straps', '7', '31.5') },
    { document: '103', ...document, ...line('Film', '2500.25', '0.75') },
  ]
  return { headings: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) }
}

/** The table with one cell changed; `row` as a spreadsheet counts. */
export function withCell(table: Table, row: number, heading: string, change: (cell: string) => string): Table {
  const at = table.headings.indexOf(heading)
  const rows = table.rows.map((cells, index) =>
    index === row - 2 ? cells.map((cell, column) => (column === at ? change(cell) : cell)) : cells,
  )
  return { ...table, rows }
}

/** The table with a whole column changed. */
export function withColumn(table: Table, heading: string, change: (cell: string, at: number) => string): Table {
  return table.rows.reduce((changed, _, at) => withCell(changed, at + 2, heading, (cell) => change(cell, at)), table)
}

export interface Written {
  readonly separator?: string
  readonly lineEnd?: string
  readonly quotes?: 'needed' | 'always' | 'never'
}

export function written(
  { headings, rows }: Table,
  { separator = ',', lineEnd = '\r\n', quotes = 'needed' }: Written = {},
): string {
  const cell = (text: string) => {
    const isNeeded = text.includes(separator) || /["\r\n]/.test(text)
    return quotes === 'always' || (quotes === 'needed' && isNeeded) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [headings, ...rows].map((cells) => `${cells.map(cell).join(separator)}${lineEnd}`).join('')
}
