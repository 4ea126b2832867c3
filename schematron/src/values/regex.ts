import { LRUCache } from 'lru-cache'
import { EvaluationError } from '../errors.ts'
import { withCaseVariants } from './case-variants.ts'
import { unicodeBlocks } from './unicode-blocks.ts'

/**
 * The JavaScript pattern for an XPath regular expression, which matches anywhere in a text. The
 * classes of XML Schema (`\i`, `\p{IsArabic}`, `[a-z-[aeiou]]`) become sets of JavaScript's `v`
 * syntax. A bounded number of compiled patterns is cached. Source: Functions and Operators 3.1,
 * 5.6; XML Schema 2 (1.1), appendix G.
 *
 * @throws EvaluationError for an invalid pattern or flag
 */
export function regexOf(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`
  const known = cache.get(key)
  if (known) return known
  if (/[^smixq]/.test(flags))
    throw new EvaluationError(`${JSON.stringify(flags)} are not flags of a regular expression`)
  const translation = new Translation(pattern, flags)
  const source = flags.includes('q') ? translation.literal() : translation.source()
  let regex: RegExp
  try {
    // Only a reference to a group needs the flag of JavaScript: all other letters have their
    // variants.
    regex = new RegExp(source, translation.hasReferences && flags.includes('i') ? 'vi' : 'v')
  } catch {
    throw new EvaluationError(`${JSON.stringify(pattern)} is not a regular expression`)
  }
  cache.set(key, regex)
  return regex
}

/**
 * Whether the pattern matches anywhere in the text.
 *
 * @throws EvaluationError where it would keep more places than there is room for, as `(a|b)*` does
 *   in a text of megabytes
 */
export function isMatch(regex: RegExp, text: string): boolean {
  try {
    return regex.test(text)
  } catch (error) {
    throw searchError(error)
  }
}

/** The same for any other search. */
export function withinRoom<Result>(search: () => Result): Result {
  try {
    return search()
  } catch (error) {
    throw searchError(error)
  }
}

/** The stack of regular expressions has 64 MiB. */
function searchError(error: unknown): unknown {
  return error instanceof RangeError ? new EvaluationError('the text is too long for the pattern') : error
}

class Translation {
  readonly #pattern: string
  readonly #flags: string
  #at = 0
  /** The groups so far, and those of them that are closed. */
  #groups = 0
  readonly #open: number[] = []
  readonly #closed = new Set<number>()
  hasReferences = false

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern
    this.#flags = flags
  }

  /** With the flag `q` no character is special. */
  literal(): string {
    let source = ''
    while (this.#at < this.#pattern.length) source += this.#set(this.#character())
    return source
  }

  source(): string {
    let source = ''
    while (this.#at < this.#pattern.length) source += this.#part()
    return source
  }

  #part(): string {
    const character = this.#character()
    switch (character) {
      case '\\':
        return this.#escape()
      case '[':
        return this.#characterClass()
      case '.':
        return this.#flags.includes('s') ? '[\\s\\S]' : '[^\\n\\r]'
      case '^':
        // A line begins after a line feed, but not after one that ends the text.
        return this.#flags.includes('m') ? '(?:(?<![\\s\\S])|(?<=\\n)(?=[\\s\\S]))' : '^'
      case '$':
        return this.#flags.includes('m') ? '(?![^\\n])' : '$'
      case '(':
        return this.#group()
      case ')': {
        const group = this.#open.pop()
        if (group === undefined) return this.#fail()
        this.#closed.add(group)
        return ')'
      }
      case '{':
        return this.#quantity()
      case '|':
      case '?':
      case '*':
      case '+':
        return character
      case ']':
      case '}':
        return this.#fail()
      default:
        return this.#flags.includes('x') && ' \t\r\n'.includes(character) ? '' : this.#set(character)
    }
  }

  #group(): string {
    if (this.#pattern.startsWith('?:', this.#at)) {
      this.#at += 2
      this.#open.push(0)
      return '(?:'
    }
    if (this.#pattern.charAt(this.#at) === '?') return this.#fail()
    this.#groups += 1
    this.#open.push(this.#groups)
    return '('
  }

  #quantity(): string {
    const [, inside] = /^([0-9]+(?:,[0-9]*)?)\}/.exec(this.#pattern.slice(this.#at)) ?? []
    if (inside === undefined) return this.#fail()
    this.#at += inside.length + 1
    return `{${inside}}`
  }

  /** An escape outside a class. */
  #escape(): string {
    const letter = this.#pattern.charAt(this.#at)
    if (/[1-9]/.test(letter)) return this.#reference()
    const known = this.#escapedSet()
    return known ?? this.#set(this.#escapedCharacter())
  }

  /** `\12` is the twelfth group if there are so many, otherwise the first group and a 2. */
  #reference(): string {
    let number = 0
    while (/[0-9]/.test(this.#pattern.charAt(this.#at))) {
      const longer = number * 10 + Number(this.#pattern.charAt(this.#at))
      if (number > 0 && longer > this.#groups) break
      number = longer
      this.#at += 1
    }
    if (!this.#closed.has(number)) return this.#fail()
    this.hasReferences = true
    // The group that follows keeps a digit of the text out of the number.
    return `(?:\\${number})`
  }

  /** `\d`, `\p{Lu}` and the like as a set; undefined for an escaped character. */
  #escapedSet(): string | undefined {
    const letter = this.#pattern.charAt(this.#at)
    if (letter === 'p' || letter === 'P') return this.#category(letter)
    const set = sets.get(letter.toLowerCase())
    if (set === undefined) return undefined
    this.#at += 1
    return `[${letter === letter.toLowerCase() ? '' : '^'}${set}]`
  }

  #category(letter: 'p' | 'P'): string {
    const [all, name] = /^[pP]\{([^}]*)\}/.exec(this.#pattern.slice(this.#at)) ?? []
    if (all === undefined || name === undefined) return this.#fail()
    this.#at += all.length
    if (categories.test(name)) return `[\\${letter}{${name}}]`
    const block = name.startsWith('Is') ? unicodeBlocks.get(name.slice(2)) : undefined
    if (!block) throw new EvaluationError(`${JSON.stringify(name)} is not a category or a block of Unicode`)
    return `[${letter === 'P' ? '^' : ''}${escaped(block[0])}-${escaped(block[1])}]`
  }

  /** The character of `\n`, `\.` and the like. */
  #escapedCharacter(): string {
    const letter = this.#character()
    if (!/[nrt\\|.?*+(){}$^[\]-]/.test(letter)) return this.#fail()
    return letter === 'n' ? '\n' : letter === 'r' ? '\r' : letter === 't' ? '\t' : letter
  }

  #characterClass(): string {
    const isNegated = this.#pattern.charAt(this.#at) === '^'
    if (isNegated) this.#at += 1
    const parts: string[] = []
    let without = ''
    while (without === '') {
      if (this.#pattern.charAt(this.#at) === ']') break
      if (parts.length > 0 && this.#pattern.startsWith('-[', this.#at)) {
        this.#at += 2
        without = this.#characterClass()
      } else parts.push(this.#classPart(parts.length === 0))
    }
    if (parts.length === 0 || this.#character() !== ']') return this.#fail()
    const all = `[${isNegated ? '^' : ''}${parts.join('')}]`
    return without === '' ? all : `[${all}--${without}]`
  }

  /** A range, a single character or a set of a class. */
  #classPart(isFirst: boolean): string {
    if (this.#pattern.charAt(this.#at) === '\\') {
      this.#at += 1
      const set = this.#escapedSet()
      if (set !== undefined) return set
      this.#at -= 1
    }
    const first = this.#classCharacter(isFirst)
    const next = this.#pattern.slice(this.#at, this.#at + 2)
    if (!next.startsWith('-') || next === '-]' || next === '-[') return this.#range(first, first)
    this.#at += 1
    return this.#range(first, this.#classCharacter(false))
  }

  /** A hyphen stands for itself only at the start and at the end. */
  #classCharacter(isFirst: boolean): string {
    const character = this.#character()
    if (character === '\\') return this.#escapedCharacter()
    const isHyphen = character === '-' && !isFirst && !/^(?:\]|-\[)/.test(this.#pattern.slice(this.#at))
    return character === '[' || character === ']' || isHyphen ? this.#fail() : character
  }

  #range(first: string, last: string): string {
    const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0]
    if (from > to) return this.#fail()
    const own = from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`
    return this.#flags.includes('i') ? own + withCaseVariants(from, to).map(escaped).join('') : own
  }

  /** One character of the text, or a variant of it with the flag `i`. */
  #set(character: string): string {
    const point = character.codePointAt(0) ?? 0
    const variants = this.#flags.includes('i') ? withCaseVariants(point, point) : []
    return variants.length === 0 ? escaped(point) : `[${[point, ...variants].map(escaped).join('')}]`
  }

  #character(): string {
    const point = this.#pattern.codePointAt(this.#at)
    if (point === undefined) return this.#fail()
    const character = String.fromCodePoint(point)
    this.#at += character.length
    return character
  }

  #fail(): never {
    throw new EvaluationError(`${JSON.stringify(this.#pattern)} is not a regular expression`)
  }
}

function escaped(point: number): string {
  return `\\u{${point.toString(16)}}`
}

const cache = new LRUCache<string, RegExp>({ max: 500 })
const categories = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/
/** The names of XML: their first characters, and those that may follow. */
const nameStart =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}'
const sets: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['s', ' \\t\\n\\r'],
  ['w', '\\p{L}\\p{M}\\p{N}\\p{S}'],
  ['i', nameStart],
  ['c', `${nameStart}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}`],
])
