import { namedObject, optional } from '@selfbill/pint-ae/document'
import { userIdOf } from '../../../people/sign-in.ts'
import { changeUser, type User } from '../../../store/people/users.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { anyScope, describingMe, Me, noticeChoice } from './me-shape.ts'
import { language } from './user-shape.ts'

const MeChange = namedObject('MeChange', { language: optional(language), notices: optional(noticeChoice) })

/** A person's own settings; members that are not sent stay. */
export const changeMe = operation({
  id: 'changeMe',
  method: 'PATCH',
  path: '/api/me',
  summary: 'Change your own settings',
  description: 'Only for people. Members that are not sent stay.',
  access: { kind: 'scopes', scopes: anyScope },
  audits: { target: 'user', id: 'id', detail: ['language', 'notices'] },
  body: {
    kind: 'json',
    schema: MeChange,
    bytesMax: smallBodyBytesMax,
    example: { language: 'ar', notices: 'at_once' },
  },
  answers: { 200: { description: 'The account', type: 'application/json', schema: Me } },
  faults: ['document_invalid', 'not_a_person'],
  async handle(call) {
    const { account, parts } = call
    const change = call.body.read()
    const userId = userIdOf(account.id)
    if (userId === undefined) throw new Fault('not_a_person')
    const described = await describingMe(call)
    const answerOf = (changed: User) => ok(described(changed))
    const changed = await changeUser(parts.store.database, account.orgId, userId, change, parts.now(), (stored) =>
      call.keep(answerOf(stored)),
    )
    // Removed a moment ago: the token is about to be refused.
    if (changed === undefined || changed === 'last_admin') throw new Fault('unauthenticated')
    return answerOf(changed)
  },
})
