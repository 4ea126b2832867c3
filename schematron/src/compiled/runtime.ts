import { Decimal } from '../decimal.ts'
import { EvaluationError, IntegerTooLarge } from '../errors.ts'
import { hasText, normalizeSpace, trim } from '../values/blanks.ts'
import { cast, decimalText, doubleText, parseBoolean, parseDecimal, parseDouble, parseInteger } from '../values/cast.ts'
import { parseDate, parseDateTime, parseTime } from '../values/dates.ts'
import { compareText, decimals, divideDecimals } from '../values/operate.ts'
import { isMatch, regexOf } from '../values/regex.ts'
import { characters, codePointsOf, lengthOf, substring, tokenize, translate } from '../values/text.ts'
import { besideInteger, orderOfUntyped } from '../values/untyped-order.ts'
import { Atomic, documentName, textNodesOf } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import { positionOf } from '../xml/location.ts'

/**
 * The functions that generated code calls. They work on plain JavaScript values, without sequences.
 */
export const runtime = {
  hasText,
  compareText,
  divideDecimals,
  normalizeSpace,
  isMatch,
  regexOf,
  characters,
  codePointsOf,
  lengthOf,
  substring,
  translate,
  tokenize,
  positionOf,
  doubleText,
  decimalText,
  trim,
  addTo,
  zero: Decimal.zero,
  documentId: documentName.id,

  stringOf(element: Element): string {
    return element.children.length === 0 ? element.text : element.value
  },

  has(element: Element, nameId: number): boolean {
    const { children } = element
    for (let at = 0; at < children.length; at += 1) if (children[at]?.nameId === nameId) return true
    return false
  },

  /** The child with that name; several are an error. */
  onlyChild(element: Element, nameId: number): Element | undefined {
    const { children } = element
    if (children.length > wideFrom) {
      const named = element.childrenNamed(nameId)
      return named.length > 1 ? several() : named[0]
    }
    let found: Element | undefined
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at]
      if (child?.nameId !== nameId) continue
      if (found !== undefined) several()
      found = child
    }
    return found
  },

  /** The child with that name; null when there are several. */
  childIfOne(element: Element, nameId: number): Element | undefined | null {
    const { children } = element
    let found: Element | undefined
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at]
      if (child?.nameId !== nameId) continue
      if (found !== undefined) return null
      found = child
    }
    return found
  },

  /** The children to search for that name: an index spares a long list. */
  childrenOf(element: Element, nameId: number): readonly Element[] {
    return element.children.length > wideFrom ? element.childrenNamed(nameId) : element.children
  },

  /** The same for several names at once, in document order. */
  childrenOfAny(element: Element, nameIds: readonly number[]): readonly Element[] {
    if (element.children.length <= wideFrom) return element.children
    let only: readonly Element[] = noElements
    for (let at = 0; at < nameIds.length; at += 1) {
      const group = element.childrenNamed(nameIds[at] ?? 0)
      if (group.length === 0) continue
      if (only.length > 0) return merged(element, nameIds)
      only = group
    }
    return only
  },

  /** The elements by key; null when the keys of one cannot be computed. */
  indexOf(elements: readonly Element[], addKeys: (element: Element, add: (key: Key) => void) => void): Index | null {
    const index: Index = new Map()
    try {
      for (const element of elements) addKeys(element, (key) => addTo(index, key, element))
      return index
    } catch (error) {
      if (error instanceof EvaluationError) return null
      throw error
    }
  },

  found: (index: Index | null, key: Key): readonly Element[] | undefined =>
    index === null ? undefined : (index.get(key) ?? noElements),

  /** The same number for every way to write a decimal; very long decimals may share one. */
  keyOf(decimal: Decimal): number {
    // Up to here the quotient is rounded from its exact value, so 1.5 and 1.50 give the same
    // number.
    if (typeof decimal.coefficient === 'number' && decimal.scale <= 22) return decimal.coefficient / 10 ** decimal.scale
    const { coefficient, scale } = decimal.normalized()
    return Number(coefficient) / 10 ** scale
  },

  /** The ancestor that many levels up. */
  up(element: Element, levels: number): Element | undefined {
    let above: Element | undefined = element
    for (let level = 0; level < levels && above !== undefined; level += 1) above = above.parent
    return above
  },

  textsOf(element: Element): readonly string[] {
    if (element.pieces === undefined) return element.text === '' ? none : [element.text]
    return textNodesOf(element).map(({ value }) => value)
  },

  attributeValues(element: Element): readonly string[] {
    return element.attributes.filter((_, at) => at % 2 === 1)
  },

  /** The position of the first element with that order or a later one, by halving. */
  firstFrom(elements: readonly Element[], order: number): number {
    let [low, high] = [0, elements.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((elements[middle]?.order ?? order) < order) low = middle + 1
      else high = middle
    }
    return low
  },

  /** In document order, each once. */
  sorted(elements: Element[]): Element[] {
    elements.sort((left, right) => left.order - right.order)
    return elements.filter((element, at) => element !== elements[at - 1])
  },

  decimalOfElement(element: Element): Decimal {
    return memoDecimal(element) ?? fail(runtime.stringOf(element), 'decimal')
  },

  isDecimalElement(element: Element): boolean {
    return memoDecimal(element) !== null
  },

  decimal: (text: string): Decimal => parseDecimal(text) ?? fail(text, 'decimal'),
  integer: (text: string): Decimal => parseInteger(text) ?? fail(text, 'integer'),
  double: (text: string): number => parseDouble(text) ?? fail(text, 'double'),
  boolean: (text: string): boolean => parseBoolean(text) ?? fail(text, 'boolean'),
  date: (text: string): number => parseDate(text) ?? fail(text, 'date'),
  time: (text: string): number => parseTime(text) ?? fail(text, 'time'),
  dateTime: (text: string): number => parseDateTime(text) ?? fail(text, 'dateTime'),
  isDecimal: (text: string): boolean => parseDecimal(text) !== undefined,
  isInteger: (text: string): boolean => parseInteger(text) !== undefined,
  isDouble: (text: string): boolean => parseDouble(text) !== undefined,
  isBoolean: (text: string): boolean => parseBoolean(text) !== undefined,
  isDate: (text: string): boolean => parseDate(text) !== undefined,
  isTime: (text: string): boolean => parseTime(text) !== undefined,
  isDateTime: (text: string): boolean => parseDateTime(text) !== undefined,

  orderBesideNumber: (text: string, number: number): number => orderOfUntyped(runtime.double(text), number),
  orderBesideInteger: (text: string, integer: number): number =>
    orderOfUntyped(besideInteger(text, runtime.double(text)), integer),

  /** `number()`: NaN where a cast would fail. */
  number: (text: string | undefined): number => (text === undefined ? Number.NaN : (parseDouble(text) ?? Number.NaN)),

  decimalOfDouble: (value: number): Decimal => {
    const decimal = cast(new Atomic('double', value), 'decimal').value
    return decimal instanceof Decimal ? decimal : fail(String(value), 'decimal')
  },
  decimalOfInt: (value: number): Decimal => Decimal.of(value),
  integerOfDecimal: (value: Decimal): Decimal => value.truncated(),

  /** A JavaScript number for an integer that has to be small, such as the end of a range. */
  small(value: Decimal): number {
    return typeof value.coefficient === 'number' ? value.toNumber() : outOfRange()
  },

  /** Integers have no negative zero, which -3 * 0 would give. */
  safe: (value: number): number => (Number.isSafeInteger(value) ? value + 0 : outOfRange()),
  moduloInts: (left: number, right: number): number => (right === 0 ? divisionByZero() : left % right || 0),
  divideInts: (left: number, right: number): number => (right === 0 ? divisionByZero() : Math.trunc(left / right) || 0),
  modulo: (left: Decimal, right: Decimal): Decimal => decimals('mod', left, right),
  quotient: (left: Decimal, right: Decimal): Decimal => decimals('idiv', left, right),

  /** Equal values, with or without trailing zeros. */
  same(left: Decimal, right: Decimal): boolean {
    return left.scale === right.scale ? left.coefficient === right.coefficient : left.compare(right) === 0
  },

  /** Arithmetic where only the document decides between doubles and decimals. */
  plus: (left: number | Decimal, right: number | Decimal) =>
    exactly(
      left,
      right,
      (a, b) => a.plus(b),
      (a, b) => a + b,
    ),
  minus: (left: number | Decimal, right: number | Decimal) =>
    exactly(
      left,
      right,
      (a, b) => a.minus(b),
      (a, b) => a - b,
    ),
  times: (left: number | Decimal, right: number | Decimal) =>
    exactly(
      left,
      right,
      (a, b) => a.times(b),
      (a, b) => a * b,
    ),
  divide: (left: number | Decimal, right: number | Decimal) => exactly(left, right, divideDecimals, (a, b) => a / b),
  remainder: (left: number | Decimal, right: number | Decimal) =>
    exactly(
      left,
      right,
      (a, b) => decimals('mod', a, b),
      (a, b) => a % b,
    ),
  compareNumeric: (left: number | Decimal, right: number | Decimal): number => {
    if (left instanceof Decimal && right instanceof Decimal) return left.compare(right)
    const [a, b] = [toNumber(left), toNumber(right)]
    return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN
  },
  toNumber,
  roundNumeric: (value: number | Decimal) => (value instanceof Decimal ? value.roundHalfUp() : Math.round(value)),
  absNumeric: (value: number | Decimal) => (value instanceof Decimal ? value.abs() : Math.abs(value)),
  floorNumeric: (value: number | Decimal) => (value instanceof Decimal ? value.floor() : Math.floor(value)),
  ceilingNumeric: (value: number | Decimal) => (value instanceof Decimal ? value.ceiling() : Math.ceil(value)),
  negateNumeric: (value: number | Decimal) => (value instanceof Decimal ? value.negated() : -value),
  numericText: (value: number | Decimal) => (value instanceof Decimal ? decimalText(value) : doubleText(value)),
  isTrueNumeric: (value: number | Decimal) =>
    value instanceof Decimal ? !value.isZero : !Number.isNaN(value) && value !== 0,

  before(text: string, mark: string): string {
    const at = text.indexOf(mark)
    return at < 0 ? '' : text.slice(0, at)
  },
  after(text: string, mark: string): string {
    const at = text.indexOf(mark)
    return at < 0 ? '' : text.slice(at + mark.length)
  },
  localName: (element: Element): string => (element.nameId === documentName.id ? '' : element.name.local),
  qualifiedName: (element: Element): string => (element.nameId === documentName.id ? '' : element.name.qualified),
  namespaceOf: (element: Element): string => (element.nameId === documentName.id ? '' : element.name.namespace),

  several,
  missing(what: string): never {
    throw new EvaluationError(`${what} is missing`)
  },
  tooDeep(): never {
    throw new EvaluationError('functions call each other too deeply')
  },
  mismatch(left: string, right: string): never {
    throw new EvaluationError(`an xs:${left} cannot be compared with an xs:${right}`)
  },
}

