import type { MessageId, ValuesOf } from '@selfbill/pint-ae/messages'
import type { ErrorCode } from '../../client/src/errors.ts'
import { codeWithMeaning } from '../document-files/code-meanings.ts'
import type { Say } from './language/language.ts'
import { type Sentence, type Values, words } from './language/words.ts'

/**
 * A message of the API in the words of the page, found by its id. The API names the member ("Base
 * amount must be a number"); beside a field with a label of its own that would be another name for
 * it. A message without words here stays as the API says it, in the language of the page.
 */
export function refusalWords(say: Say, { code, text, arabic }: Said): string {
  const sentence = code === undefined ? undefined : wordsOf.get(code.id)
  if (code === undefined || sentence === undefined || isCut(code)) return arabic ?? text
  return say(sentence, counted({ ...code.values, ...meansIn(say, code) }))
}

/** `30 (credit transfer)`: nobody knows the payment means by their numbers. */
function meansIn(say: Say, { id, values }: ErrorCode): Values {
  if (id !== 'mandatory_for_payment_means') return {}
  return { code: say<never>({ key: 'payment-means', ...codeWithMeaning('payment_means_code', String(values.code)) }) }
}

/** What the API says of a field or of the whole request. */
export interface Said {
  /** Absent from replayed answers of before there were codes. */
  readonly code: ErrorCode | undefined
  readonly text: string
  /** If the page is Arabic. */
  readonly arabic: string | undefined
}

/** The API's own sentence has the whole of a list that its code has only a part of. */
function isCut({ values }: ErrorCode): boolean {
  return Object.values(values).some((value) => typeof value === 'string' && value.endsWith('…'))
}

/** What is counted decides on the plural. */
function counted(values: Values): Values {
  return typeof values.max === 'number' ? { ...values, count: values.max } : values
}

