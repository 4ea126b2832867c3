import type { trouble as english } from '../en/trouble.ts'

/** What went wrong, and what to do about it. */
export const trouble: Readonly<Record<keyof typeof english, string>> = {
  notFoundTitle: 'الصفحة غير موجودة',
  notFound: 'لا يوجد شيء في هذا العنوان. ربما كُتب خطأً أو يخص منشأة أخرى.',
  forbiddenTitle: 'غير مسموح',
  forbidden: 'دورك لا يسمح بهذا. يستطيع مسؤول منشأتك تغيير دورك.',
  elsewhereTitle: 'رُفض الطلب',
  elsewhere: 'لم يأتِ هذا الطلب من صفحة في Selfbill، فلم يتغيّر شيء. افتح الصفحة وحاول مرة أخرى.',
  tooLargeTitle: 'الحجم كبير',
  tooLarge: 'ما أرسلته أكبر مما تقبله هذه الصفحة.',
  unreadableTitle: 'تعذّرت قراءة النموذج',
  unreadable: 'لم يصل النموذج كما يرسله المتصفح. ارجع وحاول مرة أخرى.',
  busyTitle: 'طلبات كثيرة',
  busy: 'وصلت طلبات كثيرة في وقت قصير. انتظر دقيقة ثم حاول مرة أخرى.',
  refusedTitle: 'لم يُقبل',
  awayTitle: 'غير متاح',
  away: 'الخدمة غير متاحة حاليًا. لم يُفقد شيء، حاول بعد قليل.',
  unknownTitle: 'النتيجة غير معروفة',
  unknown: 'انقطع الاتصال بقاعدة البيانات أثناء هذا الطلب، وقد يكون قد نُفّذ. تحقق قبل أن تعيده.',
  failedTitle: 'حدث خطأ',
  failed: 'الخطأ من جانبنا وهو مسجّل لدينا. حاول مرة أخرى، وإن استمر فأبلغ المسؤول عن تشغيل الخدمة.',
  home: 'الانتقال إلى البداية',
}
