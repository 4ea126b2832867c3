import { answerObject, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { scopes } from '../../../security/scopes.ts'
import { cacheable, notModified } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Tokens } from '../../parts.ts'

/** RFC 8414 has many more members. */
const IssuerMetadata = answerObject('IssuerMetadata', { issuer: Type.String() }, { additionalProperties: true })

/**
 * OAuth client libraries ask for this first. It exists only when TOKEN_ISSUER is a URL, as RFC 8414
 * requires.
 */
export const authorizationServer = operationWith<Tokens>()({
  id: 'authorizationServer',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: { kind: 'public' },
  summary: 'Retrieve the metadata of the token issuer (RFC 8414)',
  answers: {
    200: { description: 'The metadata', type: 'application/json', schema: IssuerMetadata },
    304: notModified,
  },
  faults: ['route_not_found'],
  async handle({ parts }) {
    const { issuer } = parts.tokens
    if (!/^https?:\/\//.test(issuer))
      throw new Fault('route_not_found', { route: message('issuer_not_a_url', { issuer }) })
    const base = issuer.replace(/\/$/, '')
    return cacheable({
      issuer,
      token_endpoint: `${base}/oauth/token`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: scopes,
      response_types_supported: [],
    })
  },
})