/** What the API refuses, as a person reads it beside the field. */
const refusals = words('refusals', {
  mandatory: { en: 'Enter a value here.', ar: 'أدخل قيمة هنا.' },
  exemption: { en: 'A line that is exempt from VAT states why.', ar: 'يُذكر سبب الإعفاء في البند المعفى من الضريبة.' },
  goods: { en: 'Goods need a classification code (HS).', ar: 'تحتاج السلع إلى رمز تصنيف (HS).' },
  transfer: { en: 'A credit transfer needs the account.', ar: 'يحتاج التحويل البنكي إلى رقم الحساب.' },
  means: { en: 'This payment means ({code}) needs a value here.', ar: 'تتطلب وسيلة الدفع هذه ({code}) قيمة هنا.' },
  rate: { en: 'A document that is not in AED needs a value here.', ar: 'المستند بغير الدرهم يحتاج إلى قيمة هنا.' },
  noRate: { en: 'A document in AED has no exchange rate.', ar: 'لا سعر صرف لمستند بالدرهم.' },
  creditedInvoice: {
    en: 'Name the invoice that is credited. Only a volume discount needs none.',
    ar: 'اذكر الفاتورة التي يصدر الإشعار عنها. خصم الكمية وحده لا يحتاج إليها.',
  },
  number: { en: 'Enter a number, such as 1500.50.', ar: 'أدخل رقمًا، مثل 1500.50.' },
  positive: { en: 'Enter a number greater than zero.', ar: 'أدخل رقمًا أكبر من الصفر.' },
  notNegative: { en: 'The number must not be negative.', ar: 'يجب ألا يكون الرقم سالبًا.' },
  decimals: {
    en: { one: 'At most {count} decimal is allowed.', other: 'At most {count} decimals are allowed.' },
    ar: {
      zero: 'لا يُسمح بأي منازل عشرية.',
      one: 'يُسمح بمنزلة عشرية واحدة على الأكثر.',
      two: 'يُسمح بمنزلتين عشريتين على الأكثر.',
      few: 'يُسمح بـ {count} منازل عشرية على الأكثر.',
      many: 'يُسمح بـ {count} منزلة عشرية على الأكثر.',
      other: 'يُسمح بـ {count} منزلة عشرية على الأكثر.',
    },
  },
  tooLarge: { en: 'The number is too large.', ar: 'الرقم كبير جدًا.' },
  whole: { en: 'Enter a whole number from {least} to {most}.', ar: 'أدخل عددًا صحيحًا من {least} إلى {most}.' },
  date: { en: 'Enter a date: year-month-day.', ar: 'أدخل تاريخًا: السنة-الشهر-اليوم.' },
  order: { en: 'This date must not be before the first one.', ar: 'يجب ألا يسبق هذا التاريخ التاريخ الأول.' },
  long: {
    en: { one: 'At most {count} character is allowed.', other: 'At most {count} characters are allowed.' },
    ar: {
      zero: 'لا يُسمح بأي حرف.',
      one: 'يُسمح بحرف واحد على الأكثر.',
      two: 'يُسمح بحرفين على الأكثر.',
      few: 'يُسمح بـ {count} أحرف على الأكثر.',
      many: 'يُسمح بـ {count} حرفًا على الأكثر.',
      other: 'يُسمح بـ {count} حرف على الأكثر.',
    },
  },
  email: {
    en: 'Enter an e-mail address, such as name@example.com.',
    ar: 'أدخل بريدًا إلكترونيًا، مثل name@example.com.',
  },
  blanks: { en: 'Remove the blanks at the beginning and the end.', ar: 'احذف الفراغات من البداية والنهاية.' },
  card: { en: 'Card numbers are not allowed here.', ar: 'لا يُسمح بأرقام البطاقات هنا.' },
  trn: {
    en: 'A TRN has 15 digits, begins with 1 and ends with 03.',
    ar: 'يتكون رقم التسجيل الضريبي من 15 رقمًا، ويبدأ بالرقم 1 وينتهي بالرقم 03.',
  },
  currency: { en: 'Enter a currency code, such as AED or USD.', ar: 'أدخل رمز عملة، مثل AED أو USD.' },
  country: { en: 'Enter a country code, such as AE or IN.', ar: 'أدخل رمز دولة، مثل AE أو IN.' },
  https: { en: 'Enter an address that begins with https://', ar: 'أدخل عنوانًا يبدأ بـ ‎https://‎' },
  oneOf: { en: 'Allowed here: {codes}', ar: 'المسموح به هنا: {codes}' },
  unknownNear: {
    en: 'There is no field {name}. Did you mean {nearest}?',
    ar: 'لا يوجد حقل باسم {name}. هل تقصد {nearest}؟',
  },
  unknown: { en: 'There is no field {name}.', ar: 'لا يوجد حقل باسم {name}.' },
  notSent: { en: 'Leave this out.', ar: 'اترك هذا الحقل.' },
  notAbroad: {
    en: 'A business abroad has no such number. Leave it out, or write the address in the UAE.',
    ar: 'ليس لمنشأة خارج الدولة مثل هذا الرقم. اتركه، أو اكتب العنوان داخل الدولة.',
  },
  left: { en: 'At most {left} are left.', ar: 'المتبقي {left} على الأكثر.' },
  numberTaken: { en: 'Another document has this number.', ar: 'هذا الرقم لمستند آخر.' },
  emailTaken: { en: 'Another user has this e-mail address.', ar: 'هذا البريد لمستخدم آخر.' },
  profileTaken: { en: 'Another profile has this id.', ar: 'هذا المعرّف لملف آخر.' },
  profileChanged: {
    en: 'Somebody changed this profile after you opened the page. Open it again, then change it.',
    ar: 'غيّر شخص آخر هذا الملف بعد فتح الصفحة. افتحه من جديد ثم عدّله.',
  },
  profileInactive: { en: 'This business profile is not active.', ar: 'بيانات المنشأة هذه غير نشطة.' },
  lastAdmin: {
    en: 'This is the last administrator. Make somebody else administrator first.',
    ar: 'هذا آخر مسؤول. اجعل شخصًا آخر مسؤولًا أولًا.',
  },
  roleTooHigh: { en: 'The role of this user is above yours.', ar: 'دور هذا المستخدم أعلى من دورك.' },
  webhooksFull: { en: 'There can be {max} webhooks at most.', ar: 'الحد الأقصى لخطافات الويب هو {max}.' },
  webhookInactive: { en: 'The webhook is off. Switch it on first.', ar: 'خطاف الويب متوقف، فعّله أولًا.' },
  draftsFull: {
    en: 'You have {max} drafts, and no more are kept. Issue or delete some.',
    ar: 'لديك {max} مسودة، ولا يُحفظ أكثر منها. أصدر بعضها أو احذفه.',
  },
  draftTooLarge: {
    en: 'This document is too large to be kept as a draft.',
    ar: 'هذا المستند أكبر من أن يُحفظ كمسودة.',
  },
  notStopped: { en: 'Nothing is stopped here any more.', ar: 'لم يعد هنا شيء متوقف.' },
  changedMeanwhile: {
    en: 'Somebody sent this document again at the same time.',
    ar: 'أعاد شخص آخر إرسال هذا المستند في الوقت نفسه.',
  },
  notFailed: {
    en: 'This document did not fail its rules, so it is not sent again.',
    ar: 'هذا المستند مستوفٍ للقواعد، فلا يُعاد إرساله.',
  },
  running: { en: 'This is being done already. Wait a moment.', ar: 'هذا قيد التنفيذ، انتظر لحظة.' },
  cursor: {
    en: 'This page of the list is gone. Open the list again.',
    ar: 'لم تعد هذه الصفحة من القائمة متاحة. افتح القائمة من جديد.',
  },
})

