import type { Static, TSchema } from 'typebox'
import type { LongJsonOf } from './long-text.ts'

/** An answer as it is sent. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  /**
   * Instead of the body, for one that is too long to stand in memory. Nothing is read for it before
   * somebody reads it.
   */
  readonly stream?: AsyncIterable<string | Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

/** A JSON answer whose text was written from a `Value`; `RawJson` where the text came as it is. */
export interface JsonAnswer<Status extends number, Value> extends Answer {
  readonly status: Status
  readonly type: typeof jsonType
  /**
   * Never there: it carries the type, so that a handler cannot answer another shape than it
   * declares.
   */
  readonly [writtenFrom]?: Value
}

declare const writtenFrom: unique symbol

export const jsonType = 'application/json; charset=utf-8'

/** A file, or a text of another type. */
export interface FileAnswer<Status extends number, Type extends string> extends Answer {
  readonly status: Status
  readonly type: Type | `${Type}; charset=utf-8`
}

export interface EmptyAnswer<Status extends number> extends Answer {
  readonly status: Status
  readonly type: ''
  readonly body: ''
}

/** An answer as an operation declares it, and OpenAPI describes it. */
export interface Described {
  readonly description: string
  /** Absent for an answer without a body; several where what was stored decides. */
  readonly type?: string | readonly string[]
  readonly schema?: TSchema
  /** Headers that it always has beyond those of every operation of its kind, and what they say. */
  readonly headers?: Readonly<Record<string, string>>
}

export type DescribedAnswers = Readonly<Record<number, Described>>

/**
 * What a handler may return: one of the answers it declares, but for the 304, which is the
 * server's.
 */
export type AnswerTo<Answers extends DescribedAnswers> = {
  [Status in Exclude<keyof Answers & number, 304>]: AnswerAs<Status, Answers[Status]>
}[Exclude<keyof Answers & number, 304>]

type AnswerAs<Status extends number, Declared> = Declared extends {
  readonly type: 'application/json'
  readonly schema: infer Schema extends TSchema
}
  ? JsonAnswer<Status, LongJsonOf<Static<Schema>>>
  : Declared extends { readonly type: infer Type extends string | readonly string[] }
    ? FileAnswer<Status, Type extends readonly (infer One extends string)[] ? One : Extract<Type, string>>
    : EmptyAnswer<Status>
