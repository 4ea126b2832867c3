import { errorOf } from './errors.ts'
import type { ClientOptions } from './options.ts'

/**
 * The bearer token of every request: a given one, or one fetched with the client's secret and
 * cached until a minute before it expires.
 */
export class TokenSource {
  readonly #options: ClientOptions
  #fetched: { readonly token: string; readonly until: number } | undefined
  #fetching: Promise<string> | undefined

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async token(): Promise<string> {
    const { credentials } = this.#options
    if ('token' in credentials) {
      return typeof credentials.token === 'string' ? credentials.token : await credentials.token()
    }
    if (this.#fetched !== undefined && Date.now() < this.#fetched.until) return this.#fetched.token
    // Concurrent requests share one fetch.
    this.#fetching ??= this.#fetch(credentials).finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  /** Whether the client fetches tokens: a failure is then tried again like that of a request. */
  get isFetched(): boolean {
    return 'clientSecret' in this.#options.credentials
  }

  /** Drops a refused token. Returns false when there is no other. */
  forget(): boolean {
    const { credentials } = this.#options
    if ('token' in credentials) return typeof credentials.token === 'function'
    this.#fetched = undefined
    return true
  }

  async #fetch(client: {
    readonly clientId: string
    readonly clientSecret: string
    readonly scope?: string
  }): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    if (client.scope !== undefined) form.set('scope', client.scope)
    const userinfo = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`
    const response = await (this.#options.fetch ?? fetch)(new URL('/oauth/token', this.#options.baseUrl), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(userinfo)}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#options.timeoutMs ?? 60_000),
    })
    const text = await response.text()
    if (!response.ok) throw errorOf(response.status, text, response.headers)
    const { access_token, expires_in }: { access_token: string; expires_in: number } = JSON.parse(text)
    this.#fetched = { token: access_token, until: Date.now() + (expires_in - 60) * 1000 }
    return access_token
  }
}
