import type { ValidationResult } from '@selfbill/pint-ae/document'

/** Calls the API of the demo's service. */
export class DemoClient {
  readonly #address: string
  readonly #token: string

  constructor(address: string, token: string) {
    this.#address = address
    this.#token = token
  }

  get<Body>(path: string): Promise<Body> {
    return this.#call(path, {})
  }

  post(path: string, body: string): Promise<Document> {
    return this.#call(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  }

  async #call<Body>(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Body> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#token}` }
    const response = await fetch(this.#address + path, { ...init, headers })
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
    return JSON.parse(body)
  }
}

/**
 * The members of answers that the demo prints. Amounts may be doubles here, since they are only
 * printed.
 */
export interface Document {
  readonly id: string
  readonly document_number: string
  readonly document_sequence: number
  readonly document_currency_code: string
  readonly totals: { readonly payable_amount: number; readonly tax_amount: number }
  readonly meta_info: {
    readonly peppol_status: {
      readonly overall_status: string
      readonly validation_results: readonly ValidationResult[]
    }
  }
}

export interface LogEntry {
  readonly sent_message_id: string | null
  readonly event: string
  readonly message: string
}
