import { words } from '../language/words.ts'

/** What went wrong, and what to do about it. */
export const troubleWords = words('trouble', {
  notFoundTitle: { en: 'Page not found', ar: 'الصفحة غير موجودة' },
  notFound: {
    en: 'There is nothing at this address. It may have been typed wrong, or belong to another organisation.',
    ar: 'لا يوجد شيء في هذا العنوان. ربما كُتب خطأً أو يخص منشأة أخرى.',
  },
  forbiddenTitle: { en: 'Not allowed', ar: 'غير مسموح' },
  forbidden: {
    en: 'Your role does not allow this. An administrator of your organisation can change your role.',
    ar: 'دورك لا يسمح بهذا. يستطيع مسؤول منشأتك تغيير دورك.',
  },
  elsewhereTitle: { en: 'Request refused', ar: 'رُفض الطلب' },
  elsewhere: {
    en: 'This request did not come from a page of Selfbill, so nothing was changed. Open the page and try again.',
    ar: 'لم يأتِ هذا الطلب من صفحة في Selfbill، فلم يتغيّر شيء. افتح الصفحة وحاول مرة أخرى.',
  },
  tooLargeTitle: { en: 'Too large', ar: 'الحجم كبير' },
  tooLarge: { en: 'What you sent is larger than this page accepts.', ar: 'ما أرسلته أكبر مما تقبله هذه الصفحة.' },
  unreadableTitle: { en: 'Form not readable', ar: 'تعذّرت قراءة النموذج' },
  unreadable: {
    en: 'The form did not arrive as a browser sends it. Go back and try again.',
    ar: 'لم يصل النموذج كما يرسله المتصفح. ارجع وحاول مرة أخرى.',
  },
  busyTitle: { en: 'Too many requests', ar: 'طلبات كثيرة' },
  busy: {
    en: 'There were too many requests in a short time. Wait a minute, then try again.',
    ar: 'وصلت طلبات كثيرة في وقت قصير. انتظر دقيقة ثم حاول مرة أخرى.',
  },
  refusedTitle: { en: 'Not accepted', ar: 'لم يُقبل' },
  awayTitle: { en: 'Not available', ar: 'غير متاح' },
  away: {
    en: 'The service is not available at the moment. Nothing is lost; try again soon.',
    ar: 'الخدمة غير متاحة حاليًا. لم يُفقد شيء، حاول بعد قليل.',
  },
  unknownTitle: { en: 'Outcome not known', ar: 'النتيجة غير معروفة' },
  unknown: {
    en: 'The database was lost during this request, which may have been carried out. Check before you repeat it.',
    ar: 'انقطع الاتصال بقاعدة البيانات أثناء هذا الطلب، وقد يكون قد نُفّذ. تحقق قبل أن تعيده.',
  },
  failedTitle: { en: 'Something went wrong', ar: 'حدث خطأ' },
  failed: {
    en: `This is our fault, and it is in our log. Try again. When it stays, report it to the person who runs \
this service.`,
    ar: 'الخطأ من جانبنا وهو مسجّل لدينا. حاول مرة أخرى، وإن استمر فأبلغ المسؤول عن تشغيل الخدمة.',
  },
  home: { en: 'Go to the start', ar: 'الانتقال إلى البداية' },
})
