import { v7 } from 'uuid'
import { addUser, storedUser } from '../../../store/people/users.ts'
import { json, located } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, SigningIn } from '../../parts.ts'
import { refuseTakenEmail, requireRole } from './require-user.ts'
import { AnsweredUser, answeredUser, NewUser } from './user-shape.ts'

/** Adds a person to the caller's organisation. Source: docs/decisions/0068. */
export const createUser = operationWith<Basics & SigningIn>()({
  id: 'createUser',
  method: 'POST',
  path: '/api/users',
  summary: 'Add a user: a person who signs in',
  description:
    'The person signs in with a login link, or at the OpenID provider with the same verified e-mail address, where ' +
    'they accept the invitation within 14 days. Nobody can give a role above their own; only the command line makes ' +
    'operators. With a mail server the address gets one e-mail that asks to confirm it, and then notices.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'user', id: 'user_id', detail: ['name', 'email', 'role'] },
  body: {
    kind: 'json',
    schema: NewUser,
    bytesMax: smallBodyBytesMax,
    example: { name: 'Mariam', email: 'mariam@example.com', role: 'clerk' },
  },
  answers: { 201: { description: 'The user', type: 'application/json', schema: AnsweredUser } },
  leadsTo: { path: '/api/users/{user_id}', parameters: { user_id: '$response.body#/user_id' } },
  faults: ['document_invalid', 'role_too_high', 'email_taken'],
  async handle(call) {
    const { account, parts } = call
    const { name, email, role, language } = call.body.read()
    requireRole(call, role)
    const user = { orgId: account.orgId, id: v7(), name, email, role, language, createdAt: parts.now() }
    const answer = located(json(201, answeredUser(storedUser(user), parts)), `/api/users/${user.id}`)
    await refuseTakenEmail(email, () => addUser(parts.store.database, user, call.keep(answer)))
    return answer
  },
})
