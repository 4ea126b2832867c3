import { words } from '../../language/words.ts'

/** What the lists of documents are filtered and sorted by. */
export const listWords = words('lists', {
  supplierTrn: { en: "Supplier's TRN", ar: 'رقم التسجيل الضريبي للمورّد' },
  customerTrn: { en: "Customer's TRN", ar: 'رقم التسجيل الضريبي للعميل' },
  ofProfile: { en: 'Choose one of all business profiles', ar: 'اختر من جميع بيانات المنشآت' },
  purchases: { en: 'All purchases', ar: 'كل المشتريات' },
  sales: { en: 'All sales', ar: 'كل المبيعات' },
  counted: { en: 'In the VAT return', ar: 'في الإقرار الضريبي' },
  countedYes: { en: 'Counted', ar: 'محتسبة' },
  countedNo: { en: 'Not counted', ar: 'غير محتسبة' },
  amountFrom: { en: 'Amount from', ar: 'المبلغ من' },
  amountTo: { en: 'Amount to', ar: 'المبلغ حتى' },
  sort: { en: 'Sort by', ar: 'الترتيب حسب' },
  sortUsual: { en: 'Usual order', ar: 'الترتيب المعتاد' },
  created: { en: 'Time of creation', ar: 'وقت الإنشاء' },
  issue_date: { en: 'Issue date', ar: 'تاريخ الإصدار' },
  amount: { en: 'Amount due', ar: 'المبلغ المستحق' },
  number: { en: 'Number', ar: 'الرقم' },
  order: { en: 'Order', ar: 'اتجاه الترتيب' },
  descending: { en: 'Highest or newest first', ar: 'الأعلى أو الأحدث أولًا' },
  ascending: { en: 'Lowest or oldest first', ar: 'الأدنى أو الأقدم أولًا' },
  indexIncomplete: {
    en: `Some documents may be missing: the index of amounts, orders and parts of numbers and names does not have all \
of them. Search for the beginning of a number or a name instead.`,
    ar: `قد تنقص مستندات، فالفهرس لا يشملها كلها بعد: المبالغ وأوامر الشراء وأجزاء الأرقام والأسماء. ابحث \
ببداية الرقم أو الاسم.`,
  },
  exportCsv: { en: 'Export as CSV', ar: 'تصدير CSV' },
  exportSheet: { en: 'Export to Excel', ar: 'تصدير إلى إكسل' },
  exportHint: {
    en: 'With the filters of this page, at most 10,000 documents.',
    ar: 'بعوامل التصفية في هذه الصفحة، وبحد أقصى 10,000 مستند.',
  },
  severalReasons: {
    en: 'A document with several reasons counts for each of them.',
    ar: 'المستند الذي له عدة أسباب يُعدّ في كل منها.',
  },
})
