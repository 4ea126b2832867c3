import type { Family } from '@selfbill/pint-ae/document'
import { type Writable, writeJson } from '@selfbill/pint-ae/json'

/**
 * Requests as a caller sends them: plain values, accepted by the service and without findings.
 * Every builder takes overrides by member; `undefined` removes a member. Nested objects have their
 * own builders:
 *
 *     aPurchaseInvoice({ accounting_supplier_party: aSupplier({ tin: undefined }) })
 *
 * A number that must keep its digits (100.10) is a Decimal.
 */
export function aPurchaseInvoice(overrides: Members = {}): Members {
  return {
    issue_date: '2026-07-15',
    invoice_type_code: '389',
    due_date: '2026-08-14',
    profile_execution_id: '00000000',
    document_currency_code: 'AED',
    accounting_supplier_party: aSupplier(),
    document_lines: [aLine()],
    payment_means: [aBankTransfer()],
    ...overrides,
  }
}

/** A credit note for returned goods. */
export function aPurchaseCreditNote(overrides: Members = {}): Members {
  return {
    issue_date: '2026-07-20',
    credit_note_type_code: '261',
    profile_execution_id: '00000000',
    document_currency_code: 'AED',
    discrepancy_response: 'DL8.61.1.D',
    billing_reference: [{ id: 'SB-2026-0001', issue_date: '2026-07-15' }],
    accounting_supplier_party: aSupplier(),
    document_lines: [aLine()],
    payment_means: [aBankTransfer()],
    ...overrides,
  }
}

/** A sale by the profile's business to a customer. */
export function aSalesInvoice(overrides: Members = {}): Members {
  return {
    issue_date: '2026-07-15',
    invoice_type_code: '380',
    due_date: '2026-08-14',
    profile_execution_id: '00000000',
    document_currency_code: 'AED',
    accounting_customer_party: aCustomer(),
    document_lines: [aLine()],
    payment_means: [aBankTransfer()],
    ...overrides,
  }
}

/** A credit note to a customer for returned goods. */
export function aSalesCreditNote(overrides: Members = {}): Members {
  return {
    issue_date: '2026-07-20',
    credit_note_type_code: '381',
    profile_execution_id: '00000000',
    document_currency_code: 'AED',
    discrepancy_response: 'DL8.61.1.D',
    billing_reference: [{ id: 'SI-2026-0001', issue_date: '2026-07-15' }],
    accounting_customer_party: aCustomer(),
    document_lines: [aLine()],
    payment_means: [aBankTransfer()],
    ...overrides,
  }
}

/** One request for each family. */
export const requests: Readonly<Record<Family, (overrides?: Members) => Members>> = {
  'purchase-invoices': aPurchaseInvoice,
  'purchase-credit-notes': aPurchaseCreditNote,
  'sales-invoices': aSalesInvoice,
  'sales-credit-notes': aSalesCreditNote,
}

/** A UAE business with trade licence and TRN: receives the documents issued on its behalf. */
export function aSupplier(overrides: Members = {}): Members {
  return {
    name: 'Gulf Metals Trading',
    party_name: 'Gulf Metals Trading LLC',
    postal_address: anAddress(),
    scheme_agency_id: 'TL',
    company_id: 'CN-1002345',
    authority_name: 'Dubai Department of Economy and Tourism',
    tin: '1002345678',
    party_tax_scheme: { company_id: '100234567800003', tax_scheme: 'VAT' },
    endpoint_id: '1002345678',
    endpoint_scheme_id: '0235',
    email: 'accounts@gulf-metals.example',
    telephone: '+971 4 555 0100',
    ...overrides,
  }
}

/** A UAE business that buys from the profile's business. */
export function aCustomer(overrides: Members = {}): Members {
  return {
    name: 'Oasis Building Materials',
    party_name: 'Oasis Building Materials LLC',
    postal_address: anAddress({ street_name: 'King Faisal Road 7', city_name: 'Sharjah', country_subentity: 'SHJ' }),
    scheme_agency_id: 'TL',
    company_id: 'CN-1003344',
    authority_name: 'Sharjah Economic Development Department',
    tin: '1003344556',
    party_tax_scheme: { company_id: '100334455600003', tax_scheme: 'VAT' },
    endpoint_id: '1003344556',
    endpoint_scheme_id: '0235',
    email: 'payables@oasis-building.example',
    ...overrides,
  }
}

/** A business profile: the UAE business that issues the documents and is their buyer. */
export function aBuyer(overrides: Members = {}): Members {
  return {
    name: 'Harbour Manufacturing',
    party_name: 'Harbour Manufacturing LLC',
    postal_address: anAddress({ street_name: 'Corniche Road', city_name: 'Abu Dhabi', country_subentity: 'AUH' }),
    scheme_agency_id: 'TL',
    company_id: 'CN-1008765',
    authority_name: 'Abu Dhabi Department of Economic Development',
    tin: '1008765432',
    party_tax_scheme: { company_id: '100876543200003', tax_scheme: 'VAT' },
    endpoint_id: '1008765432',
    endpoint_scheme_id: '0235',
    email: 'payables@harbour-manufacturing.example',
    telephone: '+971 2 555 0199',
    ...overrides,
  }
}

export function anAddress(overrides: Members = {}): Members {
  return {
    street_name: 'Sheikh Zayed Road 100',
    city_name: 'Dubai',
    country_subentity: 'DXB',
    country: 'United Arab Emirates',
    country_code: 'AE',
    ...overrides,
  }
}

/** Two pieces of classified goods at 100 each, standard rated: net 200, VAT 10. */
export function aLine(overrides: Members = {}): Members {
  return {
    name: 'Steel bracket',
    description: 'Galvanised steel bracket, 120 mm',
    quantity: 2,
    unit_code: 'EA',
    price: aPrice(),
    classified_tax_category: { id: 'S', percent: 5, tax_scheme: 'VAT' },
    commodity_classification: {
      commodity_code: 'G',
      item_classification_code: '73089000',
      item_classification_list_id: 'HS',
    },
    ...overrides,
  }
}

/** Net price 100 for one unit. */
export function aPrice(overrides: Members = {}): Members {
  return { base_amount: 100, base_quantity: 1, ...overrides }
}

/** Credit transfer to an account. */
export function aBankTransfer(overrides: Members = {}): Members {
  return { payment_means_code: '30', payee_financial_account: { id: 'AE070331234567890123456' }, ...overrides }
}

/** A charge (or allowance) of the document: 10, standard rated. */
export function aCharge(overrides: Members = {}): Members {
  return { reason: 'Freight', amount: 10, tax_category: { id: 'S', percent: 5, tax_scheme: 'VAT' }, ...overrides }
}

/** What a document in `currency` needs in addition; spread it into the overrides. */
export function inCurrency(currency = 'USD', rate: Writable = 3.6725): Members {
  return {
    document_currency_code: currency,
    tax_currency_code: 'AED',
    tax_exchange_rate: { source_currency_code: currency, target_currency_code: 'AED', calculation_rate: rate },
  }
}

/** The JSON text of a request. */
export function jsonOf(request: Members): string {
  return writeJson(request)
}

export type Members = { readonly [member: string]: Writable }
