import { replayDeliveries } from './activity.ts'
import {
  type DeliveryFilter,
  type DocumentVerdict,
  endpoints,
  type FeedEntry,
  type ListedDocument,
  type ListedRequest,
  type OperationId,
  type Operations,
  type Outage,
  type Participant,
  type TestEvent,
  type WebhookDelivery,
} from './api-types.ts'
import type { CallArguments, Caller, SendOptions } from './caller.ts'
import { decodeAnswer } from './decode-answer.ts'
import { Documents } from './documents.ts'
import { type EventsOptions, readEvents } from './events.ts'
import { type ItemOf, type ListId, readList } from './lists.ts'
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
   * A body that is not JSON is sent as the text that it is. JSON answers are parsed; NDJSON, XML
   * and HTML are text, anything else is bytes. Throws `SelfbillError` for an answer of 400 or
   * above.
   */
  async call<Id extends OperationId>(id: Id, ...[input]: CallArguments<Id>): Promise<Operations[Id]['answer']> {
    return this.#answer(id, input ?? {})
  }

  async #answer<Answer>(id: OperationId, input: LooseInput): Promise<Answer> {
    const { method, path, bodyType } = endpointOf(id)
    const { params, query, body, idempotencyKey, signal } = input
    const answer = await this.send(method, withQuery(fillPath(path, params ?? {}), query ?? {}), {
      ...(bodyType === undefined ? { body } : { text: { content: String(body), type: bodyType } }),
      idempotencyKey,
      signal,
    })
    return decodeAnswer(answer)
  }

  /**
   * Every item of a list, fetched page by page: `for await (const user of
   * client.list('listUsers'))`. For a page with its cursor use `call`.
   */
  list<Id extends ListId>(id: Id, ...[input]: CallArguments<Id>): AsyncGenerator<ItemOf<Id>, void, undefined> {
    const asked: LooseInput = input ?? {}
    return readList((place) => this.#answer(id, { ...asked, query: { ...asked.query, ...place } }))
  }

  /**
   * Documents of all families that match the filter, fetched page by page; for a page with its
   * cursors use `call('listDocuments', …)`.
   */
  documents(filter: ListFilter = {}): AsyncGenerator<ListedDocument, void, undefined> {
    return this.list('listDocuments', { query: { limit: 100, ...filter } })
  }

  /**
   * The change feed: every event after `since`, then new events as they happen, until the signal
   * ends it.
   */
  events(options: EventsOptions = {}): AsyncGenerator<FeedEntry, void, undefined> {
    return readEvents(this, options)
  }

  /** The requests of the last 7 days, newest first. Needs the scope `admin`. */
  requests(query: RequestsQuery = {}): AsyncGenerator<ListedRequest, void, undefined> {
    return this.list('listRequests', { query })
  }

  /** The times when documents could not be delivered, newest first. Needs the scope `admin`. */
  async outages(query: Operations['listOutages']['query'] = {}): Promise<Outage[]> {
    const outages: Outage[] = []
    for await (const outage of this.list('listOutages', { query })) outages.push(outage)
    return outages
  }

  /** Whether a supplier or customer is on the network, and what it can receive. */
  participant(scheme: string, id: string): Promise<Participant> {
    return this.call('lookUpParticipant', { params: { scheme, id } })
  }

  /** Judges a UBL document of any origin, as XML in UTF-8, by the rules of its customisation id. */
  validate(xml: string): Promise<DocumentVerdict> {
    return this.call('validateDocument', { body: xml })
  }

  /** Sends a test event to a webhook and returns its delivery. */
  testWebhook(webhookId: string, body: TestEvent = {}): Promise<WebhookDelivery> {
    return this.call('testWebhook', { params: { webhook_id: webhookId }, body })
  }

  /** Delivers again everything that matches the filter; returns how many deliveries. */
  replayDeliveries(webhookId: string, filter: DeliveryFilter): Promise<number> {
    return replayDeliveries(this, webhookId, filter)
  }

  /** The signed evidence of all documents of a period as a stream, to write into a file. */
  periodEvidenceStream(
    period: Operations['periodEvidence']['query'],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.open(withQuery(endpoints.periodEvidence.path, period), options)
  }

  /**
   * The body of a GET as a stream, for answers that are too large for memory. If the connection
   * breaks, reading throws.
   */
  open(path: string, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.open({ method: 'GET', path, ...options })
  }

  /** Sends one request; for paths that `call` does not know. */
  send(method: string, path: string, { body, text, ...options }: SendOptions = {}): Promise<TransportAnswer> {
    return this.#transport.send({
      method,
      path,
      ...options,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(text === undefined ? {} : { body: text.content, contentType: text.type }),
    })
  }
}

/** JavaScript, and a type assertion, can ask for an operation that is not there. */
function endpointOf(id: OperationId): (typeof endpoints)[OperationId] {
  if (Object.hasOwn(endpoints, id)) return endpoints[id]
  throw new TypeError(`There is no operation ${String(id)}: client.call takes an operationId of /openapi.json`)
}

export type RequestsQuery = Omit<Operations['listRequests']['query'], 'cursor'>

/** The filters and the order of `documents`. */
export type ListFilter = Omit<Operations['listDocuments']['query'], 'cursor'>

interface LooseInput {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}
