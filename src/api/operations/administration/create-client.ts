import { v7 } from 'uuid'
import { addClient } from '../../../store/accounts/clients.ts'
import { located, secretAnswer } from '../../answer/answers.ts'
import { keptSecret } from '../../compatibility/compatibility-parts.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { newSecret } from '../../identity/client-secret.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Compatibility } from '../../parts.ts'
import { answeredClient, ClientWithSecret, NewClient, requireScopes } from './client-shape.ts'
import { requireOrganisation } from './own-organisation.ts'

/**
 * Adds a program that may ask for tokens of the caller's organisation. Only this answer shows its
 * secret.
 */
export const createClient = operationWith<Basics & Compatibility>()({
  id: 'createClient',
  method: 'POST',
  path: '/api/clients',
  summary: 'Add a client: a program that asks for tokens',
  description: 'Its secret is shown only once. Nobody can give a scope that they do not have.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'client', id: 'client_id', detail: ['name', 'scope'] },
  isSecret: true,
  body: {
    kind: 'json',
    schema: NewClient,
    bytesMax: smallBodyBytesMax,
    example: { name: 'ERP', scope: 'documents:read documents:write' },
  },
  answers: { 201: { description: 'The client and its secret', type: 'application/json', schema: ClientWithSecret } },
  leadsTo: { path: '/api/clients/{client_id}', parameters: { client_id: '$response.body#/client_id' } },
  faults: ['document_invalid', 'parameter_invalid', 'scope_not_held'],
  async handle({ account, body, keep, parts }) {
    const { name, scope } = body.read()
    requireScopes({ account }, scope)
    const { secret, hash } = newSecret()
    const now = parts.now()
    const { orgId } = account
    const organisation = await requireOrganisation(parts.store.database, orgId)
    const sealedSecret = keptSecret(organisation, secret, parts.compatibility)
    const client = { orgId, id: v7(), name, secretHash: hash, sealedSecret, scopes: scope, createdAt: now }
    const created = secretAnswer(201, { ...answeredClient(client, now), client_secret: secret })
    const answer = located(created, `/api/clients/${client.id}`)
    await addClient(parts.store.database, client, keep(answer))
    return answer
  },
})
