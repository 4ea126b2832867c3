import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import type { AtomicType } from '../xpath/ast.ts'
import { trim } from './blanks.ts'
import { converted, durationText, isMoment, momentText, parseDuration, zoneIn } from './calendar.ts'
import { parseDate, parseDateTime, parseTime } from './dates.ts'

import { Atomic } from './values.ts'

/**
 * Casts a value as XPath 2 does. White space means space, tab, CR and LF only.
 * @throws EvaluationError when the target type has no such value
 */
export function cast(value: Atomic, type: AtomicType): Atomic {
  if (value.type === type) return value
  const result =
    value.type === 'string' || value.type === 'untyped' ? fromText(String(value.value), type) : convert(value, type)
  if (!result) throw new EvaluationError(`${JSON.stringify(textOf(value))} is not an xs:${type}`)
  return result
}

export function isCastable(value: Atomic, type: AtomicType): boolean {
  try {
    cast(value, type)
    return true
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}

/** The text of a value, as `string()` returns it. */
export function textOf(atomic: Atomic): string {
  const { value, type } = atomic
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') return decimalText(value)
  if (type === 'double') return doubleText(value)
  return type === 'dayTimeDuration' ? durationText(value) : momentText(atomic)
}

/** Without trailing zeros, and without the point when no decimals are left. */
export function decimalText(value: Decimal): string {
  return value.normalized().toString()
}

/** `1`, `0.5`, `1.0E6`, `NaN`, `INF`, `-0`. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const size = Math.abs(value)
  if (size >= 1e-6 && size < 1e6) return String(value)
  const [mantissa, exponent] = value.toExponential().split('e')
  return `${mantissa?.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

function fromText(text: string, type: AtomicType): Atomic | undefined {
  if (type === 'string' || type === 'untyped') return new Atomic(type, text)
  const value = parseAs(text, type)
  return value === undefined ? undefined : new Atomic(type, value, isMoment(type) ? zoneIn(text) : undefined)
}

function parseAs(text: string, type: AtomicType): number | boolean | Decimal | undefined {
  switch (type) {
    case 'decimal':
      return parseDecimal(text)
    case 'integer':
      return parseInteger(text)
    case 'double':
      return parseDouble(text)
    case 'boolean':
      return parseBoolean(text)
    case 'date':
      return parseDate(text)
    case 'time':
      return parseTime(text)
    case 'dayTimeDuration':
      return parseDuration(text)
    default:
      return parseDateTime(text)
  }
}

function convert(value: Atomic, type: AtomicType): Atomic | undefined {
  if (type === 'string' || type === 'untyped') return new Atomic(type, textOf(value))
  if (isMoment(type)) return isMoment(value.type) ? converted(value, type) : undefined
  const from = value.value
  const number = typeof from === 'boolean' ? (from ? Decimal.one : Decimal.zero) : from
  if (typeof number === 'string' || (typeof number === 'number' && value.type !== 'double')) return undefined
  if (type === 'boolean')
    return new Atomic('boolean', typeof number === 'number' ? !(number === 0 || Number.isNaN(number)) : !number.isZero)
  if (type === 'double') return new Atomic('double', typeof number === 'number' ? number : number.toNumber())
  if (type !== 'decimal' && type !== 'integer') return undefined
  const decimal = typeof number === 'number' ? decimalOfDouble(number) : number
  return decimal && new Atomic(type, type === 'integer' ? decimal.truncated() : decimal)
}

/** The exact value of the double: 0.1 is a little more than a tenth. */
function decimalOfDouble(value: number): Decimal | undefined {
  if (!Number.isFinite(value)) return undefined
  let whole = value
  let halves = 0
  for (; !Number.isInteger(whole); whole *= 2) halves += 1
  // A half of a power of two has as many decimals as the power: 1/8 = 125/1000.
  return Decimal.of(BigInt(whole) * 5n ** BigInt(halves), halves).normalized()
}

export function parseDecimal(text: string): Decimal | undefined {
  if (plainNumberSize(text) > 0) return plainDecimal(text)
  const trimmed = trim(text)
  return decimalSyntax.test(trimmed) ? Decimal.parse(trimmed) : undefined
}

export function parseInteger(text: string): Decimal | undefined {
  const trimmed = trim(text)
  return integerSyntax.test(trimmed) ? Decimal.parse(trimmed) : undefined
}

export function parseDouble(text: string): number | undefined {
  if (plainNumberSize(text) > 0) return Number(text)
  const trimmed = trim(text)
  if (doubleSyntax.test(trimmed)) return Number(trimmed)
  return doubleNames.get(trimmed)
}

/**
 * The number of digits in a plainly written number such as `120` or `-0.5`; 0 for any other text,
 * or when the digits exceed a safe integer. Almost all numbers are plain, and regular expressions
 * took much of the time.
 */
function plainNumberSize(text: string): number {
  const { length } = text
  if (length === 0 || length > 15) return 0
  let digits = 0
  let point = false
  for (let at = text.charCodeAt(0) === minus ? 1 : 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) digits += 1
    else if (code === dot && !point && digits > 0) point = true
    else return 0
  }
  return digits
}

function plainDecimal(text: string): Decimal {
  let coefficient = 0
  let scale = 0
  const negative = text.charCodeAt(0) === minus
  for (let at = negative ? 1 : 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === dot) scale = text.length - at - 1
    else coefficient = coefficient * 10 + code - zero
  }
  return Decimal.of(negative ? -coefficient : coefficient, scale)
}

export function parseBoolean(text: string): boolean | undefined {
  const trimmed = trim(text)
  if (trimmed === 'true' || trimmed === '1') return true
  return trimmed === 'false' || trimmed === '0' ? false : undefined
}

const minus = 45
const dot = 46
const zero = 48
const nine = 57
// Lazy, as in decimal.ts: documents have texts of megabytes.
const decimalSyntax = /^[+-]?(?:[0-9]+?(?:\.[0-9]*?)?|\.[0-9]+?)$/
const integerSyntax = /^[+-]?[0-9]+?$/
const doubleSyntax = /^[+-]?(?:[0-9]+?(?:\.[0-9]*?)?|\.[0-9]+?)(?:[eE][+-]?[0-9]+?)?$/
const doubleNames: ReadonlyMap<string, number> = new Map([
  ['INF', Number.POSITIVE_INFINITY],
  ['+INF', Number.POSITIVE_INFINITY],
  ['-INF', Number.NEGATIVE_INFINITY],
  ['NaN', Number.NaN],
])
