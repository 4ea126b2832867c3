import type { upload as english } from '../en/upload.ts'
import type { Message } from '../message.ts'

/** A label with its number needs no plural of its own. */
function counted(label: string): Message {
  const text = `${label} {count}`
  return { zero: text, one: text, two: text, few: text, many: text, other: text }
}

/** Documents from a file. */
export const upload: Readonly<Record<keyof typeof english, Message>> = {
  title: 'رفع ملف',
  about: 'أصدر مستندات ملف CSV أو NDJSON. تظهر لك نتيجة التحقق قبل إصدار أي شيء.',
  file: 'الملف',
  fileHint: 'ملف CSV أو TSV أو NDJSON، بحد أقصى 1,000 مستند و8 ميغابايت.',
  example: 'شكل الملف',
  exampleHint:
    'نزّل مثالًا وضع فيه مستنداتك باستخدام جداول البيانات ثم ارفعه. كل صف بند، ' +
    'والصفوف التي لها القيمة نفسها في العمود «document» تخص مستندًا واحدًا.',
  columnsHint: 'يجب أن يسمّي الصف الأول الأعمدة كما في الأمثلة أدناه.',
  empty: 'لا يوجد مستند في الملف.',
  arabicWindows: 'ويندوز العربي (windows-1256)',
  westernWindows: 'ويندوز الغربي (windows-1252)',
  encoding: 'ترميز ملف CSV',
  encodingHint: 'لملفات إكسل على ويندوز العربي: ويندوز العربي، ما لم تُحفظ بصيغة «CSV UTF-8».',
  automatic: 'UTF-8 أو كما يذكر الملف',
  check: 'تحقّق من الملف',
  noFile: 'اختر ملفًا ونوع مستند وملف أعمال.',
  tooLarge: 'الملف أكبر من 8 ميغابايت، أو لم يُختر كل شيء. لم يصدر شيء.',
  tooManyCells: 'في الملف أكثر من 2,000,000 خلية، أو صف فيه أكثر من 10,000 خلية. احذف الأعمدة الفارغة أو قسّم الملف.',
  tooMany: 'في الملف أكثر من 1,000 مستند. قسّمه أو استخدم الاستيراد من سطر الأوامر.',
  unreadable: 'تعذرت قراءة الملف، ولم يصدر شيء.',
  lost: 'لا يمكن متابعة هذا الرفع. اختر الملف مرة أخرى.',
  readings: 'يمكن لهذه الترميزات قراءة الملف كاملًا. اختر ما يقرأ هذا الموضع قراءة صحيحة:',
  found: counted('المستندات في الملف:'),
  checked: counted('جرى التحقق من أول'),
  pass: counted('سليم:'),
  fail: counted('غير مقبول:'),
  allGood: 'كل ما جرى التحقق منه سليم',
  issue: {
    zero: 'لا مستندات للإصدار',
    one: 'إصدار مستند واحد',
    two: 'إصدار مستندين',
    few: 'إصدار {count} مستندات',
    many: 'إصدار {count} مستندًا',
    other: 'إصدار {count} مستند',
  },
  noneStorable: 'سيُرفض كل مستند في الملف، فلا شيء للإصدار. صحّح الملف ثم ارفعه مرة أخرى.',
  issueHint:
    'يصدر كل مستند على حدة، وفشل أحدها لا يوقف غيره. تحصل على الصفوف ' +
    'المرفوضة في ملف، أما ما لا يستوفي القواعد فيُحفظ وتصحّحه هنا.',
  paused: 'توقف مؤقت',
  pausedHint: 'تعذّر على الخدمة معالجة المستندات التالية. تابع بعد قليل، ولن يصدر أي مستند مرتين.',
  done: 'تم {done} من {total}',
  good: counted('صدر:'),
  bad: counted('مرفوض:'),
  badHint: 'لم يُحفظ شيء من المرفوض. نزّل صفوفه وصحّح الملف ثم ارفعه.',
  stored: counted('بحاجة إلى تصحيح:'),
  storedHint: 'بعض المستندات محفوظة ولم تُرسل. افتح كلًّا منها برقمه لتصحيحه.',
  failedFile: 'تنزيل الصفوف المرفوضة',
  continue: 'متابعة',
  another: 'رفع ملف آخر',
  line: 'الصف',
  result: 'النتيجة',
  fine: 'سليم',
  refused: 'مرفوض',
  why: 'السبب',
  results: 'النتائج بحسب الصف',
  more: {
    zero: 'ولا صفوف أخرى.',
    one: 'وصف آخر.',
    two: 'وصفان آخران.',
    few: 'و{count} صفوف أخرى.',
    many: 'و{count} صفًّا آخر.',
    other: 'و{count} صف آخر.',
  },
}
