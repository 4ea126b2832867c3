import { afterError, type RuleFinding } from './finding.ts'
import messages from './messages-ar.json' with { type: 'json' }

/**
 * The finding with its text in Arabic. A finding is stored in English and translated when it is
 * read, so an old one profits from a better translation. A text that has none stays as it is: an
 * operator's own rule.
 */
export function inArabic<Told extends Pick<RuleFinding, 'reasonCode' | 'text'>>(finding: Told): Told {
  return { ...finding, text: textInArabic(finding.reasonCode, finding.text) }
}

/** The message of a rule in Arabic, by its id (in either case) and its English wording. */
export function messageInArabic(id: string, english: string): string | undefined {
  const wordings = translations.get(id.toLowerCase())
  // Of a rule with one sentence that sentence is meant, however it was worded when the finding was
  // stored.
  return wordings?.get(english) ?? (wordings?.size === 1 ? [...wordings.values()][0] : undefined)
}

/**
 * Arabic by rule id and English wording: a wording that changes loses its translation, and a test
 * says so.
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
 * What compatibility mode warns of (docs/decisions/0053): no rules, and so not among the messages.
 */
const compatibilityWarnings: readonly (readonly [RegExp, string])[] = [
  [/^This member is not part of the document and was ignored\.$/, 'هذا الحقل ليس جزءًا من المستند وقد تم تجاهله.'],
  [
    /^This member is not part of the document and was ignored\. It stands in ([0-9]+) places; this is the first\.$/,
    'هذا الحقل ليس جزءًا من المستند وقد تم تجاهله. يرد في $1 من المواضع، وهذا أولها.',
  ],
  [
    /^A purchase invoice has the type code 389: that was issued in place of what was sent\.$/,
    'رمز نوع فاتورة الشراء هو 389، وقد صدرت الفاتورة به بدلاً من الرمز المرسل.',
  ],
]
