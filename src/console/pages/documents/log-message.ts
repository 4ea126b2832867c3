import { type Html, html } from '@selfbill/pint-ae/html'
import type { Language } from '../../language/language.ts'

/**
 * The message of a log entry in the language of the page. The log is English, because programs
 * search it; here its own clauses are put into Arabic. The words of other systems stay.
 */
export function logMessage(language: Language, message: string): Html {
  if (language === 'en') return html`<bdi lang="en" dir="auto">${message}</bdi>`
  const clauses = message.split('; ').map(inArabic)
  return html`${clauses.map((clause, at) => html`${at > 0 && '؛ '}${clause}`)}`
}

/** A clause, or its parts between commas, where all of them are known. */
function inArabic(clause: string): Html {
  const whole = arabicOf(clause)
  if (whole !== undefined) return html`<bdi>${whole}</bdi>`
  const parts = clause.split(', ').map(arabicOf)
  return parts.every((part) => part !== undefined)
    ? html`<bdi>${parts.join('، ')}</bdi>`
    : html`<bdi lang="en" dir="auto">${clause}</bdi>`
}

function arabicOf(text: string): string | undefined {
  for (const [english, arabic] of clauses) {
    const found = english.exec(text)
    if (found !== null) return arabic.replaceAll(/\{(\d)\}/g, (_, at: string) => withUnits(found[Number(at)] ?? ''))
  }
  return undefined
}

/** `10 minutes` → `10 دقيقة`; other values stay apart from the Arabic around them. */
function withUnits(value: string): string {
  const [, count, unit = ''] = /^(\d+) (seconds?|minutes?|hours?|days?|ms)$/.exec(value) ?? []
  const shape = units.get(unit.replace(/s$/, ''))
  if (count === undefined || shape === undefined) return `\u2068${value}\u2069`
  return new Intl.NumberFormat('ar-u-nu-latn', { style: 'unit', unit: shape, unitDisplay: 'long' }).format(
    Number(count),
  )
}

const units: ReadonlyMap<string, string> = new Map([
  ['second', 'second'],
  ['minute', 'minute'],
  ['hour', 'hour'],
  ['day', 'day'],
  ['m', 'millisecond'],
])

/** What the service itself says in the log. */
const clauses: readonly (readonly [english: RegExp, arabic: string])[] = [
  [/^attempt (\d+) of (\d+)$/, 'المحاولة {1} من {2}'],
  [/^attempt (\d+) of (\d+) was the last$/, 'كانت المحاولة {1} من {2} الأخيرة'],
  [/^will retry$/, 'ستُعاد المحاولة'],
  [/^waiting for an operator$/, 'بانتظار المشغّل'],
  [/^not counted as an attempt$/, 'لا تُحتسب محاولة'],
  [/^the access point keeps trying$/, 'نقطة الوصول تواصل المحاولة'],
  [/^the access point is unavailable$/, 'نقطة الوصول غير متاحة'],
  [/^no answer$/, 'لم يصل رد'],
  [/^Refused permanently$/, 'رُفض نهائيًا'],
  [/^Interrupted$/, 'انقطع الإرسال'],
  [/^The connection was refused$/, 'رُفض الاتصال'],
  [/^No answer within (\d+ ms)$/, 'لم يصل رد خلال {1}'],
  [/^No time was left to start$/, 'لم يبق وقت للبدء'],
  [/^Too little of the lease was left to start$/, 'لم يبق من المهلة ما يكفي للبدء'],
  [/^The leg changed before it was sent again$/, 'تغيّرت حالة الإرسال قبل إعادته'],
  [/^Retried by an operator after (\d+) attempts$/, 'أعاد المشغّل المحاولة بعد {1} من المحاولات'],
  [
    /^The access point has no record of it yet and is asked once more in (.+), before it is sent again$/,
    'ليس لدى نقطة الوصول سجل له بعد، وتُسأل مرة أخرى بعد {1} قبل إعادة إرساله',
  ],
  [
    /^The access point has no record of it, but a status of it has come, so it was sent$/,
    'ليس لدى نقطة الوصول سجل له، لكن وصلت حالته، فقد أُرسل',
  ],
  [/^The access point answered (\d+) when (.+)$/, 'أجابت نقطة الوصول بالرمز {1}: {2}'],
  [/^RE: (.+) \(MLS (.+)\)$/, 'رفض: {1} (رسالة الحالة {2})'],
  [/^RE \(MLS (.+)\)$/, 'رفض دون سبب (رسالة الحالة {1})'],
  [/^no effect$/, 'بلا أثر'],
  [/^the leg is ([A-Z_]+)$/, 'حالة الإرسال {1}'],
  [/^No status within (.+) of the receipt$/, 'لم تصل حالة خلال {1} من الاستلام'],
  [/^one that comes later still counts$/, 'وتُحتسب حالة تصل لاحقًا'],
]
