import type { AtomicType, ComparisonOperator } from '../xpath/ast.ts'
import { type Kind, Unsupported } from './code.ts'

/** The code of one value that is never undefined. */
export interface Plain {
  readonly code: string
  readonly kind: Kind
}

/** The value of an item: the text of a node is untyped. */
export function atomized({ code, kind }: Plain): Plain {
  if (kind === 'element') return { code: `stringOf(${code})`, kind: 'untyped' }
  if (kind === 'attribute' || kind === 'text') return { code, kind: 'untyped' }
  return { code, kind }
}

export function isNumber(kind: Kind): boolean {
  return isExact(kind) || kind === 'double' || kind === 'numeric'
}

export function isExact(kind: Kind): boolean {
  return kind === 'int' || isDecimal(kind)
}

/** Whether the generated code holds it as a Decimal. */
function isDecimal(kind: Kind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'exact'
}

export function isText(kind: Kind): boolean {
  return kind === 'untyped' || kind === 'string'
}

/** As a double: untyped text is cast, other text is not supported. */
export function doubleCode(value: Plain): string {
  const { code, kind } = atomized(value)
  if (kind === 'untyped') return `double(${code})`
  if (kind === 'int' || kind === 'double') return code
  if (isDecimal(kind)) return `${code}.toNumber()`
  if (kind === 'numeric') return `toNumber(${code})`
  throw new Unsupported(`a number from ${kind}`)
}

/** A Decimal for an exact number. */
export function decimalCode({ code, kind }: Plain): string {
  if (kind === 'int') return `decimalOfInt(${code})`
  if (isDecimal(kind)) return code
  throw new Unsupported(`a decimal from ${kind}`)
}

export function textCode(value: Plain): string {
  const { code, kind } = atomized(value)
  if (isText(kind)) return code
  if (kind === 'boolean' || kind === 'int') return `String(${code})`
  if (isDecimal(kind)) return `decimalText(${code})`
  if (kind === 'double') return `doubleText(${code})`
  if (kind === 'numeric') return `numericText(${code})`
  throw new Unsupported(`text from ${kind}`)
}

/** A cast; an element caches its decimal. */
export function castCode(value: Plain, type: AtomicType): Plain {
  if (value.kind === 'element' && type === 'decimal')
    return { code: `decimalOfElement(${value.code})`, kind: 'decimal' }
  const plain = atomized(value)
  const { code, kind } = plain
  if (kind === type) return plain
  if (type === 'string' || type === 'untyped') return { code: textCode(plain), kind: type }
  if (type === 'dayTimeDuration') throw new Unsupported('durations')
  if (isText(kind)) return { code: `${type}(${code})`, kind: type }
  if (kind === 'numeric') throw new Unsupported('a cast of a number of either kind')
  if (type === 'decimal' && isExact(kind)) return { code: decimalCode(plain), kind: 'decimal' }
  if (type === 'decimal' && kind === 'double') return { code: `decimalOfDouble(${code})`, kind: 'decimal' }
  if (type === 'integer' && kind === 'int') return plain
  if (type === 'integer' && (kind === 'decimal' || kind === 'exact'))
    return { code: `integerOfDecimal(${code})`, kind: 'integer' }
  if (type === 'integer' && kind === 'double')
    return { code: `integerOfDecimal(decimalOfDouble(${code}))`, kind: 'integer' }
  if (type === 'double' && isExact(kind)) return { code: doubleCode(plain), kind: 'double' }
  if (type === 'boolean' && isNumber(kind)) return { code: numberIsTrue(plain), kind: 'boolean' }
  throw new Unsupported(`a cast from ${kind} to ${type}`)
}

export function castableCode(value: Plain, type: AtomicType): string {
  if (value.kind === 'element' && type === 'decimal') return `isDecimalElement(${value.code})`
  const { code, kind } = atomized(value)
  if (type === 'string' || type === 'untyped') return 'true'
  if (type === 'dayTimeDuration') throw new Unsupported('durations')
  if (isText(kind)) return `is${type.charAt(0).toUpperCase()}${type.slice(1)}(${code})`
  if (isExact(kind) && (type === 'decimal' || type === 'integer' || type === 'double' || type === 'boolean'))
    return 'true'
  throw new Unsupported(`castable from ${kind} to ${type}`)
}

