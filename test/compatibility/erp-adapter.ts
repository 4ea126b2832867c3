import { createHmac } from 'node:crypto'

/**
 * A client as ERP systems have for the neighbouring service; nothing in it knows this service. It
 * signs its id to get a token, sends that service's version header, reads errors and answers in
 * that service's format, and polls a document's log until the document is reported.
 */
export class ErpAdapter {
  readonly #settings: AdapterSettings
  #token: string | undefined

  constructor(settings: AdapterSettings) {
    this.#settings = settings
  }

  /** Keeps the token; reads `expires_in` as seconds. */
  async logIn(): Promise<{ readonly token: string; readonly expiresIn: number }> {
    const { clientId, clientSecret, headerPrefix } = this.#settings
    const signature = createHmac('sha256', clientSecret).update(clientId).digest('base64')
    const path = `/auth/token?client_id=${encodeURIComponent(clientId)}`
    const answer = await this.#call('GET', path, { [`${headerPrefix}-signature`]: signature })
    const { token, expires_in: expiresIn } = JSON.parse(answer.text)
    this.#token = token
    return { token, expiresIn }
  }

  /** Uses a given token. */
  useToken(token: string): void {
    this.#token = token
  }

  /** The profile must be complete before anything is sent. */
  async readProfile(): Promise<ProfileSummary> {
    const { profileId } = this.#settings
    const { text } = await this.#call('GET', `/api/business-profiles/${profileId}`)
    const profile = JSON.parse(text)
    if (profile.status !== 'COMPLETED') throw new Error(`the profile is ${profile.status}`)
    return profile
  }

  async send(family: string, document: object): Promise<SentDocument> {
    const answer = await this.#call('POST', `/api/${family}/${this.#settings.profileId}`, {}, document)
    if (answer.status !== 201) throw new Error(`sent and answered ${answer.status}`)
    return JSON.parse(answer.text)
  }

  /**
   * The outcome in the log: words of failure anywhere mean failure, a status from the tax authority
   * means the end.
   */
  async askProgress(family: string, id: string): Promise<Progress> {
    const { text } = await this.#call('GET', `/api/${family}/${id}/peppol-status-logs`)
    const entries: readonly { readonly event: string; readonly message: string }[] = JSON.parse(text)
    const wrong = entries.find(({ message }) => /fail|reject|error|invalid/i.test(message))
    if (wrong) return { state: 'failed', because: wrong.message }
    if (entries.some(({ event }) => event === 'MLS_RECEIVED_FROM_C5')) return { state: 'reported' }
    return { state: entries.some(({ event }) => event.includes('_TO_C5')) ? 'reporting' : 'waiting' }
  }

  async read(family: string, id: string): Promise<SentDocument> {
    return JSON.parse((await this.#call('GET', `/api/${family}/${id}`)).text)
  }

  async list(family: string, query = ''): Promise<string> {
    return (await this.#call('GET', `/api/${family}${query}`)).text
  }

  async readXml(family: string, id: string): Promise<string> {
    const answer = await this.#call('GET', `/api/${family}/${id}/xml`)
    if (answer.type !== 'application/xml') throw new Error(`the XML is ${answer.type}`)
    return answer.text
  }

  async readPdf(family: string, id: string): Promise<Uint8Array> {
    return this.#file(`/api/${family}/${id}/download-pdf`)
  }

  async readAttachment(family: string, id: string, attachmentId: string): Promise<Uint8Array> {
    return this.#file(`/api/${family}/${id}/attachments/${attachmentId}/download`)
  }

  async #file(path: string): Promise<Uint8Array> {
    const { type, bytes } = await this.#call('GET', path)
    if (type !== 'application/pdf') throw new Error(`the file is ${type}`)
    return bytes
  }

  async #call(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
    const { address, headerPrefix } = this.#settings
    const response = await fetch(address + path, {
      method,
      headers: {
        [`${headerPrefix}-version`.toUpperCase()]: '20260507',
        ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    if (!response.ok) throw new AdapterRefused(response.status, JSON.parse(text))
    return { status: response.status, type: response.headers.get('content-type')?.split(';')[0], text, bytes }
  }
}

export interface AdapterSettings {
  readonly address: string
  /** The prefix of the headers it was written for, `x-neighbour`. */
  readonly headerPrefix: string
  readonly clientId: string
  readonly clientSecret: string
  readonly profileId: string
}

/** An answer of 4xx or 5xx, with the `errors` that the adapter shows to its users. */
export class AdapterRefused extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, string>>

  constructor(status: number, body: { readonly errors: Readonly<Record<string, string>> }) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.errors = body.errors
  }
}

/** The part of an answer that the adapter reads. */
export interface SentDocument {
  readonly id: string
  readonly document_number: string
  readonly document_status: string
  readonly payable_amount: number
  readonly attachments: readonly { readonly id: string; readonly file_name: string }[]
  readonly meta_info: {
    readonly peppol_status: {
      readonly overall_status: string
      readonly validation_results: readonly Readonly<Record<string, unknown>>[]
    } | null
  }
  readonly [member: string]: unknown
}

export interface ProfileSummary {
  readonly id: string
  readonly profile_id: string
  readonly tin: string
  readonly created_at: number
}

export type Progress =
  | { readonly state: 'reported' | 'reporting' | 'waiting' }
  | { readonly state: 'failed'; readonly because: string }

interface Answer {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
  readonly bytes: Uint8Array
}
