import { words } from '../../../console/language/words.ts'

/** The list of drafts. */
export const draftListWords = words('draftList', {
  title: { en: 'Drafts', ar: 'المسودات' },
  about: {
    en: 'Documents that you have begun and not issued yet. A draft is deleted 90 days after its last change.',
    ar: 'مستندات بدأتها ولم تصدرها بعد. تُحذف المسودة بعد آخر تغيير بتسعين يومًا.',
  },
  count: {
    en: { one: 'You have {count} draft of {max} at most', other: 'You have {count} drafts of {max} at most' },
    ar: {
      zero: 'ليست لديك مسودات، والحد الأقصى {max}',
      one: 'لديك مسودة واحدة، والحد الأقصى {max}',
      two: 'لديك مسودتان، والحد الأقصى {max}',
      few: 'لديك {count} مسودات، والحد الأقصى {max}',
      many: 'لديك {count} مسودة، والحد الأقصى {max}',
      other: 'لديك {count} مسودة، والحد الأقصى {max}',
    },
  },
  empty: { en: 'There are no drafts.', ar: 'لا توجد مسودات.' },
  emptyHint: {
    en: 'Begin a document: what you enter is kept here until you issue it.',
    ar: 'ابدأ مستندًا، وسيُحفظ هنا ما تُدخله حتى تصدره.',
  },
  begin: { en: 'New document', ar: 'مستند جديد' },
  document: { en: 'Document', ar: 'المستند' },
  party: { en: 'Other party', ar: 'الطرف الآخر' },
  unnamed: { en: 'No name yet', ar: 'بلا اسم بعد' },
  unreadable: { en: 'Cannot be read', ar: 'تتعذّر القراءة' },
  unreadableHint: {
    en: 'The encryption key of the service was changed or lost. Delete it and enter it again.',
    ar: 'تغيّر مفتاح التشفير في الخدمة أو فُقد. احذفها وأدخلها من جديد.',
  },
  number: { en: 'Number', ar: 'الرقم' },
  profile: { en: 'Business profile', ar: 'بيانات المنشأة' },
  changed: { en: 'Last change', ar: 'آخر تغيير' },
  by: { en: 'Begun by', ar: 'بدأها' },
  removedPerson: { en: 'A removed user', ar: 'مستخدم أُزيل' },
  remove: { en: 'Delete', ar: 'حذف' },
  removed: { en: 'The draft is deleted.', ar: 'حُذفت المسودة.' },
  mine: { en: 'My drafts', ar: 'مسوداتي' },
  everybody: { en: 'Drafts of everybody', ar: 'مسودات الجميع' },
  whose: { en: 'Whose drafts', ar: 'مسودات من' },
})
