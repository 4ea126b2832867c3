import { words } from '../../../console/language/words.ts'

const handled = { en: 'Marked a document as handled', ar: 'علّم مستندًا بأنه عولج' }
const reopened = { en: 'Undid that a document is handled', ar: 'ألغى تعليم مستند بأنه عولج' }

// Handled documents in the audit log.
words('audit', {
  handlePurchaseInvoice: handled,
  reopenPurchaseInvoice: reopened,
  handlePurchaseCreditNote: handled,
  reopenPurchaseCreditNote: reopened,
  handleSalesInvoice: handled,
  reopenSalesInvoice: reopened,
  handleSalesCreditNote: handled,
  reopenSalesCreditNote: reopened,
  'detail-note': { en: 'Note', ar: 'الملاحظة' },
})