/** The words of a message may use its values, and `count` where `max` counts something. */
type WordsById = {
  readonly [Id in MessageId]?: Sentence<Extract<keyof ValuesOf<Id>, string> | CountIn<Id>>
}

type CountIn<Id extends MessageId> = 'max' extends keyof ValuesOf<Id> ? 'count' : never

export const wordsById: WordsById = {
  mandatory_for_exempt: refusals.exemption,
  mandatory_for_goods: refusals.goods,
  payee_account_missing: refusals.transfer,
  mandatory_for_payment_means: refusals.means,
  mandatory_in_foreign_currency: refusals.rate,
  must_be_1_in_aed: refusals.noRate,
  mandatory_unless_volume_discount: refusals.creditedInvoice,
  mandatory: refusals.mandatory,
  mandatory_in_free_zone: refusals.mandatory,
  mandatory_for_disclosed_agent: refusals.mandatory,
  mandatory_for_export: refusals.mandatory,
  mandatory_with_registration_type: refusals.mandatory,
  mandatory_for_trade_license: refusals.mandatory,
  mandatory_for_passport: refusals.mandatory,
  mandatory_with_scheme: refusals.mandatory,
  mandatory_for_business: refusals.mandatory,
  mandatory_for_uae_supplier: refusals.mandatory,
  mandatory_for_uae_customer: refusals.mandatory,
  mandatory_with_classification_code: refusals.mandatory,
  mandatory_with_list: refusals.mandatory,
  reason_or_code_mandatory: refusals.mandatory,
  mandatory_with_factor: refusals.mandatory,
  mandatory_with_base_amount: refusals.mandatory,
  mandatory_for_category_n: refusals.mandatory,
  payment_mandate_missing: refusals.mandatory,
  mandatory_without_auto_numbering: refusals.mandatory,
  must_be_number: refusals.number,
  must_be_positive: refusals.positive,
  must_not_be_negative: refusals.notNegative,
  too_many_decimals: refusals.decimals,
  too_large: refusals.tooLarge,
  line_amount_too_large: refusals.tooLarge,
  document_amounts_too_large: refusals.tooLarge,
  must_be_whole_number: refusals.whole,
  must_be_date: refusals.date,
  end_before_start: refusals.order,
  too_long: refusals.long,
  must_be_email: refusals.email,
  blanks_around: refusals.blanks,
  card_number_not_allowed: refusals.card,
  must_be_trn: refusals.trn,
  must_be_currency: refusals.currency,
  must_be_country: refusals.country,
  must_be_https_url: refusals.https,
  must_be_one_of: refusals.oneOf,
  must_be_credit_reason: refusals.oneOf,
  must_be_exemption_reason: refusals.oneOf,
  must_be_some_of: refusals.oneOf,
  unknown_field_near: refusals.unknownNear,
  unknown_field: refusals.unknown,
  unknown_parameter_near: refusals.unknownNear,
  unknown_parameter: refusals.unknown,
  must_not_be_sent: refusals.notSent,
  sent_under_another_name: refusals.notSent,
  not_for_foreign_business: refusals.notAbroad,
  not_for_foreign_business_unless_export: refusals.notAbroad,
  not_for_individual: refusals.notSent,
  quantity_above_rest: refusals.left,
  amount_above_rest: refusals.left,
  document_number_taken: refusals.numberTaken,
  email_taken: refusals.emailTaken,
  profile_id_taken: refusals.profileTaken,
  profile_changed: refusals.profileChanged,
  profile_inactive: refusals.profileInactive,
  last_admin: refusals.lastAdmin,
  role_too_high: refusals.roleTooHigh,
  drafts_full: refusals.draftsFull,
  draft_too_large: refusals.draftTooLarge,
  webhooks_full: refusals.webhooksFull,
  webhook_inactive: refusals.webhookInactive,
  leg_not_stalled: refusals.notStopped,
  document_changed: refusals.changedMeanwhile,
  document_not_resubmittable: refusals.notFailed,
  idempotency_running: refusals.running,
  must_be_list_cursor: refusals.cursor,
  must_be_feed_cursor: refusals.cursor,
}

/** Also for a form that refuses a blank field itself. */
export const { mandatory: enterValue } = refusals

const wordsOf: ReadonlyMap<string, Sentence<string>> = new Map(Object.entries(wordsById))
