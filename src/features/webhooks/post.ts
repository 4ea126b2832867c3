import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { addressOf, readTarget, type Target, type TargetPolicy, TargetRefused } from '../../targets/target.ts'
import { storableText } from '../../text/storable.ts'

/**
 * Posts a body to a target once. It resolves the name, checks the addresses and connects to a
 * checked address. Follows no redirect. Returns the HTTP status and the start of the answer, or the
 * kind of failure, within 10 seconds. Never rejects.
 */
export async function post(order: PostOrder, policy: PostPolicy): Promise<PostOutcome> {
  const target = readTarget(order.url, policy.allowed)
  if (!('url' in target)) return { error: 'ADDRESS_REFUSED' }
  const timeout = AbortSignal.timeout(policy.timeoutMs)
  const signal = AbortSignal.any([timeout, order.signal])
  const failed = (error: unknown, fallback: PostError): PostOutcome => {
    if (order.signal.aborted) return { error: 'INTERRUPTED' }
    return { error: timeout.aborted ? 'TIMEOUT' : error instanceof TargetRefused ? 'ADDRESS_REFUSED' : fallback }
  }
  let address: string
  try {
    address = await addressOf(target, policy, signal)
  } catch (error) {
    return failed(error, 'DNS')
  }
  try {
    return await send(target, address, order, policy.trust, signal)
  } catch (error) {
    return failed(error, kindOf(error))
  }
}

export interface PostOrder {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Aborts when the process stops. */
  readonly signal: AbortSignal
}

export interface PostPolicy extends TargetPolicy {
  readonly timeoutMs: number
  /** Trusted certificates; undefined: those that Node trusts. */
  readonly trust: SecureContext | undefined
}

export type PostOutcome = TargetAnswer | { readonly error: PostError }

/** `start`: the first kilobyte of the body as text; absent when the body is empty. */
export interface TargetAnswer {
  readonly statusCode: number
  readonly start?: string
}

/**
 * The kind of failure, without details. `DNS`: the name has no address; `ADDRESS_REFUSED`: the
 * address is not allowed; `PROTOCOL`: the answer was not HTTP, or broke off; `INTERRUPTED`: our
 * process stopped.
 */
export const postErrors = ['DNS', 'ADDRESS_REFUSED', 'CONNECT', 'TLS', 'TIMEOUT', 'PROTOCOL', 'INTERRUPTED'] as const
export type PostError = (typeof postErrors)[number]

function send(
  { url, hostname }: Target,
  address: string,
  order: PostOrder,
  trust: SecureContext | undefined,
  signal: AbortSignal,
): Promise<TargetAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TargetAnswer>()
  const outgoing = request({
    // An address, so nothing is resolved again. The certificate and the Host header are about the
    // name.
    host: address,
    port: url.port === '' ? 443 : Number(url.port),
    servername: isIP(hostname) === 0 ? hostname : '',
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: { ...order.headers, host: url.host, 'content-length': Buffer.byteLength(order.body) },
    agent: false,
    signal,
    ...(trust && { secureContext: trust }),
  })
  let isAnswered = false
  const fail = (error: Error) => {
    if (!isAnswered) reject(error)
  }
  outgoing.on('error', fail)
  // Node reports a switch of protocols by closing alone.
  outgoing.once('close', () => fail(new Error('the connection closed without an answer')))
  outgoing.once('response', (response: IncomingMessage) => {
    isAnswered = true
    const statusCode = response.statusCode ?? 0
    readStart(response, (start) => resolve(start === '' ? { statusCode } : { statusCode, start }))
  })
  outgoing.end(order.body)
  return promise
}

/**
 * Calls `done` once, with the first kilobyte. The status has decided by then, so a body that is
 * slow or breaks off changes nothing. The rest is read and dropped: a receiver may count a
 * connection that is closed during its answer as a failure.
 */
function readStart(response: IncomingMessage, done: (start: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const end = () => {
    clearTimeout(limit)
    done(textOf(Buffer.concat(chunks).subarray(0, startBytesMax)))
  }
  const limit = setTimeout(end, startMsMax)
  response.on('data', (chunk: Buffer) => {
    if (bytes < startBytesMax) chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= startBytesMax) end()
    if (bytes > answerBytesMax) response.destroy()
  })
  response.on('error', () => undefined)
  response.once('close', end)
}

/** A character that the cut has halved goes; anything else that is not UTF-8 becomes �. */
function textOf(bytes: Uint8Array): string {
  return storableText(new TextDecoder().decode(bytes, { stream: bytes.length === startBytesMax }))
}

const startBytesMax = 1024
const startMsMax = 1_000
const answerBytesMax = 16_384

/** From the error codes of Node and OpenSSL. */
function kindOf(error: unknown): PostError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (connectCodes.has(code)) return 'CONNECT'
  if (code.startsWith('HPE_') || code === 'ECONNRESET' || code === 'EPIPE') return 'PROTOCOL'
  return tlsCodes.test(code) ? 'TLS' : 'PROTOCOL'
}

const connectCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'EINVAL',
  'EACCES',
])
const tlsCodes = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_)/
