import type { holds as english } from '../en/holds.ts'

/** Retention, legal holds, and documents whose content was removed. */
export const holds: Readonly<Record<keyof typeof english, string>> = {
  title: 'التعليق القانوني للإتلاف',
  titleOf: 'التعليق القانوني لإتلاف {number}',
  titleOfAll: 'التعليق القانوني لإتلاف جميع المستندات',
  about: 'ما دام التعليق قائمًا لا يُزال شيء من المستند مهما كانت مدة الحفظ.',
  aboutAll: 'ما دام التعليق قائمًا لا يُزال شيء من أي مستند لمنشأتك مهما كانت مدة الحفظ.',
  setBy: 'وضعه {name}',
  reason: 'السبب',
  reasonHint: 'لماذا لا يجوز إزالة شيء، مثل رقم نزاع.',
  set: 'تعليق الإتلاف',
  change: 'تعديل السبب',
  release: 'إنهاء التعليق',
  releaseAbout: 'قد يُزال المحتوى الذي انتهت مدة حفظه بعد إنهاء التعليق بوقت قصير.',
  isSet: 'عُلّق الإتلاف.',
  isReleased: 'أُنهي تعليق الإتلاف.',
  none: 'لا يوجد',
  edit: 'تعديل',
  removed: 'أُزيل المحتوى',
  removedAbout: 'أُزيل محتواه بعد انتهاء مدة حفظه. يبقى رقمه ومبالغه وسجله.',
  removedAt: 'تاريخ الإزالة',
  retention: 'مدة الحفظ بالسنوات',
  retentionHint: 'مدة حفظ المستندات من نهاية السنة الميلادية: من 5 إلى 30 سنة.',
  removes: 'يُزال المحتوى بعد انتهاء مدة حفظه',
  removesHint: 'نهائيًا: النصوص والملفات والحالات والأسماء. تبقى المستندات التي عُلّق إتلافها.',
}
