import { replaceClientSecret } from '../../../store/accounts/client-secrets.ts'
import { findClient } from '../../../store/accounts/clients.ts'
import { secretAnswer } from '../../answer/answers.ts'
import { keptSecret } from '../../compatibility/compatibility-parts.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { newSecret } from '../../identity/client-secret.ts'
import { operation } from '../../operation.ts'
import { answeredClient, ClientWithSecret, clientParameters, Rotation } from './client-shape.ts'
import { requireOrganisation } from './own-organisation.ts'

/**
 * Gives a client a new secret. The current one stays valid for a while, so that the program can
 * switch.
 */
export const rotateClient = operation({
  id: 'rotateClient',
  method: 'POST',
  path: '/api/clients/{client_id}/rotate',
  summary: 'Give a client a new secret',
  description:
    'The current secret stays valid for a while, by default for a day. The new one is shown only once. Only a ' +
    'caller with the scope operator may do this for a client with that scope.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'client', id: 'client_id', detail: ['overlap_seconds'] },
  isSecret: true,
  params: clientParameters,
  body: { kind: 'json', schema: Rotation, isOptional: true, bytesMax: smallBodyBytesMax },
  answers: { 200: { description: 'The client and its secret', type: 'application/json', schema: ClientWithSecret } },
  faults: ['client_not_found', 'document_invalid', 'parameter_invalid'],
  async handle({ account, params, body, keep, parts }) {
    const { database } = parts.store
    const { orgId } = account
    const id = params.client_id
    const known = await findClient(database, orgId, id)
    if (!known || known.revokedAt !== undefined) throw new Fault('client_not_found', { id })
    // Its secret would give an administrator power over other organisations.
    if (known.scopes.includes('operator') && !account.scopes.has('operator')) throw new Fault('forbidden')
    const { overlap_seconds: overlapS = 86_400 } = body.read()
    const { secret, hash } = newSecret()
    const now = parts.now()
    const previousUntil = now + overlapS * 1000
    const sealedSecret = keptSecret(await requireOrganisation(database, orgId), secret, parts.compatibility)
    const changed = {
      ...known,
      sealedSecret,
      previousSecretHash: known.secretHash,
      previousSecretUntil: previousUntil,
    }
    const answer = secretAnswer(200, { ...answeredClient(changed, now), client_secret: secret })
    const order = { orgId, id, secretHash: hash, sealedSecret, previousUntil }
    if (!(await replaceClientSecret(database, order, keep(answer)))) throw new Fault('client_not_found', { id })
    return answer
  },
})
