import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import { Atomic, type Item, isNode, typedValue } from '../values/values.ts'

export function truthOf(items: Iterable<Item>): boolean {
  let first: Item | undefined
  for (const item of items) {
    if (first === undefined) {
      if (isNode(item)) return true
      first = item
    } else throw new EvaluationError('several values have no truth value')
  }
  if (!(first instanceof Atomic)) return false
  const { value } = first
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value !== ''
  if (value instanceof Decimal) return !value.isZero
  if (first.type !== 'double') throw new EvaluationError(`an xs:${first.type} has no truth value`)
  return !(value === 0 || Number.isNaN(value))
}

/** The values of items. */
export function* atomized(items: Iterable<Item>): Generator<Atomic> {
  for (const item of items) yield typedValue(item)
}

/** The one value, or undefined for an empty sequence; two are an error. */
export function singleOf(items: Iterable<Item>): Atomic | undefined {
  let found: Atomic | undefined
  for (const item of atomized(items)) {
    if (found !== undefined) throw new EvaluationError('several items where one is expected')
    found = item
  }
  return found
}

/** At most the first two items: enough to see whether there is only one. */
export function firstTwo(items: Iterable<Item>): Item[] {
  const found: Item[] = []
  for (const item of items) {
    found.push(item)
    if (found.length === 2) break
  }
  return found
}
