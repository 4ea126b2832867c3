import { type JsonObject, JsonUnreadable, readJson } from '../../json/read.ts'

/**
 * What a token says of itself before anything of it is verified: enough to know which key to verify
 * it with.
 */
export interface ClaimedToken {
  readonly kid: string
  readonly alg: string
  /** `iss`. */
  readonly issuer: string
}

/**
 * Reads a compact JWS. Undefined for one that cannot be a token of ours: not JSON, a member named
 * twice (RFC 7519 §4 lets a reader refuse that, and two readers would see two tokens), of another
 * type, or without one of the three. Whatever else the header says of keys (`jku`, `x5u`, `jwk`,
 * `x5c`) is not looked at.
 */
export function claimedToken(token: string): ClaimedToken | undefined {
  const [header, payload] = token.split('.')
  const about = membersOf(header)
  const claims = membersOf(payload)
  const [kid, alg, iss] = [about?.get('kid'), about?.get('alg'), claims?.get('iss')]
  if (!isOfTokens(about?.get('typ'))) return undefined
  if (typeof kid !== 'string' || typeof alg !== 'string' || typeof iss !== 'string') return undefined
  return { kid, alg, issuer: iss }
}

/**
 * The keys that sign tokens sign other things too, which say so: a signature over one of them is no
 * token (RFC 8725 §3.11).
 */
function isOfTokens(type: unknown): boolean {
  return type === undefined || (typeof type === 'string' && /^(application\/)?(at\+)?jwt$/i.test(type))
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
