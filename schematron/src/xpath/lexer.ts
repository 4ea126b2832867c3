import { ExpressionError } from '../errors.ts'

/** Cuts an XPath expression into tokens. Only the parser knows which names are operators. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (blanks.has(text.charAt(at))) {
      at += 1
      continue
    }
    if (text.startsWith('(:', at)) {
      at = afterComment(text, at)
      continue
    }
    const token = tokenAt(text, at)
    tokens.push(token)
    at = token.end
  }
  tokens.push({ kind: 'end', text: 'the end', at, end: at })
  return tokens
}

export interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'symbol' | 'end'
  /** As written; for a string, its value. */
  readonly text: string
  readonly at: number
  readonly end: number
}

/** The first character decides the kind. */
function tokenAt(text: string, at: number): Token {
  const first = text.charAt(at)
  if (first === '"' || first === "'") return stringAt(text, at, first)
  const two = text.slice(at, at + 2)
  const symbol = twoCharacters.has(two) ? two : first
  const isWildcard = two === '*:'
  const isFraction = first === '.' && /[0-9]$/.test(two)
  if (symbols.has(symbol) && !isWildcard && !isFraction) {
    return { kind: 'symbol', text: symbol, at, end: at + symbol.length }
  }
  const number = matchAt(numbers, text, at)
  if (number) return { kind: 'number', text: number, at, end: at + number.length }
  const name = plainNameAt(text, at) ?? matchAt(names, text, at)
  if (name) return { kind: 'name', text: name, at, end: at + name.length }
  if (isWildcard) return { kind: 'symbol', text: first, at, end: at + 1 }
  throw new ExpressionError(`unexpected character ${JSON.stringify(first)}`, at)
}

function stringAt(text: string, start: number, quote: string): Token {
  let value = ''
  let at = start + 1
  for (;;) {
    const close = text.indexOf(quote, at)
    if (close < 0) throw new ExpressionError('a string is not closed', start)
    value += text.slice(at, close)
    at = close + 1
    if (text.charAt(at) !== quote) return { kind: 'string', text: value, at: start, end: at }
    value += quote
    at += 1
  }
}

function afterComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; ) {
    if (text.startsWith('(:', at)) {
      depth += 1
      at += 2
    } else if (text.startsWith(':)', at)) {
      depth -= 1
      at += 2
      if (depth === 0) return at
    } else at += 1
  }
  throw new ExpressionError('a comment is not closed', start)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const blanks: ReadonlySet<string> = new Set(' \t\r\n')
/** A name of ASCII letters alone, the usual case; undefined for all others. */
function plainNameAt(text: string, at: number): string | undefined {
  const name = matchAt(plainNames, text, at)
  if (name === undefined) return undefined
  const next = text.charCodeAt(at + name.length)
  return next === colon || next > 0x7f ? undefined : name
}

const colon = 0x3a
const plainNames = /[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?/y
const numbers = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const localName = '[\\p{L}_][\\p{L}\\p{N}\\p{M}_.\\-·]*'
/** A name, `prefix:name`, `prefix:*` or `*:name`; two colons are an axis, not a prefix. */
const names = new RegExp(`(?:${localName}(?::(?!:)(?:${localName}|\\*))?|\\*:${localName})`, 'uy')
const twoCharacters: ReadonlySet<string> = new Set(['::', '//', '..', '<<', '>>', '<=', '>=', '!='])
const symbols: ReadonlySet<string> = new Set([...twoCharacters, ...'()[],$@/.=<>+-*|?'])
