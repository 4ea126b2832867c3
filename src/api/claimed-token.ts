import { type JsonObject, JsonUnreadable, readJson } from '../json/read.ts'

/** What a token says of itself before anything of it is verified: enough to know which key to verify it with. */
export interface ClaimedToken {
  readonly kid: string
  readonly alg: string
  /** `iss`. */
  readonly issuer: string
}

/**
 * Reads a compact JWS. Undefined for one that cannot be a token of ours: not JSON, a member named twice (RFC 7519 §4 lets a
 * reader refuse that, and two readers would see two tokens), or without one of the three. Whatever else the header
 * says of keys (`jku`, `x5u`, `jwk`, `x5c`) is not looked at.
 */
export function claimedToken(token: string): ClaimedToken | undefined {
  const [header, payload] = token.split('.')
  const about = membersOf(header)
  const claims = membersOf(payload)
  const [kid, alg, iss] = [about?.get('kid'), about?.get('alg'), claims?.get('iss')]
  if (typeof kid !== 'string' || typeof alg !== 'string' || typeof iss !== 'string') return undefined
  return { kid, alg, issuer: iss }
}

function membersOf(part: string | undefined): JsonObject | undefined {
  try {
    const read = readJson(decoder.decode(Buffer.from(part ?? '', 'base64url')))
    return read instanceof Map ? read : undefined
  } catch (error) {
    // The decoder throws a TypeError for what is not UTF-8.
    if (error instanceof JsonUnreadable || error instanceof TypeError) return undefined
    throw error
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
