import { distance } from 'fastest-levenshtein'
import type { Static, TSchema } from 'typebox'
import type { JsonObject, JsonValue } from '../../json/read.ts'
import { Problem, type Report } from './declare.ts'
import type { Excess } from './excess.ts'
import { Errors, type FieldErrors } from './field-errors.ts'
import { type ListPlan, type ObjectPlan, type Plan, planOf } from './plan.ts'
import { titleOf } from './title.ts'

/**
 * Checks a value against a declaration and reports all invalid fields at once, each with its path.
 * The returned value contains only what was sent: null, blank text, [] and {} count as absent
 * (docs/contract.md#requests). Undeclared members are errors, or are collected in `excess` and left
 * out.
 */
export function check<Schema extends TSchema>(
  schema: Schema,
  sent: JsonValue,
  excess?: Excess,
): Checked<Static<Schema>> {
  const errors = new Errors()
  const value = readValue(planOf(schema), sent, '', 'The body', { errors, excess })
  if (errors.count > 0) return { errors: errors.byPath() }
  // Safe: the walk has checked the value against the declaration from which this type is inferred.
  return { value: value as Static<Schema> }
}

export type Checked<Value> = { readonly value: Value } | { readonly errors: FieldErrors }

export { Errors, type FieldErrors } from './field-errors.ts'

interface Walk {
  readonly errors: Errors
  /** Undefined: undeclared members are errors. */
  readonly excess: Excess | undefined
}

function readValue(plan: Plan, sent: JsonValue, path: string, title: string, walk: Walk): unknown {
  if (plan.kind === 'object') return readObject(plan, sent, path, title, walk)
  if (plan.kind === 'list') return readList(plan, sent, path, title, walk)
  const value = plan.read(sent, title)
  if (!(value instanceof Problem)) return value
  walk.errors.add(path, value.message)
  return undefined
}

function readObject(plan: ObjectPlan, sent: JsonValue, path: string, title: string, walk: Walk): unknown {
  if (!isJsonObject(sent)) {
    walk.errors.add(path === '' ? 'message' : path, `${title} must be an object`)
    return undefined
  }
  const draft: Record<string, unknown> = {}
  for (const member of plan.members) {
    const value = sent.get(member.name)
    if (value === undefined || isAbsent(value)) {
      if (!member.isOptional) walk.errors.add(join(path, member.name), `${member.title} is mandatory`)
      continue
    }
    const read = readMember(member.plan, value, path, member.name, member.title, walk)
    if (read !== undefined) draft[member.name] = read
  }
  refuseOthers(plan, sent, path, walk)
  if (plan.rules.length === 0) return draft
  const report: Report = (at, message) => walk.errors.add(join(path, at), message)
  const isRefused = (at: string) => walk.errors.covers(join(path, at))
  for (const rule of plan.rules) rule.check(draft, report, isRefused)
  return draft
}

/** Most members are valid leaves. Only an invalid one needs its path, so the path is built late. */
function readMember(plan: Plan, sent: JsonValue, path: string, name: string, title: string, walk: Walk): unknown {
  if (plan.kind !== 'leaf') return readValue(plan, sent, join(path, name), title, walk)
  const value = plan.read(sent, title)
  if (!(value instanceof Problem)) return value
  walk.errors.add(join(path, name), value.message)
  return undefined
}

function readList(plan: ListPlan, sent: JsonValue, path: string, title: string, walk: Walk): unknown {
  if (!isJsonList(sent)) {
    walk.errors.add(path, `${title} must be a list`)
    return undefined
  }
  if (sent.length > plan.itemsMax) {
    walk.errors.add(path, `${title} must have at most ${plan.itemsMax} items`)
    return undefined
  }
  return sent.map((item, at) => {
    const itemPath = `${path}[${at}]`
    // An empty object is read too, so that its mandatory members are reported.
    if (isJsonObject(item) || !isAbsent(item)) return readValue(plan.item, item, itemPath, title, walk)
    walk.errors.add(itemPath, `${title} must not hold an empty item`)
    return undefined
  })
}

function refuseOthers(plan: ObjectPlan, sent: JsonObject, path: string, walk: Walk): void {
  for (const [name, value] of sent) {
    if (plan.names.has(name) || plan.ignored.has(name)) continue
    if (walk.excess !== undefined) {
      if (!isAbsent(value))
        walk.excess.add(sent, { path: join(path, name), name, value, isOfAnswer: plan.neverSent.has(name) })
      continue
    }
    if (plan.neverSent.has(name)) {
      const instead = plan.calledInRequests[name]
      const hint = instead === undefined ? '' : `: in a request it is ${instead}`
      if (!isAbsent(value)) walk.errors.add(join(path, name), `${titleOf(name)} must not be sent${hint}`)
      continue
    }
    const shown = name.length > nameCharactersMax ? `${name.slice(0, nameCharactersMax)}…` : name
    // The search for the nearest name is expensive, and a hundred hints help nobody.
    const nearest = walk.errors.count >= hintsMax || shown !== name ? undefined : nearestOf(name, plan.names)
    walk.errors.add(join(path, shown), unknown(shown, nearest))
  }
}

function unknown(shown: string, nearest: string | undefined): string {
  return `${shown} is not a known field${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

const nameCharactersMax = 64
const hintsMax = 100

/**
 * The known name that is close to a mistyped one. A third of the letters may differ, at most four.
 */
function nearestOf(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Math.min(4, Math.max(1, Math.floor(name.length / 3)))
  for (const candidate of known) {
    const steps = distance(name.toLowerCase(), candidate)
    if (steps > fewest || (steps === fewest && nearest !== undefined)) continue
    nearest = candidate
    fewest = steps
  }
  return nearest
}

/**
 * Whether a value counts as absent: null, blank text, [], {} or an object whose members are all
 * absent.
 */
function isAbsent(value: JsonValue): boolean {
  if (value === null) return true
  if (typeof value === 'string') return isBlank(value)
  if (isJsonList(value)) return value.length === 0
  if (!isJsonObject(value)) return false
  for (const member of value.values()) if (!isAbsent(member)) return false
  return true
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return false
  }
  return true
}

function join(path: string, name: string): string {
  if (path === '' || name === '') return path === '' ? name : path
  return `${path}.${name}`
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return value instanceof Map
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
