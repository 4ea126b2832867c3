import { inArabic } from './arabic.ts'
import type { RuleFinding } from './finding.ts'

/** The languages of findings. */
export type Language = 'en' | 'ar'

/** Stored findings (JSON) in a language; they are stored in English. */
export function findingsIn(language: Language, stored: string): string {
  return [...findingsPiecesIn(language, stored)].join('')
}

/**
 * The same in pieces of a hundred findings, so that the caller can yield to other work in between.
 */
export function* findingsPiecesIn(language: Language, stored: string): Generator<string> {
  if (language === 'en' || stored === '[]') return yield stored
  let separator = '['
  for (const some of slicesOf(stored)) {
    const findings: readonly RuleFinding[] = JSON.parse(some)
    yield separator + JSON.stringify(findings.map(inArabic)).slice(1, -1)
    separator = ','
  }
  yield ']'
}

/**
 * Cuts the list into JSON lists of up to a hundred findings. The border is safe to search for: each
 * finding starts with its flag, and quotes inside texts are escaped.
 */
function* slicesOf(stored: string): Generator<string> {
  let from = 1
  let count = 1
  for (let at = stored.indexOf(border); at !== -1; at = stored.indexOf(border, at + border.length)) {
    if (count % findingsAtOnce === 0) {
      yield `[${stored.slice(from, at + 1)}]`
      from = at + 2
    }
    count += 1
  }
  yield `[${stored.slice(from, -1)}]`
}

const border = '},{"flag":'
const findingsAtOnce = 100
