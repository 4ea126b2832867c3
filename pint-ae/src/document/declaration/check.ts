import { distance } from 'fastest-levenshtein'
import type { Static, TSchema } from 'typebox'
import type { JsonObject, JsonValue } from '../../json/read.ts'
import { type Message, message } from '../../messages/message.ts'
import { Problem, type Report } from './declare.ts'
import type { Excess } from './excess.ts'
import { Errors, type FieldErrors } from './field-errors.ts'
import { type ListPlan, type ObjectPlan, type Plan, planOf } from './plan.ts'

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
  return checkBy(schema, sent, { errors: new Errors(), excess, isStored: false, hints: 0 })
}

/** The same for a value that this service has stored, maybe by the rules of an earlier version. */
export function checkStored<Schema extends TSchema>(schema: Schema, stored: JsonValue): Checked<Static<Schema>> {
  return checkBy(schema, stored, { errors: new Errors(), excess: undefined, isStored: true, hints: 0 })
}

function checkBy<Schema extends TSchema>(schema: Schema, sent: JsonValue, walk: Walk): Checked<Static<Schema>> {
  const { errors } = walk
  const value = readValue(planOf(schema), sent, '', 'the_body', walk)
  if (errors.count > 0) return { errors: errors.byPath() }
  // Safe: the walk has checked the value against the declaration from which this type is inferred.
  return { value: value as Static<Schema> }
}

export type Checked<Value> = { readonly value: Value } | { readonly errors: FieldErrors }

interface Walk {
  readonly errors: Errors
  /** Undefined: undeclared members are errors. */
  readonly excess: Excess | undefined
  /** Values that only earlier versions accepted are not refused. */
  readonly isStored: boolean
  /** Searches for the nearest name so far. */
  hints: number
}

function readValue(plan: Plan, sent: JsonValue, path: string, field: string, walk: Walk): unknown {
  if (plan.kind === 'object') return readObject(plan, sent, path, field, walk)
  if (plan.kind === 'list') return readList(plan, sent, path, field, walk)
  const value = plan.read(sent, field)
  return value instanceof Problem ? refuse(value, path, walk) : value
}

/** Undefined, or the refused value where it is a stored one. */
function refuse({ message: problem, inStored }: Problem, path: string, { errors, isStored }: Walk): unknown {
  if (isStored && inStored !== undefined) return inStored
  errors.add(path, problem)
  return undefined
}

function readObject(plan: ObjectPlan, sent: JsonValue, path: string, field: string, walk: Walk): unknown {
  if (!isJsonObject(sent)) {
    if (path === '') walk.errors.add('message', message('body_must_be_object'))
    else walk.errors.add(path, message('must_be_object', { field }))
    return undefined
  }
  const draft: Record<string, unknown> = {}
  for (const member of plan.members) {
    const value = sent.get(member.name)
    if (value === undefined || isAbsent(value)) {
      refuseInAbsent(member.plan, value, join(path, member.name), member.name, walk)
      if (!member.isOptional) walk.errors.add(join(path, member.name), message('mandatory', { field: member.name }))
      continue
    }
    const read = readMember(member.plan, value, path, member.name, walk)
    if (read !== undefined) draft[member.name] = read
  }
  refuseOthers(plan, sent, path, walk)
  if (plan.rules.length === 0) return draft
  const report: Report = (at, problem) => walk.errors.add(join(path, at), problem)
  const isRefused = (at: string) => walk.errors.covers(join(path, at))
  for (const rule of plan.rules) rule.check(draft, report, isRefused)
  return draft
}

/** An object without a value counts as absent, but its members must be known ones. */
function refuseInAbsent(plan: Plan, sent: JsonValue | undefined, path: string, field: string, walk: Walk): void {
  if (sent === undefined || !isJsonObject(sent) || sent.size === 0) return
  if (plan.kind !== 'object') {
    readValue(plan, sent, path, field, walk)
    return
  }
  refuseOthers(plan, sent, path, walk)
  for (const { name, plan: member } of plan.members) {
    refuseInAbsent(member, sent.get(name), join(path, name), name, walk)
  }
}

/** Most members are valid leaves. Only an invalid one needs its path, so the path is built late. */
function readMember(plan: Plan, sent: JsonValue, path: string, name: string, walk: Walk): unknown {
  if (plan.kind !== 'leaf') return readValue(plan, sent, join(path, name), name, walk)
  const value = plan.read(sent, name)
  return value instanceof Problem ? refuse(value, join(path, name), walk) : value
}

function readList(plan: ListPlan, sent: JsonValue, path: string, field: string, walk: Walk): unknown {
  if (!isJsonList(sent)) {
    walk.errors.add(path, message('must_be_list', { field }))
    return undefined
  }
  if (sent.length > plan.itemsMax) {
    walk.errors.add(path, message('too_many_items', { field, max: plan.itemsMax }))
    return undefined
  }
  return sent.map((item, at) => {
    const itemPath = `${path}[${at}]`
    // An empty object is read too, so that its mandatory members are reported.
    if (isJsonObject(item) || !isAbsent(item)) return readValue(plan.item, item, itemPath, field, walk)
    walk.errors.add(itemPath, message('list_item_empty', { field }))
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
      if (!isEmpty(value)) walk.errors.add(join(path, name), notAllowed(name, plan.calledInRequests[name]))
      continue
    }
    if (walk.errors.isFull) walk.errors.addFurther()
    else refuseUnknown(plan, name, path, walk)
  }
}

/** The search for the nearest name is expensive, and a hundred hints help nobody. */
function refuseUnknown(plan: ObjectPlan, name: string, path: string, walk: Walk): void {
  const shown = name.length > nameCharactersMax ? `${name.slice(0, nameCharactersMax)}…` : name
  const at = join(path, shown)
  if (walk.errors.covers(at)) return
  const hasHint = walk.hints < hintsMax && shown === name
  if (hasHint) walk.hints += 1
  walk.errors.add(at, unknownFieldMessage(shown, hasHint ? nearestOf(name, plan.names) : undefined))
}

function notAllowed(field: string, instead: string | undefined): Message {
  return instead === undefined
    ? message('must_not_be_sent', { field })
    : message('sent_under_another_name', { field, instead })
}

function unknownFieldMessage(name: string, nearest: string | undefined): Message {
  return nearest === undefined ? message('unknown_field', { name }) : message('unknown_field_near', { name, nearest })
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

/** Whether a value counts as absent: it is empty, or an object whose members are all absent. */
function isAbsent(value: JsonValue): boolean {
  if (!isJsonObject(value)) return isEmpty(value)
  for (const member of value.values()) if (!isAbsent(member)) return false
  return true
}

/** null, blank text, [] or {}. */
function isEmpty(value: JsonValue): boolean {
  if (value === null) return true
  if (typeof value === 'string') return isBlank(value)
  if (isJsonList(value)) return value.length === 0
  return isJsonObject(value) && value.size === 0
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
