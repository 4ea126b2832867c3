import { Type } from '@selfbill/pint-ae/document'
import { userIdOf } from '../../../people/sign-in.ts'
import { endSession as endStored } from '../../../store/people/sessions.ts'
import { noContent } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { anyScope } from './me-shape.ts'

/** Ends a session: one's own, or for administrators anybody's in the organisation. */
export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/sessions/{session_id}',
  summary: 'End a session: sign out there',
  description: 'Your own, or with the scope `admin` any session of the organisation. Its tokens end within 30 seconds.',
  access: { kind: 'scopes', scopes: anyScope },
  audits: { target: 'session', id: 'session_id' },
  params: { session_id: Type.String({ format: 'uuid' }) },
  answers: { 204: { description: 'Ended' } },
  faults: ['session_not_found'],
  async handle({ account, params, keep, parts }) {
    const { session_id: id } = params
    const isAdmin = account.scopes.has('admin')
    const userId = isAdmin ? undefined : (userIdOf(account.id) ?? account.id)
    if (!(await endStored(parts.store.database, account.orgId, id, { userId, kept: keep(noContent) })))
      throw new Fault('session_not_found', { id })
    return noContent
  },
})
