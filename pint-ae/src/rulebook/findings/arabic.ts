import { afterError, type RuleFinding } from './finding.ts'
import messages from './messages-ar.json' with { type: 'json' }

/**
 * The finding with its text in Arabic. Findings are stored in English and translated when they are
 * read, so old ones get better translations too. Text without a translation, such as an operator's
 * own rule, stays in English.
 */
export function inArabic<Any extends Pick<RuleFinding, 'reasonCode' | 'text'>>(finding: Any): Any {
  return { ...finding, text: textInArabic(finding.reasonCode, finding.text) }
}

/** The message of a rule in Arabic, by its id (in either case) and its English wording. */
export function messageInArabic(id: string, english: string): string | undefined {
  const wordings = translations.get(id.toLowerCase())
  // A finding may be stored with an older wording: a rule with only one sentence still gets its
  // translation.
  return wordings?.get(english) ?? (wordings?.size === 1 ? [...wordings.values()][0] : undefined)
}

/**
 * Arabic by rule id and English wording. A changed wording loses its translation; a test reports
 * it.
 */
const translations: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(messages).map(([id, wordings]) => [id, new Map<string, string>(Object.entries(wordings))]),
)

function textInArabic(reasonCode: string, text: string): string {
  const rest = /^([0-9]+) more findings are not listed\.$/.exec(text)
  if (rest) return `عدد النتائج الأخرى غير المدرجة: ${rest[1]}.`
  const own = compatibilityWarnings.find(([wording]) => wording.test(text))
  if (own) return text.replace(own[0], own[1])
  const cut = text.indexOf(afterError)
  const message = messageInArabic(reasonCode, cut < 0 ? text : text.slice(0, cut))
  if (message === undefined) return text
  return cut < 0 ? message : `${message} تعذّر التحقق من ذلك: ${text.slice(cut + afterError.length)}`
}

/**
 * The warnings of compatibility mode (docs/decisions/0053): they are not rules, so they have no
 * entry in the messages. Stored findings may have the older wording.
 */
const compatibilityWarnings: readonly (readonly [RegExp, string])[] = [
  [/^This member is not part of the document and was ignored\.$/, 'هذا الحقل ليس جزءًا من المستند وقد تم تجاهله.'],
  [
    /^This member is not part of the document and was ignored\. It \w+ in ([0-9]+) places; this is the first\.$/,
    'هذا الحقل ليس جزءًا من المستند وقد تم تجاهله. يرد في $1 من المواضع، وهذا أولها.',
  ],
  [
    /^All purchase invoices have type code 389, so it replaced the code in the request\.$/,
    'رمز النوع لجميع فواتير الشراء هو 389، لذلك حلّ محل الرمز الوارد في الطلب.',
  ],
  [
    /^A purchase invoice has the type code 389: that was issued in place of what was sent\.$/,
    'رمز نوع فاتورة الشراء هو 389، وقد صدرت الفاتورة به بدلاً من الرمز المرسل.',
  ],
]
