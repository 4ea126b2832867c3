/**
 * Documents as the ERP adapter sends them: no TIN, since the TRN contains it; members that the
 * neighbouring service computes or overwrites; fields of the ERP's own; empty texts for missing
 * values.
 */
export const erpDocuments: Readonly<Record<string, (number: string) => ErpDocument>> = {
  'purchase-invoices': (number) => ({
    ...common(number),
    invoice_type_code: '380',
    due_date: '2026-08-14',
    tax_point_date: '2026-07-15',
    accounting_supplier_party: party('Gulf Metals Trading', '100234567800003', { telephone: '+971 4 555 0100' }),
    // The adapter sends its own side too; the service overwrites it.
    accounting_customer_party: { name: 'Our own company', tin: '1999999999' },
    payment_means: [{ payment_means_code: '1', payment_id: null, card_account: null }],
  }),
  'sales-invoices': (number) => ({
    ...common(number),
    invoice_type_code: '380',
    due_date: '2026-08-14',
    supply_date: null,
    accounting_supplier_party: { name: 'Our own company' },
    accounting_customer_party: party('Oasis Building Materials', '100334455600003'),
    payment_means: [{ payment_means_code: '30', payee_financial_account: { id: 'AE070331234567890123456', name: '' } }],
  }),
  'purchase-credit-notes': (number) => ({
    ...common(number),
    ...credit('261'),
    accounting_supplier_party: party('Gulf Metals Trading', '100234567800003', { telephone: '+971 4 555 0100' }),
    payment_means: [{ payment_means_code: '1' }],
  }),
  'sales-credit-notes': (number) => ({
    ...common(number),
    ...credit('381'),
    accounting_customer_party: party('Oasis Building Materials', '100334455600003'),
  }),
}

export type ErpDocument = Readonly<Record<string, unknown>>

function common(number: string): ErpDocument {
  return {
    id: null,
    uuid: '',
    org_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    document_sequence: 0,
    meta_info: { peppol_status: null },
    document_number: number,
    issue_date: '2026-07-15',
    issue_time: '10:30',
    profile_execution_id: '00000000',
    document_currency_code: 'AED',
    tax_currency_code: '',
    tax_exchange_rate: null,
    document_source: 'ERP',
    buyer_reference: '',
    note: '',
    custom_data: null,
    erp_voucher: { doctype: 'Voucher', name: number },
    charges: [],
    allowances: null,
    payable_amount: 210,
    document_lines: [line(), line()],
  }
}

function credit(code: string): ErpDocument {
  return {
    credit_note_type_code: code,
    invoice_type_code: '',
    discrepancy_response: 'DL8.61.1.A',
    reason: 'Return of goods',
    due_date: '2026-08-14',
    project_reference: { id: 'P-7', name: '' },
    billing_reference: [{ id: 'INV-2026-0001', issue_date: '2026-07-01', document_description: null }],
  }
}

function line(): ErpDocument {
  return {
    id: '1',
    name: 'Steel bracket',
    description: 'Galvanised steel bracket, 120 mm',
    quantity: 2,
    unit_code: 'EA',
    uom: 'Each',
    price: { base_amount: 100.5, base_quantity: 1, allowance: null },
    classified_tax_category: { id: 'S', percent: 5, tax_scheme: 'VAT', tax_exemption_reason: '' },
    commodity_classification: {
      commodity_code: 'G',
      item_classification_code: '73089000',
      item_classification_list_id: 'HS',
      nature_code: '',
    },
    order_line_reference: { line_id: '', order_reference_id: '' },
    additional_item_identification: [],
    net_amount: 201,
    tax_amount: 10.05,
  }
}

function party(name: string, trn: string, more: ErpDocument = {}): ErpDocument {
  return {
    name,
    party_name: `${name} LLC`,
    profile_id: '',
    scheme_agency_id: 'TL',
    company_id: 'CN-1002345',
    company_scheme_id: null,
    authority_name: 'Department of Economy and Tourism',
    tin: '',
    party_tax_scheme: { company_id: trn, tax_scheme: 'VAT' },
    endpoint_id: trn.slice(0, 10),
    endpoint_scheme_id: '0235',
    email: 'accounts@example.ae',
    logo_url: '',
    postal_address: {
      street_name: 'Street 8',
      additional_street_name: '',
      city_name: 'Dubai',
      postal_zone: '00000',
      country_subentity: 'DXB',
      country: 'United Arab Emirates',
      country_code: 'AE',
    },
    ...more,
  }
}
