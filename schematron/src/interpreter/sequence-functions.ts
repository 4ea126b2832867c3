import { EvaluationError } from '../errors.ts'
import { compareGeneral, compareText, isNumeric } from '../values/operate.ts'
import { Atomic, type Item } from '../values/values.ts'
import { type Arguments, define, integer, type XPathFunction } from './arguments.ts'
import { atomized } from './items.ts'

/** The functions that take, find or move items of a sequence. */
export const sequenceFunctions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ['index-of', define(places)],
  ['subsequence', define(subsequence)],
  ['remove', define((parameters) => without([...parameters.items(0)], parameters.integer(1)))],
  ['insert-before', define(inserted)],
  ['unordered', define((parameters) => parameters.items(0))],
  ['compare', define(compared)],
])

function* places(parameters: Arguments): Generator<Item> {
  const wanted = parameters.single(1)
  if (!wanted) throw new EvaluationError('the value to find is missing')
  let at = 0
  for (const item of atomized(parameters.items(0))) {
    at += 1
    if (isSame(asString(item), asString(wanted))) yield integer(at)
  }
}

/** Values that cannot be compared differ. */
function isSame(left: Atomic, right: Atomic): boolean {
  if (left.type !== right.type && !(isNumeric(left) && isNumeric(right))) return false
  return compareGeneral('=', left, right)
}

function asString(value: Atomic): Atomic {
  return value.type === 'untyped' ? new Atomic('string', value.value) : value
}

function* subsequence(parameters: Arguments): Generator<Item> {
  const first = Math.round(parameters.number(1))
  const end = parameters.count > 2 ? first + Math.round(parameters.number(2)) : Number.POSITIVE_INFINITY
  let at = 0
  for (const item of parameters.items(0)) {
    at += 1
    if (at >= first && at < end) yield item
  }
}

function without(items: readonly Item[], place: number): Item[] {
  return items.filter((_, at) => at + 1 !== place)
}

function inserted(parameters: Arguments): Item[] {
  const items = [...parameters.items(0)]
  const place = Math.max(1, parameters.integer(1))
  return items.toSpliced(Math.min(place - 1, items.length), 0, ...parameters.items(2))
}

function compared(parameters: Arguments): Item[] {
  const [left, right] = [parameters.single(0), parameters.single(1)]
  if (!left || !right) return []
  return [integer(Math.sign(compareText(parameters.text(0), parameters.text(1))))]
}
