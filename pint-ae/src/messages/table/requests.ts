import type { MessageRow } from '../texts.ts'

/** Messages of single operations and headers. */
export const requestMessages = {
  idempotency_key_invalid: {
    en: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
    ar: 'يجب أن تتكون الترويسة `Idempotency-Key` من محارف `ASCII` مرئية، يتراوح عددها بين 1 و255',
  },
  idempotency_key_too_short: {
    en: 'Idempotency-Key must have at least {least} characters here: it encrypts an answer with a secret',
    ar: 'يجب ألا يقل عدد محارف الترويسة `Idempotency-Key` هنا عن {least}، ' + 'لأنها تُستخدم لتشفير رد يحتوي على سر',
  },
  page_with_before: {
    en: 'Page must not be sent together with before',
    ar: 'يجب عدم إرسال المعامل `page` مع المعامل `before`',
  },
  must_be_document_id: {
    en: 'Before must be the id of a {kind}',
    ar: 'يجب أن تكون قيمة المعامل `before` معرّف {kind}',
  },
  cursor_of_other_order: {
    en: 'Cursor belongs to a list with another order',
    ar: 'المؤشر في المعامل `cursor` يخص قائمة بترتيب آخر',
  },
  cursor_without_cause: {
    en: 'Cursor needs a cause',
    ar: 'المعامل `cursor` يتطلب إرسال المعامل `cause`',
  },
  legs_named_in_two_ways: {
    en: 'Send one of transmission_uuid, document_id and cause',
    ar: 'أرسل واحدًا فقط من الحقول `transmission_uuid` و`document_id` و`cause`',
  },
  leg_without_document: {
    en: 'Leg needs document_id',
    ar: 'الحقل `leg` يتطلب إرسال الحقل `document_id`',
  },
  must_name_one_organisation: {
    en: 'org_id must name one organisation',
    ar: 'يجب أن يحدد الحقل `org_id` منشأة واحدة',
  },
  secret_key_not_set: {
    en: 'Compatibility needs a key that encrypts secrets: the operator of the service must set SECRET_KEY first',
    ar: 'يتطلب وضع التوافق مفتاحًا لتشفير الأسرار: ' + 'يجب أن يضبط مشغّل الخدمة المتغير `SECRET_KEY` أولًا',
  },
  profile_id_differs_from_path: {
    en: 'Profile ID must be the one in the address',
    ar: 'يجب أن تطابق قيمة الحقل `profile_id` المعرّف الوارد في عنوان الطلب',
  },
  clock_too_far_ahead: {
    en: 'The clock of the sandbox may be 3650 days ahead at most',
    ar: 'الحد الأقصى لتقديم ساعة البيئة التجريبية هو 3650 يومًا',
  },
  event_type_not_received: {
    en: 'The webhook does not receive {type}; use {types}',
    ar: 'خطاف الويب هذا لا يستقبل {type}؛ استخدم {types}',
  },
  since_or_filter: {
    en: 'Give either since or a filter',
    ar: 'أرسل إما الحقل `since` أو الحقل `filter`',
  },
  form_expected: {
    en: 'Content-Type must be application/x-www-form-urlencoded',
    ar: 'يجب أن تكون قيمة الترويسة `Content-Type` هي `application/x-www-form-urlencoded`',
  },
  secret_sent_twice: {
    en: 'The secret must be in the Authorization header or in the form, not in both',
    ar: 'يجب أن يُرسل السر في الترويسة `Authorization` أو في النموذج، لا في كليهما',
  },
  clients_differ: {
    en: 'The Authorization header and the form name different clients',
    ar: 'الترويسة `Authorization` والنموذج يذكران برنامجين مختلفين',
  },
  form_parameter_repeated: { en: 'A parameter must not be sent twice', ar: 'يجب عدم إرسال أي معامل مرتين' },
  grant_type_missing: { en: 'grant_type is mandatory', ar: 'المعامل `grant_type` إلزامي' },
  address_unreadable: { en: 'the address cannot be read', ar: 'تعذّرت قراءة عنوان الطلب' },
  issuer_not_a_url: {
    en: 'the token issuer {issuer} is not a URL',
    ar: 'مُصدِر رموز الوصول {issuer} ليس عنوان `URL`',
  },
  pack_has_too_many_files: { en: '{count} files, at most {max}', ar: 'عدد الملفات {count}، والحد الأقصى {max}' },
  pack_file_too_large: {
    en: 'a file of {count} bytes, at most {max}',
    ar: 'حجم أحد الملفات بالبايت {count}، والحد الأقصى {max}',
  },
  scheme_not_four_digits: {
    en: 'Scheme must be four digits, such as 0235',
    ar: 'يجب أن يتكون المعامل `scheme` من أربعة أرقام، مثل 0235',
  },
  participant_id_invalid: {
    en: 'Id must be 1 to 130 letters, digits, dots, hyphens, underscores or tildes',
    ar: 'يجب أن يتكون المعامل `id` من حرف واحد إلى 130 حرفًا لاتينيًا أو رقمًا أو من الرموز `. - _ ~`',
  },
  pack_too_large: { en: '{count} bytes, at most {max}', ar: 'الحجم الكلي بالبايت {count}، والحد الأقصى {max}' },
  never_reported: {
    en: 'the document {id} was never reported',
    ar: 'لم يُبلَّغ عن المستند {id} قط',
  },
  report_withdrawn: {
    en: 'the other party refused the document, so its report is withdrawn by transmission {uuid}',
    ar: 'رفض الطرف الآخر المستند، فسُحب الإبلاغ عنه بعملية الإرسال {uuid}',
  },
  report_not_rejected: {
    en: 'its report, transmission {uuid}, is {status}, not REJECTED by the tax authority',
    ar: 'حالة الإبلاغ عنه (عملية الإرسال {uuid}) هي {status}، ولم ترفضه الهيئة الاتحادية للضرائب (`REJECTED`)',
  },
  report_breaks_rules: {
    en: 'the report breaks the rules of reports: {findings}',
    ar: 'الإبلاغ لا يستوفي قواعد الإبلاغ: {findings}',
    unsaid: ['rules'],
  },
} as const satisfies Readonly<Record<string, MessageRow>>
