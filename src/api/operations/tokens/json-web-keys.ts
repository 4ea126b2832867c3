import { answerObject, Type } from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Tokens } from '../../parts.ts'

/** RFC 7517 has more members, by the kind of key. */
const JsonWebKey = answerObject(
  'JsonWebKey',
  { kid: Type.String(), kty: Type.String() },
  { additionalProperties: true },
)

export const JsonWebKeySet = answerObject('JsonWebKeySet', { keys: Type.Array(JsonWebKey) })

/**
 * The public keys that verify the service's tokens; two during a rotation. Source: RFC 7517,
 * docs/contract.md#access.
 */
export const jsonWebKeys = operationWith<Tokens>()({
  id: 'jsonWebKeys',
  method: 'GET',
  path: '/.well-known/jwks.json',
  access: { kind: 'public' },
  summary: 'Retrieve the public keys that verify access tokens',
  answers: {
    200: {
      description: 'A JSON Web Key Set',
      type: 'application/json',
      schema: JsonWebKeySet,
    },
  },
  faults: ['internal', 'unavailable'],
  async handle({ parts }) {
    const keys = await parts.tokens.publicKeys()
    return { ...ok(new RawJson(JSON.stringify({ keys }))), headers: { 'cache-control': 'public, max-age=300' } }
  },
})
