import { words } from '../../../console/language/words.ts'

/** The settings pages of the agreements on self-billing. */
export const agreementWords = words('agreements', {
  about: {
    en: `The suppliers who have agreed that you issue their invoices. As soon as you add one, an invoice \
without an agreement on its date gets a warning.`,
    ar: `الموردون الذين اتفقتم معهم على الفوترة الذاتية. بعد إضافة أول اتفاقية، تحصل كل فاتورة لا اتفاقية \
لموردها في تاريخها على تحذير.`,
  },
  count: {
    en: { one: '{count} agreement', other: '{count} agreements' },
    ar: {
      zero: 'لا توجد اتفاقيات',
      one: 'اتفاقية واحدة',
      two: 'اتفاقيتان',
      few: '{count} اتفاقيات',
      many: '{count} اتفاقية',
      other: '{count} اتفاقية',
    },
  },
  empty: { en: 'There is no agreement yet.', ar: 'لا توجد اتفاقية بعد.' },
  emptyHint: {
    en: 'Add the agreements with your suppliers, and the service warns when one is missing.',
    ar: 'أضف الاتفاقيات مع الموردين لتنبّهك الخدمة عند غياب إحداها.',
  },
  none: { en: 'No agreement fits.', ar: 'لا توجد اتفاقية مطابقة.' },
  noneHint: { en: 'Change or clear the filters.', ar: 'غيّر عوامل التصفية أو امسحها.' },
  supplier: { en: 'Supplier', ar: 'المورد' },
  tin: { en: 'TIN of the supplier', ar: 'رقم التعريف الضريبي للمورد' },
  tinHint: { en: '10 digits, the first is 1.', ar: '10 أرقام أولها 1.' },
  number: { en: 'Agreement number', ar: 'رقم الاتفاقية' },
  profile: { en: 'Business profile', ar: 'بيانات المنشأة' },
  from: { en: 'First day', ar: 'اليوم الأول' },
  to: { en: 'Last day', ar: 'اليوم الأخير' },
  toHint: { en: 'Leave it empty while no end is agreed.', ar: 'اتركه فارغًا ما لم يُتفق على نهاية.' },
  validOn: { en: 'Valid on', ar: 'سارية في' },
  state: { en: 'State', ar: 'الحالة' },
  valid: { en: 'Valid', ar: 'سارية' },
  later: { en: 'Not yet', ar: 'لم تبدأ' },
  ended: { en: 'Ended', ar: 'منتهية' },
  add: { en: 'Add an agreement', ar: 'إضافة اتفاقية' },
  addTitle: { en: 'New self-billing agreement', ar: 'اتفاقية فوترة ذاتية جديدة' },
  saved: { en: 'The agreement with {name} is saved.', ar: 'حُفظت الاتفاقية مع {name}.' },
  notSaved: { en: 'Nothing is saved. Correct the marked fields.', ar: 'لم يُحفظ شيء. صحّح الحقول المحددة.' },
  end: { en: 'End the agreement', ar: 'إنهاء الاتفاقية' },
  endAbout: {
    en: `An agreement is never deleted, because invoices rest on it. Its last day can be moved; the audit log \
keeps both.`,
    ar: 'لا تُحذف الاتفاقية لأن فواتير تستند إليها. يمكن تغيير يومها الأخير، ويحتفظ سجل التدقيق بالقيمتين.',
  },
  endedNow: { en: 'The last day of the agreement with {name} is saved.', ar: 'حُفظ اليوم الأخير للاتفاقية مع {name}.' },
  network: { en: 'On the network', ar: 'على الشبكة' },
  ask: { en: 'Look the supplier up', ar: 'ابحث عن المورد' },
  receives: { en: 'Receives self-billed documents', ar: 'يستلم مستندات الفوترة الذاتية' },
  receivesNot: {
    en: 'Registered, but does not receive self-billed documents',
    ar: 'مسجّل لكنه لا يستلم مستندات الفوترة الذاتية',
  },
  unregistered: { en: 'Not registered', ar: 'غير مسجّل' },
  unknown: { en: 'Cannot be looked up now', ar: 'تعذّر البحث الآن' },
})

/** What the audit log says of agreements. */
words('audit', {
  createAgreement: { en: 'Added a self-billing agreement', ar: 'أضاف اتفاقية فوترة ذاتية' },
  endAgreement: { en: 'Ended a self-billing agreement', ar: 'أنهى اتفاقية فوترة ذاتية' },
  'kind-agreement': { en: 'Self-billing agreement', ar: 'اتفاقية فوترة ذاتية' },
  'detail-agreement_number': { en: 'Agreement number', ar: 'رقم الاتفاقية' },
  'detail-business_profile_id': { en: 'Business profile', ar: 'بيانات المنشأة' },
  'detail-supplier_tin': { en: 'TIN of the supplier', ar: 'رقم التعريف الضريبي للمورّد' },
  'detail-valid_from': { en: 'Valid from', ar: 'سارية من' },
  'detail-valid_to': { en: 'Valid to', ar: 'سارية حتى' },
})
