import type { messages } from './messages.ts'
import type { Texts } from './texts.ts'

/**
 * A message for the caller as data: its id in the table and the values of its sentence. It becomes
 * text in a language only when an answer is written, and passes between threads unchanged.
 */
export interface Message {
  readonly id: MessageId
  readonly values: Values
}

/** `message('too_long', { field: 'note', max: 1000 })`. The type requires the sentence's values. */
export function message<Id extends MessageId>(id: Id, ...[values]: ArgumentsOf<Id>): Message {
  return { id, values: values ?? {} }
}

/** Several values in one place of a sentence. */
export function listed(items: readonly Value[], between: List['between']): List {
  return { items, between }
}

/** The values joined with commas. */
export function withCommas(items: readonly Value[]): List {
  return listed(items, 'commas')
}

export type MessageId = keyof typeof messages

/**
 * Text and numbers are shown as they are. The values `field` and `start_field` are names of
 * members: English shows the title, Arabic the name itself.
 */
export type Value = string | number | Message | Texts | List

export type Values = Readonly<Record<string, Value>>

export interface List {
  readonly items: readonly Value[]
  readonly between: 'commas' | 'semicolons' | 'or'
}

/**
 * The values that the sentence of a message needs. Why something is refused is a message itself, so
 * that its id stands beside it, unless another program says it.
 */
export type ValuesOf<Id extends MessageId> = {
  readonly [Name in NamesIn<(typeof messages)[Id]['en']> | UnsaidIn<(typeof messages)[Id]>]: Name extends QuotedIn<
    (typeof messages)[Id]
  >
    ? string
    : Name extends 'reason' | 'problem'
      ? Message
      : Value
}

type UnsaidIn<Row> = Row extends { readonly unsaid: readonly (infer Name extends string)[] } ? Name : never

/** Values with the words of another program, which have no id. */
type QuotedIn<Row> = Row extends { readonly quoted: readonly (infer Name extends string)[] } ? Name : never

/** The messages without values. */
export type PlainId = { [Id in MessageId]: [keyof ValuesOf<Id>] extends [never] ? Id : never }[MessageId]

/** The messages whose only value is the field. */
export type FieldId = { [Id in MessageId]: [keyof ValuesOf<Id>] extends ['field'] ? Id : never }[MessageId]

type ArgumentsOf<Id extends MessageId> = Id extends PlainId ? [] : [values: ValuesOf<Id>]

/** `'{field} must be at most {max}'` → `'field' | 'max'`. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
