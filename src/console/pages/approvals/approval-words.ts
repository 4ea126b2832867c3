import { words } from '../../language/words.ts'

/** Documents that wait for a second person. */
export const approvalWords = words('approvals', {
  title: { en: 'Waiting for approval', ar: 'بانتظار الموافقة' },
  about: {
    en: 'Documents of your colleagues. They are issued, and get their number, once a second person approves them.',
    ar: 'مستندات زملائك. تصدر وتأخذ رقمها بعد أن يوافق عليها شخص ثانٍ.',
  },
  views: { en: 'Approvals', ar: 'الموافقات' },
  WAITING: { en: 'Waiting', ar: 'بانتظار الموافقة' },
  RETURNED: { en: 'Returned', ar: 'أُعيدت' },
  APPROVED: { en: 'Approved', ar: 'تمت الموافقة' },
  EXPIRED: { en: 'Expired', ar: 'انتهت المهلة' },
  atLeast: { en: '{count}+', ar: '{count}+' },
  empty: { en: 'Nothing is here.', ar: 'لا شيء هنا.' },
  emptyHint: {
    en: 'An administrator chooses in the settings which documents wait for a second person.',
    ar: 'يختار مسؤول في الإعدادات المستندات التي تنتظر شخصًا ثانيًا.',
  },
  document: { en: 'Document', ar: 'المستند' },
  party: { en: 'Supplier or customer', ar: 'المورّد أو العميل' },
  amount: { en: 'Amount due', ar: 'المبلغ المستحق' },
  author: { en: 'Written by', ar: 'كتبه' },
  asked: { en: 'Sent for approval', ar: 'أُرسل للموافقة' },
  expires: { en: 'Expires', ar: 'تنتهي المهلة' },
  decided: { en: 'Decided', ar: 'تم البت' },
  status: { en: 'Status', ar: 'الحالة' },
  note: { en: 'Note', ar: 'الملاحظة' },
  create: { en: 'New document', ar: 'مستند جديد' },
  credit: { en: 'Credit note of an invoice', ar: 'إشعار دائن لفاتورة' },
  correct: { en: 'Correction of a document', ar: 'تصحيح مستند' },
  of: { en: 'Of', ar: 'يخص' },
  showOf: { en: 'Show that document', ar: 'عرض ذلك المستند' },
  issued: { en: 'Show the document', ar: 'عرض المستند' },
  issueDate: { en: 'Issue date', ar: 'تاريخ الإصدار' },
  seller: { en: 'Supplier', ar: 'المورّد' },
  buyer: { en: 'Customer', ar: 'العميل' },
  request: { en: 'What will be issued', ar: 'ما سيُصدر' },
  requestAbout: {
    en: 'Every field as it was entered. Exactly this is issued.',
    ar: 'كل حقل كما أُدخل. يُصدر هذا المستند كما هو.',
  },
  approve: { en: 'Approve and issue', ar: 'الموافقة والإصدار' },
  giveBack: { en: 'Return to its author', ar: 'إعادة إلى الكاتب' },
  withdraw: { en: 'Withdraw', ar: 'سحب' },
  own: {
    en: 'You wrote it, so another person approves it.',
    ar: 'أنت كتبته، لذلك يوافق عليه شخص آخر.',
  },
  returnNote: { en: 'Why', ar: 'السبب' },
  waits: {
    en: 'The document waits for a second person. It is not issued yet.',
    ar: 'ينتظر المستند شخصًا ثانيًا، ولم يصدر بعد.',
  },
  isIssued: { en: 'The document is approved and issued.', ar: 'تمت الموافقة على المستند وصدر.' },
  isReturned: { en: 'The document is returned. Nothing was issued.', ar: 'أُعيد المستند ولم يصدر شيء.' },
  notDone: { en: 'Not done: {reason}', ar: 'لم يتم: {reason}' },
  writeAgain: { en: 'Write it again', ar: 'كتابته من جديد' },
  rule: { en: 'Approvals', ar: 'الموافقات' },
  ruleAbout: {
    en: `Documents that people write in the console or upload wait for a second person. Documents of programs do \
not wait.`,
    ar: 'تنتظر المستندات التي يكتبها الأشخاص هنا أو يرفعونها شخصًا ثانيًا. أما مستندات البرامج فلا تنتظر.',
  },
  ruleOff: { en: 'Nothing waits: documents are issued at once.', ar: 'لا شيء ينتظر: تصدر المستندات فورًا.' },
  ruleOn: { en: 'Documents wait for a second person.', ar: 'تنتظر المستندات شخصًا ثانيًا.' },
  amountFrom: { en: 'From this amount on, in AED with VAT', ar: 'من هذا المبلغ فصاعدًا بالدرهم شاملًا الضريبة' },
  amountHint: {
    en: '0: every document. Documents in another currency always wait.',
    ar: 'القيمة 0: كل مستند. أما المستندات بعملة أخرى فتنتظر دائمًا.',
  },
  approvers: { en: 'Who may approve', ar: 'من يوافق' },
  clerks: { en: 'Clerks and administrators', ar: 'المحاسبون والمسؤولون' },
  admins: { en: 'Administrators only', ar: 'المسؤولون فقط' },
  approversHint: { en: 'Never the author.', ar: 'لا يوافق الكاتب على مستنده أبدًا.' },
  save: { en: 'Let documents wait', ar: 'تفعيل الموافقة' },
  remove: { en: 'Issue at once again', ar: 'إيقاف الموافقة' },
  saved: { en: 'Documents of people wait for a second person now.', ar: 'تنتظر مستندات الأشخاص الآن شخصًا ثانيًا.' },
  removed: { en: 'Documents are issued at once again.', ar: 'تصدر المستندات فورًا من جديد.' },
})

const ask = { en: 'Sent a document for approval', ar: 'أرسل مستندًا للموافقة' }

// Approvals in the audit log.
words('audit', {
  askForApproval: ask,
  approveDocument: { en: 'Approved a document', ar: 'وافق على مستند' },
  returnDocument: { en: 'Returned a document to its author', ar: 'أعاد مستندًا إلى كاتبه' },
  setApprovalRule: { en: 'Let documents wait for a second person', ar: 'فعّل موافقة شخص ثانٍ' },
  removeApprovalRule: { en: 'Let documents be issued at once', ar: 'أوقف موافقة شخص ثانٍ' },
  'kind-approval': { en: 'Approval', ar: 'موافقة' },
  'detail-digest': { en: 'Digest', ar: 'البصمة' },
  'detail-amount_from': { en: 'From amount', ar: 'من مبلغ' },
  'detail-approvers': { en: 'Who may approve', ar: 'من يوافق' },
})
