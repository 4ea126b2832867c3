import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import { asCode } from '../../parts/as-code.ts'
import type { Visit } from '../../route.ts'
import { documentWords } from './document-words.ts'
import type { Family } from './family.ts'

/** What programs ask about a document, as code: the document, its UBL, its status and its log. */
export async function codeTab(
  visit: Pick<Visit, 'say' | 'browser'>,
  { document }: { readonly document: ListedDocument },
): Promise<Html> {
  const params = { id: document.id }
  const { retrieve, xml, status, log } = operationsOf[document.family]
  const calls = [
    { label: documentWords.tabAnswer, operation: retrieve },
    { label: documentWords.tabUbl, operation: xml },
    { label: documentWords.tabStatus, operation: status },
    { label: documentWords.tabLog, operation: log },
  ] as const
  return html`${calls.map(
    ({ label, operation }, at) => html`<section class="card"><h2>${visit.say(label)}</h2>
<p><a class="lone" href="/reference/${operation}"><code>${operation}</code></a></p>
${asCode(visit, { operation, params }, at === 0)}</section>`,
  )}`
}

const operationsOf = {
  'purchase-invoices': {
    retrieve: 'retrievePurchaseInvoice',
    xml: 'purchaseInvoiceXml',
    status: 'purchaseInvoicePeppolStatus',
    log: 'purchaseInvoicePeppolStatusLogs',
  },
  'purchase-credit-notes': {
    retrieve: 'retrievePurchaseCreditNote',
    xml: 'purchaseCreditNoteXml',
    status: 'purchaseCreditNotePeppolStatus',
    log: 'purchaseCreditNotePeppolStatusLogs',
  },
  'sales-invoices': {
    retrieve: 'retrieveSalesInvoice',
    xml: 'salesInvoiceXml',
    status: 'salesInvoicePeppolStatus',
    log: 'salesInvoicePeppolStatusLogs',
  },
  'sales-credit-notes': {
    retrieve: 'retrieveSalesCreditNote',
    xml: 'salesCreditNoteXml',
    status: 'salesCreditNotePeppolStatus',
    log: 'salesCreditNotePeppolStatusLogs',
  },
} as const satisfies Readonly<Record<Family, Readonly<Record<string, string>>>>
