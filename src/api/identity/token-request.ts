import { type Message, message } from '@selfbill/pint-ae/messages'
import { Fault } from '../faults.ts'

/** A program's request for a token. Source: RFC 6749 §2.3.1, §4.4.2. */
export interface TokenRequest {
  readonly clientId: string
  readonly clientSecret: string
  readonly grantType: string | undefined
  /** Undefined: everything that the client may do. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Reads a token request: client id and secret come from the Authorization header
 * (client_secret_basic) or the form (client_secret_post). Throws the Faults `oauth_invalid_request`
 * and `oauth_invalid_client`.
 */
export function tokenRequest(headers: TokenRequestHeaders, body: Uint8Array): TokenRequest {
  const form = formOf(headers.contentType, body)
  const inForm = { clientId: form.get('client_id'), clientSecret: form.get('client_secret') }
  const inHeader = headers.authorization === undefined ? undefined : basicCredentials(headers.authorization)
  if (inHeader && inForm.clientSecret !== undefined) throw invalid(message('secret_sent_twice'))
  if (inHeader && inForm.clientId !== undefined && inForm.clientId !== inHeader.clientId) {
    throw invalid(message('clients_differ'))
  }
  const { clientId, clientSecret } = inHeader ?? inForm
  if (clientId === undefined || clientSecret === undefined) throw new Fault('oauth_invalid_client')
  // PostgreSQL has no text with NUL, so no client has such an id.
  if (clientId.includes('\0')) throw new Fault('oauth_invalid_client')
  const scopes = form
    .get('scope')
    ?.split(' ')
    .filter((scope) => scope !== '')
  return { clientId, clientSecret, grantType: form.get('grant_type'), scopes }
}

export interface TokenRequestHeaders {
  readonly contentType: string | undefined
  readonly authorization: string | undefined
}

/** A parameter without a value counts as absent; a repeated one is refused (RFC 6749 §3.2). */
function formOf(contentType: string | undefined, body: Uint8Array): ReadonlyMap<string, string> {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw invalid(message('form_expected'))
  }
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString('utf8'))) {
    if (form.has(name)) throw invalid(message('form_parameter_repeated'))
    form.set(name, value)
  }
  return new Map([...form].filter(([, value]) => value !== ''))
}

/** RFC 7617; each half is form-encoded (RFC 6749 §2.3.1). */
function basicCredentials(authorization: string): { readonly clientId: string; readonly clientSecret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) throw new Fault('oauth_invalid_client')
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon === -1) throw new Fault('oauth_invalid_client')
  return { clientId: formDecoded(text.slice(0, colon)), clientSecret: formDecoded(text.slice(colon + 1)) }
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Fault('oauth_invalid_client')
  }
}

function invalid(reason: Message): Fault {
  return new Fault('oauth_invalid_request', { reason })
}
