import { Decimal } from '../decimal/decimal.ts'

/**
 * Reads JSON without loss: numbers become exact decimals, objects become maps (`__proto__` is a
 * plain name), and a repeated member is an error. Source: RFC 8259, docs/contract.md#requests.
 *
 * Throws JsonUnreadable for text that is not JSON, is nested deeper than 32, or has a number longer
 * than 400 characters.
 */
export function readJson(text: string): JsonValue {
  const reader = new Reader(text)
  reader.skipBlanks()
  const value = reader.value(1)
  reader.skipBlanks()
  if (!reader.atEnd) reader.fail('unexpected text after the document')
  return value
}

export type JsonValue = null | boolean | string | Decimal | JsonArray | JsonObject
export type JsonArray = readonly JsonValue[]
export type JsonObject = ReadonlyMap<string, JsonValue>

/** The text is not valid JSON; `path` names the member if it is repeated. */
export class JsonUnreadable extends Error {
  override readonly name = 'JsonUnreadable'
  readonly path: string | undefined

  constructor(message: string, path?: string) {
    super(message)
    this.path = path
  }
}

const depthMax = 32
const numberCharactersMax = 400
const numberSyntax = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const plainString = /[^"\\\u0000-\u001f]*/y
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

class Reader {
  readonly #text: string
  #at = 0
  readonly #path: (string | number)[] = []

  constructor(text: string) {
    this.#text = text
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at += 1
    }
  }

  value(depth: number): JsonValue {
    if (depth > depthMax) this.fail(`nested deeper than ${depthMax}`)
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

  fail(problem: string): never {
    const before = this.#text.slice(0, this.#at)
    const line = before.split('\n').length
    const column = this.#at - before.lastIndexOf('\n')
    throw new JsonUnreadable(`The body is not valid JSON: ${problem} at line ${line}, column ${column}`)
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, JsonValue>()
    this.#at += 1
    this.skipBlanks()
    if (this.#taken('}')) return members
    for (;;) {
      if (this.#text[this.#at] !== '"') this.fail('a member name in quotes is expected')
      const name = this.#string()
      this.#path.push(name)
      if (members.has(name)) throw new JsonUnreadable(`${this.#pathText()} must not appear twice`, this.#pathText())
      this.skipBlanks()
      if (!this.#taken(':')) this.fail('":" is expected')
      this.skipBlanks()
      members.set(name, this.value(depth + 1))
      this.#path.pop()
      this.skipBlanks()
      if (this.#taken('}')) return members
      if (!this.#taken(',')) this.fail('"," or "}" is expected')
      this.skipBlanks()
    }
  }

  #array(depth: number): JsonArray {
    const items: JsonValue[] = []
    this.#at += 1
    this.skipBlanks()
    if (this.#taken(']')) return items
    for (;;) {
      this.#path.push(items.length)
      items.push(this.value(depth + 1))
      this.#path.pop()
      this.skipBlanks()
      if (this.#taken(']')) return items
      if (!this.#taken(',')) this.fail('"," or "]" is expected')
      this.skipBlanks()
    }
  }

  #string(): string {
    this.#at += 1
    let text = ''
    for (;;) {
      plainString.lastIndex = this.#at
      const plain = plainString.exec(this.#text)?.[0] ?? ''
      this.#at += plain.length
      text += plain
      if (this.#taken('"')) return text
      if (this.#taken('\\')) text += this.#escape()
      else this.fail(this.atEnd ? 'a text without its closing quote' : 'a control character in a text')
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at] ?? ''
    this.#at += 1
    const simple = escapes[letter]
    if (simple !== undefined) return simple
    const digits = this.#text.slice(this.#at, this.#at + 4)
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('an unknown escape')
    this.#at += 4
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  #number(): Decimal {
    numberSyntax.lastIndex = this.#at
    const text = numberSyntax.exec(this.#text)?.[0]
    if (text === undefined) this.fail(this.atEnd ? 'the text ends too early' : 'a value is expected')
    if (text.length > numberCharactersMax) this.fail(`a number longer than ${numberCharactersMax} characters`)
    const number = Decimal.parse(text)
    if (!number) this.fail('a number out of range')
    this.#at += text.length
    return number
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.fail('a value is expected')
    this.#at += word.length
    return value
  }

  #taken(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #pathText(): string {
    return this.#path.reduce<string>(
      (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
      '',
    )
  }
}
