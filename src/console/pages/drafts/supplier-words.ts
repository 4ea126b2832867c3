import { words } from '../../language/words.ts'

/** Known suppliers in the form of a purchase. */
export const supplierWords = words('supplier-picker', {
  search: { en: 'Find a known supplier', ar: 'البحث عن مورّد معروف' },
  searchHint: {
    en: 'A part of the name, or the beginning of the TRN. Your choice fills in the fields below.',
    ar: 'جزء من الاسم أو بداية رقم التسجيل الضريبي. يملأ اختيارك الحقول أدناه.',
  },
  find: { en: 'Find suppliers', ar: 'بحث عن المورّدين' },
  other: { en: 'Choose a known supplier', ar: 'اختيار مورّد معروف' },
  found: { en: 'Known suppliers', ar: 'المورّدون المعروفون' },
  nothing: {
    en: 'No known supplier matches. Enter the supplier below.',
    ar: 'لا يوجد مورّد معروف مطابق. أدخل بيانات المورّد أدناه.',
  },
  more: { en: 'There are more. Type more of the name.', ar: 'توجد نتائج أخرى. اكتب المزيد من الاسم.' },
  last: { en: 'last invoice {number} of', ar: 'آخر فاتورة {number} بتاريخ' },
  unbilled: { en: 'agreement, no invoice yet', ar: 'اتفاقية بلا فواتير بعد' },
  filledIn: {
    en: 'The supplier is filled in from invoice {number}.',
    ar: 'مُلئت بيانات المورّد من الفاتورة {number}.',
  },
  filledInAgreed: {
    en: 'The supplier is filled in from its agreement, which has no more than name and TIN.',
    ar: 'مُلئت بيانات المورّد من اتفاقيته، وليس فيها سوى الاسم ورقم التعريف الضريبي.',
  },
  refused: {
    en: 'That invoice was not accepted. Check all fields of the supplier first, above all its electronic address.',
    ar: 'لم تُقبل تلك الفاتورة. راجع جميع حقول المورّد أولًا، وأهمها العنوان الإلكتروني.',
  },
  complete: { en: 'Nothing is missing to bill this supplier.', ar: 'لا ينقص شيء لإصدار فاتورة هذا المورّد.' },
  noAccount: {
    en: 'The IBAN is not filled in. A credit transfer needs it:',
    ar: 'لم يُملأ رقم الحساب الدولي، ويحتاج إليه التحويل البنكي:',
  },
  account: { en: 'Enter the IBAN', ar: 'أدخل رقم الحساب الدولي' },
  missing: { en: 'Missing to bill this supplier:', ar: 'ما ينقص لإصدار فاتورة هذا المورّد:' },
  isMissing: { en: 'Missing or not accepted', ar: 'ناقص أو غير مقبول' },
  gone: {
    en: 'This supplier is not known any more. Enter it below.',
    ar: 'لم يعد هذا المورّد معروفًا. أدخل بياناته أدناه.',
  },
  agreement: {
    en: 'Self-billing agreement {number}, valid since',
    ar: 'اتفاقية الفوترة الذاتية {number}، سارية منذ',
  },
  noAgreement: {
    en: 'No self-billing agreement with this supplier is recorded for the issue date.',
    ar: 'لا توجد اتفاقية فوترة ذاتية مسجلة مع هذا المورّد في تاريخ الإصدار.',
  },
})
