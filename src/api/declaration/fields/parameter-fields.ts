import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** Parameters, by operation; those of `parameters` mean the same in all of them. */
export const parameterFields: FieldTable = {
  parameters: {
    id: {
      en: 'Id of the document, as its create answered it',
      ar: 'معرّف المستند كما ورد في رد الإصدار',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    business_profile_id: {
      en: 'Id of the business profile that issues the documents',
      ar: 'معرّف بيانات المنشأة التي تصدر المستندات باسمها',
      example: 'BP-DEMO000001',
    },
    attachment_id: {
      en: "The `id` of an attachment in the document's answer",
      ar: 'قيمة `id` لمرفق في رد المستند',
      example: '8c1d4e0a-2f6f-4d1c-8a70-3f2b9a647c1d',
    },
    client_id: {
      en: 'Id of the client, as GET /api/clients lists it',
      ar: 'معرّف البرنامج كما يرد في `GET /api/clients`',
      example: '9a1d7c52-0b6e-4c3f-a0a4-3e5f7b8c9d01',
    },
    user_id: {
      en: 'Id of the user, as GET /api/users lists it',
      ar: 'معرّف المستخدم كما يرد في `GET /api/users`',
      example: '41b7e0d6-2c9a-4f53-8f6b-5a0d1e2c3b44',
    },
    session_id: {
      en: 'Id of the session, as GET /api/sessions lists it',
      ar: 'معرّف الجلسة كما يرد في `GET /api/sessions`',
      example: 'b0c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d',
    },
    pdf: {
      en: 'True: with the printed document and a cover page, in English and Arabic; left out, without',
      ar: 'القيمة `true`: مع المستند المطبوع وصفحة غلاف بالعربية والإنجليزية؛ دونهما إن لم تُرسل',
    },
    dry_run: {
      en: 'True: check, compute and judge only; nothing is stored, numbered or sent',
      ar: 'القيمة `true`: تحقّق واحتساب وفحص فقط؛ لا يُحفظ شيء ولا يُرقّم ولا يُرسل',
    },
    page: { en: 'Number of the page, from 0; left out, 0', ar: 'رقم الصفحة بدءًا من 0؛ 0 إن لم يُرسل', example: 0 },
    size: { en: 'Items in a page; left out, 10', ar: 'عدد العناصر في الصفحة؛ 10 إن لم يُرسل', example: 10 },
    limit: {
      en: 'How many items to answer at most; left out, 50',
      ar: 'الحد الأقصى لعدد العناصر في الرد؛ 50 إن لم يُرسل',
      example: 50,
    },
    cursor: {
      en: 'The `next` of the page before, with the same filters; left out, the first page',
      ar: 'قيمة `next` للصفحة السابقة مع التصفية نفسها؛ الصفحة الأولى إن لم تُرسل',
      example: 'WyJhdWRpdCIsIjAxOThmM2MyIl0',
    },
    changed_since: {
      en: 'Only documents whose status or content changed at this time or later, RFC 3339',
      ar: 'المستندات التي تغيّرت حالتها أو محتواها في هذا الوقت أو بعده فقط، بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00Z',
    },
    language: {
      en: 'Language of the page, or `bilingual` for our words in English and Arabic; left out, that of Accept-Language',
      ar: 'لغة الصفحة، أو `bilingual` للعربية والإنجليزية معًا؛ لغة `Accept-Language` إن لم تُرسل',
    },
    revision: {
      en: 'Number of the revision; left out, the present one',
      ar: 'رقم المراجعة؛ الحالية إن لم يُرسل',
      example: 1,
    },
    created_on: {
      en: 'Day of creation in Gulf Standard Time, `yyyy-MM-dd`',
      ar: 'يوم الإنشاء بتوقيت الخليج، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
    billed_by_name: {
      en: "Only documents whose supplier's name starts with this text, in any letter case",
      ar: 'المستندات التي يبدأ اسم مورّدها بهذا النص فقط، أيًا كانت حالة الأحرف',
      example: 'Gulf',
    },
    billed_by_vat: {
      en: 'Only documents of the supplier with this TRN',
      ar: 'مستندات المورّد صاحب رقم التسجيل الضريبي هذا فقط',
      example: '100234567800003',
    },
    billed_to_name: {
      en: "Only documents whose customer's name starts with this text, in any letter case",
      ar: 'المستندات التي يبدأ اسم عميلها بهذا النص فقط، أيًا كانت حالة الأحرف',
      example: 'Harbour',
    },
    billed_to_vat: {
      en: 'Only documents of the customer with this TRN',
      ar: 'مستندات العميل صاحب رقم التسجيل الضريبي هذا فقط',
      example: '100876543200003',
    },
    document_date: {
      en: 'Only documents with this issue date, `yyyy-MM-dd`',
      ar: 'المستندات الصادرة في هذا التاريخ فقط، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
    document_number: {
      en: 'Only the document with this number, in any spelling',
      ar: 'المستند صاحب هذا الرقم فقط، بأي كتابة له',
      example: 'SB-2026-0042',
    },
    invoice_number: {
      en: 'Only credit notes that refer to this invoice number',
      ar: 'الإشعارات الدائنة التي تشير إلى رقم الفاتورة هذا فقط',
      example: 'SB-2026-0017',
    },
    'If-Match': {
      en: 'The ETag that you read; 412 if the profile has changed since',
      ar: 'قيمة `ETag` التي قرأتها؛ الرد 412 إن تغيّر الملف بعدها',
      example: '"5"',
    },
    'X-API-VERSION': {
      en: "Contract version of the request; left out, the organisation's default",
      ar: 'إصدار العقد للطلب؛ الإصدار المعتاد للمنشأة إن لم يُرسل',
    },
    'Accept-Language': {
      en: 'With Arabic preferred to English, error messages come in Arabic too (`errors_ar`)',
      ar: 'عند تفضيل العربية على الإنجليزية تأتي رسائل الخطأ بالعربية أيضًا (`errors_ar`)',
      example: 'ar',
    },
    'Idempotency-Key': {
      en: 'A unique name for this request: the same key and body get the first answer for 24 hours, without new work',
      ar: 'اسم فريد لهذا الطلب: المفتاح والمحتوى نفسهما يحصلان على الرد الأول لمدة 24 ساعة دون عمل جديد',
      example: 'invoice-4711-attempt-of-2026-07-15',
    },
  },
  'retrieveBusinessProfile replaceBusinessProfile': {
    business_profile_id: {
      en: 'Id of the business profile, as GET /api/business-profiles lists it',
      ar: 'معرّف بيانات المنشأة كما يرد في `GET /api/business-profiles`',
      example: 'BP-DEMO000001',
    },
  },
  retrieveRule: {
    id: {
      en: 'Id of the rule, in upper or lower case',
      ar: 'معرّف القاعدة بأحرف كبيرة أو صغيرة',
      example: 'IBR-128-AE',
    },
  },
  retrieveCodeList: {
    name: {
      en: 'Name of the list, such as units, currencies or emirates',
      ar: 'اسم القائمة، مثل `units` أو `currencies` أو `emirates`',
      example: 'units',
    },
  },
  listSessions: {
    user_id: {
      en: 'Id of a user; left out, yourself',
      ar: 'معرّف مستخدم؛ أنت إن لم يُرسل',
      example: '41b7e0d6-2c9a-4f53-8f6b-5a0d1e2c3b44',
    },
  },
  'listPurchaseInvoices listPurchaseCreditNotes listSalesInvoices listSalesCreditNotes': {
    before: {
      en: 'Id of a document: the documents after it in the list',
      ar: 'معرّف مستند: المستندات التي تليه في القائمة',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    status: {
      en: 'Only documents with one of these statuses, separated by commas',
      ar: 'المستندات بإحدى هذه الحالات فقط، تفصل بينها فواصل',
      example: 'PENDING,REJECTED',
    },
  },
  'listPurchaseInvoices listPurchaseCreditNotes listSalesInvoices listSalesCreditNotes listDocuments exportDocuments': {
    from: {
      en: 'Only documents with this issue date or a later one, `yyyy-MM-dd`',
      ar: 'المستندات الصادرة في هذا التاريخ أو بعده فقط، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-01',
    },
    to: {
      en: 'Only documents with this issue date or an earlier one, `yyyy-MM-dd`',
      ar: 'المستندات الصادرة في هذا التاريخ أو قبله فقط، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-31',
    },
  },
  listDocuments: {
    cursor: {
      en: 'The `next` or `previous` of a page, with the same filters and order; left out, the first page',
      ar: 'قيمة `next` أو `previous` لصفحة، مع التصفية والترتيب نفسيهما؛ الصفحة الأولى إن لم تُرسل',
      example: 'WyJhdWRpdCIsIjAxOThmM2MyIl0',
    },
  },
  'exportDocuments uploadResults exportMonth': {
    format: { en: 'Kind of the file; without it CSV', ar: 'نوع الملف؛ وإن لم يُذكر فهو `CSV`', example: 'xlsx' },
  },
  'listDocuments exportDocuments': {
    business_profile_id: {
      en: 'Only documents that were issued for this business profile',
      ar: 'المستندات الصادرة باسم هذه المنشأة فقط',
      example: 'BP-DEMO000001',
    },
    attention: {
      en: 'True: only documents that failed rules, were rejected, or have a stalled or overdue leg',
      ar: 'القيمة `true`: المستندات التي لم تستوفِ القواعد أو رُفضت أو لها عملية إرسال متوقفة أو متأخرة فقط',
    },
    handled: {
      en: 'True: only documents that a person has marked as handled; false: only others',
      ar: 'القيمة `true`: المستندات التي علّمها شخص بأنها عولجت فقط؛ القيمة `false`: غيرها فقط',
    },
    vat_category: {
      en: 'Only documents with VAT of this category',
      ar: 'المستندات التي فيها ضريبة من هذه الفئة فقط',
      example: 'S',
    },
    counted: {
      en: 'True: only documents that the VAT return counts; false: only those that it does not, such as rejected ones',
      ar:
        'القيمة `true`: المستندات المحتسبة في الإقرار الضريبي فقط؛ ' + 'القيمة `false`: غير المحتسبة فقط، مثل المرفوضة',
    },
    c3_status: {
      en: 'Only documents whose leg to the other party has this status',
      ar: 'المستندات التي إرسالها إلى الطرف الآخر بهذه الحالة فقط',
    },
    c5_status: {
      en: 'Only documents whose leg to the tax authority has this status',
      ar: 'المستندات التي إرسالها إلى الهيئة الاتحادية للضرائب بهذه الحالة فقط',
    },
    family: {
      en: 'Only documents of these families, separated by commas',
      ar: 'مستندات هذه العائلات فقط، تفصل بينها فواصل',
      example: 'purchase-invoices',
    },
    order: {
      en: 'What comes first; left out, the newest. `descending` is `newest`, and `ascending` is `oldest`',
      ar: 'ما يأتي أولًا؛ الأحدث إن لم يُرسل. القيمتان `descending` و`newest` بمعنى واحد، وكذلك `ascending` و`oldest`',
    },
    sort: {
      en: 'What the list is sorted by; left out, by creation, or by the date of a filter by date or change',
      ar: 'ما تُرتَّب به القائمة؛ وقت الإنشاء إن لم يُرسل، أو تاريخ عامل التصفية إن كان بالتاريخ أو بالتغيير',
    },
    amount_from: {
      en: 'Only documents with this amount due or a higher one, in their own currency',
      ar: 'المستندات التي مبلغها المستحق هذا أو أكثر فقط، بعملتها',
      example: '1000.00',
    },
    amount_to: {
      en: 'Only documents with this amount due or a lower one, in their own currency',
      ar: 'المستندات التي مبلغها المستحق هذا أو أقل فقط، بعملتها',
      example: '2500.00',
    },
    status: { en: 'Only documents with this status', ar: 'المستندات بهذه الحالة فقط' },
    text: {
      en:
        'Only documents that this text finds by any part of the number or of a name (three characters or more; ' +
        'fewer: the beginning), the beginning of the order number, the amount due, the issue date, or a whole TRN, ' +
        'document id or transmission UUID',
      ar:
        'المستندات التي يجدها هذا النص فقط: أي جزء من الرقم أو من اسم (ثلاثة أحرف أو أكثر؛ وأقل منها: البداية)، أو ' +
        'بداية رقم أمر الشراء، أو المبلغ المستحق، أو تاريخ الإصدار، أو رقم تسجيل ضريبي أو معرّف مستند أو معرّف ' +
        'إرسال كاملًا',
      example: 'Gulf',
    },
  },
  summariseDocuments: {
    days: { en: 'How many days `by_day` has', ar: 'عدد أيام `by_day`', example: 14 },
  },
  periodEvidence: {
    family: { en: 'Only documents of this family', ar: 'مستندات هذه العائلة فقط' },
    from: {
      en: 'First issue date of the period, `yyyy-MM-dd`',
      ar: 'أول تاريخ إصدار في الفترة، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-01',
    },
    to: {
      en: 'Last issue date of the period, `yyyy-MM-dd`',
      ar: 'آخر تاريخ إصدار في الفترة، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-31',
    },
  },
  issueTokenBySignature: {
    client_id: {
      en: 'Id of the client that signed the request',
      ar: 'معرّف البرنامج الذي وقّع الطلب',
      example: '9a1d7c52-0b6e-4c3f-a0a4-3e5f7b8c9d01',
    },
  },
  listAudit: {
    actor: {
      en: 'Only entries of the user, client or account with this id',
      ar: 'مدخلات المستخدم أو البرنامج أو الحساب صاحب هذا المعرّف فقط',
      example: '41b7e0d6-2c9a-4f53-8f6b-5a0d1e2c3b44',
    },
    action: {
      en: 'Only entries of this action: an operationId, or an event such as `signIn`',
      ar: 'مدخلات هذا الفعل فقط: معرّف عملية (`operationId`) أو حدث مثل `signIn`',
      example: 'signIn',
    },
    from: {
      en: 'Only entries from this day in Gulf Standard Time, `yyyy-MM-dd`',
      ar: 'المدخلات من هذا اليوم بتوقيت الخليج فقط، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-01',
    },
    to: {
      en: 'Only entries up to this day, inclusive, `yyyy-MM-dd`',
      ar: 'المدخلات حتى نهاية هذا اليوم فقط، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-31',
    },
  },
  listEvents: {
    since: {
      en: 'Place in the feed: events after it. Left out, from the beginning; `latest`, from now on',
      ar: 'موضع في السجل: الأحداث بعده. من البداية إن لم يُرسل؛ ومن الآن مع `latest`',
      example: 'sy-2f6f3d1c8a',
    },
    wait: { en: 'How many seconds to wait for the first event', ar: 'عدد ثواني انتظار الحدث الأول', example: 30 },
    limit: { en: 'How many events to answer at most', ar: 'الحد الأقصى لعدد الأحداث في الرد', example: 100 },
  },
  listLegs: {
    cause: { en: 'Only legs of this cause', ar: 'عمليات إرسال هذا السبب فقط', example: 'connect ECONNREFUSED' },
    org_id: {
      en: 'Only for the scope operator: another organisation, or `all`. Left out: your own',
      ar: 'للصلاحية `operator` وحدها: منشأة أخرى أو `all`. منشأتك إن لم تُرسل',
      example: 'all',
    },
    state: {
      en:
        '`stalled`, if left out: waiting for a person. `overdue`: its status is late. `waiting`: for its next ' +
        'attempt',
      ar: 'القيمة `stalled` إن لم تُرسل: تنتظر شخصًا. `overdue`: تأخرت حالتها. `waiting`: تنتظر محاولتها التالية',
    },
  },
  listOutages: {
    from: {
      en: 'Only outages that lasted at this time or later, RFC 3339',
      ar: 'الانقطاعات المستمرة في هذا الوقت أو بعده فقط، بصيغة `RFC 3339`',
      example: '2026-07-15T00:00:00Z',
    },
    to: {
      en: 'Only outages that began before this time, RFC 3339',
      ar: 'الانقطاعات التي بدأت قبل هذا الوقت فقط، بصيغة `RFC 3339`',
      example: '2026-07-16T00:00:00Z',
    },
  },
  listRules: {
    official: {
      en: 'True: only official rules; false: only our own',
      ar: 'القيمة `true`: القواعد الرسمية فقط؛ و`false`: قواعدنا فقط',
    },
    set: { en: 'Only rules of this set', ar: 'قواعد هذه المجموعة فقط' },
    severity: { en: 'Only rules of this severity', ar: 'القواعد بهذه الدرجة فقط' },
    term: {
      en: 'Only rules about this business term',
      ar: 'القواعد التي تخص مصطلح الأعمال هذا فقط',
      example: 'IBT-131',
    },
  },
  translated: {
    'Accept-Language': {
      en:
        'With Arabic preferred to English, error messages come in Arabic too (`errors_ar`), and findings are in ' +
        'Arabic',
      ar: 'عند تفضيل العربية على الإنجليزية تأتي رسائل الخطأ بالعربية أيضًا (`errors_ar`)، وتكون الملاحظات بالعربية',
      example: 'ar',
    },
  },
}