/** A number is true unless it is 0 or NaN. */
export function numberIsTrue({ code, kind }: Plain): string {
  if (kind === 'int') return `${code} !== 0`
  if (kind === 'double') return `(${code} === ${code} && ${code} !== 0)`
  if (kind === 'numeric') return `isTrueNumeric(${code})`
  return `!${code}.isZero`
}

/**
 * Compares one pair. In a general comparison untyped text takes the other side's type, otherwise it
 * is a string.
 */
export function compareCode(operator: ComparisonOperator, left: Plain, right: Plain, general: boolean): string {
  const a = atomized(left)
  const b = atomized(right)
  if (isText(a.kind) && isText(b.kind)) return compareTexts(operator, a.code, b.code)
  if (general && a.kind === 'untyped') return compareUntyped(operator, left, b)
  if (general && b.kind === 'untyped') return compareUntyped(mirrored[operator], right, a)
  return compareTyped(operator, a, b)
}

/**
 * Untyped text takes the type of the typed value. Compared with any number it is a double, with a
 * special order (untyped-order.ts).
 */
function compareUntyped(operator: ComparisonOperator, text: Plain, other: Plain): string {
  const { code, kind } = other
  if (kind === 'boolean' || kind === 'date' || kind === 'time' || kind === 'dateTime')
    return compareTyped(operator, castCode(text, kind), other)
  if (!isNumber(kind)) return compareTyped(operator, atomized(text), other)
  if (kind === 'numeric' || kind === 'exact') throw new Unsupported('untyped text beside a number of either kind')
  const untyped = atomized(text).code
  const order = kind === 'int' || kind === 'integer' ? 'orderBesideInteger' : 'orderBesideNumber'
  return `${order}(${untyped}, ${doubleCode({ code, kind })}) ${scriptOperators[operator]} 0`
}

function compareTyped(operator: ComparisonOperator, a: Plain, b: Plain): string {
  if (isNumber(a.kind) && isNumber(b.kind)) return compareNumbers(operator, a, b)
  if (a.kind !== b.kind) return `mismatch(${JSON.stringify(a.kind)}, ${JSON.stringify(b.kind)})`
  if (a.kind !== 'boolean') return `${a.code} ${scriptOperators[operator]} ${b.code}`
  if (operator === '=' || operator === '!=') return `${a.code} ${scriptOperators[operator]} ${b.code}`
  return `Number(${a.code}) ${scriptOperators[operator]} Number(${b.code})`
}

function compareNumbers(operator: ComparisonOperator, a: Plain, b: Plain): string {
  const script = scriptOperators[operator]
  if (a.kind === 'int' && b.kind === 'int') return `${a.code} ${script} ${b.code}`
  if (isExact(a.kind) && isExact(b.kind)) {
    const [left, right] = [decimalCode(a), decimalCode(b)]
    if (operator === '=') return `same(${left}, ${right})`
    if (operator === '!=') return `!same(${left}, ${right})`
    return `${left}.compare(${right}) ${script} 0`
  }
  if (a.kind === 'double' || b.kind === 'double') return `${doubleCode(a)} ${script} ${doubleCode(b)}`
  return `compareNumeric(${numericCode(a)}, ${numericCode(b)}) ${script} 0`
}

/** As a `numeric` value, where a JavaScript number means a double: an int becomes a Decimal. */
export function numericCode(value: Plain): string {
  const { code, kind } = atomized(value)
  if (kind === 'untyped') return `double(${code})`
  return kind === 'int' ? `decimalOfInt(${code})` : code
}

function compareTexts(operator: ComparisonOperator, left: string, right: string): string {
  if (operator === '=' || operator === '!=') return `${left} ${scriptOperators[operator]} ${right}`
  return `compareText(${left}, ${right}) ${scriptOperators[operator]} 0`
}

/** The same comparison with its sides swapped. */
const mirrored: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

const scriptOperators: Readonly<Record<ComparisonOperator, string>> = {
  '=': '===',
  '!=': '!==',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
