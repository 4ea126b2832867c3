import { withAsciiDigits } from './ascii-digits.ts'
import { hasGtinDigit } from './check-digits.ts'
import { isCardNumber } from './issuers.ts'
import { withoutIbans } from './without-ibans.ts'

/**
 * Whether free text contains a full card number: 13 to 19 digits in one run or in a card's groups,
 * with an issuer's prefix and a valid check digit. IBANs, telephone numbers, GTINs, fractions and
 * parts of longer numbers do not count. Source: docs/decisions/0059.
 */
export function findsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  const searched = simplified(text)
  if ((searched.match(/[0-9]/g)?.length ?? 0) < 13) return false
  const found = withoutIbans(searched)
  return findsRun(found) || findsGroups(found)
}

function findsRun(text: string): boolean {
  for (const { 0: digits, index } of text.matchAll(/(?<![0-9])[0-9]{13,19}(?![0-9])/g)) {
    if (isCardNumber(digits) && !isOtherNumber(digits, text.slice(Math.max(0, index - 40), index))) return true
  }
  return false
}

/**
 * Whether digits of a card's length and prefix are another kind of number; `before` is the text in
 * front of them.
 */
function isOtherNumber(digits: string, before: string): boolean {
  const isFraction = /(?<![0-9.,])(?:[0-9]{1,6}\.|0,)$/.test(before)
  const isInternationalNumber = digits.length <= 15 && /\+ ?\(?$/.test(before)
  if (isFraction || isInternationalNumber) return true
  if (digits.length > 14) return false
  // A valid GTIN counts as a GTIN unless the text says card. Cards of 13 digits were abandoned
  // years ago, and only Diners Club has 14.
  return otherLabel.test(before) || (hasGtinDigit(digits) && !cardLabel.test(before))
}

const otherWords = 'tel|telephone|phone|mobile|mob|cell|fax|whatsapp|gtin|ean|upc|bar ?code'
const otherArabicWords = 'هاتف|جوال|موبايل|فاكس|واتساب|باركود'
const numberWord = String.raw`(?:[^\p{L}\p{N}]*(?:no|nr|number|رقم|8|12|13|14))?`
const otherLabel = new RegExp(
  String.raw`(?:(?<![a-z])(?:${otherWords})|${otherArabicWords})${numberWord}[^\p{L}\p{N}]*$`,
  'iu',
)
const cardLabel = /(?<![a-z])(?:(?:credit|debit|bank|payment)?cards?|visa|maestro|diners|pan|cc)(?![a-z])|بطاق|فيزا/iu

/** Whether the text contains groups like a card's, all with the same separator. */
function findsGroups(text: string): boolean {
  const runs = [...text.matchAll(/[0-9]+?(?![0-9])/g)]
  const digits = runs.map(([run]) => run)
  // The text between each run and the next.
  const gaps = runs.map(({ 0: run, index }, at) => text.slice(index + run.length, runs[at + 1]?.index))
  return digits.some((_, from) =>
    groupings.some((lengths) => {
      const last = from + lengths.length - 1
      const gap = gaps[from] ?? ''
      if (!lengths.every((length, at) => digits[from + at]?.length === length) || !separator.test(gap)) return false
      if (gaps.slice(from, last).some((other) => other !== gap)) return false
      if (!isCardNumber(digits.slice(from, last + 1).join(''))) return false
      const before = gaps[from - 1] === gap ? digits[from - 1] : undefined
      const after = gaps[last] === gap ? digits[last + 1] : undefined
      return !isSameNumber(gap, before, /^20[0-4]/) && !isSameNumber(gap, after, /^(?:20[0-4]|(?:0[1-9]|1[0-2])[2-3])/)
    }),
  )
}

const separator = /^(?: {1,2}|[.-]| [.-] )$/
const groupings = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  // American Express, Diners Club, UnionPay.
  [4, 6, 5],
  [4, 6, 4],
  [6, 13],
] as const

/**
 * A fifth group of four makes a longer number, unless it is a year or an expiry date after a blank.
 */
function isSameNumber(gap: string, neighbour: string | undefined, date: RegExp): boolean {
  return neighbour?.length === 4 && !(gap.trim() === '' && date.test(neighbour))
}

/**
 * Converts all digits to ASCII, unifies blanks, hyphens and points, and removes invisible
 * characters.
 */
function simplified(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text
  return withAsciiDigits(text.replace(/\p{Cf}/gu, ''))
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\u066b\uff0e]/g, '.')
}
