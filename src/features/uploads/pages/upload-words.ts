import { words } from '../../../console/language/words.ts'

/** A label with its number needs no plural of its own. */
function counted(label: string) {
  const text = `${label} {count}`
  return { zero: text, one: text, two: text, few: text, many: text, other: text }
}

/** Documents from a file. */
export const uploadWords = words('upload', {
  title: { en: 'Upload', ar: 'رفع ملف' },
  about: {
    en: 'Issue the documents of a file. The service checks all of them first, and goes on when you leave the page.',
    ar: 'أصدر مستندات ملف. تتحقق الخدمة منها كلها أولًا، وتواصل العمل حتى إن غادرت الصفحة.',
  },
  file: { en: 'File', ar: 'الملف' },
  fileHint: {
    en: 'Excel (.xlsx), CSV (.csv, .tsv) or NDJSON, at most 1,000 documents and 8 MB.',
    ar: 'ملف إكسل (xlsx) أو CSV أو TSV أو NDJSON، بحد أقصى 1,000 مستند و8 ميغابايت.',
  },
  example: { en: 'How a file looks', ar: 'شكل الملف' },
  exampleHint: {
    en: `Download an example, put your own documents into it with a spreadsheet, and upload it. Each row is a \
line; rows with the same “Document” belong to one document. Columns have plain names in English or Arabic, or the \
paths of the API.`,
    ar: `نزّل مثالًا وضع فيه مستنداتك باستخدام جداول البيانات ثم ارفعه. كل صف بند، والصفوف التي لها القيمة \
نفسها في العمود «المستند» تخص مستندًا واحدًا. أسماء الأعمدة بالعربية أو الإنجليزية، أو هي مسارات الحقول.`,
  },
  asSheet: { en: 'Excel', ar: 'إكسل' },
  arabicWindows: { en: 'Arabic Windows (windows-1256)', ar: 'ويندوز العربي (windows-1256)' },
  westernWindows: { en: 'Western Windows (windows-1252)', ar: 'ويندوز الغربي (windows-1252)' },
  encoding: { en: 'Encoding of a CSV file', ar: 'ترميز ملف CSV' },
  encodingHint: {
    en: 'Files of Excel on Arabic Windows: Arabic Windows, unless saved as “CSV UTF-8”.',
    ar: 'لملفات إكسل على ويندوز العربي: ويندوز العربي، ما لم تُحفظ بصيغة «CSV UTF-8».',
  },
  automatic: { en: 'UTF-8, or as the file says', ar: 'UTF-8 أو كما يذكر الملف' },
  dateOrder: { en: 'Order of day and month', ar: 'ترتيب اليوم والشهر' },
  dateOrderHint: {
    en: '03/04/2026 is 3 April or 4 March: the service never guesses. Date cells of Excel need no choice.',
    ar: 'قد يعني 03/04/2026 الثالث من أبريل أو الرابع من مارس، والخدمة لا تخمّن. لا تحتاج خلايا التاريخ إلى اختيار.',
  },
  isoDates: { en: '2026-07-15 (year first, yyyy-mm-dd)', ar: '2026-07-15 (السنة أولًا، yyyy-mm-dd)' },
  dayFirst: { en: '15/07/2026 (day first, dd/mm/yyyy)', ar: '15/07/2026 (اليوم أولًا، dd/mm/yyyy)' },
  monthFirst: { en: '07/15/2026 (month first, mm/dd/yyyy)', ar: '07/15/2026 (الشهر أولًا، mm/dd/yyyy)' },
  check: { en: 'Check the file', ar: 'تحقّق من الملف' },
  noFile: {
    en: 'Choose a file, a kind of document and a business profile.',
    ar: 'اختر ملفًا ونوع مستند وبيانات منشأة.',
  },
  unreadable: { en: 'The file cannot be read. Nothing was issued.', ar: 'تعذرت قراءة الملف، ولم يصدر شيء.' },
  received: { en: 'The file is here. The check goes on by itself.', ar: 'وصل الملف، والتحقق يجري تلقائيًا.' },
  past: { en: 'Uploaded files', ar: 'الملفات المرفوعة' },
  none: { en: 'No file was uploaded yet.', ar: 'لم يُرفع أي ملف بعد.' },
  name: { en: 'Name', ar: 'الاسم' },
  time: { en: 'Uploaded', ar: 'وقت الرفع' },
  by: { en: 'By', ar: 'بواسطة' },
  documents: { en: 'Documents', ar: 'المستندات' },
  family: { en: 'Kind', ar: 'النوع' },
  profile: { en: 'Business profile', ar: 'بيانات المنشأة' },
  status: { en: 'Status', ar: 'الحالة' },
  CHECKING: { en: 'Being checked', ar: 'قيد التحقق' },
  CHECKED: { en: 'Ready to issue', ar: 'جاهز للإصدار' },
  nothingToIssue: { en: 'Nothing to issue', ar: 'لا شيء للإصدار' },
  ISSUING: { en: 'Being issued', ar: 'قيد الإصدار' },
  DONE: { en: 'Done', ar: 'انتهى' },
  removed: {
    en: 'The file was removed after 30 days. The results stay.',
    ar: 'حُذف الملف بعد 30 يومًا، وبقيت النتائج.',
  },
  found: {
    en: { one: '{count} document found.', other: '{count} documents found.' },
    ar: counted('المستندات في الملف:'),
  },
  checking: { en: '{done} of {total} checked', ar: 'جرى التحقق من {done} من {total}' },
  issuing: { en: '{done} of {total} done', ar: 'تم {done} من {total}' },
  goesOn: {
    en: 'You may leave this page: the work goes on, and this page shows where it is.',
    ar: 'يمكنك مغادرة هذه الصفحة: يستمر العمل، وتعرض هذه الصفحة تقدمه.',
  },
  refresh: { en: 'Show the progress', ar: 'عرض التقدم' },
  pass: { en: { one: '{count} passes', other: '{count} pass' }, ar: counted('سليم:') },
  fail: { en: { one: '{count} fails rules', other: '{count} fail rules' }, ar: counted('مخالف للقواعد:') },
  unstorable: {
    en: { one: '{count} cannot be issued', other: '{count} cannot be issued' },
    ar: counted('لا يمكن إصداره:'),
  },
  repeats: {
    en: { one: '{count} repeats an earlier document', other: '{count} repeat earlier documents' },
    ar: counted('مكرر لمستند سابق:'),
  },
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
  store: { en: 'Store {failed} for repair', ar: 'حفظ {failed} للتصحيح' },
  issueAndStore: {
    en: 'Issue {passing}, store {failed} for repair',
    ar: 'إصدار {passing} وحفظ {failed} للتصحيح',
  },
  issuePassing: { en: 'Issue {passing} only', ar: 'إصدار {passing} فقط' },
  issueNewPassing: { en: 'Issue only new documents that pass', ar: 'إصدار المستندات الجديدة السليمة فقط' },
  failingStored: {
    en: 'Of all documents, {failed} fail rules: they get a number and are stored for repair.',
    ar: 'من بين كل المستندات {failed} مخالف للقواعد: يأخذ رقمًا ويُحفظ للتصحيح.',
  },
  issueNew: {
    en: { one: 'Issue {count} new document', other: 'Issue {count} new documents' },
    ar: {
      zero: 'لا مستندات جديدة للإصدار',
      one: 'إصدار مستند جديد واحد',
      two: 'إصدار مستندين جديدين',
      few: 'إصدار {count} مستندات جديدة',
      many: 'إصدار {count} مستندًا جديدًا',
      other: 'إصدار {count} مستند جديد',
    },
  },
  issueAgain: {
    en: { one: 'Issue {count} document, the repeated one too', other: 'Issue all {count}, the repeated ones too' },
    ar: counted('إصدار الكل مع المكرر:'),
  },
  issueRest: {
    en: { one: 'Issue the other document', other: 'Issue the other {count} documents' },
    ar: counted('إصدار الباقي:'),
  },
  issueRestPassing: { en: 'Issue only others that pass', ar: 'إصدار السليم من الباقي فقط' },
  askRest: {
    en: { one: 'Send the other document for approval', other: 'Send the other {count} documents for approval' },
    ar: counted('إرسال الباقي للموافقة:'),
  },
  restHint: {
    en: 'What is listed as issued is not issued again, and what repeats a stored document is skipped.',
    ar: 'لا يصدر مرة أخرى ما يظهر أنه صدر، ويُتجاوز ما يكرر مستندًا محفوظًا.',
  },
  orAsk: { en: '{label}, or send for approval', ar: '{label}، أو إرسال للموافقة' },
  ask: {
    en: { one: 'Send {count} document for approval', other: 'Send {count} documents for approval' },
    ar: counted('إرسال للموافقة:'),
  },
  askNew: {
    en: { one: 'Send {count} new document for approval', other: 'Send {count} new documents for approval' },
    ar: counted('إرسال الجديد للموافقة:'),
  },
  askNewPassing: {
    en: 'Send only new documents that pass for approval',
    ar: 'إرسال المستندات الجديدة السليمة فقط للموافقة',
  },
  askAgain: {
    en: {
      one: 'Send {count} document for approval, the repeated one too',
      other: 'Send all {count} for approval, the repeated ones too',
    },
    ar: counted('إرسال الكل مع المكرر للموافقة:'),
  },
  allWait: {
    en: 'A second person approves each document. It is issued, and gets its number, after that.',
    ar: 'يوافق شخص ثانٍ على كل مستند، ثم يصدر ويأخذ رقمه.',
  },
  someWait: {
    en: 'A second person approves documents in other currencies than AED, and those from',
    ar: 'يوافق شخص ثانٍ على المستندات بعملة غير الدرهم، وعلى ما يبلغ',
  },
  failingRefused: {
    en: 'What needs approval and fails rules is refused: you get its rows as a file.',
    ar: 'ما يحتاج إلى موافقة ويخالف القواعد يُرفض: تحصل على صفوفه في ملف.',
  },
  noneApprovable: {
    en: 'No document passes the check, and only those that pass can be approved. Correct the file and upload it again.',
    ar: 'لا يجتاز أي مستند التحقق، ولا يُوافَق إلا على ما اجتازه. صحّح الملف ثم ارفعه مرة أخرى.',
  },
  noneStorable: {
    en: 'Every document would be refused, so there is nothing to issue. Correct the file and upload it again.',
    ar: 'سيُرفض كل مستند في الملف، فلا شيء للإصدار. صحّح الملف ثم ارفعه مرة أخرى.',
  },
  nonePasses: {
    en: 'No document passes the check. They get numbers, are stored and not sent, and you repair each of them here.',
    ar: 'لا يجتاز أي مستند التحقق. تأخذ أرقامًا وتُحفظ ولا تُرسل، وتصحّح كلًّا منها هنا.',
  },
  issueHint: {
    en: `Each document is issued by itself and once: one that fails does not stop the others. You get the refused \
rows as a file. Documents stored for repair get a number, and you repair them here; “only” leaves them out, and \
their rows are in the file.`,
    ar: `يصدر كل مستند على حدة ومرة واحدة، وفشل أحدها لا يوقف غيره. تحصل على الصفوف المرفوضة في ملف. ما يُحفظ \
للتصحيح يأخذ رقمًا وتصحّحه هنا؛ و«فقط» يستبعده، وتجد صفوفه في الملف.`,
  },
  sameFile: { en: 'This file was issued before', ar: 'صدر هذا الملف من قبل' },
  sameFileHint: {
    en: 'Its documents exist already. If you issue the file again, each of them exists twice.',
    ar: 'مستنداته موجودة بالفعل. إذا أصدرت الملف مرة أخرى صار لكل مستند نسختان.',
  },
  showEarlier: { en: 'Open the earlier upload', ar: 'فتح الرفع السابق' },
  repeatsTitle: { en: 'Some documents were issued before', ar: 'بعض المستندات صدرت من قبل' },
  repeatsHint: {
    en: 'They have the supplier or customer, the date and the amount of an earlier document.',
    ar: 'لها المورّد أو العميل نفسه وتاريخ مستند سابق ومبلغه.',
  },
  begun: { en: 'The documents are being issued.', ar: 'المستندات قيد الإصدار.' },
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
  waits: {
    en: { one: '{count} waits for approval', other: '{count} wait for approval' },
    ar: counted('بانتظار الموافقة:'),
  },
  waitsHint: {
    en: 'A colleague approves each of them before it is issued.',
    ar: 'يوافق زميل على كل منها قبل إصداره.',
  },
  cameBack: { en: { one: '{count} returned', other: '{count} returned' }, ar: counted('أُعيد:') },
  cameBackHint: {
    en: 'Nothing is issued of the returned ones. Open each to change it and send it again.',
    ar: 'لم يصدر شيء من المُعاد. افتح كلًّا منه لتعديله وإرساله من جديد.',
  },
  openApprovals: { en: 'Open what waits for approval', ar: 'عرض ما ينتظر الموافقة' },
  openApproval: { en: 'Open', ar: 'فتح' },
  waitsForApproval: { en: 'Waiting for approval', ar: 'بانتظار الموافقة' },
  askExpired: { en: 'Nobody approved it in time', ar: 'لم يوافق عليه أحد في الوقت المحدد' },
  wasReturned: { en: 'Returned', ar: 'أُعيد' },
  skipped: { en: { one: '{count} skipped', other: '{count} skipped' }, ar: counted('جرى تجاوزه:') },
  failedFile: { en: 'Download the refused rows', ar: 'تنزيل الصفوف المرفوضة' },
  resultFile: { en: 'Download the results (CSV)', ar: 'تنزيل النتائج (CSV)' },
  resultSheet: { en: 'Download the results (Excel)', ar: 'تنزيل النتائج (إكسل)' },
  look: { en: 'Look at this before you issue', ar: 'راجع هذا قبل الإصدار' },
  another: { en: 'Upload another file', ar: 'رفع ملف آخر' },
  results: { en: 'Results by row', ar: 'النتائج بحسب الصف' },
  onlyOpen: { en: 'Needs you', ar: 'بحاجة إليك' },
  warned: { en: { one: '{count} with warnings', other: '{count} with warnings' }, ar: counted('عليها تنبيهات:') },
  all: { en: 'All', ar: 'الكل' },
  nothingOpen: { en: 'No document needs you.', ar: 'لا يوجد مستند بحاجة إليك.' },
  line: { en: 'Row', ar: 'الصف' },
  key: { en: 'In the file', ar: 'في الملف' },
  result: { en: 'Result', ar: 'النتيجة' },
  number: { en: 'Number', ar: 'الرقم' },
  why: { en: 'Why', ar: 'السبب' },
  waiting: { en: 'Waiting', ar: 'في الانتظار' },
  passes: { en: 'Passes the check', ar: 'اجتاز التحقق' },
  fails: { en: 'Fails rules', ar: 'مخالف للقواعد' },
  refused: { en: 'Cannot be issued', ar: 'لا يمكن إصداره' },
  wasRefused: { en: 'Refused', ar: 'مرفوض' },
  wasIssued: { en: 'Issued', ar: 'صدر' },
  toRepair: { en: 'To repair', ar: 'بحاجة إلى تصحيح' },
  wasSkipped: { en: 'Skipped', ar: 'جرى تجاوزه' },
  isRepeat: { en: 'Repeats an earlier document', ar: 'يكرر مستندًا سابقًا' },
  at: { en: 'Row {row}, {field}:', ar: 'الصف {row}، {field}:' },
  atRow: { en: 'Row {row}:', ar: 'الصف {row}:' },
  moreErrors: {
    en: { one: 'And {count} more.', other: 'And {count} more.' },
    ar: counted('أخطاء أخرى:'),
  },
})

/** What the audit log says of uploads. */
words('audit', {
  createUpload: { en: 'Uploaded a file of documents', ar: 'رفع ملف مستندات' },
  issueUpload: { en: 'Issued the documents of an upload', ar: 'أصدر مستندات ملف مرفوع' },
  'kind-upload': { en: 'Upload', ar: 'ملف مرفوع' },
  'detail-file_name': { en: 'File', ar: 'الملف' },
  'detail-family': { en: 'Kind of document', ar: 'نوع المستند' },
  'detail-failing': { en: 'Documents that fail rules', ar: 'المستندات المخالفة للقواعد' },
  'detail-repeats': { en: 'Repeated documents', ar: 'المستندات المكررة' },
})
