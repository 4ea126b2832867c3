import { words } from '../language/words.ts'

/** Rejected and failed documents that a person has handled. */
export const handledWords = words('handled', {
  title: { en: 'Handled', ar: 'عولج' },
  titleOf: { en: 'Mark {number} as handled', ar: 'تعليم {number} بأنه عولج' },
  about: {
    en: 'It leaves “Needs attention”. Its status stays, and a later rejection brings it back.',
    ar: 'يخرج المستند من قائمة «بحاجة إلى إجراء». تبقى حالته كما هي، ويعيده إليها أي رفض لاحق.',
  },
  note: { en: 'What was done', ar: 'الإجراء المتخذ' },
  noteHint: {
    en: 'Such as the number of the document that replaces it. Your colleagues see it here.',
    ar: 'مثل رقم المستند الذي حل محله. يراه زملاؤك هنا.',
  },
  mark: { en: 'Mark as handled', ar: 'تعليم بأنه عولج' },
  undo: { en: 'Needs attention again', ar: 'إعادة إلى ما يحتاج إلى إجراء' },
  by: { en: 'By {name}', ar: 'بواسطة {name}' },
  isSet: { en: 'The document is marked as handled.', ar: 'عُلّم المستند بأنه عولج.' },
  isUndone: { en: 'The document is no longer marked as handled.', ar: 'لم يعد المستند معلّمًا بأنه عولج.' },
  any: { en: 'Handled or not', ar: 'عولجت أو لم تعالج' },
  yes: { en: 'Handled', ar: 'عولجت' },
  no: { en: 'Not handled', ar: 'لم تعالج' },
})
