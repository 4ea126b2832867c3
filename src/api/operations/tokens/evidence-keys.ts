import { RawJson } from '@selfbill/pint-ae/json'
import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Tokens } from '../../parts.ts'
import { JsonWebKeySet } from './json-web-keys.ts'

/**
 * The public keys that verify evidence packs: a pack outlives the rotation of its key, so this list
 * keeps keys that no longer sign. Tokens are verified with the other list. Source: RFC 7517.
 */
export const evidenceKeys = operationWith<Tokens>()({
  id: 'evidenceKeys',
  method: 'GET',
  path: '/.well-known/evidence-keys.json',
  access: { kind: 'public' },
  summary: 'Retrieve the public keys that verify evidence packs',
  description:
    'Every key that ever signed, also after its rotation. Keep a copy: `bin/selfbill verify --keys` checks evidence ' +
    'with it. Never verify access tokens with these keys.',
  answers: {
    200: {
      description: 'A JSON Web Key Set',
      type: 'application/json',
      schema: JsonWebKeySet,
    },
  },
  faults: ['internal', 'unavailable'],
  async handle({ parts }) {
    const keys = await parts.tokens.evidenceKeys()
    return { ...ok(new RawJson(JSON.stringify({ keys }))), headers: { 'cache-control': 'public, max-age=300' } }
  },
})
