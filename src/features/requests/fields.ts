import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the fields of listed requests mean. */
export const requestFields: FieldTable = {
  ListedRequest: {
    id: {
      en: 'The `X-Request-Id` of its answer',
      ar: 'قيمة `X-Request-Id` في الرد',
      example: '6f0a1b2c-3d4e-4f50-8a6b-7c8d9e0f1a2b',
    },
    at: {
      en: 'When the request came, RFC 3339',
      ar: 'وقت وصول الطلب بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:30.000Z',
    },
    account: {
      en: 'Who sent it: the `sub` of the token',
      ar: 'من أرسله: قيمة `sub` في رمز الوصول',
      example: '9a1d7c52-0b6e-4c3f-a0a4-3e5f7b8c9d01',
    },
    operation: {
      en: "The operation's id in the OpenAPI document",
      ar: 'معرّف العملية في مستند `OpenAPI`',
      example: 'createPurchaseInvoice',
    },
    method: { en: 'HTTP method of the request', ar: 'طريقة `HTTP` في الطلب', example: 'POST' },
    status: { en: 'HTTP status of the answer', ar: 'رمز `HTTP` في الرد', example: 201 },
    duration_ms: {
      en: 'How long it took until the whole answer was sent, in milliseconds',
      ar: 'المدة حتى إرسال الرد كاملًا، بالملي ثانية',
      example: 42,
    },
    error_code: {
      en: 'Kind of error; null for an answer below 400',
      ar: 'نوع الخطأ؛ `null` لرد أقل من 400',
      example: 'document_invalid',
    },
    document_id: {
      en: 'Document of the organisation that the request named or created; null without one',
      ar: 'مستند المنشأة الذي ذكره الطلب أو أنشأه؛ `null` إن لم يوجد',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    document_number: {
      en: 'Present number of that document; null without one',
      ar: 'الرقم الحالي لذلك المستند؛ `null` إن لم يوجد',
      example: 'SB-2026-0042',
    },
  },
  listRequests: {
    from: {
      en: 'Only requests at this time or later, RFC 3339',
      ar: 'الطلبات في هذا الوقت أو بعده فقط، بصيغة `RFC 3339`',
      example: '2026-07-15T00:00:00Z',
    },
    to: {
      en: 'Only requests before this time, RFC 3339',
      ar: 'الطلبات قبل هذا الوقت فقط، بصيغة `RFC 3339`',
      example: '2026-07-16T00:00:00Z',
    },
    operation: {
      en: 'Only requests of this operation, by its id in the OpenAPI document',
      ar: 'طلبات هذه العملية فقط، بمعرّفها في مستند `OpenAPI`',
      example: 'createPurchaseInvoice',
    },
    sent_by: {
      en: 'Only requests of programs, or only those of people, whose console calls the API',
      ar: 'طلبات البرامج فقط، أو طلبات الأشخاص فقط، إذ تستدعي لوحتهم الواجهة البرمجية',
    },
    status: { en: 'Only requests with such a status', ar: 'الطلبات بمثل هذه الحالة فقط' },
  },
}
