import { distance } from 'fastest-levenshtein'
import { IsArray, IsObject, IsOptional, type Static, type TArray, type TObject, type TSchema } from 'typebox'
import { Decimal } from '../decimal/decimal.ts'
import type { JsonObject, JsonValue } from '../json/read.ts'
import { ignoredOf, neverSentOf, Problem, type ReadLeaf, type Report, type Rule, readOf, rulesOf } from './declare.ts'
import { titleOf } from './title.ts'

/**
 * Checks a sent value against a declaration: every failing field at once, each under its path. The value that comes back
 * holds only what was really sent: null, blank, [] and {} are absent (decisions §1).
 */
export function check<Schema extends TSchema>(schema: Schema, sent: JsonValue): Checked<Static<Schema>> {
  const errors = new Errors()
  const value = readMember(schema, sent, '', 'The body', errors)
  if (errors.count > 0) return { errors: errors.byPath() }
  // The walk has just held the value against the very declaration the type is inferred from.
  return { value: value as Static<Schema> }
}

export type Checked<Value> = { readonly value: Value } | { readonly errors: FieldErrors }

/** Message by the path of the field: `accounting_supplier_party.tin`, `document_lines[0].price.base_amount`. */
export type FieldErrors = ReadonlyMap<string, string>

/** Collects messages by path; the first word on a path stands, and a refused object silences what is said of its members. */
export class Errors {
  readonly #messages = new Map<string, string>()

  get count(): number {
    return this.#messages.size
  }

  add(path: string, message: string): void {
    for (let known = path; known !== ''; known = parentOf(known)) if (this.#messages.has(known)) return
    this.#messages.set(path, message)
  }

  /** At most 1,000, then one entry that says how many more. */
  byPath(): FieldErrors {
    if (this.#messages.size <= errorsMax) return this.#messages
    const shown = new Map([...this.#messages].slice(0, errorsMax))
    return shown.set('message', `${this.#messages.size - errorsMax} more fields were refused`)
  }
}

const errorsMax = 1000

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')))
}

function readMember(schema: TSchema, sent: JsonValue, path: string, title: string, errors: Errors): unknown {
  if (IsObject(schema)) return readObject(schema, sent, path, title, errors)
  if (IsArray(schema)) return readList(schema, sent, path, title, errors)
  const read: ReadLeaf<unknown> = Reflect.get(schema, readOf)
  const value = read(sent, title)
  if (!(value instanceof Problem)) return value
  errors.add(path, value.message)
  return undefined
}

function readObject(schema: TObject, sent: JsonValue, path: string, title: string, errors: Errors): unknown {
  if (!isJsonObject(sent)) {
    errors.add(path === '' ? 'message' : path, `${title} must be an object`)
    return undefined
  }
  const draft: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.properties)) {
    const value = sent.get(name)
    const memberPath = join(path, name)
    const memberTitle = memberTitleOf(member, name)
    if (value !== undefined && !isAbsent(value)) {
      const read = readMember(member, value, memberPath, memberTitle, errors)
      if (read !== undefined) draft[name] = read
    } else if (!IsOptional(member)) errors.add(memberPath, `${memberTitle} is mandatory`)
  }
  refuseOthers(schema, sent, path, errors)
  const rules: readonly Rule<unknown>[] = Reflect.get(schema, rulesOf)
  const report: Report = (at, message) => errors.add(join(path, at), message)
  for (const rule of rules) rule(draft, report)
  return draft
}

function readList(schema: TArray, sent: JsonValue, path: string, title: string, errors: Errors): unknown {
  if (!isJsonList(sent)) {
    errors.add(path, `${title} must be a list`)
    return undefined
  }
  const itemsMax: number = Reflect.get(schema, 'maxItems')
  if (sent.length > itemsMax) {
    errors.add(path, `${title} must have at most ${itemsMax} items`)
    return undefined
  }
  return sent.map((item, at) => {
    const itemPath = `${path}[${at}]`
    if (!isAbsent(item)) return readMember(schema.items, item, itemPath, title, errors)
    errors.add(itemPath, `${title} must not hold an empty item`)
    return undefined
  })
}

function refuseOthers(schema: TObject, sent: JsonObject, path: string, errors: Errors): void {
  const neverSent: ReadonlySet<string> = Reflect.get(schema, neverSentOf)
  const ignored: ReadonlySet<string> = Reflect.get(schema, ignoredOf)
  for (const name of sent.keys()) {
    if (Object.hasOwn(schema.properties, name) || ignored.has(name)) continue
    const nearest = neverSent.has(name) ? undefined : nearestOf(name, Object.keys(schema.properties))
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
    errors.add(
      join(path, name),
      neverSent.has(name) ? `${titleOf(name)} must not be sent` : `${name} is not a known field${hint}`,
    )
  }
}

/** The known name a mistyped one is close to: at most a third of its letters differ. */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > 64) return undefined
  const ranked = known.map((candidate) => ({ candidate, steps: distance(name.toLowerCase(), candidate) }))
  const best = ranked.sort((a, b) => a.steps - b.steps)[0]
  return best && best.steps <= Math.max(1, Math.floor(name.length / 3)) ? best.candidate : undefined
}

/** null, blank text, [], {} and an object all of whose members are absent. */
function isAbsent(value: JsonValue): boolean {
  if (value === null) return true
  if (typeof value === 'string') return /^[ \t\r\n]*$/.test(value)
  if (typeof value === 'boolean' || value instanceof Decimal) return false
  if (isJsonList(value)) return value.length === 0
  for (const member of value.values()) if (!isAbsent(member)) return false
  return true
}

function memberTitleOf(schema: TSchema, name: string): string {
  return 'title' in schema && typeof schema.title === 'string' ? schema.title : titleOf(name)
}

function join(path: string, name: string): string {
  if (name === '' || path === '') return name === '' ? path : name
  return name.startsWith('[') ? path + name : `${path}.${name}`
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return value instanceof Map
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
