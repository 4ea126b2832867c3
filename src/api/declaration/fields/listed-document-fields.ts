import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the fields of the list of all documents mean, and of its counts. */
export const listedDocumentFields: FieldTable = {
  FindingCounts: {
    fatal: {
      en: 'How many findings keep the document from being sent',
      ar: 'عدد الملاحظات التي تمنع إرسال المستند',
      example: 1,
    },
    warning: { en: 'How many findings are warnings', ar: 'عدد الملاحظات التي هي تنبيهات', example: 2 },
  },
  'LegStanding WaitingLeg LegSnapshot': {
    status: { en: 'Status of the leg', ar: 'حالة عملية الإرسال' },
  },
  LegStanding: {
    since: {
      en: 'Since when the leg has this status, RFC 3339',
      ar: 'منذ متى وعملية الإرسال بهذه الحالة بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    reason: {
      en: 'Why it was rejected or could not be delivered, in the words of the network; absent otherwise',
      ar: 'سبب الرفض أو تعذّر التسليم كما ورد من الشبكة؛ لا يظهر في غير ذلك',
      example: 'The receiver is not registered',
    },
  },
  'ListedDocument Snapshot': {
    id: { en: 'Id of the document', ar: 'معرّف المستند', example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10' },
  },
  'ListedDocument Approval': {
    seller_name: {
      en: 'Seller as the document names it',
      ar: 'المورّد كما يسميه المستند',
      example: 'Gulf Metals Trading LLC',
    },
    buyer_name: {
      en: 'Buyer as the document names it',
      ar: 'المشتري كما يسميه المستند',
      example: 'Harbour Manufacturing LLC',
    },
  },
  ListedDocument: {
    seller_trn: {
      en: 'TRN of the seller; absent without one',
      ar: 'رقم التسجيل الضريبي للمورّد؛ لا يظهر إن لم يوجد',
      example: '100234567800003',
    },
    buyer_trn: {
      en: 'TRN of the buyer; absent without one',
      ar: 'رقم التسجيل الضريبي للمشتري؛ لا يظهر إن لم يوجد',
      example: '100345678900003',
    },
    currency: {
      en: 'Currency of the amounts, by its ISO 4217 code',
      ar: 'عملة المبالغ برمزها حسب `ISO 4217`',
      example: 'AED',
    },
    payable_amount: {
      en: 'Amount to pay, in the currency of the document',
      ar: 'المبلغ المستحق بعملة المستند',
      example: 387.46,
    },
    tax_amount: {
      en: 'VAT of the document, in its currency',
      ar: 'ضريبة المستند بعملته',
      example: 10.4,
    },
    c3: { en: 'Leg to the other party; null without one', ar: 'الإرسال إلى الطرف الآخر؛ `null` إن لم يوجد' },
    c5: {
      en: 'Leg to the tax authority; null without one',
      ar: 'الإرسال إلى الهيئة الاتحادية للضرائب؛ `null` إن لم يوجد',
    },
    findings: {
      en: 'How many rules failed. Empty for a document of an older version of the service with very many',
      ar: 'عدد القواعد غير المستوفاة. فارغ لمستند من إصدار أقدم للخدمة فيه كثير منها',
    },
    attention: {
      en: 'Why the document may need a person; empty for most documents',
      ar: 'سبب حاجة المستند إلى تدخل شخص؛ فارغ لمعظم المستندات',
    },
    changed_at: {
      en: 'When its status or content last changed, RFC 3339',
      ar: 'وقت آخر تغيير في حالته أو محتواه بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    content_removed_at: {
      en: 'When its content was removed after its retention, RFC 3339; absent while it is there',
      ar: 'وقت إزالة محتواه بعد مدة حفظه بصيغة `RFC 3339`؛ لا يظهر ما دام موجودًا',
      example: '2030-01-01T00:00:00.000Z',
    },
    held_since: {
      en: 'Since when a legal hold of its own keeps it, RFC 3339; absent without one',
      ar: 'منذ متى يمنع تعليق الإتلاف إزالته بصيغة `RFC 3339`؛ لا يظهر دونه',
      example: '2026-07-15T09:00:00.000Z',
    },
    handled: {
      en: 'What a person did about it after it failed its rules or was rejected; absent otherwise',
      ar: 'ما فعله شخص بشأنه بعد أن لم يستوفِ القواعد أو رُفض؛ لا يظهر في غير ذلك',
    },
    credited_amount: {
      en: 'Of an invoice: what its credit notes took, with VAT, in its currency. Counts the notes with `is_counted`',
      ar: 'للفاتورة: ما خصمته إشعاراتها الدائنة مع الضريبة بعملتها. تُحسب الإشعارات التي فيها `is_counted`',
      example: 105,
    },
    left_amount: {
      en: 'Of an invoice: what credit notes may still take, with VAT; 0 if nothing is left',
      ar: 'للفاتورة: ما يمكن خصمه بعد بإشعارات دائنة مع الضريبة؛ 0 إن لم يبق شيء',
      example: 282.46,
    },
    credit_notes: {
      en: 'Of an invoice: its newest credit notes, at most 20',
      ar: 'للفاتورة: أحدث إشعاراتها الدائنة، 20 على الأكثر',
    },
    credit_notes_count: {
      en: 'Of an invoice: how many credit notes name it',
      ar: 'للفاتورة: عدد الإشعارات الدائنة التي تذكرها',
      example: 1,
    },
    credits: {
      en: 'Of a credit note: the invoices that it names, at most 20',
      ar: 'للإشعار الدائن: الفواتير التي يذكرها، 20 على الأكثر',
    },
  },
  CreditNoteOfInvoice: {
    id: { en: 'Id of the credit note', ar: 'معرّف الإشعار الدائن', example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10' },
    currency: {
      en: 'Currency of the credit note, by its ISO 4217 code',
      ar: 'عملة الإشعار الدائن برمزها حسب `ISO 4217`',
      example: 'AED',
    },
    amount: { en: 'Amount of the credit note, with VAT', ar: 'مبلغ الإشعار الدائن مع الضريبة', example: 105 },
    is_counted: {
      en:
        'Whether `credited_amount` includes it. Not a credit note that failed its rules or was rejected, that has ' +
        'another currency, or that names other invoices too',
      ar:
        'هل يشمله `credited_amount`. لا يشمل إشعارًا لم يستوفِ القواعد أو رُفض، أو بعملة أخرى، ' +
        'أو يذكر فواتير أخرى أيضًا',
    },
  },
  CreditedInvoice: {
    id: {
      en: 'Id of the invoice; absent if it is not in this service',
      ar: 'معرّف الفاتورة؛ لا يظهر إن لم تكن في هذه الخدمة',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    status: {
      en: 'Status of the invoice, as in the list; absent if it is not in this service',
      ar: 'حالة الفاتورة كما في القائمة؛ لا يظهر إن لم تكن في هذه الخدمة',
    },
  },
  'ListedDocument StatusCount CreditNoteOfInvoice': {
    status: {
      en: 'Status of the document; null: never sent, because the organisation had no Phase 2 subscription',
      ar: 'حالة المستند؛ `null`: لم يُرسل قط لعدم اشتراك المنشأة في المرحلة الثانية',
    },
  },
  ListedDocumentPage: {
    previous: {
      en: 'Cursor of the page before; null on the first one',
      ar: 'مؤشر الصفحة السابقة؛ `null` في الأولى',
      example: 'k3x9-0b9f6c2e',
    },
    is_partial: {
      en: 'True: the search stopped after 5,000 documents, before the page was full',
      ar: 'القيمة `true`: توقف البحث بعد 5,000 مستند قبل امتلاء الصفحة',
    },
    is_index_incomplete: {
      en:
        'True: documents may be missing, because they are not yet in the index of amounts, orders and parts of ' +
        'numbers and names',
      ar: 'القيمة `true`: قد تنقص مستندات لأنها لم تدخل بعد فهرس المبالغ وأوامر الشراء وأجزاء الأرقام والأسماء',
    },
  },
  DocumentCounts: {
    by_status: { en: 'Documents by their status', ar: 'المستندات حسب حالتها' },
    by_day: {
      en: 'Documents of the last days, today in Gulf Standard Time first',
      ar: 'مستندات الأيام الأخيرة، واليوم بتوقيت الخليج أولًا',
    },
    by_attention: {
      en: 'Documents that may need a person, by reason',
      ar: 'المستندات التي قد تحتاج إلى تدخل شخص، حسب السبب',
    },
    attention: {
      en: 'Documents that may need a person, each counted once, whatever its reasons',
      ar: 'المستندات التي قد تحتاج إلى تدخل شخص، ويُعدّ كل منها مرة واحدة أيًا كانت أسبابه',
    },
  },
  AttentionCount: {
    reason: { en: 'Why the documents may need a person', ar: 'سبب حاجة المستندات إلى تدخل شخص' },
  },
}
