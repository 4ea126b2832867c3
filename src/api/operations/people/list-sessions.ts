import { answerObject, identifier, instant, instantAt, optional, Type } from '@selfbill/pint-ae/document'
import { userIdOf } from '../../../people/sign-in.ts'
import { listSessions as listStored } from '../../../store/people/sessions.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { listOf, wholeList } from '../../request/lists.ts'
import { notBlank } from '../../request/parameters.ts'
import { anyScope } from './me-shape.ts'

const Session = answerObject('Session', {
  session_id: Type.String({ format: 'uuid' }),
  user_agent: Type.Optional(Type.String()),
  is_current: Type.Boolean(),
  created_at: instant(),
  last_seen_at: instant(),
  expires_at: instant(),
})

const Sessions = listOf('SessionList', Session)

/** Where a person is signed in: the caller's own sessions, or for administrators anybody's. */
export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/api/sessions',
  summary: 'List your sessions: the browsers where you are signed in',
  description: 'With `user_id` those of another user, for which the scope `admin` is needed. Newest first.',
  access: { kind: 'scopes', scopes: anyScope },
  query: { user_id: optional(notBlank(identifier())) },
  answers: {
    200: {
      description: 'The sessions; empty for a client, which has none',
      type: 'application/json',
      schema: Sessions,
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const own = userIdOf(account.id)
    const userId = query.user_id ?? own
    if (userId !== own && !account.scopes.has('admin')) {
      throw new Fault('scope_missing', { scope: 'admin' })
    }
    if (userId === undefined) return ok(wholeList([]))
    const sessions = await listStored(parts.store.database, account.orgId, userId, parts.now())
    const items = sessions.map(({ id, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
      session_id: id,
      ...(userAgent !== undefined && { user_agent: userAgent }),
      is_current: id === account.sessionId,
      created_at: instantAt(createdAt),
      last_seen_at: instantAt(lastSeenAt),
      expires_at: instantAt(expiresAt),
    }))
    return ok(wholeList(items))
  },
})
