import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** Lists, events, revisions, and what several answers have. */
export const listFields: FieldTable = {
  everywhere: {
    org_id: {
      en: 'Organisation that it belongs to',
      ar: 'المنشأة التي ينتمي إليها',
      example: '5c0f2a1e-6b7d-4b1a-9a3e-7d2c4e8f9b10',
    },
    content: {
      en: 'The items of this page, in the order that the operation states',
      ar: 'عناصر هذه الصفحة بالترتيب الذي تذكره العملية',
    },
    page_number: { en: 'Number of this page, from 0', ar: 'رقم هذه الصفحة، بدءًا من 0', example: 0 },
    total_pages: {
      en: 'How many pages there are; exact up to 10,000 items',
      ar: 'عدد الصفحات؛ دقيق حتى 10,000 عنصر',
      example: 3,
    },
    total_elements: {
      en: 'How many items there are; exact up to 10,000',
      ar: 'عدد العناصر؛ دقيق حتى 10,000',
      example: 42,
    },
    total_is_exact: {
      en: 'False: `total_elements` and `total_pages` are lower bounds. Absent when they are exact',
      ar: 'القيمة `false`: العددان `total_elements` و`total_pages` حد أدنى. لا يظهر إذا كانا دقيقين',
    },
    items: {
      en: 'What the list has on this page, in the order that the operation states',
      ar: 'عناصر القائمة في هذه الصفحة بالترتيب الذي تذكره العملية',
    },
    next: {
      en: 'Cursor of the next page, for `cursor`; null on the last one',
      ar: 'مؤشر الصفحة التالية للمعامل `cursor`؛ `null` في الأخيرة',
      example: 'WyJhdWRpdCIsIjAxOThmM2MyIl0',
    },
    count: { en: 'How many there are, at most 10,000', ar: 'العدد، 10,000 على الأكثر', example: 17 },
    is_capped: { en: 'True: there are more than `count`', ar: 'القيمة `true`: العدد الفعلي أكبر من `count`' },
    created_at: {
      en: 'When it was created, RFC 3339',
      ar: 'وقت الإنشاء بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    updated_at: {
      en: 'When it was last changed, RFC 3339',
      ar: 'وقت آخر تغيير بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    document_id: {
      en: 'Id of the document in this API, a UUID',
      ar: 'معرّف المستند في الواجهة البرمجية، وهو `UUID`',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    business_profile_id: {
      en: 'Business profile that the document was issued for',
      ar: 'بيانات المنشأة التي صدر المستند باسمها',
      example: 'BP-DEMO000001',
    },
    transmission_uuid: {
      en: 'Id of the transmission on the network',
      ar: 'معرّف الإرسال على الشبكة',
      example: 'e2a1c7d4-58f0-4c7b-8d55-6f1b9a0c3e21',
    },
    family: {
      en: 'Kind of document: purchase or sales, invoice or credit note',
      ar: 'نوع المستند: مشتريات أو مبيعات، فاتورة أو إشعار دائن',
    },
  },
  ErrorAnswer: {
    errors: {
      en: 'Either one `message`, or one entry for each wrong field, by its path',
      ar: 'إما رسالة واحدة في `message`، أو مدخل لكل حقل خاطئ حسب مساره',
    },
    error_codes: {
      en:
        'The members of `errors` as ids and values, for programs. Absent only from a repeated answer that was stored ' +
        'before there were codes',
      ar: 'عناصر `errors` كمعرّفات وقيم للبرامج. لا تغيب إلا عن رد مكرر حُفظ قبل إضافتها',
    },
    errors_ar: {
      en: 'The members of `errors` in Arabic, with `Accept-Language: ar`',
      ar: 'عناصر `errors` بالعربية، عند إرسال `Accept-Language: ar`',
    },
    validation_results: {
      en:
        'Of a dry run that refuses a document: what the rules say of the rest. Absent where no rule could be judged ' +
        'before the errors are corrected',
      ar:
        'في التشغيل التجريبي الذي يرفض مستندًا: ما تقوله القواعد عن باقيه. يغيب إذا تعذّر تطبيق أي قاعدة قبل تصحيح ' +
        'الأخطاء',
    },
    rules_not_judged: {
      en:
        'Ids of the rules that need a refused member, or stored documents: they are judged once the errors are ' +
        'corrected',
      ar: 'معرّفات القواعد التي تحتاج إلى عنصر مرفوض أو إلى مستندات محفوظة: تُطبّق بعد تصحيح الأخطاء',
    },
  },
  ErrorCode: {
    id: {
      en: 'What is wrong: an id of the documented error codes. It never changes its meaning; new ones may come',
      ar: 'الخطأ: معرّف من رموز الأخطاء الموثقة. لا يتغير معناه، وقد تُضاف معرّفات جديدة',
      example: 'must_be_date',
    },
    values: {
      en: 'Values of the message by name, each a number or a text of at most 100 characters',
      ar: 'قيم الرسالة حسب اسمها، كل منها رقم أو نص لا يزيد على 100 محرف',
    },
  },
  CreditedLine: {
    line: { en: 'Number of the line in the invoice, from 1', ar: 'رقم البند في الفاتورة، بدءًا من 1', example: 1 },
    quantity: {
      en: 'How many units to credit. Without quantity and amount, all that is left of the line',
      ar: 'عدد الوحدات. دون الكمية والمبلغ يُدرج كل ما تبقى من البند',
      example: 2,
    },
    amount: {
      en:
        'Amount to credit without VAT, in the currency of the invoice, at most 2 decimals, for a lower price. The ' +
        'credit note has one unit at this price',
      ar: 'المبلغ دون الضريبة بعملة الفاتورة وبخانتين عشريتين على الأكثر لسعر أقل. يتضمن الإشعار وحدة واحدة بهذا السعر',
      example: 25.5,
    },
  },
  'PurchaseCredit SalesCredit': {
    lines: {
      en: 'Lines to credit; left out, everything that is left of the invoice',
      ar: 'البنود المطلوب إدراجها؛ إن لم تُرسل أُدرج كل ما تبقى من الفاتورة',
    },
    document_number: {
      en:
        'Number of the credit note. Left out, the service mints one, unless the organisation numbers its documents ' +
        'itself',
      ar: 'رقم الإشعار الدائن. إن لم يُرسل أنشأت الخدمة رقمًا، ما لم ترقّم المنشأة مستنداتها بنفسها',
      example: 'SB-CN-2026-0007',
    },
    issue_date: {
      en: 'Day of issue in Gulf Standard Time; left out, today',
      ar: 'يوم الإصدار بتوقيت الخليج؛ اليوم إن لم يُرسل',
      example: '2026-07-20',
    },
  },
  SalesCredit: {
    credit_note_type_code: {
      en: 'Type of the credit note, 381 or 81; left out, the one that the credited lines allow',
      ar: 'نوع الإشعار الدائن 381 أو 81؛ إن لم يُرسل فالنوع الذي تسمح به البنود',
    },
  },
  DryRun: {
    document: {
      en: 'The document that a create would answer, without what the database adds',
      ar: 'المستند الذي سيرد به الإصدار، دون ما تضيفه قاعدة البيانات',
    },
    document_xml: { en: 'The UBL document', ar: 'مستند `UBL`', example: '<Invoice>…</Invoice>' },
    tax_data_xml: {
      en: 'The report to the tax authority; null when a fatal rule failed or nothing would be sent',
      ar: 'التقرير الضريبي؛ `null` إن لم تُستوفَ قاعدة إلزامية أو لم يكن شيء ليُرسل',
      example: '<TaxData>…</TaxData>',
    },
    warnings: {
      en: 'What looks unlikely: check it before you issue the document. Nothing is refused for it',
      ar: 'ما يبدو غير مألوف: راجعه قبل إصدار المستند. لا يُرفض شيء بسببه',
    },
  },
  DocumentWarning: {
    id: {
      en: 'What it is about: an id of the documented error codes. It never changes its meaning; new ones may come',
      ar: 'موضوع التنبيه: معرّف من رموز الأخطاء الموثقة. لا يتغير معناه، وقد تُضاف معرّفات جديدة',
      example: 'amount_unusual',
    },
    field: {
      en: 'Path of the member; null for the document as a whole',
      ar: 'مسار العنصر؛ `null` للمستند كله',
      example: 'document_lines[0].quantity',
    },
    text: {
      en: 'The sentence, in the language of the caller',
      ar: 'الجملة بلغة المستدعي',
      example: 'The quantity is 2000000. Check it, and the unit',
    },
    values: {
      en: 'Values of the sentence by name, each a number or a text of at most 100 characters',
      ar: 'قيم الجملة حسب اسمها، كل منها رقم أو نص لا يزيد على 100 محرف',
    },
  },
  DryRunDocument: {
    document_number: {
      en: 'The number that was sent, or one that exists in this answer only: a create mints its own',
      ar: 'الرقم المُرسل، أو رقم لا يوجد إلا في هذا الرد: الإصدار ينشئ رقمه الخاص',
      example: 'SB-2026-0042',
    },
  },
  BatchResult: {
    line: { en: 'Number of the line in the request, from 1', ar: 'رقم السطر في الطلب، بدءًا من 1', example: 1 },
    status: {
      en: 'HTTP status that a single create would have',
      ar: 'رمز `HTTP` الذي كان سيحصل عليه إصدار منفرد',
      example: 201,
    },
    body: {
      en: 'What a single create would answer: the document, or `errors`',
      ar: 'ما كان سيرد به إصدار منفرد: المستند أو `errors`',
    },
  },
  RevisionFindings: {
    cured: { en: 'Findings of the revision before that are gone', ar: 'ملاحظات المراجعة السابقة التي زالت' },
    left: { en: 'Findings of the revision before that are still there', ar: 'ملاحظات المراجعة السابقة التي بقيت' },
    new: { en: 'Findings that this revision brought', ar: 'الملاحظات التي استجدّت في هذه المراجعة' },
    omitted: {
      en: 'How many findings are beyond the 200 listed of each kind',
      ar: 'عدد الملاحظات بعد أول 200 من كل نوع',
      example: 0,
    },
  },
  RevisionChange: {
    path: {
      en: 'Member of the answer that changed',
      ar: 'الحقل الذي تغيّر في الرد',
      example: 'document_lines[0].price.price_amount',
    },
    from: { en: 'Value before; absent for a new member', ar: 'القيمة السابقة؛ لا تظهر لحقل جديد' },
    to: { en: 'Value now; absent for a removed member', ar: 'القيمة الآن؛ لا تظهر لحقل محذوف' },
  },
  DocumentRevision: {
    revision: {
      en: '1 for the document as created, one more with each resubmission',
      ar: 'القيمة 1 للمستند عند إصداره، وتزيد مع كل إعادة إرسال',
      example: 2,
    },
    created_at: {
      en: 'When the revision was stored, RFC 3339',
      ar: 'وقت حفظ المراجعة بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    changes: {
      en: 'What changed since the revision before, at most 500',
      ar: 'ما تغيّر منذ المراجعة السابقة، 500 على الأكثر',
    },
    changes_omitted: { en: 'How many changes are beyond the 500 listed', ar: 'عدد التغييرات بعد أول 500', example: 0 },
    findings: { en: 'Findings compared with the revision before', ar: 'الملاحظات مقارنة بالمراجعة السابقة' },
  },
  RemovedDocument: {
    id: {
      en: 'Id of the document whose content was removed after its retention',
      ar: 'معرّف المستند الذي أُزيل محتواه بعد مدة حفظه',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
  },
  FeedDocument: {
    id: {
      en: 'Id of the document that changed',
      ar: 'معرّف المستند الذي تغيّر',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    revision: {
      en: '1 as created, one more with each resubmission',
      ar: 'القيمة 1 عند الإصدار، وتزيد مع كل إعادة إرسال',
      example: 1,
    },
    overall_status: {
      en: 'Status of the document after the change; null when it is not sent',
      ar: 'حالة المستند بعد التغيير؛ `null` إن لم يُرسل',
    },
    participant_status: {
      en: "Answer of the other party's access point after the change; null until there is one",
      ar: 'رد نقطة وصول الطرف الآخر بعد التغيير؛ `null` قبل وصوله',
    },
    fta_status: {
      en: 'Answer of the tax authority after the change; null until there is one',
      ar: 'رد الهيئة الاتحادية للضرائب بعد التغيير؛ `null` قبل وصوله',
    },
    path: {
      en: 'Where to read the document, on this service',
      ar: 'مسار قراءة المستند في هذه الخدمة',
      example: '/api/purchase-invoices/0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
  },
  FeedEntry: {
    id: {
      en: 'Unique id of the event, the same in the feed and in every delivery (`webhook-id`)',
      ar: 'معرّف فريد للحدث، وهو نفسه في سجل الأحداث وفي كل تسليم (`webhook-id`)',
      example: 'evt_3f2b9a647c1d4e0a9b532f6f3d1c8a70',
    },
    type: { en: 'What happened to the document', ar: 'ما حدث للمستند' },
    timestamp: {
      en: 'When it happened, RFC 3339',
      ar: 'وقت الحدث بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:30.000Z',
    },
    test: {
      en: 'True for a test of a webhook, which is about no document and not in the feed; else absent',
      ar: 'القيمة `true` لاختبار خطاف ويب لا يخص مستندًا ولا يدخل السجل؛ وإلا فلا يظهر',
    },
    cursor: {
      en: 'Place of the event in the feed: for `since`',
      ar: 'موضع الحدث في سجل الأحداث، لاستخدامه في `since`',
      example: 'sy-2f6f3d1c8a',
    },
    data: { en: 'The document after the change', ar: 'المستند بعد التغيير' },
  },
  FeedPage: {
    items: { en: 'Events after the cursor, oldest first', ar: 'الأحداث بعد المؤشر، الأقدم أولًا' },
    next: {
      en: 'Place to continue from, for `since`; it is never null, because the feed goes on',
      ar: 'الموضع الذي تتابع منه في المعامل `since`؛ لا يكون `null` لأن السجل مستمر',
      example: 'sy-2f6f3d1c8a',
    },
    has_more: { en: 'True: more events are available now', ar: 'القيمة `true`: توجد أحداث أخرى الآن' },
  },
}
