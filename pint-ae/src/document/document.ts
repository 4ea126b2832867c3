import { Decimal } from '@selfbill/schematron/decimal'
import { message } from '../messages/message.ts'
import { addRules, type Draft, type IsRefused, type Report } from './declaration/declare.ts'
import { isForeignBusiness } from './objects/party.ts'
import {
  CreditNoteRequest,
  type DocumentRequest,
  InvoiceRequest,
  SalesCreditNoteRequest,
  SalesInvoiceRequest,
} from './request-shapes.ts'

export {
  CreditNoteRequest,
  type DocumentRequest,
  InvoiceRequest,
  requests,
  SalesCreditNoteRequest,
  SalesInvoiceRequest,
} from './request-shapes.ts'

// The four requests, and the rules across their members.

addRules(InvoiceRequest, flagsAreServed, principalIsAnother, linePeriodsLieWithin, invoiceCurrenciesAgree)

addRules(
  CreditNoteRequest,
  flagsAreServed,
  principalIsAnother,
  linePeriodsLieWithin,
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
)

addRules(SalesInvoiceRequest, flagsAreServed, linePeriodsLieWithin, invoiceCurrenciesAgree, customerTaxSchemeFits)

addRules(
  SalesCreditNoteRequest,
  flagsAreServed,
  linePeriodsLieWithin,
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
  customerTaxSchemeFits,
)

/**
 * The requirements of the flags in profile_execution_id, for invoices and credit notes. Source:
 * docs/contract.md#flags.
 */
function flagsAreServed(document: AnyDraft, report: Report): void {
  const flags = document.profile_execution_id
  if (flags === undefined) return
  if (flags[0] === '1' && document.buyer_customer_party === undefined) {
    report('buyer_customer_party', message('mandatory_in_free_zone', { field: 'buyer_customer_party' }))
  }
  if (flags[5] === '1' && document.seller_supplier_party === undefined) {
    report('seller_supplier_party', message('mandatory_for_disclosed_agent', { field: 'seller_supplier_party' }))
  }
  if (flags[7] !== '1') return
  if (document.delivery === undefined) report('delivery', message('mandatory_for_export', { field: 'delivery' }))
  else if (document.delivery.delivery_location === undefined) {
    report('delivery.delivery_location', message('mandatory_for_export', { field: 'delivery_location' }))
  }
}

/**
 * The principal of a disclosed agent must differ from the supplier. Without that flag the supplier
 * may name itself. Source: docs/contract.md#flags, position 6; ibr-176-ae.
 */
export function principalIsAnother(document: WithSupplier, report: Report): void {
  if (document.profile_execution_id?.[5] !== '1') return
  const principal = document.seller_supplier_party?.id
  if (principal !== undefined && principal === document.accounting_supplier_party?.party_tax_scheme?.company_id) {
    report('seller_supplier_party.id', message('principal_is_supplier', { field: 'id' }))
  }
}

/**
 * A line's period must lie within the document's, if both are sent. Source:
 * docs/contract.md#document-line.
 */
function linePeriodsLieWithin(document: AnyDraft, report: Report): void {
  const whole = document.invoice_period
  if (whole === undefined) return
  for (const [at, line] of (document.document_lines ?? []).entries()) {
    const part = line?.invoice_period
    if (part === undefined) continue
    for (const member of ['start_date', 'end_date'] as const) {
      const day = part[member]
      if (day === undefined) continue
      const isWithin = (whole.start_date ?? day) <= day && day <= (whole.end_date ?? day)
      if (isWithin) continue
      report(`document_lines[${at}].invoice_period.${member}`, message('outside_invoice_period', { field: member }))
    }
  }
}

/**
 * Currency, tax currency and rate of an invoice. The default tax currency is AED. Source:
 * docs/contract.md#currency.
 */
function invoiceCurrenciesAgree(document: AnyDraft, report: Report): void {
  currenciesAgree(document, report)
}

/** The same for a credit note. The contract also requires its tax currency. */
function creditNoteCurrenciesAgree(document: AnyDraft, report: Report): void {
  const currency = document.document_currency_code
  if (currency !== undefined && currency !== 'AED' && document.tax_currency_code === undefined) {
    report('tax_currency_code', message('mandatory_in_foreign_currency', { field: 'tax_currency_code' }))
  }
  currenciesAgree(document, report)
}

function currenciesAgree(document: AnyDraft, report: Report): void {
  const { document_currency_code: currency, tax_exchange_rate: rate } = document
  if (currency === undefined) return
  if (currency !== 'AED' && rate === undefined) {
    report('tax_exchange_rate', message('mandatory_in_foreign_currency', { field: 'tax_exchange_rate' }))
  }
  if (rate?.source_currency_code !== undefined && rate.source_currency_code !== currency) {
    report(
      'tax_exchange_rate.source_currency_code',
      message('must_be_document_currency', { field: 'source_currency_code', currency }),
    )
  }
  if (currency === 'AED' && rate?.calculation_rate !== undefined && !rate.calculation_rate.equals(Decimal.one)) {
    report('tax_exchange_rate.calculation_rate', message('must_be_1_in_aed', { field: 'calculation_rate' }))
  }
}

/**
 * A credit note must refer to what it credits, unless it grants a volume discount. Source:
 * docs/contract.md#documents "root, credit note".
 */
function creditRefersToInvoice(
  document: Draft<CreditNoteRequest> | Draft<SalesCreditNoteRequest>,
  report: Report,
): void {
  const reason = document.discrepancy_response
  if (reason === undefined || reason === 'VD' || document.billing_reference !== undefined) return
  report('billing_reference', message('mandatory_unless_volume_discount'))
}

/**
 * A foreign business may have a VAT registration only as the customer of an export, which flag
 * position 7 also marks. Source: docs/contract.md#party: party_tax_scheme, and the note below the
 * flag table.
 */
function customerTaxSchemeFits(document: SalesDraft, report: Report, isRefused: IsRefused): void {
  const { profile_execution_id: flags, accounting_customer_party: customer } = document
  if (flags === undefined || flags[6] === '1' || flags[7] === '1' || customer?.party_tax_scheme === undefined) return
  if (isRefused('accounting_customer_party.scheme_agency_id') || !isForeignBusiness(customer)) return
  report(
    'accounting_customer_party.party_tax_scheme',
    message('not_for_foreign_business_unless_export', { field: 'party_tax_scheme' }),
  )
}

type WithSupplier = Pick<
  Draft<InvoiceRequest | CreditNoteRequest>,
  'profile_execution_id' | 'seller_supplier_party' | 'accounting_supplier_party'
>
type AnyDraft = Draft<DocumentRequest>
type SalesDraft = Draft<SalesInvoiceRequest> | Draft<SalesCreditNoteRequest>
