import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** Legs, statuses, logs, outages, and the sandbox's clock. */
export const deliveryFields: FieldTable = {
  WaitingLeg: {
    org_id: {
      en: 'Organisation that the document belongs to',
      ar: 'المنشأة التي ينتمي إليها المستند',
      example: '5c0f2a1e-6b7d-4b1a-9a3e-7d2c4e8f9b10',
    },
    org_name: {
      en: 'Name of that organisation; absent once it is revoked',
      ar: 'اسم تلك المنشأة؛ لا يظهر بعد إلغائها',
      example: 'Harbour Manufacturing LLC',
    },
    leg: {
      en: 'Receiver of the leg: `C3` is the other party, `C5` the tax authority',
      ar: 'مستقبل الإرسال: `C3` الطرف الآخر، و`C5` الهيئة الاتحادية للضرائب',
    },
    report: {
      en: '`R`: reported again, `W`: withdrawn; absent for the leg of the document itself',
      ar: 'القيمة `R`: أُعيد الإبلاغ، و`W`: سُحب؛ لا تظهر لإرسال المستند نفسه',
    },
    attempts: { en: 'How many times a worker tried to send it', ar: 'عدد محاولات الإرسال', example: 3 },
    since: {
      en: 'Since when it waits like this, RFC 3339',
      ar: 'منذ متى ينتظر على هذه الحال بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    error: {
      en: 'Error of the last attempt; null if none failed',
      ar: 'خطأ المحاولة الأخيرة؛ `null` إن لم تفشل محاولة',
      example: 'connect ECONNREFUSED',
    },
    next_attempt_at: {
      en: 'When it is sent next, RFC 3339; absent for a stalled leg',
      ar: 'وقت المحاولة التالية بصيغة `RFC 3339`؛ لا يظهر لعملية متوقفة',
      example: '2026-07-15T09:10:00.000Z',
    },
  },
  LegCause: {
    cause: {
      en: 'What the legs wait for, in words; `cause` takes it, here and in a retry',
      ar: 'ما تنتظره عمليات الإرسال؛ يُرسل في `cause` هنا وفي إعادة المحاولة',
      example: 'connect ECONNREFUSED',
    },
    oldest_since: {
      en: 'Since when the longest waiting leg waits, RFC 3339',
      ar: 'منذ متى تنتظر أقدم عملية بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
    sample: { en: 'A few of the legs, those that have waited longest', ar: 'بعض عمليات الإرسال، الأطول انتظارًا' },
  },
  LegCauses: {
    are_more: { en: 'True: there are more causes', ar: 'القيمة `true`: توجد أسباب أخرى' },
  },
  LegRetry: {
    transmission_uuid: {
      en: 'Retry this one leg',
      ar: 'أعد محاولة هذه العملية وحدها',
      example: 'e2a1c7d4-58f0-4c7b-8d55-6f1b9a0c3e21',
    },
    document_id: {
      en: 'Retry the stalled legs of this document',
      ar: 'أعد محاولة عمليات الإرسال المتوقفة لهذا المستند',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    leg: { en: 'With `document_id`: only this leg', ar: 'مع `document_id`: هذه العملية وحدها' },
    cause: {
      en: 'Retry all legs that this cause stopped, as GET /api/legs shows it',
      ar: 'أعد محاولة كل ما أوقفه هذا السبب كما في `GET /api/legs`',
      example: 'connect ECONNREFUSED',
    },
  },
  'LegRetry ReportRequest': {
    org_id: {
      en: 'Only for the scope operator: another organisation, or `all` in a retry. Left out: your own',
      ar: 'للصلاحية `operator` وحدها: منشأة أخرى، أو `all` عند إعادة المحاولة. منشأتك إن لم تُرسل',
      example: '5c0f2a1e-6b7d-4b1a-9a3e-7d2c4e8f9b10',
    },
  },
  RetriedLegs: {
    retried: {
      en: 'Transmission UUIDs of the legs that are sent again',
      ar: 'معرّفات الإرسال للعمليات التي أُعيدت محاولتها',
    },
    left: { en: 'Legs of this cause that are still stalled', ar: 'عمليات هذا السبب التي ما زالت متوقفة' },
  },
  ReportRequest: {
    document_id: {
      en: 'Document to report again to the tax authority',
      ar: 'المستند الذي يُعاد الإبلاغ عنه',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
  },
  NewReport: {
    transmission_uuid: {
      en: "Id of the new report's transmission",
      ar: 'معرّف إرسال التقرير الجديد',
      example: 'e2a1c7d4-58f0-4c7b-8d55-6f1b9a0c3e21',
    },
  },
  TransmissionError: {
    code: {
      en: 'Code of the error; null when it has none',
      ar: 'رمز الخطأ؛ `null` إن لم يكن له رمز',
      example: 'EBMS:0004',
    },
    description: {
      en: 'The error in words, as the access point wrote it',
      ar: 'وصف الخطأ كما كتبته نقطة الوصول',
      example: 'The receiver did not answer',
    },
  },
  TransmissionResponse: {
    conversationId: {
      en: 'AS4 conversation of the latest attempt; null before it was sent',
      ar: 'محادثة `AS4` لآخر محاولة؛ `null` قبل الإرسال',
      example: 'conv-7f3a',
    },
    messageId: {
      en: 'AS4 message of the latest attempt; null before it was sent',
      ar: 'رسالة `AS4` لآخر محاولة؛ `null` قبل الإرسال',
      example: 'msg-7f3a@selfbill.example',
    },
    overallDurationToTransmit: {
      en: 'How long the transmission took, in milliseconds; null before it was sent',
      ar: 'مدة الإرسال بالملي ثانية؛ `null` قبل الإرسال',
      example: 420,
    },
    transmissionError: { en: 'True when the attempt failed', ar: 'القيمة `true` إن فشلت المحاولة' },
    transmissionErrors: {
      en: 'A description of the failure, then the errors that the receiving access point reported',
      ar: 'وصف الفشل ثم الأخطاء التي أبلغت عنها نقطة الوصول المستقبلة',
    },
    transmissionResult: {
      en: 'Result in one word, as the access point names it; null before there is one',
      ar: 'النتيجة بكلمة واحدة كما تسميها نقطة الوصول؛ `null` قبل وجودها',
      example: 'SUCCESS',
    },
  },
  MlsIssue: {
    lineId: {
      en: 'Place in the document that the issue is about',
      ar: 'الموضع في المستند الذي تخصه المشكلة',
      example: '/Invoice/cbc:ID',
    },
    description: {
      en: 'The issue in words, as the receiver wrote it',
      ar: 'وصف المشكلة كما كتبها المستقبل',
      example: 'The buyer is unknown',
    },
    statusReasonCode: {
      en: 'Kind of issue: BV or BW a rule (fatal, warning), FD not delivered, SV syntax',
      ar: 'نوع المشكلة: `BV` أو `BW` قاعدة (إلزامية أو تنبيه)، و`FD` تعذّر التسليم، و`SV` الصياغة',
      example: 'BV',
    },
  },
  MlsResponse: {
    id: { en: 'Id of the status message', ar: 'معرّف رسالة الحالة', example: 'f8ef2d0f-1c4b-4b8e-9d39-5a7c6b1e2d3f' },
    responseCode: { en: '`AP` and `AB` accept, `RE` rejects', ar: 'القيمتان `AP` و`AB` قبول، و`RE` رفض' },
    issuedAt: {
      en: 'When the receiver issued it, RFC 3339',
      ar: 'وقت إصدار المستقبل لها بصيغة `RFC 3339`',
      example: '2026-07-15T06:25:00Z',
    },
    senderId: {
      en: 'Participant that sent the status: a service provider or the tax authority',
      ar: 'المشارك الذي أرسل الحالة: مزوّد خدمة أو الهيئة الاتحادية للضرائب',
      example: '0242:000001',
    },
    receiverId: {
      en: 'Participant that gets the status: our service provider',
      ar: 'المشارك الذي يتلقى الحالة: مزوّد خدمتنا',
      example: '0242:000002',
    },
    referenceId: {
      en: 'The `transmissionUuid` of the leg that the status is about',
      ar: 'قيمة `transmissionUuid` لعملية الإرسال التي تخصها الحالة',
      example: 'e2a1c7d4-58f0-4c7b-8d55-6f1b9a0c3e21',
    },
    description: {
      en: 'The status in words; null without any',
      ar: 'وصف الحالة؛ `null` إن لم يوجد',
      example: 'Rejected by a rule',
    },
    issues: { en: 'What the receiver found; empty when it accepts', ar: 'ما وجده المستقبل؛ فارغ عند القبول' },
  },
  LegSnapshot: {
    country: {
      en: 'Country of the sender (C1) by its ISO 3166-1 code',
      ar: 'دولة المرسل (C1) برمزها حسب `ISO 3166-1`',
      example: 'AE',
    },
    docTypeId: {
      en: 'Peppol document type that was sent',
      ar: 'نوع المستند المُرسل في Peppol',
      example: 'urn:peppol:pint:selfbilling-1@ae-1',
    },
    documentXml: {
      en: 'What was sent, as Base64 of the XML',
      ar: 'ما أُرسل، وهو `XML` بترميز `Base64`',
      example: 'PEludm9pY2U+',
    },
    mlsResponse: {
      en: 'Message level status that settled the leg; null before it comes',
      ar: 'رسالة الحالة التي حسمت عملية الإرسال؛ `null` قبل وصولها',
    },
    processId: {
      en: 'Peppol process of the document type',
      ar: 'إجراء Peppol لنوع المستند',
      example: 'urn:peppol:bis:selfbilling',
    },
    receiverId: { en: 'Participant that the leg goes to', ar: 'المشارك الذي يُرسل إليه', example: '0235:1002345678' },
    senderId: { en: 'Participant that sends', ar: 'المشارك المرسل', example: '0235:1008765432' },
    transmissionUuid: {
      en: 'Id of the transmission; null when nothing will be sent',
      ar: 'معرّف الإرسال؛ `null` إن لم يكن شيء ليُرسل',
      example: 'e2a1c7d4-58f0-4c7b-8d55-6f1b9a0c3e21',
    },
    transmissionResponse: {
      en: 'Facts of the latest attempt; null before there is one',
      ar: 'بيانات آخر محاولة؛ `null` قبل وجودها',
    },
  },
  'LegSnapshot Snapshot': {
    lastUpdated: {
      en: 'When something last changed, milliseconds since 1970',
      ar: 'وقت آخر تغيير، بالملي ثانية منذ 1970',
      example: 1784106000000,
    },
  },
  Snapshot: {
    uuid: {
      en: 'Id of the document again, for clients that read it here',
      ar: 'معرّف المستند مرة أخرى للبرامج التي تقرؤه هنا',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    documentUuid: {
      en: 'Id of the document, as the log entries name it',
      ar: 'معرّف المستند كما تسميه مدخلات السجل',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    documentXML: { en: 'The UBL document, as Base64', ar: 'مستند `UBL` بترميز `Base64`', example: 'PEludm9pY2U+' },
    issuedBy: { en: 'Participant id of the issuer', ar: 'معرّف المشارك المُصدر', example: '0235:1008765432' },
    issuedTo: { en: 'Participant id of the other party', ar: 'معرّف المشارك الآخر', example: '0235:1002345678' },
    validationResults: {
      en: 'Rules that failed; empty when all passed',
      ar: 'القواعد غير المستوفاة؛ فارغة إن استوفيت كلها',
    },
    toC3: { en: 'Leg to the other party', ar: 'الإرسال إلى الطرف الآخر' },
    toC5: { en: 'Leg to the tax authority', ar: 'الإرسال إلى الهيئة الاتحادية للضرائب' },
    documentType: { en: 'Kind of document, in the words of this status', ar: 'نوع المستند بمصطلحات هذه الحالة' },
  },
  LogEntry: {
    id: {
      en: 'Id of the entry; later entries have higher ones',
      ar: 'معرّف المدخل؛ المدخلات اللاحقة معرّفاتها أكبر',
      example: '1042',
    },
    sent_message_id: {
      en: 'The `transmissionUuid` of the leg; null when the entry is about the document',
      ar: 'قيمة `transmissionUuid` لعملية الإرسال؛ `null` إن كان المدخل عن المستند',
      example: 'e2a1c7d4-58f0-4c7b-8d55-6f1b9a0c3e21',
    },
    document_uuid: { en: 'Id of the document', ar: 'معرّف المستند', example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10' },
    document_type: { en: 'Kind of document, in the words of the status', ar: 'نوع المستند بمصطلحات الحالة' },
    sender_id: {
      en: 'Participant that sends; null when the entry is about the document',
      ar: 'المشارك المرسل؛ `null` إن كان المدخل عن المستند',
      example: '0235:1008765432',
    },
    receiver_id: {
      en: 'Participant that receives; null when the entry is about the document',
      ar: 'المشارك المستقبل؛ `null` إن كان المدخل عن المستند',
      example: '0235:1002345678',
    },
    doc_type_id: {
      en: 'Peppol document type that is sent; null when the entry is about the document',
      ar: 'نوع المستند في Peppol؛ `null` إن كان المدخل عن المستند',
      example: 'urn:peppol:pint:selfbilling-1@ae-1',
    },
    process_id: {
      en: 'Peppol process; null when the entry is about the document',
      ar: 'إجراء Peppol؛ `null` إن كان المدخل عن المستند',
      example: 'urn:peppol:bis:selfbilling',
    },
    country_c1: {
      en: 'Country of the sender by its ISO 3166-1 code; null when the entry is about the document',
      ar: 'دولة المرسل برمزها حسب `ISO 3166-1`؛ `null` إن كان المدخل عن المستند',
      example: 'AE',
    },
    document_xml: {
      en: 'Always null in a list: read the XML of the document',
      ar: 'دائمًا `null` في القائمة: اقرأ `XML` المستند',
      example: 'PEludm9pY2U+',
    },
    message: { en: 'What happened, in words', ar: 'ما حدث بالكلمات', example: 'Document is submitted to C3' },
    timestamp: {
      en: 'When it happened, milliseconds since 1970',
      ar: 'وقت الحدث، بالملي ثانية منذ 1970',
      example: 1784106000000,
    },
    event: { en: 'What happened, as a code', ar: 'ما حدث كرمز', example: 'SUBMITTED_TO_C3' },
  },
  AcceptedEnvelope: {
    countryCodeC4: { en: 'Country of the receiver: always AE', ar: 'دولة المستقبل: دائمًا `AE`' },
  },
  RefusedEnvelope: {
    retry: {
      en: 'Whether the access point should send it again: `none`',
      ar: 'هل على نقطة الوصول إعادة الإرسال: `none`',
    },
    errorMessage: {
      en: 'Why the envelope was refused',
      ar: 'سبب رفض المظروف',
      example: 'The envelope names no known transmission',
    },
  },
  Sending: {
    is_on: {
      en: 'Whether new documents are sent to the network; false: they are only checked and stored',
      ar: 'هل تُرسل المستندات الجديدة إلى الشبكة؛ القيمة `false`: تُفحص وتُحفظ فقط',
    },
    away: {
      en: 'Access points that are away now: documents wait for them',
      ar: 'نقاط الوصول المنقطعة الآن: تنتظرها المستندات',
    },
  },
  AwayAccessPoint: {
    access_point: {
      en: 'Its name in `GATEWAY_URL`; null for an only one without a name',
      ar: 'اسمها في `GATEWAY_URL`؛ `null` إن كانت وحيدة بلا اسم',
      example: 'main',
    },
    since: {
      en: 'Since when it is away, RFC 3339',
      ar: 'منذ متى هي منقطعة بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:30.000Z',
    },
  },
  Outage: {
    id: { en: 'Id of the outage', ar: 'معرّف الانقطاع', example: '12' },
    from: {
      en: 'When it began, as far as the service could notice, RFC 3339',
      ar: 'وقت بدايته بقدر ما لاحظته الخدمة، بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:30.000Z',
    },
    to: {
      en: 'When it ended, RFC 3339; null while it lasts',
      ar: 'وقت نهايته بصيغة `RFC 3339`؛ `null` ما دام مستمرًا',
      example: '2026-07-15T07:05:00.000Z',
    },
    cause: {
      en: 'What was away: the access point, the database or the whole service',
      ar: 'ما الذي انقطع: نقطة الوصول أو قاعدة البيانات أو الخدمة كلها',
    },
    access_point: {
      en: 'Access point that was away, by its name in `GATEWAY_URL`; null for another cause',
      ar: 'نقطة الوصول المنقطعة باسمها في `GATEWAY_URL`؛ `null` لسبب آخر',
      example: 'main',
    },
    reason: {
      en: "The gateway's own words; null without any",
      ar: 'عبارة نقطة الوصول نفسها؛ `null` إن لم توجد',
      example: 'connect ECONNREFUSED',
    },
    documents: {
      en: 'How many documents waited when it ended; while it lasts, how many wait now',
      ar: 'عدد المستندات المنتظرة عند نهايته؛ وما دام مستمرًا، عدد المنتظرة الآن',
      example: 6,
    },
    report_by: {
      en:
        'Last day to report the outage: the second business day after it began (Monday to Friday, Gulf time, ' +
        'without public holidays)',
      ar: 'آخر يوم للإبلاغ عن الانقطاع: ثاني يوم عمل بعد بدايته (الاثنين إلى الجمعة بتوقيت الخليج، دون العطل الرسمية)',
      example: '2026-07-17',
    },
  },
  ClockAdvance: {
    by: {
      en: 'How much time passes: `30m`, `1h30m`, `2d`, or ISO 8601 `PT30M`',
      ar: 'مقدار الوقت الذي يمر: `30m` أو `1h30m` أو `2d` أو `PT30M` حسب `ISO 8601`',
      example: '30m',
    },
  },
  SandboxTime: {
    now: {
      en: 'Time of your organisation: the real time plus `ahead_ms`, RFC 3339',
      ar: 'وقت منشأتك: الوقت الحقيقي مضافًا إليه `ahead_ms`، بصيغة `RFC 3339`',
      example: '2026-07-15T06:50:30.000Z',
    },
    ahead_ms: {
      en: 'Sum of all advances of your organisation, in milliseconds',
      ar: 'مجموع كل تقديم للوقت في منشأتك، بالملي ثانية',
      example: 1800000,
    },
  },
}
