import { words } from '../../language/words.ts'

/** Documents that wait for a second person. */
export const approvalWords = words('approvals', {
  title: { en: 'Waiting for approval', ar: 'بانتظار الموافقة' },
  about: {
    en: 'Documents of your colleagues. They are issued, and get their number, once a second person approves them.',
    ar: 'مستندات زملائك. تصدر وتأخذ رقمها بعد أن يوافق عليها شخص ثانٍ.',
  },
  views: { en: 'Approvals', ar: 'الموافقات' },
  titleRETURNED: { en: 'Returned documents', ar: 'مستندات أُعيدت' },
  titleAPPROVED: { en: 'Approved documents', ar: 'مستندات تمت الموافقة عليها' },
  titleEXPIRED: { en: 'Not approved in time', ar: 'انتهت مهلة الموافقة' },
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
  unreadable: { en: 'Cannot be read', ar: 'تتعذّر القراءة' },
  unreadableHint: {
    en: 'The encryption key of the service was changed or lost. Return it, so that its author enters it again.',
    ar: 'تغيّر مفتاح التشفير في الخدمة أو فُقد. أعِده ليُدخله كاتبه من جديد.',
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
  printed: { en: 'What will be issued', ar: 'ما سيُصدر' },
  printedAbout: {
    en: 'The document as it would be printed now. It gets its number when it is issued.',
    ar: 'المستند كما يُطبع الآن. يأخذ رقمه عند إصداره.',
  },
  wasPrinted: { en: 'What was sent for approval', ar: 'ما أُرسل للموافقة' },
  wasPrintedAbout: {
    en: 'The document as it would be printed now. It was not issued, and has no number.',
    ar: 'المستند كما يُطبع الآن. لم يصدر ولا رقم له.',
  },
  wasRequestAbout: { en: 'Exactly this was sent for approval.', ar: 'أُرسل هذا للموافقة كما هو.' },
  notIssued: { en: 'Nothing was issued or sent.', ar: 'لم يصدر أو يُرسل شيء.' },
  issuedAs: { en: 'Issued as', ar: 'صدر برقم' },
  request: { en: 'Every field as it was entered (JSON)', ar: 'كل حقل كما أُدخل (JSON)' },
  requestAbout: { en: 'Exactly this is issued.', ar: 'يُصدر هذا المستند كما هو.' },
  notNow: { en: 'It cannot be issued as it is: {reason}', ar: 'لا يمكن إصداره كما هو: {reason}' },
  send: { en: 'Send for approval', ar: 'إرسال للموافقة' },
  sendHint: {
    en: 'A second person sees exactly what was checked. It is issued once that person approves it.',
    ar: 'يرى شخص ثانٍ ما جرى التحقق منه تمامًا، ويصدر المستند بعد موافقته.',
  },
  mustPass: {
    en: 'The document can be sent for approval when nothing has to be repaired any more.',
    ar: 'يمكن إرسال المستند للموافقة عندما لا يبقى فيه ما يجب تصحيحه.',
  },
  change: { en: 'Change it and send it again', ar: 'تعديله وإرساله من جديد' },
  changeAbout: {
    en: 'Opens the form with everything that you sent, files too.',
    ar: 'يفتح النموذج بكل ما أرسلته، والملفات أيضًا.',
  },
  orphaned: {
    en: `{author} can no longer send it: the account was removed, or may only read. \
An administrator can send it again.`,
    ar: 'لم يعد بإمكان {author} إرساله: أُزيل الحساب أو صار له الاطلاع فقط. يمكن لمدير إرساله من جديد.',
  },
  authorLeft: { en: 'Can no longer send it', ar: 'لم يعد بإمكانه إرساله' },
  giveUp: { en: 'Do not send it again', ar: 'عدم إرساله من جديد' },
  closed: {
    en: 'You have taken it up again, or given it up: look among your drafts and documents before you send it.',
    ar: 'عدت إليه أو تركته من قبل: راجع مسوداتك ومستنداتك قبل أن ترسله مرة أخرى.',
  },
  isDraft: {
    en: 'This is what was returned, as a draft of yours. Change it, check it, and send it again.',
    ar: 'هذا ما أُعيد إليك، وهو الآن من مسوداتك. عدّله وتحقق منه وأرسله من جديد.',
  },
  isGivenUp: { en: 'The document is not sent again.', ar: 'لن يُرسل المستند من جديد.' },
  notReturned: { en: 'This document did not come back to you.', ar: 'لم يُعد هذا المستند إليك.' },
  toDecide: {
    en: { one: '{count} document waits for your approval', other: '{count} documents wait for your approval' },
    ar: {
      zero: 'لا مستندات تنتظر موافقتك',
      one: 'مستند واحد ينتظر موافقتك',
      two: 'مستندان ينتظران موافقتك',
      few: '{count} مستندات تنتظر موافقتك',
      many: '{count} مستندًا تنتظر موافقتك',
      other: '{count} مستند تنتظر موافقتك',
    },
  },
  cameBack: {
    en: {
      one: '{count} document of yours was returned or has expired',
      other: '{count} documents of yours were returned or have expired',
    },
    ar: {
      zero: 'لم يُعد إليك أي مستند',
      one: 'مستند واحد لك أُعيد أو انتهت مهلته',
      two: 'مستندان لك أُعيدا أو انتهت مهلتهما',
      few: '{count} مستندات لك أُعيدت أو انتهت مهلتها',
      many: '{count} مستندًا لك أُعيدت أو انتهت مهلتها',
      other: '{count} مستند لك أُعيدت أو انتهت مهلتها',
    },
  },
  approve: { en: 'Approve and issue', ar: 'الموافقة والإصدار' },
  giveBack: { en: 'Return to its author', ar: 'إعادة إلى الكاتب' },
  withdraw: { en: 'Withdraw', ar: 'سحب' },
  own: {
    en: 'You wrote it, so another person approves it.',
    ar: 'أنت كتبته، لذلك يوافق عليه شخص آخر.',
  },
  byAdmins: {
    en: 'Only an administrator approves or returns it.',
    ar: 'لا يوافق عليه أو يعيده إلا مسؤول.',
  },
  returnNote: { en: 'Why', ar: 'السبب' },
  waits: {
    en: 'The document waits for a second person. It is not issued yet.',
    ar: 'ينتظر المستند شخصًا ثانيًا، ولم يصدر بعد.',
  },
  isIssued: { en: 'The document is approved and issued.', ar: 'تمت الموافقة على المستند وصدر.' },
  isReturned: { en: 'The document is returned. Nothing was issued.', ar: 'أُعيد المستند ولم يصدر شيء.' },
  notDone: { en: 'Not done: {reason}', ar: 'لم يتم: {reason}' },
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
