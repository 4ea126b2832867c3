import type { Texts } from '../texts.ts'

/** Messages about any member of a request or query: missing, unknown, of a wrong form. */
export const fieldMessages = {
  mandatory: { en: '{field} is mandatory', ar: 'الحقل {field} إلزامي' },
  must_be_object: { en: '{field} must be an object', ar: 'يجب أن تكون قيمة الحقل {field} كائن `JSON`' },
  body_must_be_object: { en: 'The body must be an object', ar: 'يجب أن يكون محتوى الطلب كائن `JSON`' },
  must_be_list: { en: '{field} must be a list', ar: 'يجب أن تكون قيمة الحقل {field} قائمة' },
  too_many_items: {
    en: '{field} must have at most {max} items',
    ar: 'الحد الأقصى لعدد العناصر في الحقل {field} هو {max}',
  },
  list_item_empty: {
    en: '{field} must not hold an empty item',
    ar: 'يجب ألا تحتوي قائمة الحقل {field} على عنصر فارغ',
  },
  must_not_be_sent: { en: '{field} must not be sent', ar: 'يجب عدم إرسال الحقل {field}' },
  sent_under_another_name: {
    en: '{field} must not be sent: in a request it is {instead}',
    ar: 'يجب عدم إرسال الحقل {field}، فاسمه في الطلب {instead}',
  },
  unknown_field: { en: '{name} is not a known field', ar: 'الحقل {name} غير معروف' },
  unknown_field_near: {
    en: '{name} is not a known field; did you mean {nearest}?',
    ar: 'الحقل {name} غير معروف، فهل تقصد {nearest}؟',
  },
  unknown_parameter: { en: '{name} is not a known query parameter', ar: 'معامل الاستعلام {name} غير معروف' },
  unknown_parameter_near: {
    en: '{name} is not a known query parameter; did you mean {nearest}?',
    ar: 'معامل الاستعلام {name} غير معروف، فهل تقصد {nearest}؟',
  },
  more_fields_refused: { en: 'More fields were refused: {count}', ar: 'عدد الحقول الأخرى المرفوضة: {count}' },
  must_be_text: { en: '{field} must be text', ar: 'يجب أن تكون قيمة الحقل {field} نصًا' },
  characters_not_in_xml: {
    en: '{field} must not hold characters that XML cannot carry',
    ar: 'يجب ألا يحتوي الحقل {field} على محارف لا تقبلها صيغة `XML`',
  },
  too_long: {
    en: '{field} must be at most {max} characters long',
    ar: 'الحد الأقصى لعدد المحارف في الحقل {field} هو {max}',
  },
  blanks_around: {
    en: '{field} must not begin or end with blanks',
    ar: 'يجب ألا يبدأ الحقل {field} أو ينتهي بمسافات فارغة',
  },
  repeated_blanks: {
    en: '{field} must not hold two blanks in a row',
    ar: 'يجب ألا يحتوي الحقل {field} على مسافتين فارغتين متتاليتين',
  },
  hidden_character: {
    en: '{field} must not hold the character {character}: it is invisible, or looks like a blank',
    ar: 'يجب ألا يحتوي الحقل {field} على المحرف {character}، فهو غير مرئي أو يبدو كمسافة فارغة',
  },
  card_number_not_allowed: {
    en: '{field} must not hold a card number',
    ar: 'يجب ألا يحتوي الحقل {field} على رقم بطاقة',
  },
  must_be: { en: '{field} must be {code}', ar: 'يجب أن تكون قيمة الحقل {field} هي {code}' },
  must_be_one_of: {
    en: '{field} must be one of {codes}',
    ar: 'يجب أن تكون قيمة الحقل {field} إحدى القيم التالية: {codes}',
  },
  must_be_credit_reason: {
    en: '{field} must be one of {codes} (A cancelled, B tax treatment, C price, D returned, E tax in error)',
    ar: 'قيمة الحقل {field} إحدى: {codes} (`A` إلغاء، `B` معاملة ضريبية، `C` سعر، `D` إرجاع، `E` خطأ ضريبي)',
  },
  must_be_exemption_reason: {
    en: '{field} must be one of {codes} (1 finance, 2 residential buildings, 3 bare land, 4 local transport)',
    ar: 'قيمة الحقل {field} إحدى: {codes} (`1` خدمات مالية، `2` مبان سكنية، `3` أراض فضاء، `4` نقل محلي)',
  },
  must_be_some_of: {
    en: '{field} must be one or more of {codes}',
    ar: 'يجب أن تكون قيمة الحقل {field} واحدة أو أكثر من القيم التالية: {codes}',
  },
  must_hold_only: {
    en: '{field} must hold {codes} only',
    ar: 'يجب ألا يحتوي الحقل {field} إلا على القيم التالية: {codes}',
  },
  must_be_boolean: {
    en: '{field} must be true or false',
    ar: 'يجب أن تكون قيمة الحقل {field} إما `true` أو `false`',
  },
  must_be_whole_number: {
    en: '{field} must be a whole number from {least} to {most}',
    ar: 'يجب أن تكون قيمة الحقل {field} عددًا صحيحًا من {least} إلى {most}',
  },
  must_be_date: {
    en: '{field} must be a valid date in the form yyyy-MM-dd',
    ar: 'يجب أن تكون قيمة الحقل {field} تاريخًا صحيحًا بالصيغة `yyyy-MM-dd`',
  },
  must_be_month: {
    en: '{field} must be a month in the form yyyy-MM',
    ar: 'يجب أن تكون قيمة الحقل {field} شهرًا بالصيغة `yyyy-MM`',
  },
  must_be_time: {
    en: '{field} must be a valid time in the form HH:mm:ss',
    ar: 'يجب أن تكون قيمة الحقل {field} وقتًا صحيحًا بالصيغة `HH:mm:ss`',
  },
  must_be_timestamp: {
    en: '{field} must be a time such as 2026-07-15T09:30:00Z',
    ar: 'يجب أن تكون قيمة الحقل {field} وقتًا مثل `2026-07-15T09:30:00Z`',
  },
  must_be_amount: {
    en: '{field} must be an amount with a point, such as 1585.50',
    ar: 'يجب أن تكون قيمة الحقل {field} مبلغًا بفاصلة عشرية نقطة، مثل 1585.50',
  },
  must_be_number: { en: '{field} must be a number', ar: 'يجب أن تكون قيمة الحقل {field} رقمًا' },
  must_be_positive: {
    en: '{field} must be greater than zero',
    ar: 'يجب أن تكون قيمة الحقل {field} أكبر من الصفر',
  },
  must_not_be_negative: { en: '{field} must not be negative', ar: 'يجب ألا تكون قيمة الحقل {field} سالبة' },
  too_many_decimals: {
    en: '{field} must have at most {max} decimals',
    ar: 'الحد الأقصى لعدد المنازل العشرية في الحقل {field} هو {max}',
  },
  too_large: {
    en: '{field} must be less than {limit}',
    ar: 'يجب أن تكون قيمة الحقل {field} أقل من {limit}',
  },
  must_be_tin: {
    en: '{field} must be exactly 10 characters starting with 1',
    ar: 'يجب أن يتكون الحقل {field} من 10 أرقام بالضبط أولها 1',
  },
  must_be_trn: {
    en: '{field} must be 15 digits, start with 1 and end with 03',
    ar: 'يجب أن يتكون الحقل {field} من 15 رقمًا، وأن يبدأ بالرقم 1 وينتهي بالرقمين 03',
  },
  must_be_flags: {
    en: 'Profile execution id must be 8 digits and only contain 0 or 1',
    ar: 'يجب أن يتكون الحقل `profile_execution_id` من 8 أرقام، كل منها 0 أو 1',
  },
  must_be_profile_id: {
    en: '{field} must be 1 to 64 letters, digits or hyphens',
    ar: 'يجب أن يتكون الحقل {field} من حروف لاتينية وأرقام وشرطات، يتراوح عددها بين 1 و64',
  },
  must_be_country: {
    en: '{field} must be a valid country code',
    ar: 'يجب أن تكون قيمة الحقل {field} رمز دولة صحيحًا',
  },
  must_be_currency: {
    en: '{field} must be a valid currency code',
    ar: 'يجب أن تكون قيمة الحقل {field} رمز عملة صحيحًا',
  },
  must_be_file_name: {
    en: '{field} must be a plain file name of at most 255 characters',
    ar: 'يجب أن تكون قيمة الحقل {field} اسم ملف بسيطًا لا يزيد على 255 محرفًا',
  },
  file_ending_wrong: {
    en: '{field} must end in {endings} for {type}, or have no ending',
    ar: 'يجب أن تنتهي قيمة الحقل {field} بـ {endings} للنوع {type}، أو أن تكون بلا لاحقة',
  },
  must_be_base64: {
    en: '{field} must be plain Base64, without line breaks',
    ar: 'يجب أن تكون قيمة الحقل {field} بترميز `Base64` العادي دون فواصل أسطر',
  },
  must_be_email: {
    en: '{field} must be an e-mail address',
    ar: 'يجب أن تكون قيمة الحقل {field} عنوان بريد إلكتروني',
  },
  must_be_duration: {
    en: '{field} must be a duration of at least a second, such as 30m, 1h30m, 2d or PT30M',
    ar: 'يجب أن تكون قيمة الحقل {field} مدة لا تقل عن ثانية، مثل `30m` أو `1h30m` أو `2d` أو `PT30M`',
  },
  must_be_list_cursor: {
    en: '{field} is not a cursor of this list',
    ar: 'قيمة الحقل {field} ليست مؤشرًا لهذه القائمة',
  },
  must_be_feed_cursor: {
    en: '{field} is not a cursor of this feed',
    ar: 'قيمة الحقل {field} ليست مؤشرًا لسجل الأحداث هذا',
  },
  must_be_header_prefix: {
    en: '{field} must be the prefix of a header, such as x-acme, or off',
    ar: 'يجب أن تكون قيمة الحقل {field} بادئة ترويسة، مثل `x-acme`، أو `off`',
  },
  number_format_places_wrong: {
    en: '{field} must hold {place}, or {least} to {most}, once',
    ar: 'يجب أن يحتوي الحقل {field} على {place}، أو على صيغة من {least} إلى {most}، مرة واحدة',
  },
  number_format_characters_wrong: {
    en: '{field} must hold letters, digits, / . _ - and the places {prefix} and {place} only',
    ar: 'يجب ألا يحتوي الحقل {field} إلا على حروف لاتينية وأرقام والرموز `/ . _ -` والموضعين {prefix} و{place}',
  },
  parameter_repeated: { en: '{field} must be sent once', ar: 'يجب إرسال المعامل {field} مرة واحدة فقط' },
  must_not_be_blank: { en: '{field} must not be blank', ar: 'يجب ألا يكون المعامل {field} فارغًا' },
  must_be_https_url: {
    en: '{field} must be an https address',
    ar: 'يجب أن تكون قيمة الحقل {field} عنوانًا يبدأ بـ`https`',
  },
  must_be_http_url: {
    en: '{field} must be an http or https address',
    ar: 'يجب أن تكون قيمة الحقل {field} عنوانًا يبدأ بـ`http` أو `https`',
  },
  credentials_in_url: {
    en: '{field} must not hold a user name or password',
    ar: 'يجب ألا يحتوي الحقل {field} على اسم مستخدم أو كلمة مرور',
  },
  fragment_in_url: {
    en: '{field} must not have a fragment',
    ar: 'يجب ألا يحتوي العنوان في الحقل {field} على جزء يبدأ بالرمز `#`',
  },
  port_out_of_range: {
    en: '{field} must have a port from 1 to 65535',
    ar: 'يجب أن يكون رقم المنفذ في الحقل {field} من 1 إلى 65535',
  },
  must_be_public_address: {
    en: '{field} must lead to a public address',
    ar: 'يجب أن يؤدي الحقل {field} إلى عنوان عام',
  },
} as const satisfies Readonly<Record<string, Texts>>
