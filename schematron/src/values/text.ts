import { EvaluationError } from '../errors.ts'
import { regexOf, withinRoom } from './regex.ts'

/** The code points of a text: XPath counts these, JavaScript counts UTF-16 units. */
export function codePointsOf(text: string): number[] {
  const points: number[] = []
  for (const character of text) points.push(character.codePointAt(0) ?? 0)
  return points
}

export function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0xd800 && code < 0xdc00) length -= 1
  }
  return length
}

/**
 * XPath's `substring`: code points count from 1. Start and length may be fractions, and the start
 * may lie before the text.
 */
export function substring(text: string, start: number, length: number | undefined): string {
  const first = Math.round(start)
  const end = length === undefined ? Number.POSITIVE_INFINITY : first + Math.round(length)
  if (!(end > first)) return ''
  const from = Math.max(first, 1) - 1
  if (lengthOf(text) === text.length)
    return end === Number.POSITIVE_INFINITY ? text.slice(from) : text.slice(from, Math.max(end - 1, 0))
  const points = [...text]
  return points.slice(from, end === Number.POSITIVE_INFINITY ? undefined : Math.max(end - 1, 0)).join('')
}

/**
 * Replaces each character of `from` by the one at the same position in `to`; characters without a
 * counterpart are removed.
 */
export function translate(text: string, from: string, to: string): string {
  const sources = [...from]
  if (!sources.some((source) => text.includes(source))) return text
  const targets = [...to]
  let result = ''
  for (const character of text) {
    const at = sources.indexOf(character)
    result += at < 0 ? character : (targets[at] ?? '')
  }
  return result
}

/**
 * The text of code points.
 * @throws EvaluationError for a number that is no character of XML
 */
export function characters(points: readonly number[]): string {
  for (const point of points) {
    const isCharacter =
      Number.isInteger(point) && point <= 0x10ffff && xmlCharacter.test(String.fromCodePoint(Math.max(point, 0)))
    if (!isCharacter) throw new EvaluationError(`${point} is not the code point of a character`)
  }
  return points.map((point) => String.fromCodePoint(point)).join('')
}

const xmlCharacter = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]$/u

/**
 * Replaces each match of a pattern. In `replacement`, `$2` is the second group and `$0` the whole
 * match; `\\$` and `\\\\` are a dollar and a backslash.
 * @throws EvaluationError for another `$` or `\\`, and when the pattern matches the empty text
 */
export function replaced(text: string, pattern: string, replacement: string, flags: string): string {
  const regex = regexOf(pattern, flags)
  if (regex.test('')) throw new EvaluationError('the pattern matches the empty text')
  const wrong = flags.includes('q') ? undefined : wrongReplacement.exec(replacement)
  if (wrong)
    throw new EvaluationError(`${JSON.stringify(replacement)} is not a replacement: ${wrong[0]} has no meaning`)
  const replacementOf = (...found: (string | number | undefined)[]) => {
    // After the groups come the place of the match and the whole text.
    const groups = found.slice(0, -2)
    if (flags.includes('q')) return replacement
    return replacement.replace(/\\(.)|\$([0-9]+)/gs, (_, escaped: string | undefined, digits = '') =>
      escaped === undefined ? groupText(groups, digits) : escaped,
    )
  }
  return withinRoom(() => text.replace(new RegExp(regex.source, `${regex.flags}g`), replacementOf))
}

/** With fewer than twelve groups `$12` is the first group and a 2. */
function groupText(groups: readonly (string | number | undefined)[], digits: string): string {
  let size = digits.length
  while (size > 1 && Number(digits.slice(0, size)) >= groups.length) size -= 1
  return String(groups[Number(digits.slice(0, size))] ?? '') + digits.slice(size)
}

const wrongReplacement = /(?<=^(?:[^\\$]|\\[\\$]|\$[0-9])*)(?:\\(?![\\$])|\$(?![0-9])).?/s

/**
 * The parts of a text between the matches of a pattern. An empty text has no parts.
 * @throws EvaluationError when the pattern matches the empty text
 */
export function tokenize(text: string, pattern: string, flags: string): string[] {
  const parts: string[] = []
  if (text === '') return parts
  const regex = regexOf(pattern, flags)
  if (regex.test('')) throw new EvaluationError('the pattern matches the empty text')
  let at = 0
  withinRoom(() => {
    for (const found of text.matchAll(new RegExp(regex.source, `${regex.flags}g`))) {
      parts.push(text.slice(at, found.index))
      at = found.index + found[0].length
    }
  })
  parts.push(text.slice(at))
  return parts
}
