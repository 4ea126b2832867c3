import { addRules } from './declaration/declare.ts'
import {
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
  customerTaxSchemeFits,
  flagsAreServed,
  invoiceCurrenciesAgree,
  linePeriodsLieWithin,
  principalIsAnother,
} from './document-rules.ts'
import { CreditNoteRequest, InvoiceRequest, SalesCreditNoteRequest, SalesInvoiceRequest } from './request-shapes.ts'

// The four requests with the rules across their members.

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

export {
  CreditNoteRequest,
  type DocumentRequest,
  InvoiceRequest,
  requests,
  SalesCreditNoteRequest,
  SalesInvoiceRequest,
} from './request-shapes.ts'
