import type { OperationId, Operations } from './api-types.ts'
import type { TransportAnswer } from './transport.ts'

/** The part of the client that documents and events use. */
export interface Caller {
  call<Id extends OperationId>(id: Id, ...input: CallArguments<Id>): Promise<Operations[Id]['answer']>
  open(path: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<ReadableStream<Uint8Array>>
  send(method: string, path: string, options?: SendOptions): Promise<TransportAnswer>
}

export interface SendOptions {
  readonly body?: unknown
  /** Instead of `body`: a text that is sent as it is, with every digit of its numbers. */
  readonly text?: SentText | undefined
  readonly idempotencyKey?: string | undefined
  /** An ETag: the service answers 412 when what you read has changed since. */
  readonly ifMatch?: string | undefined
  /** Beside those of the client, or instead of them: `X-API-VERSION` for one request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SentText {
  readonly content: string
  /** Its media type. */
  readonly type: string
}

/** The input of an operation; members that it does not have are left out. */
export type CallInput<Id extends OperationId> = Given<'params', Operations[Id]['params']> &
  (undefined extends Operations[Id]['query']
    ? { readonly query?: undefined }
    : { readonly query?: Operations[Id]['query'] }) &
  Given<'body', Operations[Id]['body']> & { readonly idempotencyKey?: string; readonly signal?: AbortSignal }

/** An operation without mandatory input can be called by its id alone. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

type Given<Name extends string, Value> = undefined extends Value
  ? { readonly [name in Name]?: undefined }
  : { readonly [name in Name]: Value }
