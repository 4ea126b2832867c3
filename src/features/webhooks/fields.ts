import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the fields of webhooks and their deliveries mean. */
export const webhookFields: FieldTable = {
  WebhookRequest: {
    url: {
      en: 'Address to post to: https, without user name and fragment',
      ar: 'العنوان الذي تُرسل إليه الأحداث: `https` دون اسم مستخدم أو جزء بعد `#`',
      example: 'https://erp.example/hooks/selfbill',
    },
    event_types: {
      en: 'Types of events to send; left out, all of them',
      ar: 'أنواع الأحداث المطلوب إرسالها؛ كلها إن لم تُرسل',
    },
    description: { en: 'Free text for you, up to 255 characters', ar: 'نص حر لك، حتى 255 حرفًا', example: 'ERP Dubai' },
    is_active: {
      en: 'False: nothing is sent and nothing is lost; it continues later where it stopped. Left out: true',
      ar: 'القيمة `false`: لا يُرسل شيء ولا يضيع شيء، ويتابع لاحقًا من حيث توقف. القيمة `true` إن لم يُرسل',
    },
  },
  'AnsweredWebhook WebhookWithSecret ReplayedWebhook': {
    id: { en: 'Id of the webhook', ar: 'معرّف خطاف الويب', example: 'd4e5f601-2a3b-4c5d-9e6f-7a8b9c0d1e2f' },
    url: {
      en: 'Address that events are posted to',
      ar: 'العنوان الذي تُرسل إليه الأحداث',
      example: 'https://erp.example/hooks/selfbill',
    },
    event_types: {
      en: 'Types of events that are sent; null: all types',
      ar: 'أنواع الأحداث المُرسلة؛ `null`: كل الأنواع',
    },
    description: {
      en: 'Free text from the client; null without any',
      ar: 'نص حر من البرنامج؛ `null` إن لم يوجد',
      example: 'ERP Dubai',
    },
    is_active: {
      en: 'False: nothing is sent and nothing is lost; it continues where it stopped',
      ar: 'القيمة `false`: لا يُرسل شيء ولا يضيع شيء، ويتابع من حيث توقف',
    },
    disabled: {
      en:
        'Set when the service disabled it: the target answered 410 (`GONE`), or every attempt failed for days ' +
        '(`FAILING`); else null',
      ar: 'يظهر إن أوقفته الخدمة: ردّ الهدف بالرمز 410 (`GONE`) أو فشلت كل المحاولات لأيام (`FAILING`)؛ وإلا `null`',
    },
    failing_since: {
      en: 'Since when every attempt has failed, RFC 3339; null while attempts succeed',
      ar: 'منذ متى تفشل كل المحاولات، بصيغة `RFC 3339`؛ `null` ما دامت تنجح',
      example: '2026-07-15T06:20:30.000Z',
    },
  },
  WebhookWithSecret: {
    secret: {
      en: 'Verifies signatures, `whsec_…`. It is shown only here: store it now',
      ar: 'يُتحقق به من التواقيع، `whsec_…`. لا يظهر إلا هنا: احفظه الآن',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    },
  },
  ReplayedWebhook: {
    replayed: {
      en: 'How many deliveries of the filter are pending again; null with `since`',
      ar: 'عدد عمليات التسليم المطابقة التي عادت إلى الانتظار؛ `null` مع `since`',
      example: 12,
    },
    next: {
      en: 'More match: send them with this cursor as `before` of the filter. Null: none are left',
      ar: 'توجد عمليات أخرى مطابقة: أرسل هذا المؤشر في `before` ضمن `filter`. `null`: لم يبق شيء',
      example: 'sy-2f6f3d1c8a',
    },
  },
  WebhookDisabled: {
    reason: {
      en: 'Why the service disabled it: `GONE` after a 410, `FAILING` after days of failures',
      ar: 'سبب إيقافه: `GONE` بعد الرمز 410، أو `FAILING` بعد أيام من الفشل',
    },
    at: {
      en: 'When the service disabled it, RFC 3339',
      ar: 'وقت إيقاف الخدمة له بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:30.000Z',
    },
  },
  DeliveryAttempt: {
    at: {
      en: 'When the attempt began, RFC 3339',
      ar: 'وقت بداية المحاولة بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:31.000Z',
    },
    status_code: {
      en: "HTTP status of the target's answer; null when there was none",
      ar: 'رمز `HTTP` في رد الهدف؛ `null` إن لم يرد',
      example: 200,
    },
    error: { en: 'Why there was no answer; null when there was one', ar: 'سبب عدم الرد؛ `null` إن وصل رد' },
    duration_ms: { en: 'How long the attempt took, in milliseconds', ar: 'مدة المحاولة بالملي ثانية', example: 180 },
    answer_start: {
      en: "First kilobyte of the target's answer, as text; null when the body was empty, or nothing was answered",
      ar: 'أول كيلوبايت من رد الهدف نصًا؛ `null` إن كان الرد فارغًا أو لم يصل',
      example: '{"error": "unknown supplier"}',
    },
  },
  WebhookDelivery: {
    event: { en: 'Event on its way to the webhook', ar: 'الحدث المُرسل إلى خطاف الويب' },
    status: {
      en: 'How the delivery stands; FAILED: no attempts are left',
      ar: 'حالة التسليم؛ `FAILED`: استُنفدت المحاولات',
    },
    next_attempt_at: {
      en: 'When it is tried next, RFC 3339; null: no attempt is planned, or one is in progress',
      ar: 'وقت المحاولة التالية بصيغة `RFC 3339`؛ `null`: لا محاولة مقررة أو إحداها جارية',
      example: '2026-07-15T06:25:31.000Z',
    },
    attempts: { en: 'Attempts so far, oldest first', ar: 'المحاولات حتى الآن، الأقدم أولًا' },
  },
  DeliveryFilter: {
    event_type: { en: 'Deliveries of this type alone', ar: 'عمليات تسليم هذا النوع وحده' },
    status: { en: 'Deliveries with this status alone', ar: 'عمليات التسليم بهذه الحالة وحدها' },
    document_id: {
      en: 'Deliveries about this document alone',
      ar: 'عمليات التسليم عن هذا المستند وحده',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    from: {
      en: 'Events at this time or later, RFC 3339',
      ar: 'الأحداث في هذا الوقت أو بعده، بصيغة `RFC 3339`',
      example: '2026-07-15T00:00:00Z',
    },
    to: {
      en: 'Events before this time, RFC 3339',
      ar: 'الأحداث قبل هذا الوقت، بصيغة `RFC 3339`',
      example: '2026-07-16T00:00:00Z',
    },
    before: {
      en: 'Cursor: deliveries of events before it; `next` of the last answer',
      ar: 'مؤشر: عمليات تسليم الأحداث التي قبله؛ قيمة `next` في الرد السابق',
      example: 'sy-2f6f3d1c8a',
    },
  },
  WebhookReplay: {
    since: {
      en: 'Cursor: send every event after it, also those never delivered. Either this or `filter`',
      ar: 'مؤشر: إرسال كل حدث بعده، وكذلك ما لم يُسلّم قط. يُرسل هو أو `filter`',
      example: 'rs-9b532f6f3d',
    },
    filter: {
      en: 'Send the deliveries that fit once more. Either this or `since`',
      ar: 'إعادة إرسال عمليات التسليم المطابقة. يُرسل هو أو `since`',
    },
  },
  TestEvent: {
    event_type: {
      en: 'Type of the test event; left out, the first that the webhook receives',
      ar: 'نوع حدث الاختبار؛ إن لم يُرسل فأول نوع يستقبله خطاف الويب',
    },
  },
  parameters: {
    webhook_id: {
      en: 'Id of the webhook, as GET /api/webhooks lists it',
      ar: 'معرّف خطاف الويب كما يرد في `GET /api/webhooks`',
      example: 'd4e5f601-2a3b-4c5d-9e6f-7a8b9c0d1e2f',
    },
  },
  'retrieveWebhookDelivery replayWebhookDelivery': {
    event_id: {
      en: 'Id of the event, as in the header `webhook-id`',
      ar: 'معرّف الحدث كما في الترويسة `webhook-id`',
      example: 'evt_3f2b9a647c1d4e0a9b532f6f3d1c8a70',
    },
  },
  listWebhookDeliveries: {
    document_id: {
      en: 'Only deliveries about this document',
      ar: 'عمليات التسليم عن هذا المستند فقط',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    from: {
      en: 'Only events at this time or later, RFC 3339',
      ar: 'الأحداث في هذا الوقت أو بعده فقط، بصيغة `RFC 3339`',
      example: '2026-07-15T00:00:00Z',
    },
    to: {
      en: 'Only events before this time, RFC 3339',
      ar: 'الأحداث قبل هذا الوقت فقط، بصيغة `RFC 3339`',
      example: '2026-07-16T00:00:00Z',
    },
    status: { en: 'Only deliveries with this status', ar: 'عمليات التسليم بهذه الحالة فقط' },
    test: {
      en: '`true`: test events instead of those of the feed',
      ar: 'القيمة `true`: أحداث الاختبار بدل أحداث السجل',
    },
  },
}
