import type * as api from './api-types.ts'
import type { Caller } from './caller.ts'
import { decodeAnswer } from './decode-answer.ts'
import { pathPart, withQuery } from './paths.ts'

/** One family of documents. Every method throws `SelfbillError` for an answer of 400 or above. */
export class Documents<Kind extends keyof Kinds> {
  readonly #client: Caller
  readonly #path: string

  constructor(client: Caller, family: string) {
    this.#client = client
    this.#path = `/api/${family}`
  }

  /**
   * Issues a document for a business profile. The document is stored even when rules failed: see
   * `meta_info.peppol_status`. Repeating the call with the same `idempotencyKey` within a day
   * returns the same document.
   */
  issue(
    profileId: string,
    request: Kinds[Kind]['request'],
    options: IssueOptions = {},
  ): Promise<Kinds[Kind]['answer']> {
    return this.#send('POST', `/${pathPart(profileId)}`, request, options)
  }

  /** Checks, computes and judges a document, but does not store, number or send it. */
  dryRun(profileId: string, request: Kinds[Kind]['request'], options: IssueOptions = {}): Promise<api.DryRun> {
    return this.#send('POST', `/${pathPart(profileId)}?dry_run=true`, request, options)
  }

  /** Checks, computes and judges a resubmission, but does not store or send it. */
  dryRunResubmission(
    id: string,
    profileId: string,
    request: Kinds[Kind]['request'],
    options: IssueOptions = {},
  ): Promise<api.DryRun> {
    return this.#send('PUT', `/${pathPart(id)}/${pathPart(profileId)}?dry_run=true`, request, options)
  }

  /** Replaces a document whose rules failed, and sends it. Pass the whole request again. */
  resubmit(
    id: string,
    profileId: string,
    request: Kinds[Kind]['request'],
    options: IssueOptions = {},
  ): Promise<Kinds[Kind]['answer']> {
    return this.#send('PUT', `/${pathPart(id)}/${pathPart(profileId)}`, request, options)
  }

  /**
   * Credits an invoice by reference: all of it, or certain lines and quantities. Prices, charges,
   * allowances and VAT come from the invoice, and no more is credited than was billed.
   */
  credit(id: string, request: Kinds[Kind]['credit'], options: IssueOptions = {}): Promise<Kinds[Kind]['creditNote']> {
    return this.#send('POST', `/${pathPart(id)}/credit-notes`, request, options)
  }

  get(id: string): Promise<Kinds[Kind]['answer']> {
    return this.#send('GET', `/${pathPart(id)}`)
  }

  /**
   * All documents that match the filter, newest first, fetched page by page. None is missed or
   * repeated while others are created.
   */
  async *list(filter: DocumentFilter = {}): AsyncGenerator<Kinds[Kind]['answer'], void, undefined> {
    let before: string | undefined
    for (;;) {
      const page: { content: Kinds[Kind]['answer'][] } = await this.#send(
        'GET',
        withQuery('', { ...filter, size: 100, before }),
      )
      yield* page.content
      before = page.content.at(-1)?.id
      if (before === undefined || page.content.length < 100) return
    }
  }

  /** The request as it was kept, to be edited and sent again; of an earlier revision too. */
  request(id: string, revision?: number): Promise<Kinds[Kind]['request']> {
    return this.#send('GET', withQuery(`/${pathPart(id)}/request`, { revision }))
  }

  /** The status of both legs; throws a 404 before the first status. */
  peppolStatus(id: string): Promise<api.Snapshot> {
    return this.#send('GET', `/${pathPart(id)}/peppol-status`)
  }

  peppolStatusLogs(id: string): Promise<api.LogEntry[]> {
    return this.#send('GET', `/${pathPart(id)}/peppol-status-logs`)
  }

  xml(id: string): Promise<string> {
    return this.#send('GET', `/${pathPart(id)}/xml`)
  }

  pdf(id: string, language?: api.PageLanguage): Promise<Uint8Array> {
    return this.#send('GET', withQuery(`/${pathPart(id)}/pdf`, { language }))
  }

  html(id: string, language?: api.PageLanguage): Promise<string> {
    return this.#send('GET', withQuery(`/${pathPart(id)}/html`, { language }))
  }

  /**
   * The signed evidence pack, a ZIP file. Use `evidenceStream` for documents with many lines or
   * revisions. `pdf`: with the printed document and a cover page.
   */
  evidence(id: string, { pdf }: { readonly pdf?: boolean } = {}): Promise<Uint8Array> {
    return this.#send('GET', withQuery(`/${pathPart(id)}/evidence`, { pdf }))
  }

  /** The same as a stream, to write into a file: a pack can be larger than memory. */
  evidenceStream(
    id: string,
    { pdf, ...options }: { readonly pdf?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#client.open(withQuery(`${this.#path}/${pathPart(id)}/evidence`, { pdf }), options)
  }

  async #send<Answer>(method: string, path: string, body?: unknown, options: IssueOptions = {}): Promise<Answer> {
    return decodeAnswer(
      await this.#client.send(method, this.#path + path, { ...options, ...(body === undefined ? {} : { body }) }),
    )
  }
}

export interface IssueOptions {
  /**
   * Identifies this request for retries across processes; by default a random key, which protects
   * only the retries of this call.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** The request and answer types of each family. */
export interface Kinds {
  PurchaseInvoice: Kind<api.InvoiceRequest, api.PurchaseInvoice, api.PurchaseCredit, api.PurchaseCreditNote>
  PurchaseCreditNote: Kind<api.CreditNoteRequest, api.PurchaseCreditNote, never, never>
  SalesInvoice: Kind<api.SalesInvoiceRequest, api.SalesInvoice, api.SalesCredit, api.SalesCreditNote>
  SalesCreditNote: Kind<api.SalesCreditNoteRequest, api.SalesCreditNote, never, never>
}

/** `credit` requests a credit of an invoice; credit notes have no such request. */
interface Kind<Request, Answer, Credit, CreditNote> {
  readonly request: Request
  readonly answer: Answer
  readonly credit: Credit
  readonly creditNote: CreditNote
}

/** The filters of a list, as in `GET /api/{family}`. */
export type DocumentFilter = Omit<api.Operations['listPurchaseInvoices']['query'], 'page' | 'size' | 'before'>
