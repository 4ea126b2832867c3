import { ExpressionError } from './errors.ts'

/** Cuts an XPath expression into tokens. Which names are operators only the parser can tell. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const blank = matchAt(blanks, text, at)
    if (blank) {
      at += blank.length
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
  /** As written; of a string, what it stands for. */
  readonly text: string
  readonly at: number
  readonly end: number
}

function tokenAt(text: string, at: number): Token {
  const number = matchAt(numbers, text, at)
  if (number) return { kind: 'number', text: number, at, end: at + number.length }
  const quote = text.charAt(at)
  if (quote === '"' || quote === "'") return stringAt(text, at, quote)
  const name = matchAt(names, text, at)
  if (name) return { kind: 'name', text: name, at, end: at + name.length }
  const symbol = symbols.find((candidate) => text.startsWith(candidate, at))
  if (symbol) return { kind: 'symbol', text: symbol, at, end: at + symbol.length }
  throw new ExpressionError(`unexpected character ${JSON.stringify(quote)}`, at)
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

const blanks = /[ \t\r\n]+/y
const numbers = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
/** A name, `prefix:name`, `prefix:*` or `*:name`; a colon pair is an axis, not a prefix. */
const names =
  /(?:[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*(?::(?!:)(?:[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*|\*))?|\*:[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*)/uy
const symbols = [
  '::',
  '//',
  '..',
  '<<',
  '>>',
  '<=',
  '>=',
  '!=',
  '(',
  ')',
  '[',
  ']',
  ',',
  '$',
  '@',
  '/',
  '.',
  '=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '|',
  '?',
]
