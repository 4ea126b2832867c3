import { answerObject, Type } from '@selfbill/pint-ae/document'
import { inArabic, message } from '@selfbill/pint-ae/messages'
import { findActiveClient } from '../../../store/accounts/clients.ts'
import type { Answer } from '../../answer/answer.ts'
import { json, ok } from '../../answer/answers.ts'
import { errorLanguageHeaders } from '../../answer/error-shape.ts'
import { Fault } from '../../faults.ts'
import { isSecretOf } from '../../identity/client-secret.ts'
import { tokenRequest } from '../../identity/token-request.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Tokens } from '../../parts.ts'
import { networkOf } from '../../rates/network-of.ts'
import type { Language } from '../../request/language.ts'
import { countTokenRequest } from './token-rate.ts'

const TokenRequest = answerObject('TokenRequest', {
  grant_type: Type.Literal('client_credentials'),
  scope: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
})

const TokenAnswer = answerObject('TokenAnswer', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  scope: Type.String(),
})

/**
 * A token for a program with a client's secret: OAuth 2.0 client credentials. Requested scopes must
 * be among the client's; without any the token gets all of them. Source: RFC 6749 §4.4, §5;
 * docs/contract.md#access.
 */
export const issueToken = operationWith<Basics & Tokens>()({
  id: 'issueToken',
  method: 'POST',
  path: '/oauth/token',
  access: { kind: 'public' },
  audits: { not: 'a token changes nothing, and every program asks for one each day' },
  summary: 'Get an access token (OAuth 2.0 client credentials)',
  description:
    'The client authenticates with HTTP Basic or in the form. Without `scope` the token has all scopes of the client.',
  body: {
    kind: 'form',
    bytesMax: 16 * 1024,
    schema: TokenRequest,
  },
  answers: {
    200: {
      description: 'A bearer token for 24 hours',
      type: 'application/json',
      schema: TokenAnswer,
    },
  },
  faults: [
    'oauth_invalid_request',
    'oauth_invalid_client',
    'oauth_unsupported_grant_type',
    'oauth_invalid_scope',
    'tokens_exceeded',
    'rate_exceeded',
    'internal',
    'unavailable',
  ],
  async handle(call) {
    const { parts } = call
    countTokenRequest(call, `address ${networkOf(call.address)}`, 'tokens_exceeded')
    const headers = { contentType: call.header('content-type'), authorization: call.header('authorization') }
    const { clientId, clientSecret, grantType, scopes } = tokenRequest(headers, call.body.bytes)
    const client = await findActiveClient(parts.store.database, clientId)
    if (!isSecretOf(client, clientSecret, parts.now()) || !client) throw new Fault('oauth_invalid_client')
    // Counted after the check: a stranger who knows a client's id cannot use up its requests.
    countTokenRequest(call, `client ${client.id}`, 'tokens_exceeded')
    if (grantType === undefined) throw new Fault('oauth_invalid_request', { reason: message('grant_type_missing') })
    if (grantType !== 'client_credentials') throw new Fault('oauth_unsupported_grant_type')
    const granted = [...new Set(scopes ?? client.scopes)]
    if (!granted.every((scope) => client.scopes.includes(scope))) throw new Fault('oauth_invalid_scope')
    const token = await parts.tokens.issue(client, granted)
    const answer = { access_token: token, token_type: 'Bearer' as const, expires_in: parts.tokens.lifetimeS }
    return { ...ok({ ...answer, scope: granted.join(' ') }), headers: neverCached }
  },
  errors: {
    schema: answerObject('TokenError', {
      error: Type.String(),
      error_description: Type.String(),
      error_description_ar: Type.Optional(Type.String()),
    }),
    answer: oauthError,
  },
})

/** The error body of RFC 6749 §5.2. */
function oauthError(fault: Fault, language: Language): Answer {
  const headers = fault.status === 401 ? { ...neverCached, 'www-authenticate': 'Basic realm="selfbill"' } : neverCached
  const body = { error: errorCodeOf(fault), error_description: fault.message }
  const more = language === 'ar' && { error_description_ar: inArabic(fault.text) }
  return { ...json(fault.status, { ...body, ...more }), headers: { ...headers, ...errorLanguageHeaders(language) } }
}

/** Errors without a code in §5.2 get those of §4.1.2.1, which mean the same. */
function errorCodeOf({ code, status }: Fault): string {
  const own = /^oauth_(\w+)$/.exec(code)?.[1]
  if (own !== undefined) return own
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

const neverCached = { 'cache-control': 'no-store', pragma: 'no-cache' }
