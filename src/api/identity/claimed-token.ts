import { type JsonObject, JsonUnreadable, readJson } from '@selfbill/pint-ae/json'

/** The unverified claims of a token: enough to choose the key that verifies it. */
export interface ClaimedToken {
  readonly kid: string
  readonly alg: string
  /** `iss`. */
  readonly issuer: string
}

/**
 * Reads a compact JWS. Undefined when it cannot be a token of ours: not JSON, a member twice (RFC
 * 7519 §4 allows refusing it, and two readers would see two tokens), another type, or one of the
 * three missing. Ignores what the header says about keys (`jku`, `x5u`, `jwk`, `x5c`).
 */
export function claimedToken(token: string): ClaimedToken | undefined {
  const [header, payload] = token.split('.')
  const joseHeader = membersOf(header)
  const claims = membersOf(payload)
  const [kid, alg, iss] = [joseHeader?.get('kid'), joseHeader?.get('alg'), claims?.get('iss')]
  if (!isTokenType(joseHeader?.get('typ'))) return undefined
  if (typeof kid !== 'string' || typeof alg !== 'string' || typeof iss !== 'string') return undefined
  return { kid, alg, issuer: iss }
}

/**
 * The keys of tokens also sign other things, with a type of their own: such a signature is not a
 * token (RFC 8725 §3.11).
 */
function isTokenType(type: unknown): boolean {
  return type === undefined || (typeof type === 'string' && /^(application\/)?(at\+)?jwt$/i.test(type))
}

function membersOf(part: string | undefined): JsonObject | undefined {
  try {
    const read = readJson(decoder.decode(Buffer.from(part ?? '', 'base64url')))
    return read instanceof Map ? read : undefined
  } catch (error) {
    // The decoder throws a TypeError when the bytes are not UTF-8.
    if (error instanceof JsonUnreadable || error instanceof TypeError) return undefined
    throw error
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
