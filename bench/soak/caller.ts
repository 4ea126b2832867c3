import type { StoredTenant } from '../../test/support/service/tenants.ts'

/** Calls the service for one organisation and remembers what must exist at the end. */
export class Caller {
  readonly tenant: StoredTenant
  /** Credentials of a client of the organisation, for `Authorization: Basic`. */
  readonly credentials: string
  readonly created: Creation[] = []
  /** Documents that failed their rules and can be corrected. */
  readonly broken: Creation[] = []
  /** Uncredited invoices whose lines have two pieces each. */
  readonly creditable: Creation[] = []
  readonly #address: string
  readonly #record: CallRecord

  /**
   * A caller of the organisation, with a client that may request tokens and a webhook to the
   * target.
   */
  static async prepare(address: string, tenant: StoredTenant, record: CallRecord, target: string): Promise<Caller> {
    const unprepared = new Caller(address, tenant, record, '')
    const made = await unprepared.call('client', 'POST', '/api/clients', {
      body: JSON.stringify({ name: 'soak', scope: 'documents:read documents:write' }),
      expected: [201],
    })
    const { client_id: id, client_secret: secret } = JSON.parse(made.text)
    await unprepared.call('webhook', 'POST', '/api/webhooks', {
      body: JSON.stringify({ url: target }),
      expected: [201],
    })
    return new Caller(address, tenant, record, Buffer.from(`${id}:${secret}`).toString('base64'))
  }

  private constructor(address: string, tenant: StoredTenant, record: CallRecord, credentials: string) {
    this.#address = address
    this.tenant = tenant
    this.#record = record
    this.credentials = credentials
  }

  /** Records any unexpected answer as trouble, and the time of every answer. */
  async call(kind: string, method: string, path: string, options: CallOptions = {}): Promise<Called> {
    const { expected = [200], body, type = 'application/json', token = this.tenant.token, signal } = options
    const headers: { [name: string]: string } = { authorization: `Bearer ${token}`, ...options.headers }
    if (body !== undefined) headers['content-type'] = type
    const began = performance.now()
    try {
      const response = await fetch(`${this.#address}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      })
      const text = await response.text()
      this.#record.done(kind, performance.now() - began)
      if (!expected.includes(response.status))
        this.#record.trouble(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
      return { status: response.status, text }
    } catch (error) {
      if (signal?.aborted !== true) this.#record.trouble(`${method} ${path}: ${String(error)}`)
      return { status: 0, text: '' }
    }
  }

  trouble(what: string): void {
    this.#record.trouble(what)
  }

  /** A random one of the latest 2,000; undefined while the list is empty. */
  any(of: readonly Creation[] = this.created): Creation | undefined {
    const reach = Math.min(of.length, 2000)
    return of[of.length - 1 - Math.floor(Math.random() * reach)]
  }
}

export interface Creation {
  readonly family: string
  readonly id: string
  readonly sequence: number
}

export interface CallOptions {
  readonly expected?: readonly number[]
  readonly body?: string
  readonly type?: string
  readonly token?: string
  readonly headers?: Readonly<{ [name: string]: string }>
  readonly signal?: AbortSignal
}

export interface Called {
  /** 0 if no answer came. */
  readonly status: number
  readonly text: string
}

/** The time of every call, and every failure. */
export class CallRecord {
  readonly #began = performance.now()
  readonly calls: { readonly kind: string; readonly at: number; readonly ms: number }[] = []
  readonly troubles: string[] = []

  done(kind: string, ms: number): void {
    this.calls.push({ kind, at: this.now(), ms })
  }

  trouble(what: string): void {
    this.troubles.push(what)
  }

  /** Milliseconds since the start. */
  now(): number {
    return performance.now() - this.#began
  }

  /** The times of calls of the given kinds in an interval. */
  times(from: number, to: number, isWanted: (kind: string) => boolean = () => true): readonly number[] {
    return this.calls.filter(({ kind, at }) => at >= from && at < to && isWanted(kind)).map(({ ms }) => ms)
  }
}
