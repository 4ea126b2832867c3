import { removeUser as removeStored } from '../../../store/people/users.ts'
import { noContent } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { changedUser, requireRole, requireUser } from './require-user.ts'
import { userParameters } from './user-shape.ts'

/** Removes a person and ends all their sessions; their tokens are refused within 30 seconds. */
export const removeUser = operation({
  id: 'removeUser',
  method: 'DELETE',
  path: '/api/users/{user_id}',
  summary: 'Remove a user',
  description:
    'All sessions end, and tokens are refused within 30 seconds. The audit log keeps the name. The last ' +
    'administrator cannot be removed.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'user', id: 'user_id' },
  params: userParameters,
  answers: { 204: { description: 'Removed' } },
  faults: ['user_not_found', 'role_too_high', 'last_admin'],
  async handle(call) {
    const { account, params, keep, parts } = call
    const user = await requireUser(call, params.user_id)
    requireRole(call, user.role)
    const { database } = parts.store
    changedUser(await removeStored(database, account.orgId, user.id, parts.now(), keep(noContent)), user.id)
    return noContent
  },
})
