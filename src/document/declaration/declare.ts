import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Decimal } from '../../decimal/decimal.ts'
import type { JsonValue } from '../../json/read.ts'

/**
 * How an object of a document is declared: once, for the type, the checks, the messages and
 * OpenAPI. The declaration is a JSON Schema (typebox); what JSON Schema cannot say hangs on it
 * under symbols, which no serialisation shows.
 */
export function object<Members extends TProperties>(members: Members, more: ObjectMore = {}): TObject<Members> {
  return Type.Object(members, {
    additionalProperties: false,
    [rulesOf]: [],
    [neverSentOf]: new Set(more.neverSent ?? []),
    [ignoredOf]: new Set(more.ignored ?? []),
    [calledInRequestsOf]: more.calledInRequests ?? {},
  })
}

/**
 * Adds rules that look across the members of an object: checked after the members, on whatever of
 * them could be read. A call of its own, right below the declaration, because the rules are typed
 * by what is declared.
 */
export function addRules<Schema extends TSchema>(schema: Schema, ...rules: readonly Rule<Static<Schema>>[]): void {
  const { [rulesOf]: known } = annotationsOf(schema)
  if (known === undefined) throw new Error('rules belong to a declared object')
  known.push(...rules.map((check) => ({ check })))
}

/** A list of `itemsMin` to `itemsMax` items. */
export function list<Item extends TSchema>(item: Item, itemsMax = 100, itemsMin = 0) {
  return Type.Array(item, itemsMin === 0 ? { maxItems: itemsMax } : { minItems: itemsMin, maxItems: itemsMax })
}

/** A member that may be missing, null, blank or empty: all four mean that it is absent. */
export const optional = Type.Optional

/**
 * A member whose value is one text or number; `read` says what the sent value means, or what is
 * wrong with it. `filled` is the schema where the member is mandatory, if it is another: blank text
 * then counts as missing.
 */
export function leaf<Value>(schema: object, read: ReadLeaf<Value>, filled?: object) {
  return Type.Unsafe<Value>({ ...schema, [readOf]: read, ...(filled && { [filledOf]: filled }) })
}

/** The same member, with a sentence for whoever reads OpenAPI or the client's types. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  const { [filledOf]: filled } = annotationsOf(schema)
  return annotated(schema, { description, ...(filled !== undefined && { [filledOf]: { ...filled, description } }) })
}

/** A copy of a schema with more members, under symbols or not. */
export function annotated<Schema extends TSchema>(schema: Schema, more: object): Schema {
  return Object.create(Object.getPrototypeOf(schema), {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(more),
  })
}

/** What hangs on a declaration under symbols. */
export function annotationsOf(schema: TSchema): Annotations {
  return schema
}

export interface Annotations {
  readonly [readOf]?: ReadLeaf<unknown>
  readonly [filledOf]?: object
  readonly [rulesOf]?: HeldRule[]
  readonly [neverSentOf]?: ReadonlySet<string>
  readonly [ignoredOf]?: ReadonlySet<string>
  readonly [calledInRequestsOf]?: Readonly<Partial<Record<string, string>>>
}

/** A rule, held by the very object that it is about. */
export interface HeldRule {
  check(draft: unknown, report: Report, isRefused: IsRefused): void
}

export const readOf = Symbol('how a leaf is read')
export const filledOf = Symbol('what the schema of a leaf is where it is mandatory')
export const rulesOf = Symbol('rules across the members of an object')
export const neverSentOf = Symbol('members that only answers have')
export const ignoredOf = Symbol('members that are accepted and not looked at')
export const calledInRequestsOf = Symbol('members of answers that requests have under another name')

export interface ObjectMore {
  /** Members of the answer that a caller must not send. */
  readonly neverSent?: readonly string[]
  /** Members that are accepted and not looked at, because the service sets them itself. */
  readonly ignored?: readonly string[]
  /** Of the members that must not be sent: the name that a request has for the same thing. */
  readonly calledInRequests?: Readonly<Record<string, string>>
}

/**
 * Says what is wrong with the member at `path`, relative to the object ('' for the object itself);
 * the first word per path wins.
 */
export type Report = (path: string, message: string) => void

/**
 * True when a member was sent but refused: it is missing in the draft, and yet nobody may call it
 * missing.
 */
export type IsRefused = (path: string) => boolean

export type Rule<Value> = (draft: Draft<Value>, report: Report, isRefused: IsRefused) => void

export type ReadLeaf<Value> = (value: JsonValue, title: string) => Value | Problem

/** What is wrong with a value, as a sentence for the caller. */
export class Problem {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** A value some of whose members may have been refused: what cross-field rules see. */
export type Draft<Value> = Value extends Decimal | string | boolean | number
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Draft<Item> | undefined)[]
    : { readonly [Member in keyof Value]?: Draft<Value[Member]> | undefined }
