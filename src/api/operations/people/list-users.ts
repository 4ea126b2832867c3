import { listUsers as listStored } from '../../../store/people/users.ts'
import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, SigningIn } from '../../parts.ts'
import { defaultSize, pageBody, pageOf, pageParameters } from '../../request/paging.ts'
import { AnsweredUser, answeredUser } from './user-shape.ts'

/** The people of the caller's organisation, oldest first, without removed ones. */
export const listUsers = operationWith<Basics & SigningIn>()({
  id: 'listUsers',
  method: 'GET',
  path: '/api/users',
  summary: 'List the users of your organisation, oldest first',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: pageParameters,
  answers: {
    200: { description: 'A page of users', type: 'application/json', schema: pageOf('UserPage', AnsweredUser) },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { page = 0, size = defaultSize } = query
    const found = await listStored(parts.store.database, account.orgId, { offset: page * size, size })
    return ok(
      pageBody(
        found.users.map((user) => answeredUser(user, parts)),
        { page, size, total: found.total },
      ),
    )
  },
})
