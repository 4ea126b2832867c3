import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import type { ArithmeticOperator, ComparisonOperator } from '../xpath/ast.ts'
import { converted, isMoment, wholeMicroseconds } from './calendar.ts'
import { cast } from './cast.ts'
import { shortestDecimal } from './format-number.ts'
import { besideInteger, orderOfUntyped } from './untyped-order.ts'
import { Atomic } from './values.ts'

/**
 * Compares one pair of a general comparison. Untyped text takes the type of the other side; two
 * texts compare as strings.
 */
export function compareGeneral(operator: ComparisonOperator, left: Atomic, right: Atomic): boolean {
  if (left.type === 'untyped' && isNumeric(right)) return holds(operator, orderBesideNumber(left, right))
  if (right.type === 'untyped' && isNumeric(left)) return holds(operator, -orderBesideNumber(right, left))
  return compareValues(operator, typedBy(left, right), typedBy(right, left))
}

function orderBesideNumber(text: Atomic, number: Atomic): number {
  const double = toDouble(text)
  const value = number.type === 'integer' ? besideInteger(String(text.value), double) : double
  return orderOfUntyped(value, toDouble(number))
}

/** A comparison of two single values (`eq` and the like): untyped text is a string. */
export function compareValues(operator: ComparisonOperator, left: Atomic, right: Atomic): boolean {
  return holds(operator, orderOf(left, right))
}

/** Whether an order (negative, 0, positive, or NaN for no order) satisfies the operator. */
function holds(operator: ComparisonOperator, order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

/** Compares by code point: characters above U+FFFF come last, unlike with JavaScript's `<`. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at)
    const b = right.charCodeAt(at)
    if (a === b) continue
    const aPair = a >= 0xd800 && a <= 0xdfff
    const bPair = b >= 0xd800 && b <= 0xdfff
    return aPair === bPair ? a - b : aPair ? 1 : -1
  }
  return left.length - right.length
}

export function calculate(operator: ArithmeticOperator, left: Atomic, right: Atomic): Atomic {
  const ofTime = calculateTime(operator, left, right)
  if (ofTime) return ofTime
  const a = numeric(left)
  const b = numeric(right)
  if (a.type === 'double' || b.type === 'double')
    return new Atomic(operator === 'idiv' ? 'integer' : 'double', doubles(operator, toDouble(a), toDouble(b)))
  const [dividend, divisor] = [decimalIn(a), decimalIn(b)]
  const value =
    operator === 'div' ? divideDecimals(dividend, divisor, b.type === 'integer') : decimals(operator, dividend, divisor)
  const integer = operator === 'idiv' || (operator !== 'div' && a.type === 'integer' && b.type === 'integer')
  return new Atomic(integer ? 'integer' : 'decimal', value)
}

/** Dates, times and durations; undefined for other values. */
function calculateTime(operator: ArithmeticOperator, left: Atomic, right: Atomic): Atomic | undefined {
  const isDuration = right.type === 'dayTimeDuration'
  if (operator === '+' && left.type === 'dayTimeDuration' && isMoment(right.type))
    return calculateTime('+', right, left)
  if (operator === '*' && isDuration && left.type !== 'dayTimeDuration') return scaled(right, left, '*')
  if (isMoment(left.type) && isDuration && (operator === '+' || operator === '-')) {
    const seconds = Number(right.value) % (left.type === 'time' ? 86_400 : Number.POSITIVE_INFINITY)
    const shift = operator === '+' ? seconds : -seconds
    const moved = new Atomic('dateTime', wholeMicroseconds(Number(left.value) + shift), left.zone)
    return left.type === 'dateTime' ? moved : converted(moved, left.type)
  }
  if (isMoment(left.type) && left.type === right.type && operator === '-')
    return new Atomic('dayTimeDuration', wholeMicroseconds(Number(left.value) - Number(right.value)))
  if (left.type !== 'dayTimeDuration') return undefined
  if (isDuration && operator === 'div') {
    const [dividend, divisor] = [left, right].map(({ value }) => shortestDecimal(Number(value)))
    return dividend && divisor && new Atomic('decimal', divideDecimals(dividend, divisor))
  }
  if (isDuration && (operator === '+' || operator === '-')) {
    const seconds = Number(left.value) + (operator === '+' ? 1 : -1) * Number(right.value)
    return new Atomic('dayTimeDuration', wholeMicroseconds(seconds))
  }
  return operator === '*' || operator === 'div' ? scaled(left, right, operator) : undefined
}

/** A duration times or divided by a number. */
function scaled(duration: Atomic, by: Atomic, operator: '*' | 'div'): Atomic {
  const factor = toDouble(numeric(by))
  if (Number.isNaN(factor)) throw new EvaluationError('a duration cannot be multiplied or divided by NaN')
  const seconds = operator === '*' ? Number(duration.value) * factor : Number(duration.value) / factor
  if (!Number.isFinite(seconds)) throw new EvaluationError('a duration is too long')
  return new Atomic('dayTimeDuration', wholeMicroseconds(seconds))
}

/** Untyped text is a double in arithmetic; any other value must already be a number. */
export function numeric(value: Atomic): Atomic {
  if (value.type === 'untyped') return cast(value, 'double')
  if (isNumeric(value)) return value
  throw new EvaluationError(`an xs:${value.type} is not a number`)
}

export function isNumeric(value: Atomic): boolean {
  return value.type === 'double' || value.type === 'decimal' || value.type === 'integer'
}

export function decimals(operator: ArithmeticOperator, left: Decimal, right: Decimal): Decimal {
  switch (operator) {
    case '+':
      return left.plus(right)
    case '-':
      return left.minus(right)
    case '*':
      return left.times(right)
    case 'div':
      return divideDecimals(left, right)
    case 'idiv':
      return truncatedQuotient(left, right)
    case 'mod':
      if (right.isZero) throw new EvaluationError('division by zero')
      return left.modulo(right)
  }
}

/**
 * A quotient has 18 decimals, or as many more as the dividend has over the divisor, in which a
 * decimal, or an integer beyond 64 bits, that ends in zeros has fewer than none: as in Saxon. A
 * division by a power of ten is always exact.
 */
export function divideDecimals(left: Decimal, right: Decimal, isInteger = false): Decimal {
  if (right.isZero) throw new EvaluationError('division by zero')
  const places =
    right.scale === 0 && typeof right.coefficient === 'number' ? powersOfTen.get(right.coefficient) : undefined
  if (places !== undefined) return left.shiftedRight(places)
  const [dividend, divisor] = [left.normalized(), right.normalized()]
  const isLong = isInteger && BigInt.asIntN(64, BigInt(divisor.coefficient)) === BigInt(divisor.coefficient)
  const scale = isLong || divisor.scale > 0 ? divisor.scale : -zerosAtEnd(divisor)
  return dividend.dividedHalfDown(divisor, Math.max(18, 18 + dividend.scale - scale)).normalized()
}

function zerosAtEnd({ coefficient }: Decimal): number {
  if (typeof coefficient === 'bigint') return /0*$/.exec(String(coefficient))?.[0].length ?? 0
  let zeros = 0
  for (let rest = coefficient; rest % 10 === 0; rest /= 10) zeros += 1
  return zeros
}

function truncatedQuotient(left: Decimal, right: Decimal): Decimal {
  if (right.isZero) throw new EvaluationError('division by zero')
  return left.minus(left.modulo(right)).dividedBy(right, 0)
}

function doubles(operator: ArithmeticOperator, left: number, right: number): number | Decimal {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case 'div':
      return left / right
    case 'idiv':
      return integerQuotient(left, right)
    case 'mod':
      return left % right
  }
}

