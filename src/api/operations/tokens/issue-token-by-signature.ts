import { answerObject, identifier, Type } from '@selfbill/pint-ae/document'
import { headerPrefixOf, signatureHeader } from '../../../compatibility/header-prefix.ts'
import { findActiveClient } from '../../../store/accounts/clients.ts'
import { ok } from '../../answer/answers.ts'
import type { Context } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'
import { isSignatureOf } from '../../identity/client-signature.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Compatibility, Tokens } from '../../parts.ts'
import { networkOf } from '../../rates/network-of.ts'
import { countTokenRequest } from './token-rate.ts'

const TokenBySignature = answerObject('TokenBySignature', {
  expires_in: Type.Integer(),
  token: Type.String(),
})

/**
 * A token for a client in compatibility mode, which signs its id with its secret instead of sending
 * the secret. Unknown clients, clients in strict mode, clients without a stored secret and wrong
 * signatures get the same answer. Source: docs/decisions/0053.
 */
export const issueTokenBySignature = operationWith<Basics & Compatibility & Tokens>()({
  id: 'issueTokenBySignature',
  method: 'GET',
  path: '/auth/token',
  access: { kind: 'public' },
  summary: 'Get an access token by signature (compatibility mode only)',
  description:
    "For clients of an organisation in compatibility mode. The header `{prefix}-signature`, with the organisation's " +
    'prefix, holds the Base64 of HMAC-SHA256 over the client id, with the client secret as key. The token has all ' +
    'scopes of the client.',
  query: { client_id: identifier() },
  answers: {
    200: {
      description: 'A bearer token for 24 hours',
      type: 'application/json',
      schema: TokenBySignature,
    },
  },
  faults: ['parameter_invalid', 'unauthenticated', 'rate_exceeded', 'internal', 'unavailable'],
  async handle(call) {
    const { parts } = call
    countTokenRequest(call, `address ${networkOf(call.address)}`, 'rate_exceeded')
    const { client_id: clientId } = call.query
    const client = await signedClient(call, clientId)
    // Counted after the check: a stranger who knows a client's id cannot use up its requests.
    countTokenRequest(call, `client ${client.id}`, 'rate_exceeded')
    const token = await parts.tokens.issue(client, client.scopes)
    return { ...ok({ expires_in: parts.tokens.lifetimeS, token }), headers: { 'cache-control': 'no-store' } }
  },
})

/** The client that signed the request. Throws the Fault `unauthenticated`. */
async function signedClient({ header, parts }: Context<Basics & Compatibility>, clientId: string) {
  const { compatibility, store } = parts
  const client = await findActiveClient(store.database, clientId)
  const prefix = client && headerPrefixOf(client.compatibility, compatibility.serviceWide)
  const signature = prefix === undefined ? undefined : header(signatureHeader(prefix))
  const isSigned = isSignatureOf(
    prefix === undefined ? undefined : client,
    { clientId, signature, now: parts.now() },
    compatibility.open,
  )
  if (!isSigned || !client) throw new Fault('unauthenticated')
  return client
}
