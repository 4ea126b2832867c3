import { endSessionsOf } from '../../../store/people/sessions.ts'
import { noContent } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { requireUser } from './require-user.ts'
import { userParameters } from './user-shape.ts'

/** Ends every session of a person, whatever the role: against a thief one must be quick. */
export const signOutUser = operation({
  id: 'signOutUser',
  method: 'POST',
  path: '/api/users/{user_id}/logout',
  summary: 'Sign a user out everywhere',
  description: 'All sessions and unused login links end; tokens are refused within 30 seconds.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'user', id: 'user_id' },
  params: userParameters,
  answers: { 204: { description: 'Signed out' } },
  faults: ['user_not_found'],
  async handle(call) {
    const { id } = await requireUser(call, call.params.user_id)
    await endSessionsOf(call.parts.store.database, call.account.orgId, id, call.keep(noContent))
    return noContent
  },
})
