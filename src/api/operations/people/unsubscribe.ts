import { answerObject } from '@selfbill/pint-ae/document'
import Type from 'typebox'
import { readerOf } from '../../../notices/unsubscribe.ts'
import { mailKey } from '../../../people/mail-token.ts'
import { chooseNotices } from '../../../store/notices/choose-notices.ts'
import type { EmptyAnswer } from '../../answer/answer.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'

const params = { token: Type.String({ description: 'From the header List-Unsubscribe of an e-mail' }) }

/**
 * Ends a person's notices without sign-in: the button of a mail program. Only a POST does, since
 * scanners of mails open every address in them. Source: RFC 8058.
 */
export const unsubscribe = operation({
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
    const { database: db } = parts.store
    const reader = readerOf(await mailKey(db), params.token)
    const isDone = reader && (await chooseNotices(db, { ...reader, choice: 'none', now: parts.now() }))
    if (isDone !== true) throw new Fault('unsubscribe_token_unknown')
    return ok({ notices: 'none' as const })
  },
})

/** A mail program that only opens addresses leads to the settings; nothing changes. */
export const unsubscribePage = operation({
  id: 'unsubscribePage',
  method: 'GET',
  path: '/api/unsubscribe/{token}',
  summary: 'Go to the settings of e-mails',
  access: { kind: 'public' },
  params,
  answers: {
    303: {
      description: 'To the page of the console where a signed-in person chooses',
      headers: { Location: 'The page' },
    },
  },
  faults: [],
  handle: async () => toSettings,
})

const toSettings: EmptyAnswer<303> = {
  status: 303,
  type: '',
  body: '',
  headers: { location: '/console/settings/notices' },
}
