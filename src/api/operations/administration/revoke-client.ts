import { revokeClient as revoke } from '../../../store/accounts/clients.ts'
import { noContent } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { clientParameters } from './client-shape.ts'

/**
 * Revokes a client: it gets no more tokens, and its tokens are refused within 30 seconds. A second
 * call succeeds too.
 */
export const revokeClient = operation({
  id: 'revokeClient',
  method: 'DELETE',
  path: '/api/clients/{client_id}',
  summary: 'Revoke a client',
  description: 'It gets no more tokens, and its present tokens are refused within 30 seconds.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'client', id: 'client_id' },
  params: clientParameters,
  answers: { 204: { description: 'Revoked' } },
  faults: ['client_not_found'],
  async handle({ account, params, keep, parts }) {
    const id = params.client_id
    if (!(await revoke(parts.store.database, account.orgId, id, parts.now(), keep(noContent))))
      throw new Fault('client_not_found', { id })
    return noContent
  },
})
