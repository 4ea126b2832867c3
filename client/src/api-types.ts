// Written by npm run generate from the OpenAPI document of the service. Change that, not this.

export interface InvoiceRequest {
  /** Minted when absent, unless the organisation numbers its documents itself */
  document_number?: string
  issue_date: string
  issue_time?: string
  invoice_type_code: '389'
  due_date: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  /** The system it comes from; API when absent */
  document_source?: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_supplier_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: Attachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: DocumentLine[]
}

export interface CreditNoteRequest {
  /** Minted when absent, unless the organisation numbers its documents itself */
  document_number?: string
  issue_date: string
  issue_time?: string
  credit_note_type_code: '261'
  due_date?: string
  discrepancy_response: 'DL8.61.1.A' | 'DL8.61.1.B' | 'DL8.61.1.C' | 'DL8.61.1.D' | 'DL8.61.1.E' | 'VD'
  reason?: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  /** The system it comes from; API when absent */
  document_source?: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_supplier_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: Attachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: DocumentLine[]
}

export interface SalesInvoiceRequest {
  /** Minted when absent, unless the organisation numbers its documents itself */
  document_number?: string
  issue_date: string
  issue_time?: string
  invoice_type_code: '380' | '480'
  due_date: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  /** The system it comes from; API when absent */
  document_source?: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_customer_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: Attachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: DocumentLine[]
}

export interface SalesCreditNoteRequest {
  /** Minted when absent, unless the organisation numbers its documents itself */
  document_number?: string
  issue_date: string
  issue_time?: string
  credit_note_type_code: '381' | '81'
  due_date?: string
  discrepancy_response: 'DL8.61.1.A' | 'DL8.61.1.B' | 'DL8.61.1.C' | 'DL8.61.1.D' | 'DL8.61.1.E' | 'VD'
  reason?: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  /** The system it comes from; API when absent */
  document_source?: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_customer_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: Attachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: DocumentLine[]
}

export interface PurchaseInvoice {
  id: string
  org_id: string
  document_sequence: number
  meta_info: {
    peppol_status: PeppolStatus | null
  }
  document_number: string
  issue_date: string
  issue_time?: string
  invoice_type_code: '389'
  due_date: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  document_source: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_supplier_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: AnsweredAttachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: AnsweredLine[]
  totals: Totals
  accounting_customer_party: Party
  line_extension_amount: number
  allowance_total_amount: number
  charge_total_amount: number
  tax_exclusive_amount: number
  tax_amount: number
  tax_amount_in_aed: number
  tax_inclusive_amount: number
  payable_amount: number
  payable_amount_in_aed: number
  total_item_allowances: number
  total_item_charges: number
  total_taxable_amount: number
  total_non_taxable_amount: number
  tax_breakdown: ({
    tax_category_code: 'S' | 'Z' | 'E' | 'O' | 'AE' | 'N'
    tax_percentage?: number
    taxable_amount: number
    tax_amount: number
    tax_exemption_reason_code?: string
    tax_exemption_reason?: string
  })[]
  /** In compatibility mode alone */
  document_status?: 'ACTIVE'
  /** In compatibility mode alone: it is sent over Peppol */
  is_phase2_document?: boolean
  /** In compatibility mode alone: delivery.actual_delivery_date */
  supply_date?: string
  /** In compatibility mode alone: the supply date, or the issue date */
  effective_tax_point_date?: string
}

export interface PurchaseCreditNote {
  id: string
  org_id: string
  document_sequence: number
  meta_info: {
    peppol_status: PeppolStatus | null
  }
  document_number: string
  issue_date: string
  issue_time?: string
  credit_note_type_code: '261'
  due_date?: string
  discrepancy_response: 'DL8.61.1.A' | 'DL8.61.1.B' | 'DL8.61.1.C' | 'DL8.61.1.D' | 'DL8.61.1.E' | 'VD'
  reason: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  document_source: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_supplier_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: AnsweredAttachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: AnsweredLine[]
  totals: Totals
  accounting_customer_party: Party
  line_extension_amount: number
  allowance_total_amount: number
  charge_total_amount: number
  tax_exclusive_amount: number
  tax_amount: number
  tax_amount_in_aed: number
  tax_inclusive_amount: number
  payable_amount: number
  payable_amount_in_aed: number
  total_item_allowances: number
  total_item_charges: number
  total_taxable_amount: number
  total_non_taxable_amount: number
  tax_breakdown: ({
    tax_category_code: 'S' | 'Z' | 'E' | 'O' | 'AE' | 'N'
    tax_percentage?: number
    taxable_amount: number
    tax_amount: number
    tax_exemption_reason_code?: string
    tax_exemption_reason?: string
  })[]
  /** In compatibility mode alone */
  document_status?: 'ACTIVE'
  /** In compatibility mode alone: it is sent over Peppol */
  is_phase2_document?: boolean
}

export interface SalesInvoice {
  id: string
  org_id: string
  document_sequence: number
  meta_info: {
    peppol_status: PeppolStatus | null
  }
  document_number: string
  issue_date: string
  issue_time?: string
  invoice_type_code: '380' | '480'
  due_date: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  document_source: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_customer_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: AnsweredAttachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: AnsweredLine[]
  totals: Totals
  accounting_supplier_party: Party
  line_extension_amount: number
  allowance_total_amount: number
  charge_total_amount: number
  tax_exclusive_amount: number
  tax_amount: number
  tax_amount_in_aed: number
  tax_inclusive_amount: number
  payable_amount: number
  payable_amount_in_aed: number
  total_item_allowances: number
  total_item_charges: number
  total_taxable_amount: number
  total_non_taxable_amount: number
  tax_breakdown: ({
    tax_category_code: 'S' | 'Z' | 'E' | 'O' | 'AE' | 'N'
    tax_percentage?: number
    taxable_amount: number
    tax_amount: number
    tax_exemption_reason_code?: string
    tax_exemption_reason?: string
  })[]
  /** In compatibility mode alone */
  document_status?: 'ACTIVE'
  /** In compatibility mode alone: it is sent over Peppol */
  is_phase2_document?: boolean
  /** In compatibility mode alone: delivery.actual_delivery_date */
  supply_date?: string
  /** In compatibility mode alone: the supply date, or the issue date */
  effective_tax_point_date?: string
}

export interface SalesCreditNote {
  id: string
  org_id: string
  document_sequence: number
  meta_info: {
    peppol_status: PeppolStatus | null
  }
  document_number: string
  issue_date: string
  issue_time?: string
  credit_note_type_code: '381' | '81'
  due_date?: string
  discrepancy_response: 'DL8.61.1.A' | 'DL8.61.1.B' | 'DL8.61.1.C' | 'DL8.61.1.D' | 'DL8.61.1.E' | 'VD'
  reason: string
  /** Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports */
  profile_execution_id: string
  document_currency_code: string
  tax_currency_code?: 'AED'
  tax_exchange_rate?: {
    source_currency_code: string
    target_currency_code: 'AED'
    /** At most 6 decimals */
    calculation_rate: number
  }
  document_source: string
  accounting_cost?: string
  buyer_reference?: string
  note?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_reference?: {
    id: string
    issue_date?: string
    sales_order_id?: string
  }
  billing_reference?: {
    id: string
    issue_date?: string
  }[]
  despatch_document_reference?: {
    id: string
    issue_date?: string
  }
  receipt_document_reference?: {
    id: string
    issue_date?: string
  }
  statement_document_reference?: {
    id: string
    issue_date?: string
  }
  originator_document_reference?: {
    id: string
    issue_date?: string
  }
  contract_document_reference?: {
    id: string
    issue_date?: string
  }
  project_reference?: {
    id: string
    name?: string
  }
  accounting_customer_party: Party
  buyer_customer_party?: {
    id: string
  }
  seller_supplier_party?: {
    id: string
  }
  payee_party?: {
    party_name: string
    party_identification?: {
      id: string
      scheme_id?: string
    }
    financial_account?: {
      id?: string
      name?: string
      financial_institution_branch_id?: string
      address?: Address
    }
  }
  tax_representative_party?: {
    party_name: string
    party_identification?: {
      id: string
    }
    party_tax_scheme?: {
      company_id: string
      tax_scheme: string
    }
    postal_address: Address
  }
  delivery?: Delivery
  payment_means?: PaymentMeans[]
  payment_terms?: {
    note?: string
    due_date?: string
    installment_due_date?: string
    /** At most 2 decimals */
    amount?: number
    payment_means_id?: string
  }
  attachments?: AnsweredAttachment[]
  charges?: DocumentCharge[]
  allowances?: DocumentCharge[]
  /** At most 2 decimals */
  prepaid_amount?: number
  /** At most 2 decimals */
  payable_rounding_amount?: number
  document_lines: AnsweredLine[]
  totals: Totals
  accounting_supplier_party: Party
  line_extension_amount: number
  allowance_total_amount: number
  charge_total_amount: number
  tax_exclusive_amount: number
  tax_amount: number
  tax_amount_in_aed: number
  tax_inclusive_amount: number
  payable_amount: number
  payable_amount_in_aed: number
  total_item_allowances: number
  total_item_charges: number
  total_taxable_amount: number
  total_non_taxable_amount: number
  tax_breakdown: ({
    tax_category_code: 'S' | 'Z' | 'E' | 'O' | 'AE' | 'N'
    tax_percentage?: number
    taxable_amount: number
    tax_amount: number
    tax_exemption_reason_code?: string
    tax_exemption_reason?: string
  })[]
  /** In compatibility mode alone */
  document_status?: 'ACTIVE'
  /** In compatibility mode alone: it is sent over Peppol */
  is_phase2_document?: boolean
}

