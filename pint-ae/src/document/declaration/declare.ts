import type { Decimal } from '@selfbill/schematron/decimal'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { JsonValue } from '../../json/read.ts'
import type { Message } from '../../messages/message.ts'
import { Type } from './type.ts'

/**
 * Declares an object of a document once, for its type, checks, messages and OpenAPI. The
 * declaration is a JSON Schema (typebox). Symbols carry what JSON Schema cannot express; no
 * serialisation shows them.
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

/** The same with a name in OpenAPI. */
export function namedObject<Members extends TProperties>(
  name: string,
  members: Members,
  more: ObjectMore = {},
): TObject<Members> {
  return named(name, object(members, more))
}

/**
 * Adds rules across the members of an object. They run after the members' own checks, on those
 * members that could be read. A separate call right after the declaration, because the declaration
 * gives the rules their type.
 */
export function addRules<Schema extends TSchema>(schema: Schema, ...rules: readonly Rule<Static<Schema>>[]): void {
  const { [rulesOf]: known } = annotationsOf(schema)
  if (known === undefined) throw new Error('rules belong to a declared object')
  known.push(...rules.map((check) => ({ check })))
}

/** A list of at most 100 items, unless `itemsMax` says otherwise. */
export function list<Item extends TSchema>(item: Item, itemsMax = 100, itemsMin = 0) {
  return Type.Array(item, itemsMin === 0 ? { maxItems: itemsMax } : { minItems: itemsMin, maxItems: itemsMax })
}

/** A member that may be missing, null, blank or empty. All four mean that it is absent. */
export const optional = Type.Optional

/**
 * A member with a single text or number. `read` converts the sent value or says what is wrong with
 * it. `filled` is the schema for mandatory use, if it differs; blank text then counts as missing.
 */
export function leaf<Value>(schema: object, read: ReadLeaf<Value>, filled?: object) {
  return Type.Unsafe<Value>({ ...schema, [readOf]: read, ...(filled && { [filledOf]: filled }) })
}

/** Adds a description for OpenAPI and the client's types. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  const { [filledOf]: filled } = annotationsOf(schema)
  return annotated(schema, { description, ...(filled !== undefined && { [filledOf]: { ...filled, description } }) })
}

/**
 * Names a schema in OpenAPI: every use of it becomes a reference, and generated clients get a type
 * of this name. Copies of the result (optional, described) keep the name.
 */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return annotated(schema, { [componentOf]: { name, schema } })
}

/** Copies a schema and adds members, under symbols or not. */
export function annotated<Schema extends TSchema>(schema: Schema, more: object): Schema {
  return Object.create(Object.getPrototypeOf(schema), {
    ...Object.getOwnPropertyDescriptors(schema),
    ...Object.getOwnPropertyDescriptors(more),
  })
}

/** The annotations of a declaration under symbols. */
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
  readonly [componentOf]?: Component
  readonly [keptOf]?: Kept
}

/**
 * How the stored copy of a request keeps a text: without its card numbers, or as a digest because
 * the file is stored elsewhere.
 */
export type Kept = 'without card numbers' | 'as a digest'

/** A named schema of the OpenAPI document. */
export interface Component {
  readonly name: string
  /** As it was declared, without the description of a place that uses it. */
  readonly schema: TSchema
}

/** A rule and the object that it belongs to. */
export interface HeldRule {
  check(draft: unknown, report: Report, isRefused: IsRefused): void
}

export const readOf = Symbol('how a leaf is read')
export const filledOf = Symbol('the schema of a mandatory leaf')
export const rulesOf = Symbol('rules across the members of an object')
export const neverSentOf = Symbol('members that only answers have')
export const ignoredOf = Symbol('members that are accepted and ignored')
export const calledInRequestsOf = Symbol('members of answers with another name in requests')
export const componentOf = Symbol('the name of a schema in OpenAPI')
export const keptOf = Symbol('how the stored copy of a request keeps a text')

export interface ObjectMore {
  /** Members of the answer that a request must not have. */
  readonly neverSent?: readonly string[]
  /** Members that are accepted and ignored, because the service sets them itself. */
  readonly ignored?: readonly string[]
  /** For members that must not be sent: the name of the same thing in requests. */
  readonly calledInRequests?: Readonly<Record<string, string>>
}

/**
 * Reports an error of the member at `path`, relative to the object ('' for the object itself). The
 * first message for a path wins.
 */
export type Report = (path: string, message: Message) => void

/**
 * Whether a member was sent but refused. It is missing in the draft, but must not be reported as
 * missing.
 */
export type IsRefused = (path: string) => boolean

export type Rule<Value> = (draft: Draft<Value>, report: Report, isRefused: IsRefused) => void

/** `field` is the name of the member, for messages. */
export type ReadLeaf<Value> = (value: JsonValue, field: string) => Value | Problem

/**
 * An error message for the caller. `inStored` is the value all the same, where earlier versions
 * accepted and stored it.
 */
export class Problem {
  readonly message: Message
  readonly inStored: unknown

  constructor(message: Message, inStored?: unknown) {
    this.message = message
    this.inStored = inStored
  }
}

/** A value with possibly refused members, as cross-field rules see it. */
export type Draft<Value> = Value extends Decimal | string | boolean | number
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Draft<Item> | undefined)[]
    : { readonly [Member in keyof Value]?: Draft<Value[Member]> | undefined }
