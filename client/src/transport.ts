import { errorOf, SelfbillError } from './errors.ts'
import type { ClientOptions } from './options.ts'
import { TokenSource } from './token-source.ts'

/**
 * Sends requests and retries them: 429, 503, 504 and a 409 of a key whose first request still runs
 * after their Retry-After, 502 and broken connections after a growing random delay. Every request
 * that changes something carries an Idempotency-Key from its first attempt, so that no retry does
 * it twice.
 */
export class Transport {
  readonly #options: ClientOptions
  readonly #tokens: TokenSource

  constructor(options: ClientOptions) {
    this.#options = options
    this.#tokens = new TokenSource(options)
  }

  /**
   * The answer, if below 400; otherwise throws `SelfbillError` or the error of the last connection.
   */
  async send(request: TransportRequest): Promise<TransportAnswer> {
    return answerOf(await this.#answered(request, (ms) => AbortSignal.timeout(ms)))
  }

  /** The same with the body as a stream. The timeout applies only until the body begins. */
  async open(request: TransportRequest): Promise<ReadableStream<Uint8Array>> {
    const timeouts: ReturnType<typeof setTimeout>[] = []
    try {
      const { body } = await this.#answered(request, (ms) => {
        const late = new AbortController()
        timeouts.push(
          setTimeout(() => late.abort(new DOMException('The answer did not begin in time', 'TimeoutError')), ms),
        )
        return late.signal
      })
      return body ?? new ReadableStream()
    } finally {
      for (const timeout of timeouts) clearTimeout(timeout)
    }
  }

  async #answered(request: TransportRequest, timeoutOf: (ms: number) => AbortSignal): Promise<Response> {
    const key = request.method === 'GET' ? undefined : (request.idempotencyKey ?? crypto.randomUUID())
    const attemptsMax = this.#options.attemptsMax ?? 5
    let isTokenFresh = false
    for (let attempt = 1; ; attempt++) {
      request.signal?.throwIfAborted()
      const outcome = await this.#try(request, key, timeoutOf)
      if (outcome instanceof Response && outcome.status < 400) return outcome
      if (outcome instanceof Response && outcome.status === 401 && !isTokenFresh && this.#tokens.forget()) {
        isTokenFresh = true // The token may have been revoked with its key: try once more with a new one.
        continue
      }
      const waitMs = attempt < attemptsMax ? waitAfter(outcome, attempt) : undefined
      if (waitMs === undefined) {
        if (outcome instanceof Response) throw errorOf(outcome.status, await outcome.text(), outcome.headers)
        throw outcome.error
      }
      await (this.#options.sleep ?? sleep)(waitMs, request.signal)
    }
  }

  /** Without one, why. The error of a caller's own function is thrown as it is. */
  async #token(): Promise<string | { readonly error: unknown }> {
    try {
      return await this.#tokens.token()
    } catch (error) {
      if (!this.#tokens.isFetched) throw error
      return { error }
    }
  }

  async #try(
    request: TransportRequest,
    key: string | undefined,
    timeoutOf: (ms: number) => AbortSignal,
  ): Promise<Response | { readonly error: unknown }> {
    const { baseUrl, apiVersion, language, timeoutMs = 60_000 } = this.#options
    const token = await this.#token()
    if (typeof token !== 'string') return token
    const headers = new Headers({ authorization: `Bearer ${token}`, accept: '*/*' })
    if (apiVersion !== undefined) headers.set('x-api-version', apiVersion)
    if (language !== undefined) headers.set('accept-language', language)
    if (key !== undefined) headers.set('idempotency-key', key)
    if (request.ifMatch !== undefined) headers.set('if-match', request.ifMatch)
    if (request.body !== undefined) headers.set('content-type', request.contentType ?? 'application/json')
    for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value)
    const timeout = timeoutOf(timeoutMs)
    try {
      return await (this.#options.fetch ?? fetch)(new URL(request.path, baseUrl), {
        method: request.method,
        headers,
        redirect: 'error',
        signal: request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]),
        ...(request.body === undefined ? {} : { body: request.body }),
      })
    } catch (error) {
      if (request.signal?.aborted === true) throw error
      return { error }
    }
  }
}

export interface TransportRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Text, by default JSON. */
  readonly body?: string
  readonly contentType?: string
  readonly idempotencyKey?: string | undefined
  readonly ifMatch?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface TransportAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
}

async function answerOf(response: Response): Promise<TransportAnswer> {
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** Milliseconds until the next attempt; undefined when a retry is pointless. */
function waitAfter(outcome: Response | { readonly error: unknown }, attempt: number): number | undefined {
  const growing = Math.random() * Math.min(30_000, 500 * 2 ** attempt)
  const answer = outcome instanceof Response ? outcome : outcome.error
  if (!(answer instanceof Response || answer instanceof SelfbillError)) return growing
  const seconds = Number(answer.headers.get('retry-after'))
  // Other conflicts have no Retry-After: they would only come again.
  if (answer.status === 409 && seconds > 0) return seconds * 1000
  if (![429, 502, 503, 504].includes(answer.status)) return undefined
  return seconds > 0 ? Math.min(seconds, 120) * 1000 : growing
}

/** Waits. Removes its listener afterwards, because a signal may outlive many waits. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }, ms)
    signal?.addEventListener('abort', aborted, { once: true })
    if (signal?.aborted) aborted()
  })
}
