import { Decimal } from '@selfbill/schematron/decimal'
import { type Message, message } from '../messages/message.ts'
import { inEnglish } from '../messages/text-of.ts'

/**
 * Reads JSON without loss: numbers become exact decimals, objects become maps (`__proto__` is a
 * plain name), and a repeated member is an error. Source: RFC 8259, docs/contract.md#requests.
 *
 * Throws JsonUnreadable for text that is not JSON, is nested deeper than 32, has more values than
 * `valuesMax`, or a number longer than 400 characters.
 */
export function readJson(text: string, valuesMax = usualValuesMax): JsonValue {
  return readJsonText(text, valuesMax).value
}

/**
 * The same, with the text that `writeJson` would write for the value, as far as the text itself
 * shows it: without blanks between tokens. Undefined when the text writes a name, a string or a
 * number in another way than `writeJson`; then the value has to be written.
 */
export function readJsonText(
  text: string,
  valuesMax = usualValuesMax,
): { readonly value: JsonValue; readonly rewritten: string | undefined } {
  const reader = new Reader(text, valuesMax)
  reader.skipBlanks()
  const value = reader.value(1)
  reader.skipBlanks()
  if (!reader.atEnd) reader.fail(message('json_text_after_end'))
  return { value, rewritten: reader.rewritten() }
}

export type JsonValue = null | boolean | string | Decimal | JsonArray | JsonObject
export type JsonArray = readonly JsonValue[]
export type JsonObject = ReadonlyMap<string, JsonValue>

/** The text is not valid JSON; `path` names the member if it is repeated. */
export class JsonUnreadable extends Error {
  override readonly name = 'JsonUnreadable'
  readonly reason: Message
  readonly path: string | undefined

  constructor(reason: Message, path?: string) {
    super(inEnglish(reason))
    this.reason = reason
    this.path = path
  }
}

/** More than the members of the longest body, 8 MiB, if their names have two letters. */
const usualValuesMax = 1_000_000
const depthMax = 32
/** Of a number as it is written. */
export const numberCharactersMax = 400
// Lazy: a greedy repetition keeps a place for each of a million digits, and may run out of its stack.
const numberSyntax = /-?(?:0|[1-9][0-9]*?(?![0-9]))(?:\.[0-9]+?(?![0-9]))?(?:[eE][+-]?[0-9]+?(?![0-9]))?/y
const exponent = /[eE]/
const [minus, dot, zero, letterE, lowerCase] = [0x2d, 0x2e, 0x30, 0x65, 0x20]
const quote = 0x22
const backslash = 0x5c
/** The escapes that `writeJson` uses. */
const usualEscapes = '"\\bfnrt'
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39
}

class Reader {
  readonly #text: string
  #at = 0
  readonly #path: (string | number)[] = []
  /** The text so far without blanks, up to `#copiedTo`. */
  #copied = ''
  #copiedTo = 0
  /** Names, strings and numbers so far are written as `writeJson` writes them. */
  #isUsual = true
  #values = 0
  readonly #valuesMax: number

