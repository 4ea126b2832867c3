import type { OperationId, Operations } from './api-types.ts'
import type { TransportAnswer } from './transport.ts'

/** What documents and events need of the client. */
export interface Caller {
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<Operations[Id]['answer']>
  open(path: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<ReadableStream<Uint8Array>>
  send(method: string, path: string, options?: SendOptions): Promise<TransportAnswer>
}

export interface SendOptions {
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** What an operation takes; members it does not have are left out. */
export type CallInput<Id extends OperationId> = Given<'params', Operations[Id]['params']> &
  (undefined extends Operations[Id]['query']
    ? { readonly query?: undefined }
    : { readonly query?: Operations[Id]['query'] }) &
  Given<'body', Operations[Id]['body']> & { readonly idempotencyKey?: string; readonly signal?: AbortSignal }

type Given<Name extends string, Value> = undefined extends Value
  ? { readonly [name in Name]?: undefined }
  : { readonly [name in Name]: Value }
