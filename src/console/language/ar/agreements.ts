import type { agreements as english } from '../en/agreements.ts'
import type { Message } from '../message.ts'

/** The settings pages of the agreements on self-billing. */
export const agreements: Readonly<Record<keyof typeof english, Message>> = {
  title: 'اتفاقيات الفوترة الذاتية',
  about:
    'الموردون الذين اتفقتم معهم على الفوترة الذاتية. بعد إضافة أول اتفاقية، تحصل كل فاتورة لا اتفاقية لموردها في ' +
    'تاريخها على تحذير.',
  count: {
    zero: 'لا توجد اتفاقيات',
    one: 'اتفاقية واحدة',
    two: 'اتفاقيتان',
    few: '{count} اتفاقيات',
    many: '{count} اتفاقية',
    other: '{count} اتفاقية',
  },
  empty: 'لا توجد اتفاقية بعد.',
  emptyHint: 'أضف الاتفاقيات مع الموردين لتنبّهك الخدمة عند غياب إحداها.',
  none: 'لا توجد اتفاقية مطابقة.',
  noneHint: 'غيّر عوامل التصفية أو امسحها.',
  supplier: 'المورد',
  tin: 'رقم التعريف الضريبي للمورد',
  tinHint: '10 أرقام أولها 1.',
  number: 'رقم الاتفاقية',
  profile: 'ملف الأعمال',
  from: 'اليوم الأول',
  to: 'اليوم الأخير',
  toHint: 'اتركه فارغًا ما لم يُتفق على نهاية.',
  validOn: 'سارية في',
  state: 'الحالة',
  valid: 'سارية',
  later: 'لم تبدأ',
  ended: 'منتهية',
  add: 'إضافة اتفاقية',
  addTitle: 'اتفاقية فوترة ذاتية جديدة',
  saved: 'حُفظت الاتفاقية مع {name}.',
  notSaved: 'لم يُحفظ شيء. صحّح الحقول المحددة.',
  end: 'إنهاء الاتفاقية',
  endAbout: 'لا تُحذف الاتفاقية لأن فواتير تستند إليها. يمكن تغيير يومها الأخير، ويحتفظ سجل التدقيق بالقيمتين.',
  endedNow: 'حُفظ اليوم الأخير للاتفاقية مع {name}.',
  network: 'على الشبكة',
  ask: 'ابحث عن المورد',
  receives: 'يستلم مستندات الفوترة الذاتية',
  receivesNot: 'مسجّل لكنه لا يستلم مستندات الفوترة الذاتية',
  unregistered: 'غير مسجّل',
  unknown: 'تعذّر البحث الآن',
}
