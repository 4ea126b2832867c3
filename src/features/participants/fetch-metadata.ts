import type { RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { request as requestHttp } from '../../targets/node-http.ts'
import { addressOf, readTarget, type Target, type TargetPolicy, TargetRefused } from '../../targets/target.ts'
import { inHttpCall } from '../../tracing/http-call.ts'
import { LookupFailed } from './register.ts'

/**
 * Gets a document of a metadata publisher (SMP). Anybody can run one, so this connects to public
 * addresses only, follows no HTTP redirect and reads at most `bytesMax`. Returns undefined for a
 * 404. Throws `LookupFailed`.
 */
export async function fetchMetadata(
  { url, path, bytesMax }: MetadataOrder,
  policy: MetadataPolicy,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const target = readTarget(url, policy.allowed, { isHttpAllowed: true })
  if (!('url' in target)) throw unusable(message('publisher_address', { problem: target }))
  const publisher = target.url.origin
  try {
    const address = await addressOf(target, policy, signal)
    const answer = await inHttpCall(
      { method: 'GET', url, path, expected: [404] },
      (trace) =>
        get({ target, address, headers: { ...trace, accept: 'application/xml, text/xml' }, bytesMax }, policy, signal),
      ({ status }) => status,
    )
    const { status, body } = answer
    if (status === 200) return body
    if (status === 404) return undefined
    const isPassing = status >= 500 || status === 429
    throw new LookupFailed(isPassing ? 'away' : 'unusable', message('publisher_status', { publisher, status }))
  } catch (error) {
    if (error instanceof LookupFailed) throw error
    if (error instanceof TargetRefused) throw unusable(message('publisher_private', { publisher }))
    if (error instanceof AnswerTooLarge) throw unusable(message('metadata_too_large', { publisher, max: bytesMax }))
    const reason = reasonOf(error, signal)
    throw new LookupFailed('away', message('publisher_silent', { publisher, reason }))
  }
}

function unusable(reason: Message): LookupFailed {
  return new LookupFailed('unusable', reason)
}

export interface MetadataOrder {
  readonly url: string
  /** What a trace shows of it, with `{name}` for what varies. */
  readonly path: string
  readonly bytesMax: number
}

export interface MetadataPolicy extends TargetPolicy {
  /** Trusted certificates; absent: those that Node trusts. */
  readonly trust?: SecureContext | undefined
}

interface GetOrder {
  readonly target: Target
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytesMax: number
}

interface MetadataAnswer {
  readonly status: number
  readonly body: Buffer
}

class AnswerTooLarge extends Error {}

function get(order: GetOrder, { trust }: MetadataPolicy, signal: AbortSignal): Promise<MetadataAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<MetadataAnswer>()
  const { url, hostname } = order.target
  const options: RequestOptions = {
    // An address, so nothing is resolved again. The certificate and the Host header are about the
    // name.
    host: order.address,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...order.headers, host: url.host },
    agent: false,
    signal,
  }
  const isSecure = url.protocol === 'https:'
  const secure = {
    ...options,
    servername: isIP(hostname) === 0 ? hostname : '',
    ...(trust && { secureContext: trust }),
  }
  const outgoing = isSecure ? requestHttps(secure) : requestHttp(options)
  outgoing.on('error', reject)
  // Node reports a switch of protocols by closing alone.
  outgoing.once('close', () => reject(new Error('the connection closed without an answer')))
  outgoing.once('response', (response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > order.bytesMax) outgoing.destroy(new AnswerTooLarge())
    })
    response.on('error', reject)
    response.once('end', () => {
      if (response.complete) resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) })
      else reject(new Error('the answer broke off'))
    })
  })
  outgoing.end()
  return promise
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'timeout'
  if (!(error instanceof Error)) return 'error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
