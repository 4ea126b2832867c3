import { words } from '../../language/words.ts'

/** What the form says about the files of a document. */
export const fileWords = words('files', {
  title: { en: 'Files', ar: 'الملفات' },
  choose: { en: 'Files to send with the document', ar: 'ملفات تُرسل مع المستند' },
  hint: {
    en: `PDF, PNG, JPEG, CSV, XML, Excel or OpenDocument spreadsheets, at most 20. The draft keeps about 700 kB of \
files; send larger ones through the API.`,
    ar: `ملفات \u2068PDF\u2069 أو \u2068PNG\u2069 أو \u2068JPEG\u2069 أو \u2068CSV\u2069 أو \u2068XML\u2069 \
أو جداول بيانات، وعددها 20 على الأكثر. تتسع المسودة لنحو 700 كيلوبايت من الملفات؛ أرسل الأكبر عبر واجهة البرمجة.`,
  },
  add: { en: 'Add these files', ar: 'أضف هذه الملفات' },
  remove: { en: 'Remove {name}', ar: 'احذف {name}' },
  size: { en: '{size} kB', ar: '{size} كيلوبايت' },
  wrongType: {
    en: '{name} was not added: choose a PDF, PNG, JPEG, CSV, XML, .xlsx or .ods file.',
    ar: 'لم يُضف {name}: اختر ملفًا من الأنواع المذكورة.',
  },
  empty: { en: '{name} was not added: the file is empty.', ar: 'لم يُضف {name}: الملف فارغ.' },
  tooMany: {
    en: '{name} was not added: a document has at most {max} files.',
    ar: 'لم يُضف {name}: الحد الأقصى لملفات المستند هو {max}.',
  },
  notKept: {
    en: '{name} was not added, because the draft cannot keep it. Choose a smaller file, or send it through the API.',
    ar: 'لم يُضف {name} لأن المسودة لا تتسع له. اختر ملفًا أصغر أو أرسله عبر واجهة البرمجة.',
  },
  isLost: {
    en: 'The draft that kept this file is gone. Remove the file and choose it again.',
    ar: 'لم تعد المسودة التي حفظت هذا الملف موجودة. احذف الملف واختره من جديد.',
  },
  nth: { en: 'File {file}', ar: 'الملف {file}' },
})
