import { words } from '../../../console/language/words.ts'

// Legal holds in the audit log.
words('audit', {
  holdPurchaseInvoice: { en: 'Set a legal hold on a document', ar: 'علّق إتلاف مستند لسبب قانوني' },
  releasePurchaseInvoice: { en: 'Released the legal hold on a document', ar: 'أنهى تعليق إتلاف مستند' },
  holdPurchaseCreditNote: { en: 'Set a legal hold on a document', ar: 'علّق إتلاف مستند لسبب قانوني' },
  releasePurchaseCreditNote: { en: 'Released the legal hold on a document', ar: 'أنهى تعليق إتلاف مستند' },
  holdSalesInvoice: { en: 'Set a legal hold on a document', ar: 'علّق إتلاف مستند لسبب قانوني' },
  releaseSalesInvoice: { en: 'Released the legal hold on a document', ar: 'أنهى تعليق إتلاف مستند' },
  holdSalesCreditNote: { en: 'Set a legal hold on a document', ar: 'علّق إتلاف مستند لسبب قانوني' },
  releaseSalesCreditNote: { en: 'Released the legal hold on a document', ar: 'أنهى تعليق إتلاف مستند' },
  holdOrganisation: { en: 'Set a legal hold on all documents', ar: 'علّق إتلاف جميع المستندات لسبب قانوني' },
  releaseOrganisation: { en: 'Released the legal hold on all documents', ar: 'أنهى تعليق إتلاف جميع المستندات' },
})
