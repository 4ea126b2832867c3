import type { FaultRow } from '../texts.ts'
import { approvalFaultMessages } from './approval-faults.ts'
import { draftFaults } from './draft-faults.ts'
import { tokenFaultMessages } from './token-faults.ts'
import { uploadFaults } from './upload-faults.ts'

/**
 * Every error a caller can see: code → HTTP status and message. Operations name the codes they may
 * answer; OpenAPI and the tests read this table. Source: docs/contract.md#errors.
 */
export const faultMessages = {
  profile_not_found: {
    status: 400,
    isOfFieldToo: true,
    en: 'Business profile not found with id: {id}',
    ar: 'تعذّر العثور على ملف أعمال بالمعرّف: {id}',
  },
  profile_inactive: { status: 400, en: 'Business profile is not active: {id}', ar: 'بيانات المنشأة غير نشطة: {id}' },
  document_invalid: { status: 400, en: 'The request is not valid', ar: 'الطلب غير صحيح' },
  json_unreadable: { status: 400, en: '{reason}', ar: '{reason}' },
  xml_unreadable: {
    status: 400,
    en: 'The XML cannot be read: {reason}',
    ar: 'تعذّرت قراءة `XML`: {reason}',
    quoted: ['reason'],
  },
  judging_too_costly: {
    status: 400,
    en: 'Judging the document takes too much time or memory',
    ar: 'يحتاج فحص المستند إلى وقت أو ذاكرة أكثر من المسموح به',
  },
  parameter_invalid: { status: 400, en: '{reason}', ar: '{reason}' },
  ...tokenFaultMessages,
  request_unreadable: { status: 400, en: 'The request is not valid HTTP', ar: 'الطلب ليس `HTTP` صحيحًا' },
  host_invalid: {
    status: 400,
    en: 'A request must have exactly one Host header, and it must be valid',
    ar: 'يجب أن يحتوي الطلب على ترويسة `Host` واحدة فقط، وأن تكون صحيحة',
  },
  version_unknown: {
    status: 400,
    en: 'X-API-VERSION must be one of {versions}',
    ar: 'يجب أن تكون قيمة الترويسة `X-API-VERSION` إحدى القيم التالية: {versions}',
  },
  document_not_resubmittable: {
    status: 400,
    under: 'document_status',
    unsaid: ['status'],
    en: 'document status is still pending state you cannot resubmit',
    ar: 'لا يُعاد إرسال إلا مستند حالته `VALIDATION_FAILED`',
  },
  document_not_creditable: {
    status: 400,
    under: 'document_status',
    en: 'document status is VALIDATION_FAILED: it was never sent, correct it instead of crediting it',
    ar: 'حالة المستند `VALIDATION_FAILED`، فلم يُرسل قط: صحّحه بدلًا من إصدار إشعار دائن عنه',
  },
  ...approvalFaultMessages,
  document_not_refused: {
    status: 409,
    en: 'Only a document that failed its rules or was rejected can be marked as handled',
    ar: 'لا يُعلّم بأنه عولج إلا مستند لم يستوفِ القواعد أو رُفض',
  },
  unauthenticated: {
    status: 401,
    en: 'Authentication required or invalid token',
    ar: 'يلزم تسجيل الدخول، أو أن رمز الوصول غير صالح',
  },
  secret_wrong: {
    status: 401,
    en: 'The secret of the access point is missing or wrong',
    ar: 'سر نقطة الوصول غير موجود أو غير صحيح',
  },
  scope_missing: {
    status: 403,
    unsaid: ['scope'],
    en: 'Not authorized to perform this operation',
    ar: 'ليست لديك صلاحية لتنفيذ هذه العملية',
  },
  phase_2_not_subscribed: {
    status: 403,
    en: 'Not authorized to perform this operation',
    ar: 'ليست لديك صلاحية لتنفيذ هذه العملية',
  },
  role_too_high: { status: 403, en: 'The role of this user is above your own', ar: 'دور هذا المستخدم أعلى من دورك' },
  scope_not_held: {
    status: 403,
    en: 'Your account does not have the scope {scope}, so it cannot give it',
    ar: 'لا يملك حسابك الصلاحية {scope}، فلا يمكنه منحها',
  },
  not_a_person: {
    status: 403,
    en: 'Only a signed-in person has these settings',
    ar: 'هذه الإعدادات متاحة فقط لشخص سجّل الدخول',
  },
  route_not_found: { status: 404, en: 'No such operation: {route}', ar: 'لا توجد عملية كهذه: {route}' },
  route_misspelt: {
    status: 404,
    en: 'No such operation: {route}; did you mean {near}?',
    ar: 'لا توجد عملية كهذه: {route}؛ هل تقصد {near}؟',
  },
  method_not_allowed: {
    status: 405,
    en: '{method} is not allowed here; use {allowed}',
    ar: 'الطريقة {method} غير مسموح بها هنا؛ استخدم {allowed}',
  },
  method_elsewhere: {
    status: 405,
    en: '{method} is not allowed here; use {allowed}, or {near}',
    ar: 'الطريقة {method} غير مسموح بها هنا؛ استخدم {allowed}، أو {near}',
  },
  business_profile_not_found: {
    status: 404,
    en: 'Business profile not found with id: {id}',
    ar: 'تعذّر العثور على ملف أعمال بالمعرّف: {id}',
  },
  ...draftFaults,
  ...uploadFaults,
  agreement_not_found: {
    status: 404,
    en: 'Agreement not found with id: {id}',
    ar: 'تعذّر العثور على اتفاقية بالمعرّف: {id}',
  },
  supplier_not_found: {
    status: 404,
    en: 'Supplier not found with id: {id}',
    ar: 'تعذّر العثور على مورّد بالمعرّف: {id}',
  },
  logo_not_found: { status: 404, en: 'The organisation has no logo', ar: 'ليس للمنشأة شعار' },
  client_not_found: { status: 404, en: 'Client not found with id: {id}', ar: 'تعذّر العثور على برنامج بالمعرّف: {id}' },
  document_not_found: {
    status: 404,
    en: '{kind} not found with id: {id}',
    ar: 'تعذّر العثور على {kind} بالمعرّف: {id}',
  },
  attachment_not_found: {
    status: 404,
    en: 'Attachment not found with id: {id}',
    ar: 'تعذّر العثور على مرفق بالمعرّف: {id}',
  },
  peppol_status_not_available: {
    status: 404,
    en: 'Peppol status not available yet',
    ar: 'حالة المستند في شبكة `Peppol` غير متاحة بعد',
  },
  request_not_found: {
    status: 404,
    en: 'The request of revision {revision} was not kept, or there is no such revision',
    ar: 'لم يُحفظ طلب المراجعة {revision}، أو لا توجد مراجعة بهذا الرقم',
  },
  rule_not_found: { status: 404, en: 'There is no rule {id}', ar: 'لا توجد قاعدة باسم {id}' },
  unsubscribe_token_unknown: {
    status: 404,
    en: 'There is no such unsubscribe token',
    ar: 'رمز إلغاء الاشتراك هذا غير موجود',
  },
  user_not_found: { status: 404, en: 'User not found with id: {id}', ar: 'تعذّر العثور على مستخدم بالمعرّف: {id}' },
  session_not_found: { status: 404, en: 'Session not found with id: {id}', ar: 'تعذّر العثور على جلسة بالمعرّف: {id}' },
  webhook_not_found: {
    status: 404,
    en: 'Webhook not found with id: {id}',
    ar: 'تعذّر العثور على خطاف ويب بالمعرّف: {id}',
  },
  delivery_not_found: {
    status: 404,
    en: 'Delivery not found with id: {id}',
    ar: 'تعذّر العثور على عملية تسليم بالمعرّف: {id}',
  },
  codelist_not_found: { status: 404, en: 'There is no code list {name}', ar: 'لا توجد قائمة رموز باسم {name}' },
  cursor_unknown: {
    status: 410,
    en: 'Unknown cursor. Start again without `since` and skip the events you have already processed',
    ar: 'المؤشر غير معروف. ابدأ من جديد دون المعامل `since` وتجاوز الأحداث التي عالجتها من قبل',
  },
  content_removed: {
    status: 410,
    en: 'The content of this document was removed on {day}, after its retention',
    ar: 'أُزيل محتوى هذا المستند بتاريخ {day} بعد انتهاء مدة حفظه',
  },
  content_unreadable: {
    status: 409,
    en: 'This was encrypted with a key that the service no longer has, and cannot be read: enter it again',
    ar: 'شُفّر هذا المحتوى بمفتاح لم يعد لدى الخدمة، ولا يمكن قراءته: أدخله من جديد',
  },
  document_changed: {
    status: 409,
    en: 'Another request resubmitted the document at the same time',
    ar: 'أعاد طلب آخر إرسال المستند في الوقت نفسه',
  },
  totals_unexpected: {
    status: 409,
    en: 'The computed amounts differ from the expected ones',
    ar: 'المبالغ المحسوبة تختلف عن المبالغ المتوقعة',
  },
  document_number_taken: {
    status: 409,
    under: 'document_number',
    en: 'Document number {number} is taken by {kind} {id}',
    ar: 'رقم المستند {number} مستخدم في {kind} بالمعرّف {id}',
  },
  profile_id_taken: {
    status: 409,
    under: 'profile_id',
    en: 'Profile ID {profile_id} is taken',
    ar: 'المعرّف {profile_id} مستخدم في ملف أعمال آخر',
  },
  idempotency_running: {
    status: 409,
    en: 'A request with this Idempotency-Key is still running',
    ar: 'لا يزال طلب بالترويسة `Idempotency-Key` نفسها قيد التنفيذ',
  },
  evidence_too_large: {
    status: 409,
    en: 'The evidence of this document does not fit into one pack: {reason}',
    ar: 'لا تتسع حزمة واحدة لأدلة هذا المستند: {reason}',
  },
  email_taken: {
    status: 409,
    en: 'Another user has the e-mail address {email}',
    ar: 'البريد الإلكتروني {email} لمستخدم آخر',
  },
  client_secrets_full: {
    status: 409,
    en: 'The client has {max} former secrets, one valid until {until}; overlap_seconds 0 would end all of them',
    ar: 'للبرنامج {max} أسرار سابقة، أحدها صالح حتى {until}؛ وتنهيها جميعًا القيمة 0 في `overlap_seconds`',
  },
  webhook_secrets_full: {
    status: 409,
    en: 'The webhook has {max} former secrets that still sign, one until {until}. Rotate again then',
    ar: 'لخطاف الويب {max} أسرار سابقة لا تزال توقّع، أحدها حتى {until}. بدّل السر بعد ذلك',
  },
  last_admin: {
    status: 409,
    en: 'The last administrator of an organisation must stay one',
    ar: 'يجب أن يبقى آخر مسؤول في المنشأة مسؤولًا',
  },
  leg_not_stalled: { status: 409, en: 'There is no stalled leg of {id}', ar: 'لا توجد عملية إرسال متوقفة لـ {id}' },
  not_reportable: {
    status: 409,
    en: 'The document cannot be reported again: {reason}',
    ar: 'لا يمكن إعادة الإبلاغ عن المستند: {reason}',
  },
  period_too_large: {
    status: 409,
    en: 'The period has more than {max} documents; choose a shorter one',
    ar: 'عدد المستندات في هذه الفترة يزيد على {max}؛ اختر فترة أقصر',
  },
  period_too_large_to_print: {
    status: 409,
    en: 'At most {max} documents are printed at once, and the period has {count}; choose a shorter one or leave out pdf',
    ar: 'يُطبع {max} من المستندات في المرة الواحدة، وفي هذه الفترة {count}؛ اختر فترة أقصر أو اطلب الأدلة دون طباعة',
  },
  webhooks_full: {
    status: 409,
    en: 'An organisation has at most {max} webhooks',
    ar: 'الحد الأقصى لخطافات الويب في المنشأة هو {max}',
  },
  webhook_inactive: { status: 409, en: 'Webhook {id} is not active', ar: 'خطاف الويب {id} متوقف' },
  profile_changed: {
    status: 412,
    en: 'The business profile has changed since you read it: {id}',
    ar: 'تغيّرت بيانات المنشأة بعد أن قرأته: {id}',
  },
  payload_too_large: { status: 413, en: 'Payload size should not exceed 8MB', ar: 'يجب ألا يتجاوز حجم الطلب `8MB`' },
  body_too_large: {
    status: 413,
    en: 'The request body is too large for this operation',
    ar: 'محتوى الطلب أكبر مما تقبله هذه العملية',
  },
  envelope_too_large: {
    status: 413,
    en: 'An envelope should not exceed 10MB',
    ar: 'يجب ألا يتجاوز حجم المظروف `10MB`',
  },
  batch_too_large: {
    status: 413,
    en: 'A batch should not exceed 32MB or 1000 lines',
    ar: 'يجب ألا تتجاوز الدفعة `32MB` أو 1000 سطر',
  },
  media_type_unsupported: {
    status: 415,
    en: 'Content-Type must be application/json',
    ar: 'يجب أن تكون قيمة الترويسة `Content-Type` هي `application/json`',
  },
  xml_expected: {
    status: 415,
    en: 'Content-Type must be application/xml',
    ar: 'يجب أن تكون قيمة الترويسة `Content-Type` هي `application/xml`',
  },
  ndjson_expected: {
    status: 415,
    en: 'Content-Type must be application/x-ndjson',
    ar: 'يجب أن تكون قيمة الترويسة `Content-Type` هي `application/x-ndjson`',
  },
  body_compressed: {
    status: 415,
    en: 'The body must not be compressed: leave Content-Encoding out',
    ar: 'يجب ألا يكون المحتوى مضغوطًا: احذف الترويسة `Content-Encoding`',
  },
  expectation_unknown: {
    status: 417,
    en: 'Expect must be 100-continue',
    ar: 'يجب أن تكون قيمة الترويسة `Expect` هي `100-continue`',
  },
  idempotency_key_reused: {
    status: 422,
    en: 'This Idempotency-Key was used with another request body',
    ar: 'استُخدمت الترويسة `Idempotency-Key` هذه من قبل مع محتوى طلب آخر',
  },
  polls_exceeded: {
    status: 429,
    en: 'At most {max} long polls per account at a time',
    ar: 'الحد الأقصى لطلبات انتظار الأحداث المتزامنة لكل حساب هو {max}',
  },
  judgings_exceeded: {
    status: 429,
    en: 'At most {max} documents per organisation can wait to be judged',
    ar: 'الحد الأقصى للمستندات التي تنتظر الفحص لكل منشأة هو {max}',
  },
  prints_exceeded: {
    status: 429,
    en: 'At most {max} documents per organisation can wait to be printed',
    ar: 'الحد الأقصى للمستندات التي تنتظر الطباعة لكل منشأة هو {max}',
  },
  request_too_slow: {
    status: 408,
    en: 'The request took too long to arrive',
    ar: 'استغرق وصول الطلب وقتًا أطول من المسموح به',
  },
  headers_too_large: {
    status: 431,
    en: 'The headers of the request are too large',
    ar: 'ترويسات الطلب أكبر من المسموح به',
  },
  share_exceeded: {
    status: 429,
    en: 'The requests of this organisation already use all the memory it may have; try again later',
    ar: 'تستخدم طلبات هذه المنشأة كل الذاكرة المخصصة لها؛ حاول مرة أخرى لاحقًا',
  },
  rate_exceeded: { status: 429, en: 'API rate limit exceeded', ar: 'تم تجاوز الحد المسموح به لعدد الطلبات' },
  internal: { status: 500, en: 'An error occurred', ar: 'حدث خطأ' },
  print_too_long: {
    status: 503,
    en: 'Printing took more than {seconds} seconds or too much memory. Get it as HTML or XML, or try again later',
    ar: 'استغرقت الطباعة أكثر من {seconds} ثانية أو ذاكرة كبيرة. اطلب المستند بصيغة `HTML` أو `XML` أو أعد المحاولة',
  },
  printing_missing: {
    status: 501,
    en: 'This server does not print PDFs: the package @selfbill/printing is not installed. Get the document as HTML',
    ar: 'لا يطبع هذا الخادم ملفات `PDF`، لأن الحزمة `@selfbill/printing` غير مثبتة. احصل على المستند بصيغة `HTML`',
  },
  lookup_missing: {
    status: 501,
    en: 'This server cannot look up participants: SML_ZONE is not set',
    ar: 'لا يستطيع هذا الخادم البحث عن المشاركين، لأن الإعداد `SML_ZONE` غير محدد',
  },
  lookup_unusable: {
    status: 502,
    en: 'The answer of the network about this participant is unusable: {reason}',
    ar: 'تعذّر استخدام رد الشبكة عن هذا المشارك: {reason}',
  },
  lookup_unavailable: {
    status: 503,
    en: 'The participant cannot be looked up at the moment: {reason}',
    ar: 'تعذّر البحث عن المشارك حاليًا: {reason}',
  },
  unavailable: {
    status: 503,
    en: 'The service is not available at the moment, try again',
    ar: 'الخدمة غير متاحة حاليًا، حاول مرة أخرى',
  },
  outcome_unknown: {
    status: 504,
    en: 'The database was lost, so this may have been done. Repeat it with its Idempotency-Key, or look for it first',
    ar: 'انقطعت قاعدة البيانات، وقد يكون الطلب قد نُفّذ. أعده بمفتاحه `Idempotency-Key`، أو تحقق أولًا من نتيجته',
  },
} as const satisfies Readonly<Record<string, FaultRow>>
