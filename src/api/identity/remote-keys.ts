import type { JWK } from 'jose'
import { Fault } from '../faults.ts'

/**
 * The public keys that an issuer publishes. Throws the Fault `unavailable` when they cannot be
 * fetched: no answer within 5 s, more than 256 KiB, a redirect, or no key set. The token is then
 * neither right nor wrong, and its bearer should try again.
 */
export async function remoteKeys(jwksUri: string): Promise<readonly JWK[]> {
  try {
    const response = await fetch(jwksUri, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`the issuer answered ${response.status}`)
    const { keys } = Object(JSON.parse(await boundedText(response)))
    if (!Array.isArray(keys)) throw new Error('the issuer did not answer with a key set')
    return keys.slice(0, keysMax).filter(isKey)
  } catch (cause) {
    throw Object.assign(new Fault('unavailable'), { cause })
  }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > bytesMax) throw new Error(`the issuer answered more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** A first check; importing the key checks the rest. */
function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}

const timeoutMs = 5_000
const bytesMax = 256 * 1024
const keysMax = 100
