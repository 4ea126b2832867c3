import { userIdOf } from '../../../people/sign-in.ts'
import { findUser } from '../../../store/people/users.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { answeredMe, anyScope, Me } from './me-shape.ts'

/** The caller: a person or a client, with organisation, role and scopes. */
export const retrieveMe = operation({
  id: 'retrieveMe',
  method: 'GET',
  path: '/api/me',
  summary: 'Retrieve your own account: who the token belongs to, and what it may do',
  access: { kind: 'scopes', scopes: anyScope },
  answers: { 200: { description: 'The account', type: 'application/json', schema: Me } },
  faults: [],
  async handle(call) {
    const { account, parts } = call
    const userId = userIdOf(account.id)
    const user = userId === undefined ? undefined : await findUser(parts.store.database, account.orgId, userId)
    return ok(await answeredMe(call, user))
  },
})
