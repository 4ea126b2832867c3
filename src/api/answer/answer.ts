import type { Static, TSchema } from 'typebox'
import type { LongJsonOf } from './long-text.ts'

/** An answer to a request. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  /**
   * Replaces `body` when the answer is too long for memory. It is produced while the caller reads
   * it.
   */
  readonly stream?: AsyncIterable<string | Uint8Array>
  /** The body is in memory once for everybody, as long as the process runs. */
  readonly isShared?: true
  readonly headers?: Readonly<Record<string, string>>
  /** The document that was created. Not sent; the list of requests names it. */
  readonly documentId?: string
}

/** A JSON answer written from a `Value`; `RawJson` when the text was JSON already. */
export interface JsonAnswer<Status extends number, Value> extends Answer {
  readonly status: Status
  readonly type: typeof jsonType
  /** Never set, type only: a handler cannot return another shape than it declares. */
  readonly [writtenFrom]?: Value
}

declare const writtenFrom: unique symbol

export const jsonType = 'application/json; charset=utf-8'

/** A file, or text that is not JSON. */
export interface FileAnswer<Status extends number, Type extends string> extends Answer {
  readonly status: Status
  readonly type: Type | `${Type}; charset=utf-8`
}

export interface EmptyAnswer<Status extends number> extends Answer {
  readonly status: Status
  readonly type: ''
  readonly body: ''
}

/** An answer that an operation declares and OpenAPI shows. */
export interface Described {
  readonly description: string
  /** Absent without a body; a list when the stored data decides the type. */
  readonly type?: string | readonly string[]
  readonly schema?: TSchema
  /** Headers of this answer beyond the common ones: name → description. */
  readonly headers?: Readonly<Record<string, string>>
}

export type DescribedAnswers = Readonly<Record<number, Described>>

/** The answers a handler may return: all that it declares except 304, which the server sends. */
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
