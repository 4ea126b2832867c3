import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, SigningIn } from '../../parts.ts'
import { requireUser } from './require-user.ts'
import { AnsweredUser, answeredUser, userParameters } from './user-shape.ts'

/** A person of the caller's organisation. */
export const retrieveUser = operationWith<Basics & SigningIn>()({
  id: 'retrieveUser',
  method: 'GET',
  path: '/api/users/{user_id}',
  summary: 'Retrieve a user',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: userParameters,
  answers: { 200: { description: 'The user', type: 'application/json', schema: AnsweredUser } },
  faults: ['user_not_found'],
  handle: async (call) => ok(answeredUser(await requireUser(call, call.params.user_id), call.parts)),
})
