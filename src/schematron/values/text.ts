import { EvaluationError } from '../errors.ts'
import { regexOf } from './regex.ts'

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
  const targets = [...to]
  let result = ''
  for (const character of text) {
    const at = sources.indexOf(character)
    result += at < 0 ? character : (targets[at] ?? '')
  }
  return result
}

/**
 * The parts of a text between the matches of a pattern. An empty text has no parts.
 * @throws EvaluationError when the pattern matches the empty text
 */
export function tokenize(text: string, pattern: string, flags: string): string[] {
  const regex = regexOf(pattern, flags)
  if (regex.test('')) throw new EvaluationError('the pattern matches the empty text')
  const parts: string[] = []
  if (text === '') return parts
  let at = 0
  for (const found of text.matchAll(new RegExp(regex.source, `${regex.flags}g`))) {
    parts.push(text.slice(at, found.index))
    at = found.index + found[0].length
  }
  parts.push(text.slice(at))
  return parts
}
