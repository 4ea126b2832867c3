import { replaceClientSecret } from '../../../store/accounts/client-secrets.ts'
import { type Client, findClient } from '../../../store/accounts/clients.ts'
import { secretAnswer } from '../../answer/answers.ts'
import { keptSecret } from '../../compatibility/compatibility-parts.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { newSecret } from '../../identity/client-secret.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Compatibility } from '../../parts.ts'
import { refuseFullSecrets } from '../full-secrets.ts'
import { answeredClient, ClientWithSecret, clientParameters, Rotation, requireScopes } from './client-shape.ts'
import { requireOrganisation } from './own-organisation.ts'

/**
 * Gives a client a new secret. The current one stays valid for a while, so that the program can
 * switch.
 */
export const rotateClient = operationWith<Basics & Compatibility>()({
  id: 'rotateClient',
  method: 'POST',
  path: '/api/clients/{client_id}/rotate',
  summary: 'Give a client a new secret',
  description:
    'The current secret stays valid for a while, by default for a day, and so do those before it. An overlap of 0 ' +
    'ends all of them. The new one is shown only once. Only a caller who has all scopes of the client may do this.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'client', id: 'client_id', detail: ['overlap_seconds'] },
  isSecret: true,
  params: clientParameters,
  body: { kind: 'json', schema: Rotation, bytesMax: smallBodyBytesMax },
  answers: { 200: { description: 'The client and its secret', type: 'application/json', schema: ClientWithSecret } },
  faults: ['client_not_found', 'document_invalid', 'parameter_invalid', 'scope_not_held', 'client_secrets_full'],
  async handle(call) {
    const { account, params, body, keep, parts } = call
    const { database } = parts.store
    const { orgId } = account
    const id = params.client_id
    const known = await findClient(database, orgId, id)
    if (!known || known.revokedAt !== undefined) throw new Fault('client_not_found', { id })
    requireScopes(call, known.scopes)
    const { overlap_seconds: overlapS = 86_400 } = body.read()
    const { secret, hash } = newSecret()
    const now = parts.now()
    const sealedSecret = keptSecret(await requireOrganisation(database, orgId), secret, parts.compatibility)
    const rotation = { orgId, id, secretHash: hash, sealedSecret, overlapMs: overlapS * 1000, now }
    const answerOf = (client: Client) => secretAnswer(200, { ...answeredClient(client, now), client_secret: secret })
    const changed = await refuseFullSecrets('client_secrets_full', () =>
      replaceClientSecret(database, rotation, (client) => keep(answerOf(client))),
    )
    if (changed === undefined) throw new Fault('client_not_found', { id })
    return answerOf(changed)
  },
})
