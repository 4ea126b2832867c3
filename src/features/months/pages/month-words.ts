import { words } from '../../../console/language/words.ts'

/** The page of a month, and that of a supplier. */
export const monthWords = words('months', {
  title: { en: 'VAT return: {period}', ar: 'الإقرار الضريبي: {period}' },
  about: {
    en: `Net and VAT in AED of the documents issued in these months. Credit notes are subtracted. Rejected documents, \
credit notes of rejected invoices, and documents that failed their rules are not counted. \
A rejected document counts once the tax authority accepts a later report.`,
    ar: `الصافي والضريبة بالدرهم للمستندات الصادرة في هذه الأشهر، بعد طرح الإشعارات الدائنة. لا تُحتسب المستندات \
المرفوضة، ولا الإشعارات الدائنة لفواتير مرفوضة، ولا المستندات التي لم تستوفِ القواعد. \
يُحتسب المستند المرفوض متى قبلت الهيئة الاتحادية للضرائب تقريرًا لاحقًا عنه.`,
  },
  aboutDate: {
    en: 'By issue date. If the supply was in another tax period, correct the return by hand.',
    ar: 'حسب تاريخ الإصدار. إذا كان التوريد في فترة ضريبية أخرى فصحّح الإقرار يدويًا.',
  },
  severalCompanies: {
    en: {
      one: 'A VAT return is for one TRN: choose a company.',
      other: 'These figures add up {count} companies. A VAT return is for one TRN: choose a company.',
    },
    ar: {
      zero: 'الإقرار الضريبي لرقم تسجيل ضريبي واحد: اختر شركة.',
      one: 'الإقرار الضريبي لرقم تسجيل ضريبي واحد: اختر شركة.',
      two: 'هذه الأرقام لشركتين معًا. الإقرار الضريبي لرقم تسجيل ضريبي واحد: اختر شركة.',
      few: 'هذه الأرقام لـ {count} شركات معًا. الإقرار الضريبي لرقم تسجيل ضريبي واحد: اختر شركة.',
      many: 'هذه الأرقام لـ {count} شركة معًا. الإقرار الضريبي لرقم تسجيل ضريبي واحد: اختر شركة.',
      other: 'هذه الأرقام لـ {count} شركة معًا. الإقرار الضريبي لرقم تسجيل ضريبي واحد: اختر شركة.',
    },
  },
  company: { en: 'Company', ar: 'الشركة' },
  allCompanies: { en: 'All companies', ar: 'جميع الشركات' },
  month: { en: 'First month', ar: 'أول شهر' },
  months: { en: 'Period', ar: 'الفترة' },
  one: { en: 'One month', ar: 'شهر واحد' },
  quarter: { en: 'Three months', ar: 'ثلاثة أشهر' },
  until: { en: '{first} to {last}', ar: '{first} إلى {last}' },
  show: { en: 'Show', ar: 'عرض' },
  forAuditor: { en: 'For an auditor', ar: 'للمدقق' },
  forAuditorHint: {
    en: `A signed ZIP file with the evidence of each document, its printed page and a cover page that says how to \
check it. At most 500 documents with printed pages, 50,000 without.`,
    ar: `ملف مضغوط موقّع فيه أدلة كل مستند وصفحته المطبوعة وغلاف يشرح طريقة التحقق منه. العدد الأقصى 500 مستند مع \
الصفحات المطبوعة و50,000 دونها.`,
  },
  hasAllCompanies: {
    en: {
      one: 'I know that the file has all companies of the organisation',
      other: 'I know that the file has all {count} companies of the organisation',
    },
    ar: {
      zero: 'أعلم أن الملف يضم جميع شركات المنشأة',
      one: 'أعلم أن الملف يضم جميع شركات المنشأة',
      two: 'أعلم أن الملف يضم شركتي المنشأة كلتيهما',
      few: 'أعلم أن الملف يضم شركات المنشأة كلها، وهي {count} شركات',
      many: 'أعلم أن الملف يضم شركات المنشأة كلها، وهي {count} شركة',
      other: 'أعلم أن الملف يضم شركات المنشأة كلها، وهي {count} شركة',
    },
  },
  confirmCompanies: {
    en: 'The evidence has the documents of all companies. Confirm it under "For an auditor", then download it again.',
    ar: 'تضم الأدلة مستندات جميع الشركات. أكّد ذلك ضمن "للمدقق" ثم نزّلها من جديد.',
  },
  allKinds: { en: 'All kinds', ar: 'كل الأنواع' },
  pages: { en: 'Printed pages', ar: 'الصفحات المطبوعة' },
  withPages: { en: 'With printed pages (PDF)', ar: 'مع الصفحات المطبوعة' },
  withoutPages: { en: 'Without', ar: 'دونها' },
  download: { en: 'Download', ar: 'تنزيل' },
  sheet: { en: 'Documents for Excel', ar: 'المستندات لإكسل' },
  file: { en: 'Documents as CSV', ar: 'المستندات بصيغة CSV' },
  purchases: { en: 'Purchases', ar: 'المشتريات' },
  sales: { en: 'Sales', ar: 'المبيعات' },
  byCategory: { en: 'By VAT category', ar: 'حسب فئة الضريبة' },
  byStatus: { en: 'By status', ar: 'حسب الحالة' },
  bySupplier: { en: 'By supplier', ar: 'حسب المورّد' },
  byCustomer: { en: 'By customer', ar: 'حسب العميل' },
  category: { en: 'VAT category', ar: 'فئة الضريبة' },
  status: { en: 'Status', ar: 'الحالة' },
  supplier: { en: 'Supplier', ar: 'المورّد' },
  customer: { en: 'Customer', ar: 'العميل' },
  counted: { en: 'Counted', ar: 'محتسبة' },
  notCounted: { en: 'Not counted', ar: 'غير محتسبة' },
  isIn: { en: 'Yes', ar: 'نعم' },
  isNotIn: { en: 'No', ar: 'لا' },
  invoices: { en: 'Invoices', ar: 'الفواتير' },
  notes: { en: 'Credit notes', ar: 'الإشعارات الدائنة' },
  net: { en: 'Net', ar: 'الصافي' },
  vat: { en: 'VAT', ar: 'الضريبة' },
  vatOf: { en: 'VAT {amount}', ar: 'الضريبة {amount}' },
  total: { en: 'Total', ar: 'المجموع' },
  removedName: { en: 'Content removed', ar: 'أُزيل المحتوى' },
  invoiceCount: {
    en: { one: '{count} invoice', other: '{count} invoices' },
    ar: {
      zero: 'لا فواتير',
      one: 'فاتورة واحدة',
      two: 'فاتورتان',
      few: '{count} فواتير',
      many: '{count} فاتورة',
      other: '{count} فاتورة',
    },
  },
  noteCount: {
    en: { one: '{count} credit note', other: '{count} credit notes' },
    ar: {
      zero: 'لا إشعارات دائنة',
      one: 'إشعار دائن واحد',
      two: 'إشعاران دائنان',
      few: '{count} إشعارات دائنة',
      many: '{count} إشعارًا دائنًا',
      other: '{count} إشعار دائن',
    },
  },
  missing: {
    en: {
      one: 'The amounts of {count} document are not in these sums yet. Its figures are being read; look again later.',
      other:
        'The amounts of {count} documents are not in these sums yet. Their figures are being read; look again later.',
    },
    ar: {
      zero: 'لا مستندات تنقص مبالغها.',
      one: 'تنقص هذه المجاميع مبالغ مستند واحد. تُقرأ أرقامه الآن، فعُد لاحقًا.',
      two: 'تنقص هذه المجاميع مبالغ مستندين. تُقرأ أرقامهما الآن، فعُد لاحقًا.',
      few: 'تنقص هذه المجاميع مبالغ {count} مستندات. تُقرأ أرقامها الآن، فعُد لاحقًا.',
      many: 'تنقص هذه المجاميع مبالغ {count} مستندًا. تُقرأ أرقامها الآن، فعُد لاحقًا.',
      other: 'تنقص هذه المجاميع مبالغ {count} مستند. تُقرأ أرقامها الآن، فعُد لاحقًا.',
    },
  },
  more: {
    en: 'These are the parties with the highest amounts. The file has all of them.',
    ar: 'هذه هي الأطراف ذات المبالغ الأعلى. يضم الملف جميعها.',
  },
  empty: { en: 'No document was issued in this period.', ar: 'لم يصدر أي مستند في هذه الفترة.' },
  emptyHint: { en: 'Choose another month.', ar: 'اختر شهرًا آخر.' },
})
