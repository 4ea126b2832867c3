import type { Writable } from '@selfbill/pint-ae/json'
import { memberOf } from '../member-of.ts'
import type { Members } from './requests.ts'

/**
 * The request with another value at a path such as `document_lines[0].price.base_amount`; undefined
 * removes the member.
 */
export function withAt(request: Members, path: string, value: Writable): Members {
  const changed = changedAt(request, stepsOf(path), value)
  if (!isMembers(changed)) throw new Error(`no member at ${path}`)
  return changed
}

/** The value at the path; undefined if it does not exist. */
export function valueAt(value: unknown, path: string): unknown {
  return stepsOf(path).reduce(memberOf, value)
}

function stepsOf(path: string): readonly string[] {
  return path.replace(/\[([0-9]+)\]/g, '.$1').split('.')
}

function changedAt(target: Writable, [step, ...rest]: readonly string[], value: Writable): Writable {
  if (step === undefined) return value
  if (Array.isArray(target))
    return target.map((item, at) => (String(at) === step ? changedAt(item, rest, value) : item))
  if (!isMembers(target)) throw new Error(`nothing to change at ${step}`)
  return { ...target, [step]: changedAt(target[step], rest, value) }
}

function isMembers(value: Writable): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
