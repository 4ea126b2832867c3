import { answerObject, instant, instantAt, Type } from '@selfbill/pint-ae/document'
import { loginAddress, newLoginLink } from '../../../people/login-link.ts'
import { keepAnswer } from '../../../store/requests/kept-answer.ts'
import { secretAnswer } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, SigningIn } from '../../parts.ts'
import { requireRole, requireUser } from './require-user.ts'
import { userParameters } from './user-shape.ts'

const LoginLink = answerObject('LoginLink', {
  path: Type.String(),
  url: Type.Optional(Type.String()),
  expires_at: instant(),
})

/** A link that signs the person in once, within ten minutes. Only this answer shows it. */
export const createLoginLink = operationWith<Basics & SigningIn>()({
  id: 'createLoginLink',
  method: 'POST',
  path: '/api/users/{user_id}/login-link',
  summary: 'Create a login link for a user',
  description: 'It signs the user in once, within ten minutes. Nobody can create one for a role above their own.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'user', id: 'user_id' },
  isSecret: true,
  params: userParameters,
  answers: {
    201: {
      description: 'The link',
      type: 'application/json',
      schema: LoginLink,
    },
  },
  faults: ['user_not_found', 'role_too_high'],
  async handle(call) {
    const { parts } = call
    const user = await requireUser(call, call.params.user_id)
    requireRole(call, user.role)
    const { secret, expiresAt, statement } = newLoginLink(user, parts.now())
    const answer = secretAnswer(201, {
      path: loginAddress('', secret),
      ...(parts.publicUrl !== undefined && { url: loginAddress(parts.publicUrl, secret) }),
      expires_at: instantAt(expiresAt),
    })
    await parts.store.database.transaction([statement, ...keepAnswer(call.keep(answer))])
    return answer
  },
})