function integerQuotient(left: number, right: number): Decimal {
  const quotient = Math.trunc(left / right)
  if (!Number.isFinite(quotient) || Number.isNaN(right)) throw new EvaluationError('no integer quotient')
  return Decimal.from(BigInt(quotient).toString())
}

export function toDouble(value: Atomic): number {
  const number = cast(value, 'double').value
  return typeof number === 'number' ? number : Number.NaN
}

function decimalIn(value: Atomic): Decimal {
  if (value.value instanceof Decimal) return value.value
  throw new EvaluationError(`an xs:${value.type} is not a decimal`)
}

function typedBy(value: Atomic, other: Atomic): Atomic {
  if (value.type !== 'untyped') return value
  if (other.type === 'untyped' || other.type === 'string') return new Atomic('string', value.value)
  return cast(value, other.type)
}

function orderOf(left: Atomic, right: Atomic): number {
  const a = left.value
  const b = right.value
  if (isNumeric(left) && isNumeric(right)) {
    if (a instanceof Decimal && b instanceof Decimal) return a.compare(b)
    return compareNumbers(toDouble(left), toDouble(right))
  }
  const sameType = left.type === right.type || (isText(left) && isText(right))
  if (!sameType) throw new EvaluationError(`an xs:${left.type} cannot be compared with an xs:${right.type}`)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return compareNumbers(Number(a), Number(b))
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN
}

function isText(value: Atomic): boolean {
  return value.type === 'string' || value.type === 'untyped'
}

const powersOfTen: ReadonlyMap<number, number> = new Map(
  Array.from({ length: 16 }, (_, places) => [10 ** places, places]),
)
