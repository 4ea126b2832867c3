import type { Document } from '../document.ts'
import { EvaluationError } from '../errors.ts'
import type { Key } from '../rule-file/rule-file.ts'
import { toDouble } from '../values/operate.ts'
import type { Atomic } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import type { Focus } from './focus.ts'
import { itemsOf } from './interpreter.ts'
import { atomized } from './items.ts'
import { matchesAlternative } from './matches-alternative.ts'

/** The elements of a document by the values of an xsl:key. Source: XSLT 2.0, 16.3. */
export function indexOf(document: Document, keys: readonly Key[], focus: Focus): KeyIndex {
  const index = new Map<string, Element[]>()
  for (const element of document.elements) {
    const inside = { ...focus, item: element, current: element }
    for (const { alternatives, use } of keys) {
      if (!alternatives.some((alternative) => matches(alternative, element, inside))) continue
      for (const value of atomized(itemsOf(use, inside))) add(index, keyOf(value), element)
    }
  }
  return index
}

export type KeyIndex = ReadonlyMap<string, readonly Element[]>

/** In document order, each once. */
export function found(index: KeyIndex, values: readonly Atomic[]): readonly Element[] {
  const groups = values.map((value) => index.get(keyOf(value)) ?? [])
  const [only] = groups
  if (only && groups.length === 1) return only
  return [...new Set(groups.flat())].sort((left, right) => left.order - right.order)
}

/** Values that are equal (`eq`) have the same key; untyped text counts as a string. */
function keyOf(value: Atomic): string {
  const { type } = value
  if (type === 'string' || type === 'untyped') return `s${value.value}`
  if (type === 'integer' || type === 'decimal' || type === 'double') return `n${toDouble(value)}`
  return `${type}${value.value}`
}

function add(index: Map<string, Element[]>, key: string, element: Element): void {
  const group = index.get(key)
  if (!group) index.set(key, [element])
  else if (group.at(-1) !== element) group.push(element)
}

/** An error inside a pattern means that it does not match. */
function matches(alternative: Key['alternatives'][number], element: Element, focus: Focus): boolean {
  try {
    return matchesAlternative(element, alternative, focus)
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}
