import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import { cast } from '../values/cast.ts'
import { roundedHalfEven, roundedHalfUp, shortestDecimal } from '../values/format-number.ts'
import { calculate, compareValues, numeric } from '../values/operate.ts'
import { Atomic, type Item } from '../values/values.ts'
import { type Arguments, define, integer, type XPathFunction } from './arguments.ts'
import type { Focus } from './focus.ts'

import { atomized, singleOf } from './items.ts'

/** The functions that return numbers. */
export const numberFunctions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ['sum', define(sum)],
  ['avg', define(average)],
  ['min', extreme('<')],
  ['max', extreme('>')],
  ['round', define(round)],
  ['floor', rounding((decimal) => decimal.floor(), Math.floor)],
  ['ceiling', rounding((decimal) => decimal.ceiling(), Math.ceil)],
  ['abs', rounding((decimal) => decimal.abs(), Math.abs)],
  ['round-half-to-even', define(halfToEven)],
  ['number', define(numberOf)],
])

function* numberOf(parameters: Arguments, focus: Focus): Generator<Item> {
  const items = parameters.count === 0 ? (focus.item === undefined ? [] : [focus.item]) : parameters.items(0)
  const found = singleOf(items)
  try {
    yield new Atomic('double', found ? cast(found, 'double').value : Number.NaN)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    yield new Atomic('double', Number.NaN)
  }
}

/** A rounding function: an empty sequence stays empty, and the type stays the same. */
function rounding(decimal: (value: Decimal) => Decimal, double: (value: number) => number): XPathFunction {
  return define(function* (parameters) {
    const found = parameters.single(0)
    if (!found) return
    const { type, value: number } = numeric(found)
    yield new Atomic(type, number instanceof Decimal ? decimal(number) : double(Number(number)))
  })
}

/** XPath 3 has the number of decimals as a second argument; halves go up. */
function* round(parameters: Arguments): Generator<Item> {
  const found = parameters.single(0)
  if (!found) return
  const { type, value: number } = numeric(found)
  const places = parameters.count > 1 ? parameters.integer(1) : 0
  if (number instanceof Decimal) yield new Atomic(type, roundedHalfUp(number, places))
  else if (places === 0) yield new Atomic(type, Math.round(Number(number)))
  else
    yield new Atomic(
      type,
      roundedDouble(Number(number), (decimal) => roundedHalfUp(decimal, places)),
    )
}

/** Rounds the decimal that the double shows; a zero keeps its sign. */
function roundedDouble(number: number, round: (decimal: Decimal) => Decimal): number {
  if (!Number.isFinite(number) || number === 0) return number
  const rounded = round(shortestDecimal(number)).toNumber()
  return rounded === 0 && number < 0 ? -0 : rounded
}

function* halfToEven(parameters: Arguments): Generator<Item> {
  const found = parameters.single(0)
  if (!found) return
  const places = parameters.count > 1 ? parameters.integer(1) : 0
  const { type, value: number } = numeric(found)
  if (number instanceof Decimal) yield new Atomic(type, roundedHalfEven(number, places))
  else
    yield new Atomic(
      type,
      roundedDouble(Number(number), (decimal) => roundedHalfEven(decimal, places)),
    )
}

function* sum(parameters: Arguments): Generator<Item> {
  let total: Atomic | undefined
  for (const item of atomized(parameters.items(0))) {
    total = total ? calculate('+', total, item) : addable(item)
    // Whatever follows, the sum stays NaN.
    if (Number.isNaN(total.value)) break
  }
  if (total) yield total
  else yield* parameters.count > 1 ? parameters.items(1) : [integer(0)]
}

function* average(parameters: Arguments): Generator<Item> {
  let total: Atomic | undefined
  let count = 0
  for (const item of atomized(parameters.items(0))) {
    total = total ? calculate('+', total, item) : addable(item)
    count += 1
    if (Number.isNaN(total.value)) break
  }
  if (total) yield calculate('div', total, integer(count))
}

/** Numbers and durations can be added up; untyped text is a double. */
function addable(value: Atomic): Atomic {
  return value.type === 'dayTimeDuration' ? value : numeric(value)
}

/**
 * The smallest or the largest value. Untyped text counts as a double; one NaN makes the result NaN,
 * and one double makes it a double.
 */
function extreme(operator: '<' | '>'): XPathFunction {
  return define(function* (parameters) {
    let found: Atomic | undefined
    let isDouble = false
    for (const item of atomized(parameters.items(0))) {
      const candidate = item.type === 'untyped' ? cast(item, 'double') : item
      isDouble ||= candidate.type === 'double'
      if (!found || Number.isNaN(candidate.value) || compareValues(operator, candidate, found)) found = candidate
      if (Number.isNaN(found.value)) break
    }
    if (found) yield isDouble ? cast(found, 'double') : found
  })
}
