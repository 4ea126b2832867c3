import { changeUser as changeStored, type User } from '../../../store/people/users.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, SigningIn } from '../../parts.ts'
import { changedUser, refuseTakenEmail, requireRole, requireUser } from './require-user.ts'
import { AnsweredUser, answeredUser, UserChange, userParameters } from './user-shape.ts'

/** Changes a person; members that are not sent stay. A new role counts within 30 seconds. */
export const changeUser = operationWith<Basics & SigningIn>()({
  id: 'changeUser',
  method: 'PATCH',
  path: '/api/users/{user_id}',
  summary: 'Change a user',
  description:
    'Members that are not sent stay. A new role counts within 30 seconds; a higher one ends the sessions and login ' +
    'links of the user. Nobody can change a user whose role is above their own, and the last administrator ' +
    'stays one. An `email`, also the same one again, invites the user for another 14 days.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'user', id: 'user_id', detail: ['name', 'email', 'role', 'language'] },
  params: userParameters,
  body: { kind: 'json', schema: UserChange, bytesMax: smallBodyBytesMax, example: { role: 'viewer' } },
  answers: { 200: { description: 'The changed user', type: 'application/json', schema: AnsweredUser } },
  faults: ['document_invalid', 'user_not_found', 'role_too_high', 'last_admin', 'email_taken'],
  async handle(call) {
    const { user_id: id } = call.params
    const answerOf = (changed: User) => ok(answeredUser(changed, call.parts))
    const user = await requireUser(call, id)
    const change = call.body.read()
    requireRole(call, user.role)
    if (change.role !== undefined) requireRole(call, change.role)
    const changed = await refuseTakenEmail(change.email, () =>
      changeStored(call.parts.store.database, call.account.orgId, id, change, call.parts.now(), (stored) =>
        call.keep(answerOf(stored)),
      ),
    )
    return answerOf(changedUser(changed, id))
  },
})