  constructor(text: string, valuesMax: number) {
    this.#text = text
    this.#valuesMax = valuesMax
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  skipBlanks(): void {
    const from = this.#at
    let at = from
    for (;;) {
      const code = this.#text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
      at += 1
    }
    if (at === from) return
    this.#at = at
    if (!this.#isUsual) return
    this.#copied += this.#text.slice(this.#copiedTo, from)
    this.#copiedTo = at
  }

  /** The whole text as `writeJson` writes it; undefined where that is not certain. */
  rewritten(): string | undefined {
    if (!this.#isUsual || !this.#text.isWellFormed()) return undefined
    return this.#copiedTo === 0 ? this.#text : this.#copied + this.#text.slice(this.#copiedTo)
  }

  value(depth: number): JsonValue {
    if (depth > depthMax) this.fail(message('json_too_deep', { max: depthMax }))
    this.#values += 1
    if (this.#values > this.#valuesMax) this.fail(message('json_too_many_values', { max: this.#valuesMax }))
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  fail(problem: Message): never {
    let [line, column] = [1, this.#at + 1]
    for (let end = this.#text.indexOf('\n'); end >= 0 && end < this.#at; end = this.#text.indexOf('\n', end + 1)) {
      line += 1
      column = this.#at - end
    }
    throw new JsonUnreadable(message('not_json', { problem, line, column }))
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, JsonValue>()
    this.#at += 1
    this.skipBlanks()
    if (this.#skipIf('}')) return members
    for (;;) {
      if (this.#text[this.#at] !== '"') this.fail(message('json_name_expected'))
      const name = this.#string()
      if (isDigit(name.charCodeAt(0))) this.#isUsual = false
      this.#path.push(name)
      if (members.has(name)) this.#failTwice()
      this.skipBlanks()
      if (!this.#skipIf(':')) this.fail(message('json_sign_expected', { sign: '":"' }))
      this.skipBlanks()
      members.set(name, this.value(depth + 1))
      this.#path.pop()
      this.skipBlanks()
      if (this.#skipIf('}')) return members
      if (!this.#skipIf(',')) this.fail(message('json_end_expected', { end: '}' }))
      this.skipBlanks()
    }
  }

  #array(depth: number): JsonArray {
    const items: JsonValue[] = []
    this.#at += 1
    this.skipBlanks()
    if (this.#skipIf(']')) return items
    for (;;) {
      this.#path.push(items.length)
      items.push(this.value(depth + 1))
      this.#path.pop()
      this.skipBlanks()
      if (this.#skipIf(']')) return items
      if (!this.#skipIf(',')) this.fail(message('json_end_expected', { end: ']' }))
      this.skipBlanks()
    }
  }

  #string(): string {
    const text = this.#text
    let read = ''
    let from = this.#at + 1
    for (let at = from; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#at = at + 1
        return read === '' ? text.slice(from, at) : read + text.slice(from, at)
      }
      if (code !== backslash && code >= 0x20) continue
      this.#at = at
      // Behind the end the code is NaN.
      if (code !== backslash) this.fail(message(at >= text.length ? 'json_text_not_closed' : 'json_control_character'))
      this.#at += 1
      read += text.slice(from, at) + this.#escape()
      from = this.#at
      at = from - 1
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at] ?? ''
    this.#at += 1
    if (!usualEscapes.includes(letter)) this.#isUsual = false
    const simple = escapes[letter]
    if (simple !== undefined) return simple
    const digits = this.#text.slice(this.#at, this.#at + 4)
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) this.fail(message('json_unknown_escape'))
    this.#at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  #number(): Decimal {
    return this.#shortNumber() ?? this.#anyNumber()
  }

  /** Undefined for anything but a number of up to 15 digits without an exponent. */
  #shortNumber(): Decimal | undefined {
    const text = this.#text
    const isNegative = text.charCodeAt(this.#at) === minus
    const first = isNegative ? this.#at + 1 : this.#at
    let [at, coefficient, point] = [first, 0, -1]
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (isDigit(code)) coefficient = coefficient * 10 + (code - zero)
      else if (code === dot && point === -1) point = at
      else break
    }
    const wholeDigits = (point === -1 ? at : point) - first
    const scale = point === -1 ? 0 : at - point - 1
    const hasFewDigits = wholeDigits > 0 && wholeDigits + scale <= 15
    const isWellFormed = (wholeDigits === 1 || text.charCodeAt(first) !== zero) && (point === -1 || scale > 0)
    const next = text.charCodeAt(at) | lowerCase
    if (!hasFewDigits || !isWellFormed || next === letterE || (isNegative && coefficient === 0)) return undefined
    this.#at = at
    return Decimal.of(isNegative ? -coefficient : coefficient, scale)
  }

  #anyNumber(): Decimal {
    numberSyntax.lastIndex = this.#at
    const text = numberSyntax.exec(this.#text)?.[0]
    if (text === undefined) this.fail(message(this.atEnd ? 'json_ends_early' : 'json_value_expected'))
    if (text.length > numberCharactersMax) this.fail(message('json_number_too_long', { max: numberCharactersMax }))
    const number = Decimal.parse(text)
    if (!number) this.fail(message('json_number_out_of_range'))
    if (exponent.test(text) || (number.isZero && text.startsWith('-'))) this.#isUsual = false
    this.#at += text.length
    return number
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.fail(message('json_value_expected'))
    this.#at += word.length
    return value
  }

  #skipIf(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #failTwice(): never {
    const path = this.#pathText()
    throw new JsonUnreadable(message('member_repeated', { path }), path)
  }

  #pathText(): string {
    return this.#path.reduce<string>(
      (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
      '',
    )
  }
}