/** With more children than this an index by name is used. */
const wideFrom = 16
const none: readonly string[] = []
const noElements: readonly Element[] = []

type Key = string | number
type Index = Map<Key, Element[]>

function addTo(index: Index, key: Key, element: Element): void {
  const group = index.get(key)
  if (!group) index.set(key, [element])
  else if (group.at(-1) !== element) group.push(element)
}

function merged(element: Element, nameIds: readonly number[]): readonly Element[] {
  return nameIds.flatMap((nameId) => element.childrenNamed(nameId)).sort((left, right) => left.order - right.order)
}

function memoDecimal(element: Element): Decimal | null {
  if (element.decimal === undefined) element.decimal = parseDecimal(runtime.stringOf(element)) ?? null
  return element.decimal
}

function exactly<Result>(
  left: number | Decimal,
  right: number | Decimal,
  exact: (left: Decimal, right: Decimal) => Decimal,
  double: (left: number, right: number) => Result,
): Decimal | Result {
  return left instanceof Decimal && right instanceof Decimal
    ? exact(left, right)
    : double(toNumber(left), toNumber(right))
}

function toNumber(value: number | Decimal): number {
  return value instanceof Decimal ? value.toNumber() : value
}

function several(): never {
  throw new EvaluationError('several items where one is expected')
}

function divisionByZero(): never {
  throw new EvaluationError('division by zero')
}

function outOfRange(): never {
  throw new IntegerTooLarge()
}

function fail(text: string, type: string): never {
  throw new EvaluationError(`${JSON.stringify(text)} is not an xs:${type}`)
}