export interface BusinessProfile {
  name: string
  party_name?: string
  profile_id?: string
  postal_address: Address
  scheme_agency_id?: 'TL' | 'EID' | 'PAS' | 'CD' | 'CL' | 'OTH'
  company_id?: string
  party_identification_id?: string
  party_identification_scheme_id?: string
  authority_name?: string
  passport_issuing_country_code?: string
  tin?: string
  party_tax_scheme?: {
    company_id: string
    tax_scheme: string
  }
  endpoint_id: string
  endpoint_scheme_id: string
  /** An e-mail address. Any other text is accepted too, with the warning SB-EMAIL */
  email: string
  telephone?: string
  party_name_in_local_language?: string
  company_legal_form?: string
  logo_url?: string
  contact_name?: string
  status?: 'ACTIVE' | 'INACTIVE'
}

export interface AnsweredBusinessProfile {
  /** In compatibility mode alone: it never changes */
  id?: string
  profile_id: string
  org_id: string
  /** COMPLETED is what compatibility mode calls ACTIVE */
  status: 'ACTIVE' | 'INACTIVE' | 'COMPLETED'
  name: string
  party_name?: string
  postal_address: Address
  scheme_agency_id?: 'TL' | 'EID' | 'PAS' | 'CD' | 'CL' | 'OTH'
  company_id?: string
  party_identification_id?: string
  party_identification_scheme_id?: string
  authority_name?: string
  passport_issuing_country_code?: string
  tin?: string
  party_tax_scheme?: {
    company_id: string
    tax_scheme: string
  }
  endpoint_id: string
  endpoint_scheme_id: string
  /** An e-mail address. Any other text is accepted too, with the warning SB-EMAIL */
  email: string
  telephone?: string
  party_name_in_local_language?: string
  company_legal_form?: string
  logo_url?: string
  contact_name?: string
  /** Unix seconds */
  created_at: number
  /** Unix seconds */
  updated_at: number
}

export interface Address {
  street_name: string
  additional_street_name?: string
  city_name: string
  postal_zone?: string
  country_subentity: string
  address_line?: string
  country: string
  country_code: string
}

export interface Attachment {
  file_name: string
  file_type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'text/csv' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/xml' | 'application/vnd.oasis.opendocument.spreadsheet'
  file_content: string
}

export interface AnsweredAttachment {
  id: string
  file_name: string
  file_type: string
}

export interface Party {
  name: string
  party_name?: string
  profile_id?: string
  postal_address: Address
  scheme_agency_id?: 'TL' | 'EID' | 'PAS' | 'CD' | 'CL' | 'OTH'
  company_id?: string
  party_identification_id?: string
  party_identification_scheme_id?: string
  authority_name?: string
  passport_issuing_country_code?: string
  tin?: string
  party_tax_scheme?: {
    company_id: string
    tax_scheme: string
  }
  endpoint_id: string
  endpoint_scheme_id: string
  /** An e-mail address. Any other text is accepted too, with the warning SB-EMAIL */
  email: string
  telephone?: string
  party_name_in_local_language?: string
  company_legal_form?: string
  logo_url?: string
  contact_name?: string
}

export interface DocumentLine {
  name: string
  description: string
  /** At most 20 decimals */
  quantity: number
  unit_code: string
  price: {
    /** The net price (IBT-146), at most 20 decimals; answers call it price_amount */
    base_amount: number
    /** The price is for so many units (IBT-149), at most 20 decimals */
    base_quantity: number
    allowance?: {
      /** At most 20 decimals */
      amount?: number
      /** At most 20 decimals */
      base_amount?: number
    }
  }
  classified_tax_category: TaxCategory
  note?: string
  accounting_cost?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_line_reference?: {
    line_id: string
    order_reference_id?: string
  }
  despatch_line_reference?: {
    line_id: string
  }
  document_reference?: {
    id: string
    issue_date?: string
  }
  charges?: LineCharge[]
  allowances?: LineCharge[]
  buyer_item_identification?: {
    id: string
  }
  seller_item_identification?: {
    id: string
  }
  standard_item_identification?: {
    id: string
    scheme_id?: string
  }
  additional_item_identification?: {
    id: string
    scheme_id: string
    scheme_version_id?: string
  }[]
  origin_country?: {
    identification_code: string
  }
  commodity_classification?: {
    commodity_code?: 'G' | 'S' | 'B'
    item_classification_code?: string
    item_classification_list_id?: string
    item_classification_list_version_id?: string
    nature_code?: string
  }
  additional_item_property?: {
    name: string
    value: string
  }[]
  lot_number_id?: string
  line_object_identifier?: string
}

export interface AnsweredLine {
  name: string
  description: string
  /** At most 20 decimals */
  quantity: number
  unit_code: string
  price: {
    price_amount: number
    base_quantity: number
    allowance: {
      amount: number
      base_amount: number
    }
  }
  classified_tax_category: TaxCategory
  note?: string
  accounting_cost?: string
  invoice_period?: {
    start_date?: string
    end_date?: string
    description?: string
  }
  order_line_reference?: {
    line_id: string
    order_reference_id?: string
  }
  despatch_line_reference?: {
    line_id: string
  }
  document_reference?: {
    id: string
    issue_date?: string
  }
  charges?: LineCharge[]
  allowances?: LineCharge[]
  buyer_item_identification?: {
    id: string
  }
  seller_item_identification?: {
    id: string
  }
  standard_item_identification?: {
    id: string
    scheme_id?: string
  }
  additional_item_identification?: {
    id: string
    scheme_id: string
    scheme_version_id?: string
  }[]
  origin_country?: {
    identification_code: string
  }
  commodity_classification?: {
    commodity_code?: 'G' | 'S' | 'B'
    item_classification_code?: string
    item_classification_list_id?: string
    item_classification_list_version_id?: string
    nature_code?: string
  }
  additional_item_property?: {
    name: string
    value: string
  }[]
  lot_number_id?: string
  line_object_identifier?: string
  base_amount: number
  net_amount: number
  tax_amount: number
  total_amount: number
  tax_amount_in_aed?: number
  total_amount_in_aed?: number
}

export interface DocumentCharge {
  reason?: string
  reason_code?: string
  /** At most 2 decimals */
  amount: number
  /** At most 20 decimals */
  multiplier_factor_numeric?: number
  /** At most 2 decimals */
  base_amount?: number
  tax_category: TaxCategory
}

export interface LineCharge {
  reason?: string
  reason_code?: string
  /** At most 2 decimals */
  amount: number
  /** At most 20 decimals */
  multiplier_factor_numeric?: number
  /** At most 2 decimals */
  base_amount?: number
  tax_category?: TaxCategory
}

export interface TaxCategory {
  id: 'S' | 'Z' | 'E' | 'O' | 'AE' | 'N'
  /** At most 20 decimals */
  percent?: number
  tax_exemption_reason_code?: 'DL8.46.1' | 'DL8.46.2' | 'DL8.46.3' | 'DL8.46.4'
  tax_exemption_reason?: string
  tax_scheme?: string
}

export interface PaymentMeans {
  id?: string
  payment_means_code: '1' | '10' | '20' | '21' | '30' | '49' | '54' | '55' | '68'
  payment_id?: string[]
  card_account?: {
    primary_account_number_id: string
    network_id: string
    holder_name?: string
  }
  payee_financial_account?: {
    id?: string
    name?: string
    financial_institution_branch_id?: string
    address?: Address
  }
  payment_mandate?: {
    id?: string
    payer_financial_account_id?: string
  }
}

