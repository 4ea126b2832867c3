import { words } from '../language/words.ts'

/** Retention, legal holds, and documents whose content was removed. */
export const holdWords = words('holds', {
  title: { en: 'Legal hold', ar: 'التعليق القانوني للإتلاف' },
  titleOf: { en: 'Legal hold on {number}', ar: 'التعليق القانوني لإتلاف {number}' },
  titleOfAll: { en: 'Legal hold on all documents', ar: 'التعليق القانوني لإتلاف جميع المستندات' },
  about: {
    en: 'While it is set, nothing of the document is removed, whatever the retention is.',
    ar: 'ما دام التعليق قائمًا لا يُزال شيء من المستند مهما كانت مدة الحفظ.',
  },
  aboutAll: {
    en: 'While it is set, nothing of any document of your organisation is removed, whatever the retention is.',
    ar: 'ما دام التعليق قائمًا لا يُزال شيء من أي مستند لمنشأتك مهما كانت مدة الحفظ.',
  },
  setBy: { en: 'Set by {name}', ar: 'وضعه {name}' },
  reason: { en: 'Reason', ar: 'السبب' },
  reasonHint: {
    en: 'Why nothing may be removed, such as the number of a dispute.',
    ar: 'لماذا لا يجوز إزالة شيء، مثل رقم نزاع.',
  },
  set: { en: 'Set the hold', ar: 'تعليق الإتلاف' },
  change: { en: 'Change the reason', ar: 'تعديل السبب' },
  release: { en: 'Release the hold', ar: 'إنهاء التعليق' },
  releaseAbout: {
    en: 'Content whose retention is over may be removed soon after the hold is released.',
    ar: 'قد يُزال المحتوى الذي انتهت مدة حفظه بعد إنهاء التعليق بوقت قصير.',
  },
  isSet: { en: 'The legal hold is set.', ar: 'عُلّق الإتلاف.' },
  isReleased: { en: 'The legal hold is released.', ar: 'أُنهي تعليق الإتلاف.' },
  none: { en: 'None', ar: 'لا يوجد' },
  edit: { en: 'Change', ar: 'تعديل' },
  removed: { en: 'Content removed', ar: 'أُزيل المحتوى' },
  removedAbout: {
    en: 'Its content was removed after its retention. Its number, amounts and log stay.',
    ar: 'أُزيل محتواه بعد انتهاء مدة حفظه. يبقى رقمه ومبالغه وسجله.',
  },
  removedAt: { en: 'Removed', ar: 'تاريخ الإزالة' },
  retention: { en: 'Retention in years', ar: 'مدة الحفظ بالسنوات' },
  retentionHint: {
    en: 'How long documents are kept from the end of the calendar year: 5 to 30 years.',
    ar: 'مدة حفظ المستندات من نهاية السنة الميلادية: من 5 إلى 30 سنة.',
  },
  removes: { en: 'Content is removed after its retention', ar: 'يُزال المحتوى بعد انتهاء مدة حفظه' },
  removesHint: {
    en: 'For good: texts, files, statuses and names. Documents with a legal hold stay.',
    ar: 'نهائيًا: النصوص والملفات والحالات والأسماء. تبقى المستندات التي عُلّق إتلافها.',
  },
})
