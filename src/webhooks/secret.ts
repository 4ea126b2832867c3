import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A new secret for signing, `whsec_` and 32 bytes in Base64. Source: Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * The headers by which a receiver knows that a body is from us: one signature for each secret that
 * is valid.
 */
export function signatureHeaders(id: string, at: Date, body: string, secrets: readonly string[]) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
