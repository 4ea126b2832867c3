import { LRUCache } from 'lru-cache'
import { EvaluationError } from '../errors.ts'

/**
 * The JavaScript pattern for an XPath regular expression. It matches anywhere in a text. `.`
 * excludes only LF and CR, `\d` matches any decimal digit of Unicode, `\s` the four white space
 * characters of XML. A bounded number of compiled patterns is cached.
 *
 * @throws EvaluationError for an invalid pattern, or for one that uses what we do not support
 *   (most named blocks)
 */
export function regexOf(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`
  const known = cache.get(key)
  if (known) return known
  if (/[^smix]/.test(flags)) throw new EvaluationError(`the flags ${flags} are not supported`)
  const source = new Translation(
    flags.includes('x') ? pattern.replace(/[ \t\r\n]+/g, '') : pattern,
    flags.includes('s'),
  ).source()
  let regex: RegExp
  try {
    regex = new RegExp(source, `u${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 'm' : ''}`)
  } catch {
    throw new EvaluationError(`${JSON.stringify(pattern)} is not a regular expression`)
  }
  cache.set(key, regex)
  return regex
}

class Translation {
  readonly #pattern: string
  readonly #dotAll: boolean
  #at = 0

  constructor(pattern: string, dotAll: boolean) {
    this.#pattern = pattern
    this.#dotAll = dotAll
  }

  source(): string {
    let source = ''
    while (this.#at < this.#pattern.length) {
      const character = this.#pattern.charAt(this.#at)
      if (character === '\\') source += this.#escape(false)
      else if (character === '[') source += this.#characterClass()
      else {
        this.#at += 1
        if (character === '.') source += this.#dotAll ? '[\\s\\S]' : '[^\\n\\r]'
        else if (
          character === '(' &&
          this.#pattern.charAt(this.#at) === '?' &&
          this.#pattern.charAt(this.#at + 1) !== ':'
        )
          this.#fail()
        else source += character
      }
    }
    return source
  }

  #escape(inClass: boolean): string {
    const letter = this.#pattern.charAt(this.#at + 1)
    this.#at += 2
    if (letter === 'p' || letter === 'P') {
      const close = this.#pattern.indexOf('}', this.#at)
      const category = this.#pattern.slice(this.#at, close + 1)
      this.#at = close + 1
      const block = blocks.get(category.slice(3, -1))
      if (category.startsWith('{Is') && block !== undefined && !(inClass && letter === 'P'))
        return inClass ? block : `[${letter === 'P' ? '^' : ''}${block}]`
      if (!/^\{[A-Z][a-z]?\}$/.test(category)) this.#fail()
      return `\\${letter}${category}`
    }
    const set = sets.get(letter.toLowerCase())
    if (set) {
      const negated = letter !== letter.toLowerCase()
      if (!inClass) return `[${negated ? '^' : ''}${set}]`
      // A negated set inside a class has no JavaScript form, except for the digits.
      if (!negated) return set
      return letter === 'D' ? '\\P{Nd}' : this.#fail()
    }
    if (/[0-9]/.test(letter) && !inClass) return `\\${letter}`
    if (letter === '-') return inClass ? '\\-' : '-'
    if (!/[nrt\\|.?*+(){}$^[\]]/.test(letter)) this.#fail()
    return `\\${letter}`
  }

  #characterClass(): string {
    this.#at += 1
    let source = '['
    if (this.#pattern.charAt(this.#at) === '^') {
      source += '^'
      this.#at += 1
    }
    for (;;) {
      const character = this.#pattern.charAt(this.#at)
      if (character === '') this.#fail()
      if (character === ']') {
        this.#at += 1
        return `${source}]`
      }
      if (character === '-' && this.#pattern.charAt(this.#at + 1) === '[') {
        this.#at += 1
        const without = this.#characterClass()
        if (this.#pattern.charAt(this.#at) !== ']') this.#fail()
        this.#at += 1
        return `(?!${without})${source}]`
      }
      if (character === '\\') source += this.#escape(true)
      else {
        if (character === '[') this.#fail()
        source += character
        this.#at += 1
      }
    }
  }

  #fail(): never {
    throw new EvaluationError(`${JSON.stringify(this.#pattern)} is not a supported regular expression`)
  }
}

const cache = new LRUCache<string, RegExp>({ max: 500 })
/** The blocks of Unicode that rules are likely to name. */
const blocks: ReadonlyMap<string, string> = new Map([
  ['BasicLatin', '\\u0000-\\u007f'],
  ['Latin-1Supplement', '\\u0080-\\u00ff'],
  ['LatinExtended-A', '\\u0100-\\u017f'],
  ['LatinExtended-B', '\\u0180-\\u024f'],
  ['Greek', '\\u0370-\\u03ff'],
  ['GreekandCoptic', '\\u0370-\\u03ff'],
  ['Cyrillic', '\\u0400-\\u04ff'],
  ['Hebrew', '\\u0590-\\u05ff'],
  ['Arabic', '\\u0600-\\u06ff'],
  ['GeneralPunctuation', '\\u2000-\\u206f'],
  ['CurrencySymbols', '\\u20a0-\\u20cf'],
])
const sets: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['s', ' \\t\\n\\r'],
  ['w', '\\p{L}\\p{M}\\p{N}\\p{S}'],
  ['i', '\\p{L}_:'],
  ['c', '\\p{L}\\p{Nd}\\p{M}_:.\\-\u00b7'],
])