export interface Delivery {
  actual_delivery_date?: string
  delivery_time?: string
  party_name?: string
  party_id?: string
  terms?: string
  delivery_location?: {
    id?: string
    address: Address
  }
}

export interface Totals {
  line_extension_amount: number
  allowance_total_amount: number
  charge_total_amount: number
  tax_exclusive_amount: number
  tax_amount: number
  tax_amount_in_aed: number
  tax_inclusive_amount: number
  prepaid_amount: number
  payable_rounding_amount: number
  payable_amount: number
  payable_amount_in_aed: number
  total_item_allowances: number
  total_item_charges: number
  total_taxable_amount: number
  total_non_taxable_amount: number
  tax_breakdown: ({
    tax_category_code: 'S' | 'Z' | 'E' | 'O' | 'AE' | 'N'
    tax_percentage?: number
    taxable_amount: number
    tax_amount: number
    tax_exemption_reason_code?: string
    tax_exemption_reason?: string
  })[]
}

export interface PeppolStatus {
  overall_status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'VALIDATION_FAILED'
  participant_status: 'APPROVED' | 'REJECTED' | null
  fta_status: 'APPROVED' | 'REJECTED' | null
  validation_results: ValidationResult[]
}

export interface ValidationResult {
  flag: string
  reasonCode: string
  text: string
  location: string
  test: string
  /** The member of the request that is to blame */
  field: string | null
  /** The text that was found there */
  value: string | null
  /** The one sure repair, as a JSON Patch (RFC 6902) against the request */
  fix: ({
    op: 'add' | 'replace'
    /** JSON Pointer into the request */
    path: string
    value: string
  })[] | null
  official: boolean
}

export interface CatalogueRule {
  /** The reasonCode of its findings */
  id: string
  /** False for a rule that closes a gap of the official set */
  official: boolean
  severity: 'fatal' | 'warning'
  sets: ('self-billing' | 'billing' | 'tdd' | 'mls')[]
  /** Business terms: IBT-131, BTAE-10 */
  terms: string[]
  /** Members of a request that it reads; what the service computes names none */
  fields: string[]
  assertions: ({
    sets: ('self-billing' | 'billing' | 'tdd' | 'mls')[]
    severity: 'fatal' | 'warning'
    /** XPath: the elements it is about */
    context: string
    /** XPath 2: what holds for them */
    test: string
    message: {
      en: string
      ar: string | null
    }
  })[]
}

export interface CodeList {
  name: string
  title: string
  /** The rules that know the list */
  rules: string[]
  codes: ({
    code: string
    name: string | null
  })[]
}

export interface Snapshot {
  id: string
  uuid: string
  documentType: 'INVOICE' | 'CREDIT_NOTE'
  documentUuid: string
  documentXML: string
  /** Participant id of the issuer */
  issuedBy: string
  /** Participant id of the other party */
  issuedTo: string
  /** Milliseconds since 1970 */
  lastUpdated: number
  validationResults: ValidationResult[]
  toC3: {
    country: string
    docTypeId: string
    documentXml: string
    /** Milliseconds since 1970 */
    lastUpdated: number
    mlsResponse: {
      id: string
      responseCode: 'AP' | 'AB' | 'RE'
      issuedAt: string
      senderId: string
      receiverId: string
      /** The transmissionUuid of the leg it is about */
      referenceId: string
      description: string | null
      issues: {
        lineId: string
        description: string
        statusReasonCode: string
      }[]
    } | null
    processId: string
    receiverId: string
    senderId: string
    status: 'PENDING' | 'SENDING' | 'RETRYING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'FAILED' | 'STALLED' | 'NOT_REQUIRED'
    /** Null when nothing is to be sent */
    transmissionUuid: string | null
    transmissionResponse: {
      conversationId: string | null
      messageId: string | null
      overallDurationToTransmit: number | null
      /** True when the attempt failed */
      transmissionError: boolean
      /** What failed, in a sentence, then what the receiving access point named */
      transmissionErrors: ({
        code: string | null
        description: string
      })[]
      transmissionResult: string | null
    } | null
  }
  toC5: {
    country: string
    docTypeId: string
    documentXml: string
    /** Milliseconds since 1970 */
    lastUpdated: number
    mlsResponse: {
      id: string
      responseCode: 'AP' | 'AB' | 'RE'
      issuedAt: string
      senderId: string
      receiverId: string
      /** The transmissionUuid of the leg it is about */
      referenceId: string
      description: string | null
      issues: {
        lineId: string
        description: string
        statusReasonCode: string
      }[]
    } | null
    processId: string
    receiverId: string
    senderId: string
    status: 'PENDING' | 'SENDING' | 'RETRYING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'FAILED' | 'STALLED' | 'NOT_REQUIRED'
    /** Null when nothing is to be sent */
    transmissionUuid: string | null
    transmissionResponse: {
      conversationId: string | null
      messageId: string | null
      overallDurationToTransmit: number | null
      /** True when the attempt failed */
      transmissionError: boolean
      /** What failed, in a sentence, then what the receiving access point named */
      transmissionErrors: ({
        code: string | null
        description: string
      })[]
      transmissionResult: string | null
    } | null
  }
}

export interface LogEntry {
  id: string
  /** The transmissionUuid of the leg; null when the entry is about the document */
  sent_message_id: string | null
  document_uuid: string
  document_type: 'INVOICE' | 'CREDIT_NOTE'
  sender_id: string | null
  receiver_id: string | null
  doc_type_id: string | null
  process_id: string | null
  country_c1: string | null
  /** Never part of a list */
  document_xml: null
  message: string
  /** Milliseconds since 1970 */
  timestamp: number
  event: string
}

export interface DocumentRevision {
  /** 1 for the document as it was created */
  revision: number
  /** Milliseconds since 1970 */
  timestamp: number
  changes: {
    /** A member of the answer: document_lines[0].price.price_amount */
    path: string
    /** Its value before; absent when it is new */
    from?: unknown
    /** Its value now; absent when it is gone */
    to?: unknown
  }[]
  /** How many more than the 500 that are told */
  changes_omitted: number
  findings: {
    cured: ({
      flag: string
      reasonCode: string
      field: string | null
      location: string
    })[]
    left: ({
      flag: string
      reasonCode: string
      field: string | null
      location: string
    })[]
    new: ({
      flag: string
      reasonCode: string
      field: string | null
      location: string
    })[]
    /** How many more than the 200 of each that are told */
    omitted: number
  }
}

export interface PurchaseCredit {
  document_number?: string
  issue_date?: string
  issue_time?: string
  discrepancy_response: 'DL8.61.1.A' | 'DL8.61.1.B' | 'DL8.61.1.C' | 'DL8.61.1.D' | 'DL8.61.1.E'
  reason?: string
  document_source?: string
  note?: string
  lines?: {
    line: number
    /** At most 20 decimals */
    quantity?: number
  }[]
}

export interface SalesCredit {
  /** Absent: the type that the credited lines allow */
  credit_note_type_code?: '381' | '81'
  document_number?: string
  issue_date?: string
  issue_time?: string
  discrepancy_response: 'DL8.61.1.A' | 'DL8.61.1.B' | 'DL8.61.1.C' | 'DL8.61.1.D' | 'DL8.61.1.E'
  reason?: string
  document_source?: string
  note?: string
  lines?: {
    line: number
    /** At most 20 decimals */
    quantity?: number
  }[]
}

export interface FeedEntry {
  /** Unique; the same in the feed and in every delivery (webhook-id) */
  id: string
  type: 'purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated'
  /** When it happened */
  timestamp: string
  /** Its place in the feed: for `since` */
  cursor: string
  data: {
    /** The document */
    id: string
    org_id: string
    business_profile_id: string
    document_number: string
    document_sequence: number
    /** 1 as created, one more with each resubmission */
    revision: number
    overall_status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'VALIDATION_FAILED' | null
    participant_status: 'APPROVED' | 'REJECTED' | null
    fta_status: 'APPROVED' | 'REJECTED' | null
    /** Where to read the document */
    path: string
  }
}

export interface Errors {
  /** Either one `message`, or one entry per offending field, keyed by its path. */
  errors: { [member: string]: string }
}

