import { answerEnum, answerObject, described, named, oneOf, Type } from '@selfbill/pint-ae/document'
import { scopes } from '../../../security/scopes.ts'
import { findClient } from '../../../store/accounts/clients.ts'
import { noticeChoices, usualChoice } from '../../../store/people/notice-choice.ts'
import { hasConfirmedEmail, type User } from '../../../store/people/users.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'
import { actorOf } from '../../identity/actor.ts'
import { requireOrganisation } from '../administration/own-organisation.ts'
import { language, RoleAnswer } from './user-shape.ts'

export const noticeChoice = named(
  'NoticeChoice',
  described(
    oneOf(noticeChoices),
    'When a person gets e-mails about rejections, failed rules and stalled legs: for each event, once a day, or ' +
      'never. Always `none` without an e-mail address; none are sent before it is confirmed',
  ),
)

/** The account that a token belongs to. */
export const Me = answerObject('Me', {
  kind: answerEnum(
    'AccountKind',
    ['user', 'client', 'issuer'],
    'A person, a client of the organisation, or an account of a trusted issuer',
  ),
  id: Type.String(),
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  email_confirmed: Type.Optional(Type.Literal(true)),
  role: Type.Optional(RoleAnswer),
  language: Type.Optional(language),
  notices: Type.Optional(noticeChoice),
  session_id: Type.Optional(Type.String()),
  organisation: answerObject('OwnOrganisation', { org_id: Type.String({ format: 'uuid' }), name: Type.String() }),
  scopes: Type.Array(answerEnum('Scope', scopes)),
})

/** What every account may read: anything that has a scope at all. */
export const anyScope = scopes

export async function answeredMe(call: AccountContext, user: User | undefined) {
  return (await describingMe(call))(user)
}

/** Reads what belongs to the account; the result adds the person, as often as it is called. */
export async function describingMe({ account, parts }: AccountContext) {
  const { name: orgName } = await requireOrganisation(parts.store.database, account.orgId)
  const { kind, id } = actorOf(account)
  if (kind === 'command_line') throw new Fault('unauthenticated')
  const client = kind === 'client' ? await findClient(parts.store.database, account.orgId, id) : undefined
  return (user: User | undefined) => {
    const name = user?.name ?? client?.name
    return {
      kind,
      id,
      ...(name !== undefined && { name }),
      ...(user && {
        ...(user.email !== undefined && { email: user.email }),
        ...(hasConfirmedEmail(user) && { email_confirmed: true as const }),
        role: user.role,
        ...(user.language !== undefined && { language: user.language }),
        notices: user.email === undefined ? ('none' as const) : (user.notices ?? usualChoice),
        ...(account.sessionId !== undefined && { session_id: account.sessionId }),
      }),
      organisation: { org_id: account.orgId, name: orgName },
      scopes: scopes.filter((scope) => account.scopes.has(scope)),
    }
  }
}
