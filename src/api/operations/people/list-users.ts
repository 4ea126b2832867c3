import { listUsers as listStored } from '../../../store/people/users.ts'
import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, SigningIn } from '../../parts.ts'
import { listBy, listOf } from '../../request/lists.ts'
import { AnsweredUser, answeredUser } from './user-shape.ts'

const userList = listBy('users', 'integer', 'text')

/** The people of the caller's organisation, oldest first, without removed ones. */
export const listUsers = operationWith<Basics & SigningIn>()({
  id: 'listUsers',
  method: 'GET',
  path: '/api/users',
  summary: 'List the users of your organisation, oldest first',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: userList.parameters,
  answers: {
    200: { description: 'A page of users', type: 'application/json', schema: listOf('UserPage', AnsweredUser) },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { rows, next } = await userList.page(
      query,
      (page) => listStored(parts.store.database, account.orgId, page),
      ({ createdAt, id }) => [createdAt, id],
    )
    return ok({ items: rows.map((user) => answeredUser(user, parts)), next })
  },
})
