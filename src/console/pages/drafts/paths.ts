import type { JsonValue } from '@selfbill/pint-ae/json'
import { jsonText, type Steps, stepsOf, valueAt, withValue } from './edit-json.ts'

// Members of a request by the paths of the form's fields.

export function orElse(request: JsonValue, path: string, value: JsonValue): JsonValue {
  return at(request, path) === undefined ? put(request, path, value) : request
}

export function put(request: JsonValue, path: string, value: JsonValue): JsonValue {
  return withValue(request, steps(path), value)
}

export function at(request: JsonValue, path: string): JsonValue | undefined {
  return valueAt(request, steps(path))
}

export function steps(path: string): Steps {
  const found = stepsOf(path)
  if (found === undefined) throw new Error(`${path} is no path`)
  return found
}

export function same(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && jsonText(one) === jsonText(other))
}
