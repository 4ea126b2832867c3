import { words } from '../language/words.ts'

/** Words that pages of several subjects share: buttons, filters, roles. */
export const sharedWords = words('shared', {
  asCode: { en: 'As code', ar: 'على هيئة شيفرة' },
  asCodeHint: {
    en: 'Put an access token into the environment first; on the machine of the service:',
    ar: 'ضع رمز وصول في متغير البيئة أولًا، وعلى جهاز الخدمة يكفي هذا الأمر:',
  },
  asCodeKey: {
    en: 'The same request under the same Idempotency-Key is done once. Put your own name for each request here:',
    ar: 'الطلب نفسه بالمفتاح `Idempotency-Key` نفسه يُنفَّذ مرة واحدة. ضع اسمًا من عندك لكل طلب مكان:',
  },
  actions: { en: 'Actions', ar: 'الإجراءات' },
  cancel: { en: 'Cancel', ar: 'إلغاء' },
  save: { en: 'Save', ar: 'حفظ' },
  notSaved: { en: 'Nothing is saved. Correct the marked fields.', ar: 'لم يُحفظ شيء. صحّح الحقول المحددة.' },
  changedMeanwhile: {
    en: 'Somebody has changed this since you opened the page. Nothing is saved. Look at it again, then save.',
    ar: 'غيّر شخص آخر هذا بعد أن فتحت الصفحة. لم يُحفظ شيء. راجعه ثم احفظه.',
  },
  refused: { en: 'Not accepted: {reason}', ar: 'لم يُقبل: {reason}' },
  secretOnce: { en: 'Copy it now: it is shown only once.', ar: 'انسخه الآن، فهو يظهر مرة واحدة فقط.' },
  filters: { en: 'Filters', ar: 'عوامل التصفية' },
  filter: { en: 'Filter', ar: 'تصفية' },
  clear: { en: 'Clear', ar: 'مسح' },
  name: { en: 'Name', ar: 'الاسم' },
  id: { en: 'Id', ar: 'المعرّف' },
  created: { en: 'Created', ar: 'أُنشئ في' },
  search: { en: 'Search', ar: 'بحث' },
  viewer: { en: 'Viewer', ar: 'مطّلع' },
  clerk: { en: 'Clerk', ar: 'محاسب' },
  admin: { en: 'Administrator', ar: 'مسؤول' },
  operator: { en: 'Operator', ar: 'مشغّل' },
  pages: { en: 'Pages', ar: 'الصفحات' },
  firstPage: { en: 'First page', ar: 'الصفحة الأولى' },
  before: { en: 'Previous', ar: 'السابق' },
  after: { en: 'Next', ar: 'التالي' },
  pageOf: { en: 'Page {page} of {pages}', ar: 'صفحة {page} من {pages}' },
})
