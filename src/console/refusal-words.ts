import type { Say } from './language/language.ts'
import { type Sentence, type Values, words } from './language/words.ts'

/**
 * A message of the API in the words of the page. The API names the member ("Base amount must be a
 * number"); beside a field with a label of its own that would be another name for it. A message
 * that is not listed stays as the API says it, in Arabic if it came with a translation.
 */
export function refusalWords(say: Say, message: string, arabic: string = message): string {
  for (const [text, sentence] of known) {
    const found = text.exec(message)
    if (found !== null) return say(sentence, valuesOf(found))
  }
  return arabic
}

/** The groups of the expression have the names of the values in the sentence. */
function valuesOf({ groups = {} }: RegExpExecArray): Values {
  return { ...groups, ...(groups.count !== undefined && { count: Number(groups.count) }) }
}

/** What the API refuses, as a person reads it beside the field. */
const refusals = words('refusals', {
  mandatory: { en: 'Enter a value here.', ar: 'أدخل قيمة هنا.' },
  exemption: { en: 'A line that is exempt from VAT states why.', ar: 'يُذكر سبب الإعفاء في البند المعفى من الضريبة.' },
  goods: { en: 'Goods need a classification code (HS).', ar: 'تحتاج السلع إلى رمز تصنيف (HS).' },
  transfer: { en: 'A credit transfer needs the account.', ar: 'يحتاج التحويل البنكي إلى رقم الحساب.' },
  rate: { en: 'Enter the exchange rate to AED.', ar: 'أدخل سعر الصرف إلى الدرهم.' },
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
  oneOf: { en: 'Allowed here: {list}', ar: 'المسموح به هنا: {list}' },
  unknownNear: { en: 'There is no field {name}. Did you mean {near}?', ar: 'لا يوجد حقل باسم {name}. هل تقصد {near}؟' },
  unknown: { en: 'There is no field {name}.', ar: 'لا يوجد حقل باسم {name}.' },
  notSent: { en: 'Leave this out.', ar: 'اترك هذا الحقل.' },
  left: { en: 'At most {most} are left.', ar: 'المتبقي {most} على الأكثر.' },
  numberTaken: { en: 'Another document has this number.', ar: 'هذا الرقم لمستند آخر.' },
  emailTaken: { en: 'Another user has this e-mail address.', ar: 'هذا البريد لمستخدم آخر.' },
  profileTaken: { en: 'Another profile has this id.', ar: 'هذا المعرّف لملف آخر.' },
  profileChanged: {
    en: 'Somebody changed this profile after you opened the page. Open it again, then change it.',
    ar: 'غيّر شخص آخر هذا الملف بعد فتح الصفحة. افتحه من جديد ثم عدّله.',
  },
  profileInactive: { en: 'This business profile is not active.', ar: 'ملف الأعمال هذا غير نشط.' },
  lastAdmin: {
    en: 'This is the last administrator. Make somebody else administrator first.',
    ar: 'هذا آخر مسؤول. اجعل شخصًا آخر مسؤولًا أولًا.',
  },
  roleTooHigh: { en: 'The role of this user is above yours.', ar: 'دور هذا المستخدم أعلى من دورك.' },
  webhooksFull: { en: 'There can be {count} webhooks at most.', ar: 'الحد الأقصى لإشعارات الويب هو {count}.' },
  webhookInactive: { en: 'The webhook is off. Switch it on first.', ar: 'إشعار الويب متوقف، فعّله أولًا.' },
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

/** The first that fits counts. */
const known: readonly (readonly [text: RegExp, sentence: Sentence<string>])[] = [
  [/ is mandatory when the category is E$/, refusals.exemption],
  [/ is mandatory for goods$/, refusals.goods],
  [/ is mandatory when payment means code is 30$/, refusals.transfer],
  [/^Tax exchange rate is required /, refusals.rate],
  [/^Calculation rate must be 1 /, refusals.noRate],
  [/^Billing reference is mandatory /, refusals.creditedInvoice],
  [/ is mandatory( |$)/, refusals.mandatory],
  [/ must be a number$/, refusals.number],
  [/ must be greater than zero$/, refusals.positive],
  [/ must not be negative$/, refusals.notNegative],
  [/ must have at most (?<count>\d+) decimals$/, refusals.decimals],
  [/ must be less than 1000000000000$/, refusals.tooLarge],
  [/ must be a whole number from (?<least>-?\d+) to (?<most>\d+)$/, refusals.whole],
  [/ must be a valid date /, refusals.date],
  [/^(End date|Due date|To) must not be before /, refusals.order],
  [/ must be at most (?<count>\d+) characters long$/, refusals.long],
  [/ must be an e-mail address$/, refusals.email],
  [/ must not begin or end with blanks$/, refusals.blanks],
  [/ must not hold a card number$/, refusals.card],
  [/ must be 15 digits, start with 1 and end with 03$/, refusals.trn],
  [/ must be a valid currency code$/, refusals.currency],
  [/ must be a valid country code$/, refusals.country],
  [/ must be an https address$/, refusals.https],
  [/ must be one (or more )?of (?<list>.+)$/, refusals.oneOf],
  [/^(?<name>\S+) is not a known field; did you mean (?<near>.+)\?$/, refusals.unknownNear],
  [/^(?<name>\S+) is not a known field$/, refusals.unknown],
  [/ must not be sent( |:|$)/, refusals.notSent],
  [/^(?:Quantity|Amount) must be at most (?<most>[\d.]+), what is left of line/, refusals.left],
  [/^Document number is taken by /, refusals.numberTaken],
  [/^Another user has the e-mail address /, refusals.emailTaken],
  [/^Profile ID .+ is taken$/, refusals.profileTaken],
  [/^The business profile has changed since you read it/, refusals.profileChanged],
  [/^Business profile is not active/, refusals.profileInactive],
  [/^The last administrator /, refusals.lastAdmin],
  [/^The role of this user is above your own$/, refusals.roleTooHigh],
  [/^An organisation has at most (?<count>\d+) webhooks$/, refusals.webhooksFull],
  [/^Webhook .+ is not active$/, refusals.webhookInactive],
  [/^There is no stalled leg of /, refusals.notStopped],
  [/^Another request resubmitted the document /, refusals.changedMeanwhile],
  [/^Only a document with status VALIDATION_FAILED /, refusals.notFailed],
  [/^A request with this Idempotency-Key is still running$/, refusals.running],
  [/ is not a cursor of this /, refusals.cursor],
]
