import type { MailWords } from './english.ts'

/** The same sentences in Arabic; the words of tax documents are those of the printed page. */
export const arabic: MailWords = {
  greeting: 'مرحبًا،',
  subjectOne: '{number}: {what}',
  subjectMany: 'أحداث تحتاج إلى متابعة: {count}',
  subjectDigest: 'الملخص اليومي: {count}',
  introOne: 'مستند لدى {organisation} يحتاج إلى متابعة.',
  introMany: 'أحداث لدى {organisation} تحتاج إلى متابعة، عددها {count}.',
  parties: 'من {billedBy} إلى {billedTo}',
  kinds: {
    failed_rules: 'لم يجتز قواعد التحقق، ولم يُرسل.',
    participant: 'رفضه المستلم',
    authority: 'رفضته الهيئة الاتحادية للضرائب',
    undelivered: 'لم يُسلَّم: رفضته الشبكة',
    stalled: 'توقف الإرسال، وهو بانتظار تدخل شخص.',
    approval_waiting: 'بانتظار موافقتك. لا يصدر قبلها.',
    approval_returned: 'أُعيد إليك. لم يصدر.',
    approval_expired: 'لم يوافق عليه أحد في المهلة. لم يصدر، ويمكنك إرساله من جديد.',
  },
  failedRules: 'عدد القواعد التي لم يجتزها: {count}',
  reason: 'السبب: {reason}',
  more: 'وغيرها {count}. يعرضها صندوق الوارد كلها.',
  limit: 'هذه آخر رسالة في هذه الساعة. تصل الأحداث اللاحقة مع الملخص اليومي الساعة {time} بتوقيت الخليج.',
  open: 'فتح المستند',
  inbox: 'فتح صندوق الوارد',
  why: {
    at_once: 'اخترت رسالة لكل حدث.',
    daily: 'تصلك رسالة ملخص واحدة في اليوم، عند وجود ما يستدعي ذلك.',
  },
  settings: 'تغيير هذه الرسائل أو إيقافها',
  confirmation: {
    subject: 'تأكيد عنوان بريدك الإلكتروني',
    why: 'أدخل أحد مستخدمي Selfbill هذا العنوان لكي تصل إليه رسائل عن المستندات.',
    how: 'إذا كنت تريدها فافتح هذا الرابط وأكّد العنوان. الرابط صالح لمدة 14 يومًا.',
    ignore: 'إذا لم تكن تتوقع هذه الرسالة فلا تفعل شيئًا: لن تصل إلى هذا العنوان رسائل عن المستندات.',
  },
  families: {
    'purchase-invoices': 'فاتورة مشتريات',
    'purchase-credit-notes': 'إشعار دائن للمشتريات',
    'sales-invoices': 'فاتورة مبيعات',
    'sales-credit-notes': 'إشعار دائن للمبيعات',
  },
}