/** Every operation: what goes into it and what a success answers. */
export interface Operations {
  /** Issue a purchase invoice: `POST /api/purchase-invoices/{id}` */
  createPurchaseInvoice: { params: { id: string | number }; query: { dry_run?: 'true' | 'false' }; body: InvoiceRequest; answer: {
      /** As a create would answer it, without id, org_id and document_sequence */
      document: {
        document_number: string
        totals: { [member: string]: unknown }
        meta_info: {
          peppol_status: { [member: string]: unknown } | null
        }
      }
      /** The UBL document */
      document_xml: string
      /** What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent */
      tax_data_xml: string | null
    } | PurchaseInvoice }
  /** Retrieve a purchase invoice: `GET /api/purchase-invoices/{id}` */
  retrievePurchaseInvoice: { params: { id: string | number }; query: undefined; body: undefined; answer: PurchaseInvoice }
  /** Issue a purchase credit note: `POST /api/purchase-credit-notes/{id}` */
  createPurchaseCreditNote: { params: { id: string | number }; query: { dry_run?: 'true' | 'false' }; body: CreditNoteRequest; answer: {
      /** As a create would answer it, without id, org_id and document_sequence */
      document: {
        document_number: string
        totals: { [member: string]: unknown }
        meta_info: {
          peppol_status: { [member: string]: unknown } | null
        }
      }
      /** The UBL document */
      document_xml: string
      /** What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent */
      tax_data_xml: string | null
    } | PurchaseCreditNote }
  /** Retrieve a purchase credit note: `GET /api/purchase-credit-notes/{id}` */
  retrievePurchaseCreditNote: { params: { id: string | number }; query: undefined; body: undefined; answer: PurchaseCreditNote }
  /** Issue a sales invoice: `POST /api/sales-invoices/{id}` */
  createSalesInvoice: { params: { id: string | number }; query: { dry_run?: 'true' | 'false' }; body: SalesInvoiceRequest; answer: {
      /** As a create would answer it, without id, org_id and document_sequence */
      document: {
        document_number: string
        totals: { [member: string]: unknown }
        meta_info: {
          peppol_status: { [member: string]: unknown } | null
        }
      }
      /** The UBL document */
      document_xml: string
      /** What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent */
      tax_data_xml: string | null
    } | SalesInvoice }
  /** Retrieve a sales invoice: `GET /api/sales-invoices/{id}` */
  retrieveSalesInvoice: { params: { id: string | number }; query: undefined; body: undefined; answer: SalesInvoice }
  /** Issue a sales credit note: `POST /api/sales-credit-notes/{id}` */
  createSalesCreditNote: { params: { id: string | number }; query: { dry_run?: 'true' | 'false' }; body: SalesCreditNoteRequest; answer: {
      /** As a create would answer it, without id, org_id and document_sequence */
      document: {
        document_number: string
        totals: { [member: string]: unknown }
        meta_info: {
          peppol_status: { [member: string]: unknown } | null
        }
      }
      /** The UBL document */
      document_xml: string
      /** What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent */
      tax_data_xml: string | null
    } | SalesCreditNote }
  /** Retrieve a sales credit note: `GET /api/sales-credit-notes/{id}` */
  retrieveSalesCreditNote: { params: { id: string | number }; query: undefined; body: undefined; answer: SalesCreditNote }
  /** Edit a purchase invoice that failed its rules, and submit it again: `PUT /api/purchase-invoices/{id}/{business_profile_id}` */
  resubmitPurchaseInvoice: { params: { id: string | number; business_profile_id: string | number }; query: undefined; body: InvoiceRequest; answer: PurchaseInvoice }
  /** Edit a purchase credit note that failed its rules, and submit it again: `PUT /api/purchase-credit-notes/{id}/{business_profile_id}` */
  resubmitPurchaseCreditNote: { params: { id: string | number; business_profile_id: string | number }; query: undefined; body: CreditNoteRequest; answer: PurchaseCreditNote }
  /** Edit a sales invoice that failed its rules, and submit it again: `PUT /api/sales-invoices/{id}/{business_profile_id}` */
  resubmitSalesInvoice: { params: { id: string | number; business_profile_id: string | number }; query: undefined; body: SalesInvoiceRequest; answer: SalesInvoice }
  /** Edit a sales credit note that failed its rules, and submit it again: `PUT /api/sales-credit-notes/{id}/{business_profile_id}` */
  resubmitSalesCreditNote: { params: { id: string | number; business_profile_id: string | number }; query: undefined; body: SalesCreditNoteRequest; answer: SalesCreditNote }
  /** Credit lines of a purchase invoice, or all that is left of it: `POST /api/purchase-invoices/{id}/credit-notes` */
  creditPurchaseInvoice: { params: { id: string | number }; query: { dry_run?: 'true' | 'false' }; body: PurchaseCredit; answer: {
      /** As a create would answer it, without id, org_id and document_sequence */
      document: {
        document_number: string
        totals: { [member: string]: unknown }
        meta_info: {
          peppol_status: { [member: string]: unknown } | null
        }
      }
      /** The UBL document */
      document_xml: string
      /** What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent */
      tax_data_xml: string | null
    } | PurchaseCreditNote }
  /** Credit lines of a sales invoice, or all that is left of it: `POST /api/sales-invoices/{id}/credit-notes` */
  creditSalesInvoice: { params: { id: string | number }; query: { dry_run?: 'true' | 'false' }; body: SalesCredit; answer: {
      /** As a create would answer it, without id, org_id and document_sequence */
      document: {
        document_number: string
        totals: { [member: string]: unknown }
        meta_info: {
          peppol_status: { [member: string]: unknown } | null
        }
      }
      /** The UBL document */
      document_xml: string
      /** What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent */
      tax_data_xml: string | null
    } | SalesCreditNote }
  /** List purchase invoices, the newest first: `GET /api/purchase-invoices` */
  listPurchaseInvoices: { params: undefined; query: { document_number?: string | number; billed_by_name?: string | number; billed_to_name?: string | number; billed_by_vat?: string | number; billed_to_vat?: string | number; status?: 'PENDING' | 'APPROVED' | 'REJECTED' | 'VALIDATION_FAILED'; document_date?: string | number; before?: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: PurchaseInvoice[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** List purchase credit notes, the newest first: `GET /api/purchase-credit-notes` */
  listPurchaseCreditNotes: { params: undefined; query: { invoice_number?: string | number; document_number?: string | number; billed_by_name?: string | number; billed_to_name?: string | number; billed_by_vat?: string | number; billed_to_vat?: string | number; status?: 'PENDING' | 'APPROVED' | 'REJECTED' | 'VALIDATION_FAILED'; document_date?: string | number; before?: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: PurchaseCreditNote[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** List sales invoices, the newest first: `GET /api/sales-invoices` */
  listSalesInvoices: { params: undefined; query: { document_number?: string | number; billed_by_name?: string | number; billed_to_name?: string | number; billed_by_vat?: string | number; billed_to_vat?: string | number; status?: 'PENDING' | 'APPROVED' | 'REJECTED' | 'VALIDATION_FAILED'; document_date?: string | number; before?: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: SalesInvoice[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** List sales credit notes, the newest first: `GET /api/sales-credit-notes` */
  listSalesCreditNotes: { params: undefined; query: { invoice_number?: string | number; document_number?: string | number; billed_by_name?: string | number; billed_to_name?: string | number; billed_by_vat?: string | number; billed_to_vat?: string | number; status?: 'PENDING' | 'APPROVED' | 'REJECTED' | 'VALIDATION_FAILED'; document_date?: string | number; before?: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: SalesCreditNote[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** The ids of the purchase invoices of a day: `GET /api/purchase-invoices/uuids` */
  listPurchaseInvoiceIds: { params: undefined; query: { created_on: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: string[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** The ids of the purchase credit notes of a day: `GET /api/purchase-credit-notes/uuids` */
  listPurchaseCreditNoteIds: { params: undefined; query: { created_on: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: string[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** The ids of the sales invoices of a day: `GET /api/sales-invoices/uuids` */
  listSalesInvoiceIds: { params: undefined; query: { created_on: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: string[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** The ids of the sales credit notes of a day: `GET /api/sales-credit-notes/uuids` */
  listSalesCreditNoteIds: { params: undefined; query: { created_on: string | number; page?: string | number; size?: string | number }; body: undefined; answer: {
      content: string[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** Issue many purchase invoices, one a line: `POST /api/purchase-invoices/{business_profile_id}/batch` */
  batchPurchaseInvoices: { params: { business_profile_id: string | number }; query: { dry_run?: 'true' | 'false' }; body: InvoiceRequest; answer: {
      /** Which line of the request this answers */
      line: number
      /** The HTTP status that a create of its own would have */
      status: number
      /** What a create of its own would answer: the document, or `errors` */
      body: { [member: string]: unknown }
    } }
  /** Issue many purchase credit notes, one a line: `POST /api/purchase-credit-notes/{business_profile_id}/batch` */
  batchPurchaseCreditNotes: { params: { business_profile_id: string | number }; query: { dry_run?: 'true' | 'false' }; body: CreditNoteRequest; answer: {
      /** Which line of the request this answers */
      line: number
      /** The HTTP status that a create of its own would have */
      status: number
      /** What a create of its own would answer: the document, or `errors` */
      body: { [member: string]: unknown }
    } }
  /** Issue many sales invoices, one a line: `POST /api/sales-invoices/{business_profile_id}/batch` */
  batchSalesInvoices: { params: { business_profile_id: string | number }; query: { dry_run?: 'true' | 'false' }; body: SalesInvoiceRequest; answer: {
      /** Which line of the request this answers */
      line: number
      /** The HTTP status that a create of its own would have */
      status: number
      /** What a create of its own would answer: the document, or `errors` */
      body: { [member: string]: unknown }
    } }
  /** Issue many sales credit notes, one a line: `POST /api/sales-credit-notes/{business_profile_id}/batch` */
  batchSalesCreditNotes: { params: { business_profile_id: string | number }; query: { dry_run?: 'true' | 'false' }; body: SalesCreditNoteRequest; answer: {
      /** Which line of the request this answers */
      line: number
      /** The HTTP status that a create of its own would have */
      status: number
      /** What a create of its own would answer: the document, or `errors` */
      body: { [member: string]: unknown }
    } }
  /** The UBL document of a purchase invoice: `GET /api/purchase-invoices/{id}/xml` */
  purchaseInvoiceXml: { params: { id: string | number }; query: undefined; body: undefined; answer: string }
  /** The UBL document of a purchase credit note: `GET /api/purchase-credit-notes/{id}/xml` */
  purchaseCreditNoteXml: { params: { id: string | number }; query: undefined; body: undefined; answer: string }
  /** The UBL document of a sales invoice: `GET /api/sales-invoices/{id}/xml` */
  salesInvoiceXml: { params: { id: string | number }; query: undefined; body: undefined; answer: string }
  /** The UBL document of a sales credit note: `GET /api/sales-credit-notes/{id}/xml` */
  salesCreditNoteXml: { params: { id: string | number }; query: undefined; body: undefined; answer: string }
  /** A purchase invoice to read and print, as HTML: `GET /api/purchase-invoices/{id}/html` */
  purchaseInvoiceHtml: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: string }
  /** A purchase credit note to read and print, as HTML: `GET /api/purchase-credit-notes/{id}/html` */
  purchaseCreditNoteHtml: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: string }
  /** A sales invoice to read and print, as HTML: `GET /api/sales-invoices/{id}/html` */
  salesInvoiceHtml: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: string }
  /** A sales credit note to read and print, as HTML: `GET /api/sales-credit-notes/{id}/html` */
  salesCreditNoteHtml: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: string }
  /** A purchase invoice to read and print, as PDF: `GET /api/purchase-invoices/{id}/pdf` */
  purchaseInvoicePdf: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: Uint8Array }
  /** A purchase credit note to read and print, as PDF: `GET /api/purchase-credit-notes/{id}/pdf` */
  purchaseCreditNotePdf: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: Uint8Array }
  /** A sales invoice to read and print, as PDF: `GET /api/sales-invoices/{id}/pdf` */
  salesInvoicePdf: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: Uint8Array }
  /** A sales credit note to read and print, as PDF: `GET /api/sales-credit-notes/{id}/pdf` */
  salesCreditNotePdf: { params: { id: string | number }; query: { language?: 'en' | 'ar' }; body: undefined; answer: Uint8Array }
  /** The evidence pack of a purchase invoice: `GET /api/purchase-invoices/{id}/evidence` */
  purchaseInvoiceEvidence: { params: { id: string | number }; query: undefined; body: undefined; answer: Uint8Array }
  /** The evidence pack of a purchase credit note: `GET /api/purchase-credit-notes/{id}/evidence` */
  purchaseCreditNoteEvidence: { params: { id: string | number }; query: undefined; body: undefined; answer: Uint8Array }
  /** The evidence pack of a sales invoice: `GET /api/sales-invoices/{id}/evidence` */
  salesInvoiceEvidence: { params: { id: string | number }; query: undefined; body: undefined; answer: Uint8Array }
  /** The evidence pack of a sales credit note: `GET /api/sales-credit-notes/{id}/evidence` */
  salesCreditNoteEvidence: { params: { id: string | number }; query: undefined; body: undefined; answer: Uint8Array }
  /** An attachment of a purchase invoice: `GET /api/purchase-invoices/{id}/attachments/{attachment_id}/download` */
  purchaseInvoiceAttachment: { params: { id: string | number; attachment_id: string | number }; query: undefined; body: undefined; answer: Uint8Array | string }
  /** An attachment of a purchase credit note: `GET /api/purchase-credit-notes/{id}/attachments/{attachment_id}/download` */
  purchaseCreditNoteAttachment: { params: { id: string | number; attachment_id: string | number }; query: undefined; body: undefined; answer: Uint8Array | string }
  /** An attachment of a sales invoice: `GET /api/sales-invoices/{id}/attachments/{attachment_id}/download` */
  salesInvoiceAttachment: { params: { id: string | number; attachment_id: string | number }; query: undefined; body: undefined; answer: Uint8Array | string }
  /** An attachment of a sales credit note: `GET /api/sales-credit-notes/{id}/attachments/{attachment_id}/download` */
  salesCreditNoteAttachment: { params: { id: string | number; attachment_id: string | number }; query: undefined; body: undefined; answer: Uint8Array | string }
  /** What the revisions of a purchase invoice changed: `GET /api/purchase-invoices/{id}/revisions` */
  purchaseInvoiceRevisions: { params: { id: string | number }; query: { page?: string | number; size?: string | number }; body: undefined; answer: {
      content: DocumentRevision[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** What the revisions of a purchase credit note changed: `GET /api/purchase-credit-notes/{id}/revisions` */
  purchaseCreditNoteRevisions: { params: { id: string | number }; query: { page?: string | number; size?: string | number }; body: undefined; answer: {
      content: DocumentRevision[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** What the revisions of a sales invoice changed: `GET /api/sales-invoices/{id}/revisions` */
  salesInvoiceRevisions: { params: { id: string | number }; query: { page?: string | number; size?: string | number }; body: undefined; answer: {
      content: DocumentRevision[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** What the revisions of a sales credit note changed: `GET /api/sales-credit-notes/{id}/revisions` */
  salesCreditNoteRevisions: { params: { id: string | number }; query: { page?: string | number; size?: string | number }; body: undefined; answer: {
      content: DocumentRevision[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** Where a purchase invoice stands on the Peppol network: `GET /api/purchase-invoices/{id}/peppol-status` */
  purchaseInvoicePeppolStatus: { params: { id: string | number }; query: undefined; body: undefined; answer: Snapshot }
  /** Where a purchase credit note stands on the Peppol network: `GET /api/purchase-credit-notes/{id}/peppol-status` */
  purchaseCreditNotePeppolStatus: { params: { id: string | number }; query: undefined; body: undefined; answer: Snapshot }
  /** Where a sales invoice stands on the Peppol network: `GET /api/sales-invoices/{id}/peppol-status` */
  salesInvoicePeppolStatus: { params: { id: string | number }; query: undefined; body: undefined; answer: Snapshot }
  /** Where a sales credit note stands on the Peppol network: `GET /api/sales-credit-notes/{id}/peppol-status` */
  salesCreditNotePeppolStatus: { params: { id: string | number }; query: undefined; body: undefined; answer: Snapshot }
  /** What happened to a purchase invoice, in order: `GET /api/purchase-invoices/{id}/peppol-status-logs` */
  purchaseInvoicePeppolStatusLogs: { params: { id: string | number }; query: undefined; body: undefined; answer: LogEntry[] }
  /** What happened to a purchase credit note, in order: `GET /api/purchase-credit-notes/{id}/peppol-status-logs` */
  purchaseCreditNotePeppolStatusLogs: { params: { id: string | number }; query: undefined; body: undefined; answer: LogEntry[] }
  /** What happened to a sales invoice, in order: `GET /api/sales-invoices/{id}/peppol-status-logs` */
  salesInvoicePeppolStatusLogs: { params: { id: string | number }; query: undefined; body: undefined; answer: LogEntry[] }
  /** What happened to a sales credit note, in order: `GET /api/sales-credit-notes/{id}/peppol-status-logs` */
  salesCreditNotePeppolStatusLogs: { params: { id: string | number }; query: undefined; body: undefined; answer: LogEntry[] }
  /** The change feed: what happened to the documents of the organisation, in order: `GET /api/events` */
  listEvents: { params: undefined; query: { since?: string | number; limit?: string | number; wait?: string | number }; body: undefined; answer: {
      events: FeedEntry[]
      /** The cursor to go on from */
      next: string
      /** There are more already */
      has_more: boolean
    } }
  /** Have the events of the change feed sent to a target: `POST /api/webhooks` */
  createWebhook: { params: undefined; query: undefined; body: {
      url: string
      event_types?: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[]
      description?: string
      is_active?: boolean
    }; answer: {
      id: string
      /** https */
      url: string
      /** Null: all of them */
      event_types: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[] | null
      /** In the words of who made it */
      description: string | null
      /** False: nothing is sent, and nothing is lost; it goes on where it stopped */
      is_active: boolean
      /** Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING) */
      disabled: {
        reason: 'GONE' | 'FAILING'
        /** When */
        at: string
      } | null
      /** Since when every attempt has failed */
      failing_since: string | null
      /** When it was made */
      created_at: string
      /** When it was changed last */
      updated_at: string
      /** `whsec_…`: verifies signatures. Shown this once */
      secret: string
    } }
  /** The webhooks of the organisation: `GET /api/webhooks` */
  listWebhooks: { params: undefined; query: undefined; body: undefined; answer: {
      webhooks: ({
        id: string
        /** https */
        url: string
        /** Null: all of them */
        event_types: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[] | null
        /** In the words of who made it */
        description: string | null
        /** False: nothing is sent, and nothing is lost; it goes on where it stopped */
        is_active: boolean
        /** Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING) */
        disabled: {
          reason: 'GONE' | 'FAILING'
          /** When */
          at: string
        } | null
        /** Since when every attempt has failed */
        failing_since: string | null
        /** When it was made */
        created_at: string
        /** When it was changed last */
        updated_at: string
      })[]
    } }
  /** Retrieve a webhook: `GET /api/webhooks/{webhook_id}` */
  retrieveWebhook: { params: { webhook_id: string | number }; query: undefined; body: undefined; answer: {
      id: string
      /** https */
      url: string
      /** Null: all of them */
      event_types: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[] | null
      /** In the words of who made it */
      description: string | null
      /** False: nothing is sent, and nothing is lost; it goes on where it stopped */
      is_active: boolean
      /** Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING) */
      disabled: {
        reason: 'GONE' | 'FAILING'
        /** When */
        at: string
      } | null
      /** Since when every attempt has failed */
      failing_since: string | null
      /** When it was made */
      created_at: string
      /** When it was changed last */
      updated_at: string
    } }
  /** Change a webhook, or switch it on or off: `PUT /api/webhooks/{webhook_id}` */
  updateWebhook: { params: { webhook_id: string | number }; query: undefined; body: {
      url: string
      event_types?: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[]
      description?: string
      is_active?: boolean
    }; answer: {
      id: string
      /** https */
      url: string
      /** Null: all of them */
      event_types: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[] | null
      /** In the words of who made it */
      description: string | null
      /** False: nothing is sent, and nothing is lost; it goes on where it stopped */
      is_active: boolean
      /** Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING) */
      disabled: {
        reason: 'GONE' | 'FAILING'
        /** When */
        at: string
      } | null
      /** Since when every attempt has failed */
      failing_since: string | null
      /** When it was made */
      created_at: string
      /** When it was changed last */
      updated_at: string
    } }
  /** Delete a webhook: `DELETE /api/webhooks/{webhook_id}` */
  deleteWebhook: { params: { webhook_id: string | number }; query: undefined; body: undefined; answer: undefined }
  /** Give a webhook a new secret; the old one signs beside it for 24 hours: `POST /api/webhooks/{webhook_id}/rotate` */
  rotateWebhookSecret: { params: { webhook_id: string | number }; query: undefined; body: undefined; answer: {
      id: string
      /** https */
      url: string
      /** Null: all of them */
      event_types: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[] | null
      /** In the words of who made it */
      description: string | null
      /** False: nothing is sent, and nothing is lost; it goes on where it stopped */
      is_active: boolean
      /** Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING) */
      disabled: {
        reason: 'GONE' | 'FAILING'
        /** When */
        at: string
      } | null
      /** Since when every attempt has failed */
      failing_since: string | null
      /** When it was made */
      created_at: string
      /** When it was changed last */
      updated_at: string
      /** `whsec_…`: verifies signatures. Shown this once */
      secret: string
    } }
  /** The deliveries of a webhook with their attempts: `GET /api/webhooks/{webhook_id}/deliveries` */
  listWebhookDeliveries: { params: { webhook_id: string | number }; query: { status?: 'PENDING' | 'DELIVERED' | 'FAILED'; before?: string | number; limit?: string | number }; body: undefined; answer: {
      deliveries: ({
        event: FeedEntry
        /** FAILED: given up */
        status: 'PENDING' | 'DELIVERED' | 'FAILED'
        /** Null: none is to come, or one is under way */
        next_attempt_at: string | null
        /** The oldest first */
        attempts: ({
          /** When it began */
          at: string
          /** What the target answered; nothing else of its answer is kept */
          status_code: number | null
          /** Why there was no answer */
          error: 'DNS' | 'ADDRESS_REFUSED' | 'CONNECT' | 'TLS' | 'TIMEOUT' | 'PROTOCOL' | 'INTERRUPTED' | null
          duration_ms: number
        })[]
      })[]
      /** For `before`; null: these were the last */
      next: string | null
    } }
  /** Have an event delivered again: `POST /api/webhooks/{webhook_id}/deliveries/{event_id}/replay` */
  replayWebhookDelivery: { params: { webhook_id: string | number; event_id: string | number }; query: undefined; body: undefined; answer: {
      event: FeedEntry
      /** FAILED: given up */
      status: 'PENDING' | 'DELIVERED' | 'FAILED'
      /** Null: none is to come, or one is under way */
      next_attempt_at: string | null
      /** The oldest first */
      attempts: ({
        /** When it began */
        at: string
        /** What the target answered; nothing else of its answer is kept */
        status_code: number | null
        /** Why there was no answer */
        error: 'DNS' | 'ADDRESS_REFUSED' | 'CONNECT' | 'TLS' | 'TIMEOUT' | 'PROTOCOL' | 'INTERRUPTED' | null
        duration_ms: number
      })[]
    } }
  /** Have everything since a cursor delivered again: `POST /api/webhooks/{webhook_id}/replay` */
  replayWebhook: { params: { webhook_id: string | number }; query: undefined; body: {
      since: string
    }; answer: {
      id: string
      /** https */
      url: string
      /** Null: all of them */
      event_types: ('purchase.invoice.created' | 'purchase.invoice.updated' | 'purchase.credit_note.created' | 'purchase.credit_note.updated' | 'sales.invoice.created' | 'sales.invoice.updated' | 'sales.credit_note.created' | 'sales.credit_note.updated')[] | null
      /** In the words of who made it */
      description: string | null
      /** False: nothing is sent, and nothing is lost; it goes on where it stopped */
      is_active: boolean
      /** Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING) */
      disabled: {
        reason: 'GONE' | 'FAILING'
        /** When */
        at: string
      } | null
      /** Since when every attempt has failed */
      failing_since: string | null
      /** When it was made */
      created_at: string
      /** When it was changed last */
      updated_at: string
    } }
  /** Add a business profile: `POST /api/business-profiles` */
  createBusinessProfile: { params: undefined; query: undefined; body: BusinessProfile; answer: AnsweredBusinessProfile }
  /** List the business profiles, the oldest first: `GET /api/business-profiles` */
  listBusinessProfiles: { params: undefined; query: { page?: string | number; size?: string | number }; body: undefined; answer: {
      content: AnsweredBusinessProfile[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** Retrieve a business profile: `GET /api/business-profiles/{business_profile_id}` */
  retrieveBusinessProfile: { params: { business_profile_id: string | number }; query: undefined; body: undefined; answer: AnsweredBusinessProfile }
  /** Replace a business profile: `PUT /api/business-profiles/{business_profile_id}` */
  replaceBusinessProfile: { params: { business_profile_id: string | number }; query: undefined; body: BusinessProfile; answer: AnsweredBusinessProfile }
  /** How your organisation is set up: `GET /api/organisation` */
  retrieveOrganisation: { params: undefined; query: undefined; body: undefined; answer: {
      org_id: string
      name: string
      /** The contract of a request without X-API-VERSION */
      default_api_version: '20260101' | '20260507'
      /** False: documents are judged, never sent */
      phase_2_enabled: boolean
      /** False: document_number is mandatory */
      auto_numbering_enabled: boolean
      /** How minted document numbers are written */
      number_format: string
      /** Compatibility mode: the prefix of its clients' headers. Absent in strict mode */
      compatibility?: string
      /** Unix seconds */
      created_at: number
    } }
  /** Change how your organisation is set up: `PATCH /api/organisation` */
  changeOrganisation: { params: undefined; query: undefined; body: {
      /** The contract of a request without X-API-VERSION */
      default_api_version?: '20260101' | '20260507'
      /** False: documents are judged, never sent */
      phase_2_enabled?: boolean
      /** False: document_number is mandatory */
      auto_numbering_enabled?: boolean
      number_format?: string
      /** Compatibility mode: the prefix of the headers that its clients use, or off */
      compatibility?: string
    }; answer: {
      org_id: string
      name: string
      /** The contract of a request without X-API-VERSION */
      default_api_version: '20260101' | '20260507'
      /** False: documents are judged, never sent */
      phase_2_enabled: boolean
      /** False: document_number is mandatory */
      auto_numbering_enabled: boolean
      /** How minted document numbers are written */
      number_format: string
      /** Compatibility mode: the prefix of its clients' headers. Absent in strict mode */
      compatibility?: string
      /** Unix seconds */
      created_at: number
    } }
  /** List the clients of your organisation, the oldest first: `GET /api/clients` */
  listClients: { params: undefined; query: { page?: string | number; size?: string | number }; body: undefined; answer: {
      content: {
        client_id: string
        name: string
        /** What its tokens may be used for */
        scope: string
        /** Its secret is kept, encrypted, so that it may use GET /auth/token. Absent when it may not */
        token_by_signature?: true
        /** Unix seconds */
        created_at: number
        /** Unix seconds: how long the secret before the present one is good; absent when it is not */
        previous_secret_until?: number
        /** Unix seconds; absent as long as it is let in */
        revoked_at?: number
      }[]
      page_number: number
      total_pages: number
      /** Exact up to 10,000 */
      total_elements: number
      /** There are more than total_elements and total_pages say; absent when they are exact */
      total_is_exact?: false
    } }
  /** Add a client: a program that asks for tokens: `POST /api/clients` */
  createClient: { params: undefined; query: undefined; body: {
      name: string
      /** One or more of documents:read, documents:write, profiles, admin, between blanks */
      scope: string
    }; answer: {
      client_id: string
      name: string
      /** What its tokens may be used for */
      scope: string
      /** Its secret is kept, encrypted, so that it may use GET /auth/token. Absent when it may not */
      token_by_signature?: true
      /** Unix seconds */
      created_at: number
      /** Unix seconds: how long the secret before the present one is good; absent when it is not */
      previous_secret_until?: number
      /** Unix seconds; absent as long as it is let in */
      revoked_at?: number
      /** Shown this once */
      client_secret: string
    } }
  /** Give a client a new secret: `POST /api/clients/{client_id}/rotate` */
  rotateClient: { params: { client_id: string | number }; query: undefined; body: {
      /** How long the present secret stays good; 86400 unless sent */
      overlap_seconds?: number
    }; answer: {
      client_id: string
      name: string
      /** What its tokens may be used for */
      scope: string
      /** Its secret is kept, encrypted, so that it may use GET /auth/token. Absent when it may not */
      token_by_signature?: true
      /** Unix seconds */
      created_at: number
      /** Unix seconds: how long the secret before the present one is good; absent when it is not */
      previous_secret_until?: number
      /** Unix seconds; absent as long as it is let in */
      revoked_at?: number
      /** Shown this once */
      client_secret: string
    } }
  /** Revoke a client: `DELETE /api/clients/{client_id}` */
  revokeClient: { params: { client_id: string | number }; query: undefined; body: undefined; answer: undefined }
  /** Get an access token (OAuth 2.0 client credentials): `POST /oauth/token` */
  issueToken: { params: undefined; query: undefined; body: string; answer: {
      access_token: string
      token_type: 'Bearer'
      /** Seconds */
      expires_in: number
      /** What the token may be used for */
      scope: string
    } }
  /** Get an access token by a signature (compatibility mode alone): `GET /auth/token` */
  issueTokenBySignature: { params: undefined; query: { client_id: string | number }; body: undefined; answer: {
      /** Seconds */
      expires_in: number
      token: string
    } }
  /** The public keys of access tokens: `GET /.well-known/jwks.json` */
  jsonWebKeys: { params: undefined; query: undefined; body: undefined; answer: {
      keys: {
        kid: string
        kty: string
      }[]
    } }
  /** Where tokens are issued, and how (RFC 8414): `GET /.well-known/oauth-authorization-server` */
  authorizationServer: { params: undefined; query: undefined; body: undefined; answer: {
      issuer: string
    } }
  /** The rules that documents are judged by: `GET /api/rules` */
  listRules: { params: undefined; query: { set?: 'self-billing' | 'billing' | 'tdd' | 'mls'; severity?: 'fatal' | 'warning'; official?: 'true' | 'false'; term?: string | number }; body: undefined; answer: {
      rules: CatalogueRule[]
    } }
  /** A rule, by the reasonCode of its findings: `GET /api/rules/{id}` */
  retrieveRule: { params: { id: string | number }; query: undefined; body: undefined; answer: {
      rules: CatalogueRule[]
    } }
  /** The code lists: `GET /api/codelists` */
  listCodeLists: { params: undefined; query: undefined; body: undefined; answer: {
      codelists: {
        name: string
        title: string
        /** The rules that know the list */
        rules: string[]
        count: number
      }[]
    } }
  /** A code list with its codes: `GET /api/codelists/{name}` */
  retrieveCodeList: { params: { name: string | number }; query: undefined; body: undefined; answer: CodeList }
  /** Let time pass in the sandbox: `POST /sandbox/clock/advance` */
  advanceSandboxClock: { params: undefined; query: undefined; body: {
      /** How much time passes: `30m`, `1h30m`, `2d`, or ISO 8601 `PT30M` */
      by: string
    }; answer: {
      /** The time that your organisation has come to: the real time and `ahead_ms` */
      now: string
      /** How much time your organisation has let pass in all, in milliseconds */
      ahead_ms: number
    } }
  /** What the network sends us, brought by our access point: `POST /gateway/inbound` */
  gatewayInbound: { params: undefined; query: undefined; body: string; answer: {
      countryCodeC4: 'AE'
    } | {
      retry: 'none'
      errorMessage: string
    } }
  /** Name and version of the service, and where its documentation is: `GET /` */
  serviceRoot: { params: undefined; query: undefined; body: undefined; answer: {
      name: 'Selfbill'
      version: string
      description: string
      /** The guide for callers, a file of the source of this version */
      documentation: string
      /** Paths of this service that need no token */
      links: {
        openapi: string
        token: string
        keys: string
        rules: string
        codelists: string
        health: string
        readiness: string
      }
    } }
  /** The process is alive: `GET /healthz` */
  healthz: { params: undefined; query: undefined; body: undefined; answer: {
      status: 'ok'
    } }
  /** The service can take requests: `GET /readyz` */
  readyz: { params: undefined; query: undefined; body: undefined; answer: {
      status: 'ready'
    } }
  /** This API as OpenAPI 3.1: `GET /openapi.json` */
  openApiJson: { params: undefined; query: undefined; body: undefined; answer: {
      openapi: string
    } }
}

export type OperationId = keyof Operations

/** Where each operation is. */
export const endpoints: { readonly [Id in OperationId]: { readonly method: string; readonly path: string } } = {
  createPurchaseInvoice: { method: 'POST', path: '/api/purchase-invoices/{id}' },
  retrievePurchaseInvoice: { method: 'GET', path: '/api/purchase-invoices/{id}' },
  createPurchaseCreditNote: { method: 'POST', path: '/api/purchase-credit-notes/{id}' },
  retrievePurchaseCreditNote: { method: 'GET', path: '/api/purchase-credit-notes/{id}' },
  createSalesInvoice: { method: 'POST', path: '/api/sales-invoices/{id}' },
  retrieveSalesInvoice: { method: 'GET', path: '/api/sales-invoices/{id}' },
  createSalesCreditNote: { method: 'POST', path: '/api/sales-credit-notes/{id}' },
  retrieveSalesCreditNote: { method: 'GET', path: '/api/sales-credit-notes/{id}' },
  resubmitPurchaseInvoice: { method: 'PUT', path: '/api/purchase-invoices/{id}/{business_profile_id}' },
  resubmitPurchaseCreditNote: { method: 'PUT', path: '/api/purchase-credit-notes/{id}/{business_profile_id}' },
  resubmitSalesInvoice: { method: 'PUT', path: '/api/sales-invoices/{id}/{business_profile_id}' },
  resubmitSalesCreditNote: { method: 'PUT', path: '/api/sales-credit-notes/{id}/{business_profile_id}' },
  creditPurchaseInvoice: { method: 'POST', path: '/api/purchase-invoices/{id}/credit-notes' },
  creditSalesInvoice: { method: 'POST', path: '/api/sales-invoices/{id}/credit-notes' },
  listPurchaseInvoices: { method: 'GET', path: '/api/purchase-invoices' },
  listPurchaseCreditNotes: { method: 'GET', path: '/api/purchase-credit-notes' },
  listSalesInvoices: { method: 'GET', path: '/api/sales-invoices' },
  listSalesCreditNotes: { method: 'GET', path: '/api/sales-credit-notes' },
  listPurchaseInvoiceIds: { method: 'GET', path: '/api/purchase-invoices/uuids' },
  listPurchaseCreditNoteIds: { method: 'GET', path: '/api/purchase-credit-notes/uuids' },
  listSalesInvoiceIds: { method: 'GET', path: '/api/sales-invoices/uuids' },
  listSalesCreditNoteIds: { method: 'GET', path: '/api/sales-credit-notes/uuids' },
  batchPurchaseInvoices: { method: 'POST', path: '/api/purchase-invoices/{business_profile_id}/batch' },
  batchPurchaseCreditNotes: { method: 'POST', path: '/api/purchase-credit-notes/{business_profile_id}/batch' },
  batchSalesInvoices: { method: 'POST', path: '/api/sales-invoices/{business_profile_id}/batch' },
  batchSalesCreditNotes: { method: 'POST', path: '/api/sales-credit-notes/{business_profile_id}/batch' },
  purchaseInvoiceXml: { method: 'GET', path: '/api/purchase-invoices/{id}/xml' },
  purchaseCreditNoteXml: { method: 'GET', path: '/api/purchase-credit-notes/{id}/xml' },
  salesInvoiceXml: { method: 'GET', path: '/api/sales-invoices/{id}/xml' },
  salesCreditNoteXml: { method: 'GET', path: '/api/sales-credit-notes/{id}/xml' },
  purchaseInvoiceHtml: { method: 'GET', path: '/api/purchase-invoices/{id}/html' },
  purchaseCreditNoteHtml: { method: 'GET', path: '/api/purchase-credit-notes/{id}/html' },
  salesInvoiceHtml: { method: 'GET', path: '/api/sales-invoices/{id}/html' },
  salesCreditNoteHtml: { method: 'GET', path: '/api/sales-credit-notes/{id}/html' },
  purchaseInvoicePdf: { method: 'GET', path: '/api/purchase-invoices/{id}/pdf' },
  purchaseCreditNotePdf: { method: 'GET', path: '/api/purchase-credit-notes/{id}/pdf' },
  salesInvoicePdf: { method: 'GET', path: '/api/sales-invoices/{id}/pdf' },
  salesCreditNotePdf: { method: 'GET', path: '/api/sales-credit-notes/{id}/pdf' },
  purchaseInvoiceEvidence: { method: 'GET', path: '/api/purchase-invoices/{id}/evidence' },
  purchaseCreditNoteEvidence: { method: 'GET', path: '/api/purchase-credit-notes/{id}/evidence' },
  salesInvoiceEvidence: { method: 'GET', path: '/api/sales-invoices/{id}/evidence' },
  salesCreditNoteEvidence: { method: 'GET', path: '/api/sales-credit-notes/{id}/evidence' },
  purchaseInvoiceAttachment: { method: 'GET', path: '/api/purchase-invoices/{id}/attachments/{attachment_id}/download' },
  purchaseCreditNoteAttachment: { method: 'GET', path: '/api/purchase-credit-notes/{id}/attachments/{attachment_id}/download' },
  salesInvoiceAttachment: { method: 'GET', path: '/api/sales-invoices/{id}/attachments/{attachment_id}/download' },
  salesCreditNoteAttachment: { method: 'GET', path: '/api/sales-credit-notes/{id}/attachments/{attachment_id}/download' },
  purchaseInvoiceRevisions: { method: 'GET', path: '/api/purchase-invoices/{id}/revisions' },
  purchaseCreditNoteRevisions: { method: 'GET', path: '/api/purchase-credit-notes/{id}/revisions' },
  salesInvoiceRevisions: { method: 'GET', path: '/api/sales-invoices/{id}/revisions' },
  salesCreditNoteRevisions: { method: 'GET', path: '/api/sales-credit-notes/{id}/revisions' },
  purchaseInvoicePeppolStatus: { method: 'GET', path: '/api/purchase-invoices/{id}/peppol-status' },
  purchaseCreditNotePeppolStatus: { method: 'GET', path: '/api/purchase-credit-notes/{id}/peppol-status' },
  salesInvoicePeppolStatus: { method: 'GET', path: '/api/sales-invoices/{id}/peppol-status' },
  salesCreditNotePeppolStatus: { method: 'GET', path: '/api/sales-credit-notes/{id}/peppol-status' },
  purchaseInvoicePeppolStatusLogs: { method: 'GET', path: '/api/purchase-invoices/{id}/peppol-status-logs' },
  purchaseCreditNotePeppolStatusLogs: { method: 'GET', path: '/api/purchase-credit-notes/{id}/peppol-status-logs' },
  salesInvoicePeppolStatusLogs: { method: 'GET', path: '/api/sales-invoices/{id}/peppol-status-logs' },
  salesCreditNotePeppolStatusLogs: { method: 'GET', path: '/api/sales-credit-notes/{id}/peppol-status-logs' },
  listEvents: { method: 'GET', path: '/api/events' },
  createWebhook: { method: 'POST', path: '/api/webhooks' },
  listWebhooks: { method: 'GET', path: '/api/webhooks' },
  retrieveWebhook: { method: 'GET', path: '/api/webhooks/{webhook_id}' },
  updateWebhook: { method: 'PUT', path: '/api/webhooks/{webhook_id}' },
  deleteWebhook: { method: 'DELETE', path: '/api/webhooks/{webhook_id}' },
  rotateWebhookSecret: { method: 'POST', path: '/api/webhooks/{webhook_id}/rotate' },
  listWebhookDeliveries: { method: 'GET', path: '/api/webhooks/{webhook_id}/deliveries' },
  replayWebhookDelivery: { method: 'POST', path: '/api/webhooks/{webhook_id}/deliveries/{event_id}/replay' },
  replayWebhook: { method: 'POST', path: '/api/webhooks/{webhook_id}/replay' },
  createBusinessProfile: { method: 'POST', path: '/api/business-profiles' },
  listBusinessProfiles: { method: 'GET', path: '/api/business-profiles' },
  retrieveBusinessProfile: { method: 'GET', path: '/api/business-profiles/{business_profile_id}' },
  replaceBusinessProfile: { method: 'PUT', path: '/api/business-profiles/{business_profile_id}' },
  retrieveOrganisation: { method: 'GET', path: '/api/organisation' },
  changeOrganisation: { method: 'PATCH', path: '/api/organisation' },
  listClients: { method: 'GET', path: '/api/clients' },
  createClient: { method: 'POST', path: '/api/clients' },
  rotateClient: { method: 'POST', path: '/api/clients/{client_id}/rotate' },
  revokeClient: { method: 'DELETE', path: '/api/clients/{client_id}' },
  issueToken: { method: 'POST', path: '/oauth/token' },
  issueTokenBySignature: { method: 'GET', path: '/auth/token' },
  jsonWebKeys: { method: 'GET', path: '/.well-known/jwks.json' },
  authorizationServer: { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  listRules: { method: 'GET', path: '/api/rules' },
  retrieveRule: { method: 'GET', path: '/api/rules/{id}' },
  listCodeLists: { method: 'GET', path: '/api/codelists' },
  retrieveCodeList: { method: 'GET', path: '/api/codelists/{name}' },
  advanceSandboxClock: { method: 'POST', path: '/sandbox/clock/advance' },
  gatewayInbound: { method: 'POST', path: '/gateway/inbound' },
  serviceRoot: { method: 'GET', path: '/' },
  healthz: { method: 'GET', path: '/healthz' },
  readyz: { method: 'GET', path: '/readyz' },
  openApiJson: { method: 'GET', path: '/openapi.json' },
}
