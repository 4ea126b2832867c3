import { Decimal } from '@selfbill/schematron/decimal'
import type { JsonValue } from './read.ts'
import { type Writable, writeJson } from './write.ts'

// JSON as it was read, changed at one place. Numbers stay exact decimals, so a change of one member
// leaves the digits of all others.

/** The way to a member: names, and places in lists from 0. */
export type Steps = readonly (string | number)[]

/** `document_lines[0].price.base_amount`, as findings and errors name a member. */
export function stepsOf(path: string): Steps | undefined {
  if (!/^[a-z_]+(\[\d{1,5}\])*(\.[a-z_]+(\[\d{1,5}\])*)*$/.test(path)) return undefined
  return [...path.matchAll(/[a-z_]+|\d+/g)].map(([step]) => (/^\d/.test(step) ? Number(step) : step))
}

export function valueAt(root: JsonValue, steps: Steps): JsonValue | undefined {
  let value: JsonValue | undefined = root
  for (const step of steps) {
    if (value instanceof Map) value = value.get(String(step))
    else if (isArray(value)) value = value[Number(step)]
    else return undefined
  }
  return value
}

/** The same with another value at a place; what is missing on the way there is made. */
export function withValue(root: JsonValue | undefined, steps: Steps, value: JsonValue): JsonValue {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (isArray(root) || (typeof step === 'number' && !(root instanceof Map))) {
    const items = isArray(root) ? [...root] : []
    const at = Math.min(Number(step), items.length)
    items[at] = withValue(items[at], rest, value)
    return items
  }
  const members = new Map<string, JsonValue>(root instanceof Map ? root : [])
  members.set(String(step), withValue(members.get(String(step)), rest, value))
  return members
}

/** The same without what is at a place. Items of a list behind it move up. */
export function withoutValue(root: JsonValue, [step, ...rest]: Steps): JsonValue {
  if (step === undefined) return root
  if (isArray(root)) {
    const at = Number(step)
    if (rest.length === 0) return root.filter((_, place) => place !== at)
    return root.map((item, place) => (place === at ? withoutValue(item, rest) : item))
  }
  if (!(root instanceof Map)) return root
  const name = String(step)
  if (rest.length === 0) return new Map([...root].filter(([other]) => other !== name))
  return new Map([...root].map(([other, value]) => [other, other === name ? withoutValue(value, rest) : value]))
}

/** The text of a value that was read. */
export function jsonText(value: JsonValue): string {
  return writeJson(writable(value))
}

function writable(value: JsonValue): Writable {
  if (isArray(value)) return value.map(writable)
  if (!(value instanceof Map)) return isLeaf(value) ? value : null
  // A null prototype, so that a member `__proto__` stays a plain name.
  const object: Record<string, Writable> = Object.create(null)
  for (const [name, member] of value) object[name] = writable(member)
  return object
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isLeaf(value: JsonValue): value is null | boolean | string | Decimal {
  return value === null || typeof value !== 'object' || value instanceof Decimal
}
