import { words } from '../../language/words.ts'

/** A label with its number needs no plural of its own. */
function counted(label: string) {
  const text = `${label} {count}`
  return { zero: text, one: text, two: text, few: text, many: text, other: text }
}

/** Documents from a file. */
export const uploadWords = words('upload', {
  title: { en: 'Upload', ar: 'رفع ملف' },
  about: {
    en: 'Issue the documents of a CSV or NDJSON file. You see a check before anything is issued.',
    ar: 'أصدر مستندات ملف CSV أو NDJSON. تظهر لك نتيجة التحقق قبل إصدار أي شيء.',
  },
  file: { en: 'File', ar: 'الملف' },
  fileHint: {
    en: 'CSV (.csv, .tsv) or NDJSON, at most 1,000 documents and 8 MB.',
    ar: 'ملف CSV أو TSV أو NDJSON، بحد أقصى 1,000 مستند و8 ميغابايت.',
  },
  example: { en: 'How a file looks', ar: 'شكل الملف' },
  exampleHint: {
    en: `Download an example, put your own documents into it with a spreadsheet, and upload it. Each row is a \
line; rows with the same “document” belong to one document.`,
    ar: `نزّل مثالًا وضع فيه مستنداتك باستخدام جداول البيانات ثم ارفعه. كل صف بند، والصفوف التي لها القيمة \
نفسها في العمود «document» تخص مستندًا واحدًا.`,
  },
  columnsHint: {
    en: 'The first row must name the columns, as in the examples below.',
    ar: 'يجب أن يسمّي الصف الأول الأعمدة كما في الأمثلة أدناه.',
  },
  empty: { en: 'There is no document in the file.', ar: 'لا يوجد مستند في الملف.' },
  arabicWindows: { en: 'Arabic Windows (windows-1256)', ar: 'ويندوز العربي (windows-1256)' },
  westernWindows: { en: 'Western Windows (windows-1252)', ar: 'ويندوز الغربي (windows-1252)' },
  encoding: { en: 'Encoding of a CSV file', ar: 'ترميز ملف CSV' },
  encodingHint: {
    en: 'Files of Excel on Arabic Windows: Arabic Windows, unless saved as “CSV UTF-8”.',
    ar: 'لملفات إكسل على ويندوز العربي: ويندوز العربي، ما لم تُحفظ بصيغة «CSV UTF-8».',
  },
  automatic: { en: 'UTF-8, or as the file says', ar: 'UTF-8 أو كما يذكر الملف' },
  check: { en: 'Check the file', ar: 'تحقّق من الملف' },
  noFile: { en: 'Choose a file, a kind of document and a business profile.', ar: 'اختر ملفًا ونوع مستند وملف أعمال.' },
  tooLarge: {
    en: 'The file is larger than 8 MB, or something was not chosen. Nothing was issued.',
    ar: 'الملف أكبر من 8 ميغابايت، أو لم يُختر كل شيء. لم يصدر شيء.',
  },
  tooManyCells: {
    en: `The file has more than 2,000,000 cells, or a row with more than 10,000. Delete empty columns, or split \
the file.`,
    ar: 'في الملف أكثر من 2,000,000 خلية، أو صف فيه أكثر من 10,000 خلية. احذف الأعمدة الفارغة أو قسّم الملف.',
  },
  tooMany: {
    en: 'The file has more than 1,000 documents. Split it, or use the import of the command line.',
    ar: 'في الملف أكثر من 1,000 مستند. قسّمه أو استخدم الاستيراد من سطر الأوامر.',
  },
  unreadable: { en: 'The file cannot be read. Nothing was issued.', ar: 'تعذرت قراءة الملف، ولم يصدر شيء.' },
  lost: {
    en: 'This upload cannot be continued. Choose the file again.',
    ar: 'لا يمكن متابعة هذا الرفع. اختر الملف مرة أخرى.',
  },
  readings: {
    en: 'These encodings can read the whole file. Choose the one that reads this place right:',
    ar: 'يمكن لهذه الترميزات قراءة الملف كاملًا. اختر ما يقرأ هذا الموضع قراءة صحيحة:',
  },
  found: {
    en: { one: '{count} document found.', other: '{count} documents found.' },
    ar: counted('المستندات في الملف:'),
  },
  checked: { en: { one: '{count} was checked.', other: '{count} were checked.' }, ar: counted('جرى التحقق من أول') },
  pass: { en: { one: '{count} passes', other: '{count} pass' }, ar: counted('سليم:') },
  fail: { en: { one: '{count} fails', other: '{count} fail' }, ar: counted('غير مقبول:') },
  allGood: { en: 'All that were checked pass', ar: 'كل ما جرى التحقق منه سليم' },
  issue: {
    en: { one: 'Issue {count} document', other: 'Issue {count} documents' },
    ar: {
      zero: 'لا مستندات للإصدار',
      one: 'إصدار مستند واحد',
      two: 'إصدار مستندين',
      few: 'إصدار {count} مستندات',
      many: 'إصدار {count} مستندًا',
      other: 'إصدار {count} مستند',
    },
  },
  noneStorable: {
    en: 'Every document would be refused, so there is nothing to issue. Correct the file and upload it again.',
    ar: 'سيُرفض كل مستند في الملف، فلا شيء للإصدار. صحّح الملف ثم ارفعه مرة أخرى.',
  },
  issueHint: {
    en: `Each document is issued by itself: one that fails does not stop the others. You get the refused rows \
as a file; documents that only fail rules are stored, and you repair them here.`,
    ar: `يصدر كل مستند على حدة، وفشل أحدها لا يوقف غيره. تحصل على الصفوف المرفوضة في ملف، أما ما لا يستوفي \
القواعد فيُحفظ وتصحّحه هنا.`,
  },
  paused: { en: 'Paused', ar: 'توقف مؤقت' },
  pausedHint: {
    en: 'The service could not work on the next documents. Continue a little later: nothing is issued twice.',
    ar: 'تعذّر على الخدمة معالجة المستندات التالية. تابع بعد قليل، ولن يصدر أي مستند مرتين.',
  },
  done: { en: '{done} of {total} done', ar: 'تم {done} من {total}' },
  good: { en: { one: '{count} issued', other: '{count} issued' }, ar: counted('صدر:') },
  bad: { en: { one: '{count} refused', other: '{count} refused' }, ar: counted('مرفوض:') },
  badHint: {
    en: 'Nothing is stored of the refused ones. Download them, correct the file, and upload it.',
    ar: 'لم يُحفظ شيء من المرفوض. نزّل صفوفه وصحّح الملف ثم ارفعه.',
  },
  stored: { en: { one: '{count} to repair', other: '{count} to repair' }, ar: counted('بحاجة إلى تصحيح:') },
  storedHint: {
    en: 'Some documents are stored, but not sent. Open each by its number to repair it.',
    ar: 'بعض المستندات محفوظة ولم تُرسل. افتح كلًّا منها برقمه لتصحيحه.',
  },
  failedFile: { en: 'Download the refused rows', ar: 'تنزيل الصفوف المرفوضة' },
  continue: { en: 'Continue', ar: 'متابعة' },
  another: { en: 'Upload another file', ar: 'رفع ملف آخر' },
  line: { en: 'Row', ar: 'الصف' },
  result: { en: 'Result', ar: 'النتيجة' },
  fine: { en: 'Fine', ar: 'سليم' },
  refused: { en: 'Refused', ar: 'مرفوض' },
  why: { en: 'Why', ar: 'السبب' },
  results: { en: 'Results by row', ar: 'النتائج بحسب الصف' },
  more: {
    en: { one: 'And {count} more row.', other: 'And {count} more rows.' },
    ar: {
      zero: 'ولا صفوف أخرى.',
      one: 'وصف آخر.',
      two: 'وصفان آخران.',
      few: 'و{count} صفوف أخرى.',
      many: 'و{count} صفًّا آخر.',
      other: 'و{count} صف آخر.',
    },
  },
})
