import { words } from '../../../console/language/words.ts'

/** The settings page of a person's e-mails. */
export const noticeWords = words('notices', {
  about: {
    en: 'Selfbill can write to you when a document is rejected, must be repaired, stops, or waits for your approval.',
    ar: 'يمكن أن يراسلك Selfbill عند رفض مستند، أو حاجته إلى تصحيح، أو توقف إرساله، أو انتظاره موافقتك.',
  },
  choice: { en: 'When do you want an e-mail?', ar: 'متى تريد رسالة؟' },
  at_once: { en: 'For each event, within a minute', ar: 'لكل حدث، خلال دقيقة' },
  daily: { en: 'One digest a day', ar: 'ملخص واحد في اليوم' },
  none: { en: 'Never', ar: 'لا أريد رسائل' },
  hint: {
    en: 'A digest comes only when there is something in it. More than six e-mails an hour wait for the digest.',
    ar: 'يصل الملخص عند وجود ما يستدعيه فقط. وما زاد على ست رسائل في الساعة ينتظر الملخص.',
  },
  address: { en: 'They go to {email}.', ar: 'تصل الرسائل إلى {email}.' },
  unconfirmed: {
    en: 'A confirmation goes to {email}: open its link. Until then you get no e-mails.',
    ar: 'تُرسل رسالة تأكيد إلى {email}: افتح الرابط الذي فيها. قبل ذلك لا تصلك رسائل.',
  },
  askAgain: {
    en: 'If it does not arrive, save your choice again tomorrow.',
    ar: 'إذا لم تصل فاحفظ اختيارك مرة أخرى غدًا.',
  },
  noAddress: { en: 'Your account has no e-mail address.', ar: 'ليس لحسابك بريد إلكتروني.' },
  askForAddress: { en: 'Ask an administrator to add one.', ar: 'اطلب من أحد المسؤولين إضافته.' },
  addAddress: { en: 'Add an address', ar: 'إضافة بريد إلكتروني' },
  addAddressHint: { en: 'You can add one on the page of your user.', ar: 'يمكنك إضافته في صفحة المستخدم الخاصة بك.' },
  noServer: {
    en: 'This service has no mail server, so it sends no e-mails. Your choice counts as soon as it has one.',
    ar: 'ليس لهذه الخدمة خادم بريد، فلا ترسل رسائل. يُعمل باختيارك عند توفره.',
  },
  save: { en: 'Save', ar: 'حفظ' },
  saved: { en: 'Your choice is saved.', ar: 'حُفظ اختيارك.' },
  end: { en: 'End these e-mails', ar: 'إيقاف هذه الرسائل' },
  endAbout: {
    en: 'Selfbill will write to you no more about documents. You can choose e-mails again in the settings.',
    ar: 'لن يراسلك Selfbill بشأن المستندات. يمكنك اختيار الرسائل مرة أخرى في الإعدادات.',
  },
  ended: { en: 'You get no more e-mails about documents.', ar: 'لن تصلك رسائل أخرى بشأن المستندات.' },
  linkUnknown: {
    en: 'This link is not valid. Sign in to choose which e-mails you get.',
    ar: 'هذا الرابط غير صالح. سجّل الدخول لتختار الرسائل التي تصلك.',
  },
})
