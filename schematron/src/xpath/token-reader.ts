import { ExpressionError } from '../errors.ts'
import { trim } from '../values/blanks.ts'
import { xmlNamespace } from '../xml/name.ts'
import type { AtomicType, Axis, NodeKind, NodeTest, SequenceType } from './ast.ts'
import { type Token, tokensOf } from './lexer.ts'

/**
 * The base of the parser: reads tokens one by one, resolves names, and parses the types in an
 * expression.
 */
export class TokenReader {
  /** The current token; it stays at the last one. */
  protected token: Token
  readonly #tokens: readonly Token[]
  readonly #namespaces: Namespaces
  #place = 0

  constructor(text: string, namespaces: Namespaces) {
    this.#tokens = tokensOf(text)
    this.#namespaces = namespaces
    const [first] = this.#tokens
    if (!first) throw new ExpressionError('the expression is empty', 0)
    this.token = first
  }

  end(): void {
    if (this.token.kind !== 'end') this.fail(`${this.token.text} is not expected here`)
  }

  protected nodeTest(axis: Axis): NodeTest {
    if (this.take('*')) return { kind: 'name', namespace: undefined, local: undefined }
    const { text } = this.token
    const kind = this.following === '(' ? nodeKinds.get(text) : undefined
    if (kind) {
      this.advance()
      this.expect('(')
      const name = kind === 'instruction' && !this.isSymbol(')') ? this.advance().text : undefined
      this.expect(')')
      return name === undefined ? { kind } : { kind, local: trim(name) }
    }
    if (this.token.kind !== 'name') this.fail(`a name is expected before ${text}`)
    this.advance()
    const [prefix, local] = text.includes(':') ? text.split(':') : ['', text]
    if (prefix === '*') return { kind: 'name', namespace: undefined, local }
    const namespace = prefix === '' || prefix === undefined ? '' : this.namespace(prefix)
    if (axis === 'attribute' && prefix === '') return { kind: 'name', namespace: '', local }
    return { kind: 'name', namespace, local: local === '*' ? undefined : local }
  }

  sequenceType(): SequenceType {
    const { text } = this.token
    let item: SequenceType['item']
    if (this.following === '(') {
      const kind = itemKinds.get(text)
      if (!kind) this.fail(`the type ${text}() is not supported`)
      this.advance()
      this.expect('(')
      if (!this.isSymbol(')')) this.fail('a type with a name in parentheses is not supported')
      this.expect(')')
      item = kind
    } else item = this.atomicType(true)
    const occurrence = this.take('?') ? '?' : this.take('*') ? '*' : this.take('+') ? '+' : ''
    return { item, occurrence }
  }

  protected atomicType(): AtomicType
  protected atomicType(any: true): AtomicType | 'atomic'
  protected atomicType(any?: true): AtomicType | 'atomic' {
    const { text } = this.token
    const [prefix, local] = text.split(':')
    const isSchemaType = local !== undefined && prefix !== undefined && this.namespace(prefix) === schemaTypes
    const type = isSchemaType ? atomicTypes.get(local) : undefined
    if (any && isSchemaType && local === 'anyAtomicType') {
      this.advance()
      return 'atomic'
    }
    if (!type) this.fail(`the type ${text} is not supported`)
    this.advance()
    return type
  }

  protected namespace(prefix: string): string {
    if (prefix === 'xml') return xmlNamespace
    return this.#namespaces.get(prefix) ?? this.fail(`the prefix ${prefix} is not declared`)
  }

  protected name(): string {
    if (this.token.kind !== 'name') this.fail(`a name is expected before ${this.token.text}`)
    return this.advance().text
  }

  /** The text of the token after the current one. */
  protected get following(): string | undefined {
    return this.#tokens[this.#place + 1]?.text
  }

  protected advance(): Token {
    const { token } = this
    const next = this.#tokens[this.#place + 1]
    if (next) {
      this.#place += 1
      this.token = next
    }
    return token
  }

  protected isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text
  }

  protected isName(text: string): boolean {
    return this.token.kind === 'name' && this.token.text === text
  }

  protected take(symbol: string): boolean {
    const found = this.isSymbol(symbol)
    if (found) this.advance()
    return found
  }

  protected expect(symbol: string): void {
    if (!this.take(symbol)) this.fail(`"${symbol}" is expected before ${this.token.text}`)
  }

  protected keyword(word: string): void {
    if (!this.isName(word)) this.fail(`"${word}" is expected before ${this.token.text}`)
    this.advance()
  }

  protected fail(reason: string): never {
    throw new ExpressionError(reason, this.token.at)
  }
}

/** Prefix → namespace. */
export type Namespaces = ReadonlyMap<string, string>

export const schemaTypes = 'http://www.w3.org/2001/XMLSchema'

export const nodeKinds: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ['node', 'node'],
  ['text', 'text'],
  ['element', 'element'],
  ['attribute', 'attribute'],
  ['document-node', 'document'],
  ['comment', 'comment'],
  ['processing-instruction', 'instruction'],
])
export const itemKinds: ReadonlyMap<string, SequenceType['item']> = new Map<string, SequenceType['item']>([
  ...nodeKinds,
  ['item', 'item'],
  ['empty-sequence', 'none'],
])
export const atomicTypes: ReadonlyMap<string, AtomicType> = new Map([
  ['untypedAtomic', 'untyped'],
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['double', 'double'],
  ['decimal', 'decimal'],
  ['integer', 'integer'],
  ['date', 'date'],
  ['time', 'time'],
  ['dateTime', 'dateTime'],
  ['dayTimeDuration', 'dayTimeDuration'],
])
