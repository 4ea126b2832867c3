import type { notices as english } from '../en/notices.ts'
import type { Message } from '../message.ts'

/** The settings page of a person's e-mails. */
export const notices: Readonly<Record<keyof typeof english, Message>> = {
  title: 'الرسائل المرسلة إليك',
  about: 'يمكن أن يراسلك Selfbill عند رفض مستند، أو حاجته إلى تصحيح، أو توقف إرساله.',
  choice: 'متى تريد رسالة؟',
  at_once: 'لكل حدث، خلال دقيقة',
  daily: 'ملخص واحد في اليوم',
  none: 'لا أريد رسائل',
  hint: 'يصل الملخص عند وجود ما يستدعيه فقط. وما زاد على ست رسائل في الساعة ينتظر الملخص.',
  address: 'تصل الرسائل إلى {email}.',
  unconfirmed: 'تُرسل رسالة تأكيد إلى {email}: افتح الرابط الذي فيها. قبل ذلك لا تصلك رسائل.',
  askAgain: 'إذا لم تصل فاحفظ اختيارك مرة أخرى غدًا.',
  noAddress: 'ليس لحسابك بريد إلكتروني.',
  askForAddress: 'اطلب من أحد المسؤولين إضافته.',
  addAddress: 'إضافة بريد إلكتروني',
  addAddressHint: 'يمكنك إضافته في صفحة المستخدم الخاصة بك.',
  noServer: 'ليس لهذه الخدمة خادم بريد، فلا ترسل رسائل. يُعمل باختيارك عند توفره.',
  save: 'حفظ',
  saved: 'حُفظ اختيارك.',
}
