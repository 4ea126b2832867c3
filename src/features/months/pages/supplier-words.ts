import { words } from '../../../console/language/words.ts'

/** The page of a supplier. */
export const supplierWords = words('suppliers', {
  supplier: { en: 'Supplier', ar: 'المورّد' },
  trn: { en: 'TRN {trn}', ar: 'رقم التسجيل الضريبي {trn}' },
  filter: { en: 'Filter these documents', ar: 'تصفية هذه المستندات' },
  agreements: { en: 'Self-billing agreements', ar: 'اتفاقيات الفوترة الذاتية' },
  noAgreement: {
    en: 'There is no agreement with this supplier yet.',
    ar: 'لا توجد اتفاقية مع هذا المورّد بعد.',
  },
  addAgreement: { en: 'Add an agreement', ar: 'إضافة اتفاقية' },
  valid: { en: 'Valid', ar: 'سارية' },
  notValid: { en: 'Not valid today', ar: 'غير سارية اليوم' },
  open: { en: 'no end', ar: 'دون نهاية' },
  totals: { en: 'Totals of a month', ar: 'مجاميع شهر' },
  month: { en: 'Month', ar: 'الشهر' },
  show: { en: 'Show', ar: 'عرض' },
  noneInMonth: { en: 'Nothing was issued for this supplier in {period}.', ar: 'لم يصدر شيء لهذا المورّد في {period}.' },
  none: { en: 'There is no document of this supplier.', ar: 'لا يوجد مستند لهذا المورّد.' },
  noneHint: {
    en: 'Documents that you issue in its name appear here.',
    ar: 'تظهر هنا المستندات التي تصدرونها باسمه.',
  },
})
