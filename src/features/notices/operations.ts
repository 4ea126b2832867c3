import type { FieldTable } from '@selfbill/pint-ae/dictionary'
import { answerObject, Type } from '@selfbill/pint-ae/document'
import { ok } from '../../api/answer/answers.ts'
import { Fault } from '../../api/faults.ts'
import { operation } from '../../api/operation.ts'
import { mailKey, mailToken, textsOf } from '../../people/mail-token.ts'
import type { Database } from '../../store/database/database.ts'
import { changeUser } from '../../store/people/users.ts'

/** A token that ends the notices of one person without sign-in. It does nothing else. */
export function unsubscribeToken(key: string, { orgId, userId }: Reader): string {
  return mailToken(key, 'unsubscribe', [orgId, userId])
}

/** Whose token it is; undefined when we did not make it. */
function readerOf(key: string, token: string): Reader | undefined {
  const [orgId, userId] = textsOf(key, 'unsubscribe', token) ?? []
  return orgId !== undefined && userId !== undefined ? { orgId, userId } : undefined
}

export interface Reader {
  readonly orgId: string
  readonly userId: string
}

/** Ends the e-mails to the person of a token. Returns false if nobody has it. */
export async function endNotices(db: Database, token: string, now: number): Promise<boolean> {
  const reader = readerOf(await mailKey(db), token)
  if (reader === undefined) return false
  const { orgId, userId } = reader
  return (await changeUser(db, orgId, userId, { notices: 'none' }, now)) !== undefined
}

const params = { token: Type.String() }

/**
 * Ends a person's notices without sign-in: the button of a mail program. Only a POST does, since
 * scanners of mails open every address in them. Source: RFC 8058.
 */
const unsubscribe = operation({
  id: 'unsubscribe',
  method: 'POST',
  path: '/api/unsubscribe/{token}',
  summary: 'End the e-mails to the person of a token',
  description:
    'For mail programs (RFC 8058). The person can choose e-mails again in the console, or by `PATCH /api/me`.',
  access: { kind: 'public' },
  audits: { not: 'it ends only the e-mails to the person who has the token' },
  params,
  body: {
    kind: 'form',
    bytesMax: 1024,
    schema: answerObject('UnsubscribeRequest', { 'List-Unsubscribe': Type.Literal('One-Click') }),
  },
  answers: {
    200: {
      description: 'The choice now',
      type: 'application/json',
      schema: answerObject('Unsubscribed', { notices: Type.Literal('none') }),
    },
  },
  faults: ['unsubscribe_token_unknown', 'internal', 'unavailable'],
  async handle({ params, parts }) {
    const isEnded = await endNotices(parts.store.database, params.token, parts.now())
    if (!isEnded) throw new Fault('unsubscribe_token_unknown')
    return ok({ notices: 'none' as const })
  },
})

export const noticeOperations = [unsubscribe]

/** What the fields of this feature mean. */
export const noticeFields: FieldTable = {
  UnsubscribeRequest: {
    'List-Unsubscribe': {
      en: 'What a mail program sends for RFC 8058: `One-Click`',
      ar: 'ما يرسله برنامج البريد حسب `RFC 8058`: القيمة `One-Click`',
    },
  },
  Unsubscribed: {
    notices: {
      en: 'Always `none`: the person gets no more notices',
      ar: 'دائمًا `none`: لن تصل إلى الشخص تنبيهات أخرى',
    },
  },
  unsubscribe: {
    token: {
      en: 'From the header List-Unsubscribe of an e-mail',
      ar: 'من الترويسة `List-Unsubscribe` في رسالة بريد',
      example: '0.3f2b9a64',
    },
  },
}
