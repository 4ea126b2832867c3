import {
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from './requests.ts'

/**
 * Requests with every field of the contract, most of them with a unique value. They pass the
 * checks. No single transaction would need all of this, so some rules fail on them.
 */
export function anInvoiceWithEverything(overrides: Members = {}): Members {
  return aPurchaseInvoice({ ...everything, ...overrides })
}

export function aCreditNoteWithEverything(overrides: Members = {}): Members {
  return aPurchaseCreditNote({ ...everything, due_date: '2026-08-17', reason: 'Found faulty', ...overrides })
}

/** The same with the sides swapped: the supplier is the customer of a sale. */
export function aSaleOf({ accounting_supplier_party, ...request }: Members): Members {
  return { ...request, accounting_customer_party: accounting_supplier_party ?? null }
}

function anAddressOf(whose: string): Members {
  return anAddress({
    street_name: `${whose} street`,
    additional_street_name: `${whose} building`,
    city_name: `${whose} city`,
    postal_zone: `${whose} zone`,
    address_line: `${whose} line`,
  })
}

function anAccountOf(whose: string): Members {
  return {
    id: `${whose}-account`,
    name: `${whose} account`,
    financial_institution_branch_id: `${whose}-branch`,
    address: anAddressOf(`${whose} bank`),
  }
}

function aShare(name: string, amount: number, category?: Members): Members {
  return {
    reason: `${name} reason`,
    reason_code: name.endsWith('charge') ? 'FC' : '95',
    amount,
    multiplier_factor_numeric: 10,
    base_amount: amount * 10,
    ...(category && { tax_category: category }),
  }
}

const exempt: Members = {
  id: 'E',
  percent: 0,
  tax_exemption_reason_code: 'DL8.46.3',
  tax_exemption_reason: 'Bare land',
  tax_scheme: 'VAT',
}

const line = aLine({
  name: 'Copper wire',
  description: 'Bright wire, bundled',
  quantity: 3,
  unit_code: 'KGM',
  price: { base_amount: 90, base_quantity: 1.5, allowance: { amount: 10, base_amount: 100 } },
  classified_tax_category: exempt,
  note: 'Line note',
  accounting_cost: 'line-cost',
  invoice_period: { start_date: '2026-07-02', end_date: '2026-07-30', description: 'July, all weeks' },
  order_line_reference: { line_id: 'order-line-1', order_reference_id: 'line-order-1' },
  despatch_line_reference: { line_id: 'despatch-line-1' },
  document_reference: { id: 'line-document-1', issue_date: '2026-06-08' },
  charges: [aShare('line charge', 4, exempt)],
  allowances: [aShare('line allowance', 3)],
  buyer_item_identification: { id: 'buyer-item' },
  seller_item_identification: { id: 'seller-item' },
  standard_item_identification: { id: '06291041500213', scheme_id: '0160' },
  additional_item_identification: [{ id: '998877', scheme_id: 'SAC', scheme_version_id: '2' }],
  origin_country: { identification_code: 'OM' },
  commodity_classification: {
    commodity_code: 'B',
    item_classification_code: '74081100',
    item_classification_list_id: 'HS',
    item_classification_list_version_id: '2022',
    nature_code: 'DL8.48.8.1',
  },
  additional_item_property: [{ name: 'Purity', value: '99.9 %' }],
  lot_number_id: 'lot-1',
  line_object_identifier: 'object-1',
})

const everything: Members = {
  ...inCurrency('USD', 3.6725),
  document_number: 'SB-2026-0042',
  issue_time: '10:20:30',
  profile_execution_id: '10010110',
  accounting_supplier_party: aSupplier({
    party_identification_id: 'supplier-id',
    party_identification_scheme_id: '0060',
    company_legal_form: 'Limited liability company',
    contact_name: 'Accounts receivable',
    party_name_in_local_language: 'الخليج للمعادن',
    logo_url: 'https://gulf-metals.example/logo.png',
    postal_address: anAddressOf('supplier'),
  }),
  document_lines: [line, aLine()],
  payment_means: [
    {
      id: 'means-1',
      payment_means_code: '30',
      payment_id: ['remit-1', 'remit-2'],
      payee_financial_account: anAccountOf('supplier'),
    },
    {
      payment_means_code: '54',
      card_account: { primary_account_number_id: 'XXXX1111', network_id: 'VISA', holder_name: 'Harbour Manufacturing' },
    },
    { payment_means_code: '49', payment_mandate: { id: 'mandate-1', payer_financial_account_id: 'payer-account' } },
  ],
  payment_terms: {
    note: '30 days net',
    due_date: '2026-08-18',
    installment_due_date: '2026-08-19',
    amount: 77,
    payment_means_id: 'means-1',
  },
  document_source: 'ERP',
  attachments: [{ file_name: 'weights.csv', file_type: 'text/csv', file_content: 'YSxiCjEsMgo=' }],
  invoice_period: { start_date: '2026-07-01', end_date: '2026-07-31', description: 'MTH' },
  delivery: {
    actual_delivery_date: '2026-07-10',
    delivery_time: '11:12:13',
    party_name: 'Jebel Ali warehouse',
    party_id: 'warehouse-7',
    terms: 'DAP',
    delivery_location: { id: 'gate-3', address: anAddressOf('delivery') },
  },
  charges: [aShare('charge', 8, { id: 'S', percent: 5, tax_scheme: 'VAT' })],
  allowances: [aShare('allowance', 7, exempt)],
  buyer_customer_party: { id: 'beneficiary-1' },
  seller_supplier_party: { id: '100999999900003' },
  payee_party: {
    party_name: 'Gulf Factoring',
    party_identification: { id: 'payee-1', scheme_id: '0060' },
    financial_account: anAccountOf('payee'),
  },
  tax_representative_party: {
    party_name: 'Gulf Tax Agents',
    party_identification: { id: 'representative-1' },
    party_tax_scheme: { company_id: '100777777700003', tax_scheme: 'VAT' },
    postal_address: anAddressOf('representative'),
  },
  order_reference: { id: 'order-1', issue_date: '2026-06-01', sales_order_id: 'sales-order-1' },
  billing_reference: [{ id: 'billed-1', issue_date: '2026-06-02' }],
  despatch_document_reference: { id: 'despatch-1', issue_date: '2026-06-03' },
  receipt_document_reference: { id: 'receipt-1', issue_date: '2026-06-04' },
  statement_document_reference: { id: 'customs-1', issue_date: '2026-06-05' },
  originator_document_reference: { id: 'tender-1', issue_date: '2026-06-06' },
  contract_document_reference: { id: 'contract-1', issue_date: '2026-06-07' },
  project_reference: { id: 'project-1', name: 'Harbour wall' },
  accounting_cost: 'cost-centre-1',
  buyer_reference: 'buyer-reference-1',
  note: 'Weighed at the gate',
  prepaid_amount: 5,
  payable_rounding_amount: 0.06,
}
