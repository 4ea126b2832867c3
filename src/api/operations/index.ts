import { PurchaseCreditNote, PurchaseInvoice } from '../../document/answer.ts'
import { CreditNoteRequest, InvoiceRequest } from '../../document/document.ts'
import type { Operation } from '../operation.ts'
import { advanceSandboxClock } from './advance-sandbox-clock.ts'
import { createDocument } from './create-document.ts'
import { documentXml } from './document-xml.ts'
import { gatewayInbound } from './gateway-inbound.ts'
import { healthz } from './healthz.ts'
import { listCodeLists } from './list-code-lists.ts'
import { listEvents } from './list-events.ts'
import { listRules } from './list-rules.ts'
import { openApiJson } from './openapi-json.ts'
import { peppolStatus } from './peppol-status.ts'
import { peppolStatusLogs } from './peppol-status-logs.ts'
import { printedDocument } from './printed-document.ts'
import { readyz } from './readyz.ts'
import { retrieveCodeList } from './retrieve-code-list.ts'
import { retrieveDocument } from './retrieve-document.ts'
import { retrieveRule } from './retrieve-rule.ts'

/** Every operation of the API. The server, OpenAPI and the tests about operations read this list and nothing else. */
export const operations: readonly Operation[] = [
  createDocument('createPurchaseInvoice', 'purchase-invoices', InvoiceRequest, PurchaseInvoice),
  createDocument('createPurchaseCreditNote', 'purchase-credit-notes', CreditNoteRequest, PurchaseCreditNote),
  retrieveDocument('retrievePurchaseInvoice', 'purchase-invoices', PurchaseInvoice),
  retrieveDocument('retrievePurchaseCreditNote', 'purchase-credit-notes', PurchaseCreditNote),
  documentXml('purchaseInvoiceXml', 'purchase-invoices'),
  documentXml('purchaseCreditNoteXml', 'purchase-credit-notes'),
  printedDocument('purchaseInvoiceHtml', 'purchase-invoices', 'html'),
  printedDocument('purchaseCreditNoteHtml', 'purchase-credit-notes', 'html'),
  printedDocument('salesInvoiceHtml', 'sales-invoices', 'html'),
  printedDocument('salesCreditNoteHtml', 'sales-credit-notes', 'html'),
  printedDocument('purchaseInvoicePdf', 'purchase-invoices', 'pdf'),
  printedDocument('purchaseCreditNotePdf', 'purchase-credit-notes', 'pdf'),
  printedDocument('salesInvoicePdf', 'sales-invoices', 'pdf'),
  printedDocument('salesCreditNotePdf', 'sales-credit-notes', 'pdf'),
  peppolStatus('purchaseInvoicePeppolStatus', 'purchase-invoices'),
  peppolStatus('purchaseCreditNotePeppolStatus', 'purchase-credit-notes'),
  peppolStatus('salesInvoicePeppolStatus', 'sales-invoices'),
  peppolStatus('salesCreditNotePeppolStatus', 'sales-credit-notes'),
  peppolStatusLogs('purchaseInvoicePeppolStatusLogs', 'purchase-invoices'),
  peppolStatusLogs('purchaseCreditNotePeppolStatusLogs', 'purchase-credit-notes'),
  peppolStatusLogs('salesInvoicePeppolStatusLogs', 'sales-invoices'),
  peppolStatusLogs('salesCreditNotePeppolStatusLogs', 'sales-credit-notes'),
  listEvents,
  listRules,
  retrieveRule,
  listCodeLists,
  retrieveCodeList,
  advanceSandboxClock,
  gatewayInbound,
  healthz,
  readyz,
  openApiJson,
]
