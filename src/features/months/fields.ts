import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the sums of a month mean. */
export const monthFields: FieldTable = {
  'summariseMonth exportMonth': {
    month: {
      en: 'First month of the period, `yyyy-MM`, by issue date; left out, this month',
      ar: 'أول شهر في الفترة حسب تاريخ الإصدار، بالصيغة `yyyy-MM`؛ الشهر الحالي إن لم يُرسل',
      example: '2026-07',
    },
    months: {
      en: 'How many months: 3 for a quarter; left out, 1',
      ar: 'عدد الأشهر: 3 لربع سنة؛ 1 إن لم يُرسل',
      example: 1,
    },
    party_trn: {
      en: 'Only documents with this TRN of the other party: the supplier of a purchase, the customer of a sale',
      ar: 'المستندات التي للطرف الآخر فيها رقم التسجيل الضريبي هذا فقط: مورّد الشراء أو عميل البيع',
      example: '100234567800003',
    },
    own_trn: {
      en: 'Only documents of your company with this TRN: a VAT return is for one TRN',
      ar: 'مستندات شركتكم التي لها رقم التسجيل الضريبي هذا فقط: الإقرار الضريبي لرقم واحد',
      example: '100876543200003',
    },
  },
  exportMonth: {
    headings: {
      en: 'Headings and values of a CSV file: `words` for people; left out, names and codes for programs (`fields`)',
      ar: 'عناوين الأعمدة والقيم في ملف CSV: `words` كلمات للناس؛ وإن لم يُرسل فأسماء ورموز تقرؤها البرامج (`fields`)',
      example: 'words',
    },
  },
  Month: {
    from: { en: 'First issue date of the period', ar: 'أول تاريخ إصدار في الفترة', example: '2026-07-01' },
    to: { en: 'Last issue date of the period', ar: 'آخر تاريخ إصدار في الفترة', example: '2026-07-31' },
    currency: {
      en: 'All amounts are in AED: other currencies at the rate of each document',
      ar: 'جميع المبالغ بالدرهم: العملات الأخرى بسعر الصرف في كل مستند',
    },
    purchases: {
      en: 'Self-billed documents; the other party is the supplier',
      ar: 'مستندات الفوترة الذاتية؛ الطرف الآخر هو المورّد',
    },
    sales: { en: 'Sales documents; the other party is the customer', ar: 'مستندات البيع؛ الطرف الآخر هو العميل' },
  },
  MonthSide: {
    total: { en: 'Sum of all counted documents', ar: 'مجموع المستندات المحتسبة كلها' },
    by_vat_category: {
      en: 'Counted documents by VAT category; a document with two categories is in both',
      ar: 'المستندات المحتسبة حسب فئة الضريبة؛ المستند ذو الفئتين يرد في كلتيهما',
    },
    by_status: {
      en: 'Documents by status, also those that are not counted',
      ar: 'المستندات حسب الحالة، ومنها غير المحتسبة',
    },
    by_party: {
      en: 'Counted documents by the other party, the highest amount first',
      ar: 'المستندات المحتسبة حسب الطرف الآخر، الأعلى مبلغًا أولًا',
    },
    has_more_parties: {
      en: 'True: there are more parties than `by_party` has; the file of the month has all',
      ar: 'القيمة `true`: الأطراف أكثر مما في `by_party`؛ ملف الشهر يشملها كلها',
    },
    without_figures: {
      en: 'Counted documents whose amounts are missing in the sums: of an older version and not read yet, or removed',
      ar: 'مستندات محتسبة تنقص مبالغها في المجاميع: من إصدار أقدم ولم تُقرأ بعد، أو أُزيل محتواها',
      example: 0,
    },
  },
  'MonthSum MonthOfCategory MonthOfStatus MonthOfParty': {
    invoices: { en: 'How many invoices', ar: 'عدد الفواتير', example: 12 },
    credit_notes: { en: 'How many credit notes', ar: 'عدد الإشعارات الدائنة', example: 1 },
    invoiced_net: { en: 'Amount of the invoices without VAT', ar: 'مبلغ الفواتير دون الضريبة', example: 12000 },
    invoiced_vat: { en: 'VAT of the invoices', ar: 'ضريبة الفواتير', example: 600 },
    credited_net: {
      en: 'Amount of the credit notes without VAT',
      ar: 'مبلغ الإشعارات الدائنة دون الضريبة',
      example: 1000,
    },
    credited_vat: { en: 'VAT of the credit notes', ar: 'ضريبة الإشعارات الدائنة', example: 50 },
    net: {
      en: 'Amount of the invoices less that of the credit notes, without VAT',
      ar: 'مبلغ الفواتير ناقصًا مبلغ الإشعارات الدائنة، دون الضريبة',
      example: 11000,
    },
    vat: {
      en: 'VAT of the invoices less that of the credit notes',
      ar: 'ضريبة الفواتير ناقصةً ضريبة الإشعارات الدائنة',
      example: 550,
    },
  },
  MonthOfCategory: {
    vat_category: {
      en: 'Code of the VAT category: `S` is the standard rate',
      ar: 'رمز فئة الضريبة: `S` هي النسبة الأساسية',
      example: 'S',
    },
  },
  MonthOfStatus: {
    status: { en: 'Status of the documents; null: never sent', ar: 'حالة المستندات؛ `null`: لم تُرسل قط' },
    is_counted: {
      en: 'Whether these documents count. Rejected ones do once the tax authority accepts a later report',
      ar: 'هل تُحتسب هذه المستندات. يُحتسب المرفوض إذا قبلت الهيئة تقريرًا لاحقًا عنه',
    },
  },
  MonthOfParty: {
    trn: {
      en: 'TRN of the other party; absent without one',
      ar: 'رقم التسجيل الضريبي للطرف الآخر؛ لا يظهر إن لم يوجد',
      example: '100234567800003',
    },
    name: {
      en: 'Name of the other party in one of its documents; empty once their content was removed',
      ar: 'اسم الطرف الآخر في أحد مستنداته؛ فارغ بعد إزالة محتواها',
      example: 'Gulf Metals Trading LLC',
    },
  },
}
