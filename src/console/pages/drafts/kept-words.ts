import { words } from '../../language/words.ts'

/** What the form says about the draft that the service keeps of it. */
export const keptWords = words('kept', {
  begun: {
    en: 'What you enter is kept as a draft until you issue it.',
    ar: 'يُحفظ ما تُدخله كمسودة حتى تصدر المستند.',
  },
  saved: { en: 'Saved as a draft:', ar: 'حُفظت المسودة:' },
  copied: {
    en: 'This draft was changed in another tab or by somebody else. What you entered here is now a draft of its own.',
    ar: 'تغيّرت هذه المسودة في صفحة أخرى أو على يد شخص آخر. أصبح ما أدخلته هنا مسودة مستقلة.',
  },
  gone: {
    en: `This draft was issued or deleted elsewhere, so it is not saved any more. Check the document to keep what you \
entered as a new draft.`,
    ar: `صدرت هذه المسودة أو حُذفت في مكان آخر، لذلك لم تعد تُحفظ. افحص المستند لحفظ ما أدخلته كمسودة جديدة.`,
  },
  ended: {
    en: 'Your session has ended, and your last changes are not saved yet. Leave this page open and',
    ar: 'انتهت جلستك ولم تُحفظ تغييراتك الأخيرة بعد. اترك هذه الصفحة مفتوحة و',
  },
  signIn: { en: 'sign in in another tab', ar: 'سجّل الدخول في صفحة أخرى' },
  savesThen: { en: 'Then this page saves by itself.', ar: 'ثم تُحفظ هذه الصفحة تلقائيًا.' },
  notSaved: {
    en: 'Your last changes are not saved yet. Saving is tried again.',
    ar: 'لم تُحفظ تغييراتك الأخيرة بعد. ستُعاد محاولة الحفظ.',
  },
  all: { en: 'All drafts', ar: 'كل المسودات' },
  isGone: {
    en: 'There is no such draft any more: it was issued or deleted.',
    ar: 'لم تعد هذه المسودة موجودة: صدرت أو حُذفت.',
  },
  isUnreadable: {
    en: 'This draft cannot be read: the key of the service was changed or lost. Delete it and enter it again.',
    ar: 'تتعذّر قراءة هذه المسودة: تغيّر مفتاح التشفير في الخدمة أو فُقد. احذفها وأدخلها من جديد.',
  },
})
