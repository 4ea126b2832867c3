import type { Writable } from '@selfbill/pint-ae/json'
import type { Fix } from '../../../pint-ae/src/rulebook/findings/repair.ts'
import type { Members } from './requests.ts'

/**
 * Applies a patch as in RFC 6902: a replaced member must exist, and so must the parent of an added
 * one.
 */
export function patched(document: Members, fix: Fix): Members {
  const changed = fix.reduce<Writable>(
    (at, { op, path, value }) => changedAt(at, path.split('/').slice(1), op, value),
    document,
  )
  if (!isMembers(changed)) throw new Error('no object')
  return changed
}

function changedAt(target: Writable, [step, ...rest]: readonly string[], op: string, value: string): Writable {
  if (step === undefined) return value
  if (Array.isArray(target)) {
    if (!Object.hasOwn(target, step)) throw new Error(`there is no item ${step}`)
    return target.map((item, at) => (String(at) === step ? changedAt(item, rest, op, value) : item))
  }
  if (!isMembers(target)) throw new Error(`nothing holds ${step}`)
  if (target[step] === undefined && (rest.length > 0 || op === 'replace')) throw new Error(`there is no ${step}`)
  return { ...target, [step]: changedAt(target[step], rest, op, value) }
}

function isMembers(value: Writable): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
