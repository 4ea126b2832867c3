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
      en: 'Number of its newest purchase invoice that nobody refused, or else of the newest; null without one',
      ar: 'رقم أحدث فاتورة مشتريات له لم تُرفض، وإلا فأحدثها؛ `null` إن لم توجد',
      example: 'INV-000042',
    },
    last_issue_date: {
      en: 'Issue date of that invoice, `yyyy-MM-dd`',
      ar: 'تاريخ إصدار تلك الفاتورة بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
    last_status: {
      en: 'Status of that invoice. `REJECTED` and `VALIDATION_FAILED` only if all its invoices are; null if never sent',
      ar:
        'حالة تلك الفاتورة. لا تكون `REJECTED` أو `VALIDATION_FAILED` إلا إذا كانت فواتيره كلها كذلك؛ ' +
        '`null` إن لم تُرسل',
      example: 'APPROVED',
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
  BilledLine: {
    document_id: {
      en: 'Id of the newest invoice that billed this item',
      ar: 'معرّف أحدث فاتورة وردت فيها هذه السلعة أو الخدمة',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
    },
    document_number: { en: 'Number of that invoice', ar: 'رقم تلك الفاتورة', example: 'INV-000042' },
    issue_date: {
      en: 'Issue date of that invoice, `yyyy-MM-dd`',
      ar: 'تاريخ إصدار تلك الفاتورة بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
    line_number: { en: 'Number of its line, from 1', ar: 'رقم البند فيها بدءًا من 1', example: 1 },
    currency: {
      en: 'Currency of that invoice and so of the price, by its ISO 4217 code',
      ar: 'عملة تلك الفاتورة، ومن ثَم عملة السعر، برمزها حسب `ISO 4217`',
      example: 'AED',
    },
    line: {
      en:
        'The item and its price for `document_lines` of the next request: name, description, unit, codes, price and ' +
        'VAT category. Without quantity, discounts and references',
      ar:
        'السلعة أو الخدمة وسعرها لحقل `document_lines` في الطلب التالي: الاسم والوصف والوحدة والرموز والسعر وفئة ' +
        'الضريبة، من دون الكمية والخصومات والمراجع',
    },
  },
  'retrieveSupplier listBilledLines': {
    supplier_id: {
      en: 'Id of the supplier, as GET /api/suppliers lists it, or of any of its purchase invoices',
      ar: 'معرّف المورّد كما يرد في `GET /api/suppliers`، أو معرّف أي فاتورة مشتريات له',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
    },
  },
  listBilledLines: {
    search: {
      en: 'Any part of the name, the description or a code, such as an HS code',
      ar: 'أي جزء من الاسم أو الوصف أو الرمز، مثل رمز النظام المنسق',
      example: 'copper',
    },
  },
  listSuppliers: {
    search: {
      en: 'Any part of the name, or the beginning of the TRN or TIN',
      ar: 'أي جزء من الاسم، أو بداية رقم التسجيل الضريبي أو رقم التعريف الضريبي',
      example: 'metals',
    },
  },
}
