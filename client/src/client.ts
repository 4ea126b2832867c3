import { endpoints, type FeedEntry, type OperationId, type Operations } from './api-types.ts'
import type { Caller, CallInput, SendOptions } from './caller.ts'
import { decodeAnswer } from './decode-answer.ts'
import { Documents } from './documents.ts'
import { type EventsOptions, readEvents } from './events.ts'
import type { ClientOptions } from './options.ts'
import { fillPath, withQuery } from './paths.ts'
import { Transport, type TransportAnswer } from './transport.ts'

/**
 * The Selfbill API for programs: the four families of documents, the change feed, and every other
 * operation by its OpenAPI id through `call`. Requests are retried where that is safe. Numbers are
 * JavaScript numbers, exact for amounts (two decimals below 10^12); a price may have more digits
 * than they hold.
 */
export class SelfbillClient implements Caller {
  readonly purchaseInvoices: Documents<'PurchaseInvoice'>
  readonly purchaseCreditNotes: Documents<'PurchaseCreditNote'>
  readonly salesInvoices: Documents<'SalesInvoice'>
  readonly salesCreditNotes: Documents<'SalesCreditNote'>
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
    this.purchaseInvoices = new Documents(this, 'purchase-invoices')
    this.purchaseCreditNotes = new Documents(this, 'purchase-credit-notes')
    this.salesInvoices = new Documents(this, 'sales-invoices')
    this.salesCreditNotes = new Documents(this, 'sales-credit-notes')
  }

  /**
   * Calls any operation by its OpenAPI id: `client.call('listRules', { query: { set: 'tdd' } })`.
   * JSON answers are parsed, XML and HTML are text, anything else is bytes. Throws `SelfbillError`
   * for an answer of 400 or above.
   */
  async call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<Operations[Id]['answer']> {
    const { method, path } = endpoints[id]
    const { params, query, body, idempotencyKey, signal }: LooseInput = input
    const answer = await this.send(method, withQuery(fillPath(path, params ?? {}), query ?? {}), {
      body,
      idempotencyKey,
      signal,
    })
    return decodeAnswer(answer)
  }

  /**
   * The change feed: every event after `since`, then new events as they happen, until the signal
   * ends it.
   */
  events(options: EventsOptions = {}): AsyncGenerator<FeedEntry, void, undefined> {
    return readEvents(this, options)
  }

  /**
   * The body of a GET as a stream, for answers that are too large for memory. If the connection
   * breaks, reading throws.
   */
  open(path: string, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.open({ method: 'GET', path, ...options })
  }

  /** Sends one request; for paths that `call` does not know. */
  send(method: string, path: string, { body, ...options }: SendOptions = {}): Promise<TransportAnswer> {
    return this.#transport.send({
      method,
      path,
      ...options,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}
