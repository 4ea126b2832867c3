import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the members and parameters about known suppliers mean. */
export const supplierFields: FieldTable = {
  'KnownSupplier SupplierToBill': {
    supplier_id: {
      en: 'Id of its newest purchase invoice, or of its agreement if there is no invoice; ids of older ones stay valid',
      ar: 'معرّف أحدث فاتورة مشتريات له، أو معرّف اتفاقيته إن لم توجد فاتورة؛ وتبقى المعرّفات الأقدم صالحة',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
    },
    name: {
      en: 'Name of the supplier, as its newest invoice or its agreement has it',
      ar: 'اسم المورّد كما يرد في أحدث فاتورة له أو في اتفاقيته',
      example: 'Gulf Metals Trading LLC',
    },
    trn: {
      en: 'Its TRN on the newest invoice; null without one',
      ar: 'رقم تسجيله الضريبي في أحدث فاتورة؛ `null` إن لم يوجد',
      example: '100234567890003',
    },
    tin: {
      en: 'Its TIN, the first 10 digits of the TRN; null without one',
      ar: 'رقم تعريفه الضريبي، وهو أول 10 أرقام من رقم التسجيل الضريبي؛ `null` إن لم يوجد',
      example: '1002345678',
    },
    last_document_number: {
      en: 'Number of its newest purchase invoice; null if there is no invoice',
      ar: 'رقم أحدث فاتورة مشتريات له؛ `null` إن لم توجد',
      example: 'INV-000042',
    },
    last_issue_date: {
      en: 'Issue date of that invoice, `yyyy-MM-dd`',
      ar: 'تاريخ إصدار تلك الفاتورة بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
  },
  SupplierToBill: {
    party: {
      en: 'The supplier for `accounting_supplier_party` of the next request',
      ar: 'المورّد للحقل `accounting_supplier_party` في الطلب التالي',
    },
    missing: {
      en: 'Members of the party that are missing, or that a request may not have in this form',
      ar: 'حقول الطرف الناقصة، أو التي لا يقبلها الطلب بصورتها هذه',
    },
  },
  listSuppliers: {
    search: {
      en: 'Any part of the name, or the beginning of the TRN or TIN',
      ar: 'أي جزء من الاسم، أو بداية رقم التسجيل الضريبي أو رقم التعريف الضريبي',
      example: 'metals',
    },
  },
  retrieveSupplier: {
    supplier_id: {
      en: 'Id of the supplier, as GET /api/suppliers lists it, or of any of its purchase invoices',
      ar: 'معرّف المورّد كما يرد في `GET /api/suppliers`، أو معرّف أي فاتورة مشتريات له',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
    },
  },
}
