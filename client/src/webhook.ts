import type { FeedEntry } from './api-types.ts'

/**
 * The event of a request that a webhook received. `body` is the raw body, before anything parses or
 * rewrites it. Rejects with `WebhookRefused` unless the service signed it with one of the secrets,
 * within the last five minutes. The same event may come again: ignore an `id` that you know.
 * Source: Standard Webhooks 1.0.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  { headers, body }: WebhookRequestReceived,
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<FeedEntry> {
  const [id, sentAt, signatures] = names.map((name) => headerOf(headers, name))
  if (id === undefined || sentAt === undefined || signatures === undefined)
    throw new WebhookRefused(`the headers ${names.join(', ')} must all be there`)
  const age = now() / 1000 - Number(sentAt)
  if (!(Math.abs(age) < toleranceSeconds))
    throw new WebhookRefused(`it was sent at ${sentAt}, more than ${toleranceSeconds} s from now`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${sentAt}.`), bytes)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const checks = secrets.flatMap((one) => signatures.split(' ').map((signature) => isSigned(one, signature, signed)))
  if (!(await Promise.all(checks)).includes(true))
    throw new WebhookRefused('none of its signatures was made with this secret over this body')
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Headers as the platform has them: of `fetch`, or Node's object with names in lower case. */
export interface WebhookRequestReceived {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string | Uint8Array
}

export interface VerifyOptions {
  /** How far the clocks of both sides may differ, with the way in between; 300 by default. */
  readonly toleranceSeconds?: number
  /** ms since 1970, for a test. */
  readonly now?: () => number
}

/** Answer it with 400 or 401: the service then shows the failed attempt. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function headerOf(headers: WebhookRequestReceived['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'object' ? value.join(' ') : value
}

/** WebCrypto compares in constant time. */
async function isSigned(secret: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, given = ''] = signature.split(',')
  const mark = bytesOf(given)
  if (version !== 'v1' || mark === undefined) return false
  const material = bytesOf(secret.replace(/^whsec_/, ''))
  if (material === undefined) throw new TypeError('the secret of a webhook is whsec_ and Base64')
  const key = await crypto.subtle.importKey('raw', material, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, mark, signed)
}

/** Undefined when it is no Base64, or empty. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return base64 === '' ? undefined : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
