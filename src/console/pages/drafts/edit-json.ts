import { type JsonValue, jsonText, readJson, type Steps, valueAt, withValue } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { typedNumber } from '../../../document-files/typed-number.ts'

// Requests as a form changes them.

export { jsonText, type Steps, stepsOf, valueAt, withoutValue, withValue } from '@selfbill/pint-ae/json'

/** `/document_lines/0/price`, as a JSON Patch names a member. */
export function pointerSteps(pointer: string): Steps {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The same with a typed text at a place, as a number where there was one. */
export function withEdit(root: JsonValue, steps: Steps, text: string): JsonValue {
  return withValue(root, steps, valueAt(root, steps) instanceof Decimal ? numberFrom(text) : text)
}

/** An exact number, or the text as it was typed, so that the API refuses it. */
export function numberFrom(text: string): Decimal | string {
  const number = typedNumber(text)
  return number instanceof Decimal ? number : text
}

/** Undefined for text that is not JSON. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
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

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
