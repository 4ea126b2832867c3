import { type JsonValue, readJson, type Writable, writeJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'

/**
 * Requests as a form changes them. Numbers stay exact decimals, so an edit of one member leaves the
 * digits of all others.
 */
export type Steps = readonly (string | number)[]

/** `document_lines[0].price.base_amount`, as findings and errors name a member. */
export function stepsOf(path: string): Steps | undefined {
  if (!/^[a-z_]+(\[\d{1,5}\])*(\.[a-z_]+(\[\d{1,5}\])*)*$/.test(path)) return undefined
  return [...path.matchAll(/[a-z_]+|\d+/g)].map(([step]) => (/^\d/.test(step) ? Number(step) : step))
}

/** `/document_lines/0/price`, as a JSON Patch names a member. */
export function pointerSteps(pointer: string): Steps {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
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

/** The same with a typed text at a place, as a number where there was one. */
export function withEdit(root: JsonValue, steps: Steps, text: string): JsonValue {
  return withValue(root, steps, valueAt(root, steps) instanceof Decimal ? numberFrom(text) : text)
}

/**
 * An exact number, or the text as it was typed, so that the API refuses it. People group thousands
 * (`1,500.50`, `1 500`) and may type Arabic digits.
 */
export function numberFrom(text: string): JsonValue {
  const latin = text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
  const isGrouped = /^-?\d{1,3}([,\s]\d{3})+(\.\d+)?$/.test(latin)
  return Decimal.parse(isGrouped ? latin.replaceAll(/[,\s]/g, '') : latin) ?? text
}

/** Undefined for text that is not JSON. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

export function jsonText(value: JsonValue): string {
  return writeJson(writable(value))
}

/** The same over several lines, for people. */
export function readableJson(value: JsonValue, indent = ''): string {
  const inner = `${indent}  `
  if (isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => inner + readableJson(item, inner)).join(',\n')}\n${indent}]`
  }
  if (!(value instanceof Map)) return jsonText(value)
  if (value.size === 0) return '{}'
  const members = [...value].map(([name, member]) => `${inner}${JSON.stringify(name)}: ${readableJson(member, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
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
