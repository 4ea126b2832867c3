import { answerObject, instant, instantAt, orNull, Type } from '@selfbill/pint-ae/document'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { sendingOf } from '../../sending.ts'
import { anyScope } from '../people/me-shape.ts'

const SendingAnswer = answerObject('Sending', {
  is_on: Type.Boolean(),
  away: Type.Array(answerObject('AwayAccessPoint', { access_point: orNull(Type.String()), since: instant() })),
})

/** Whether documents leave now. Source: docs/decisions/0071. */
export const retrieveSending = operation({
  id: 'retrieveSending',
  method: 'GET',
  path: '/api/organisation/sending',
  summary: 'See whether the documents of your organisation are sent now',
  description:
    'While `is_on` is false, new documents are checked and stored, and not sent later either. While an access point ' +
    'is away, documents wait, and are sent when it is back.',
  access: { kind: 'scopes', scopes: anyScope },
  answers: { 200: { description: 'How sending stands', type: 'application/json', schema: SendingAnswer } },
  faults: [],
  async handle({ account, parts }) {
    const sending = await sendingOf(parts.store, account.orgId)
    if (sending === undefined) throw new Fault('unauthenticated')
    const { isOn, away } = sending
    return ok({
      is_on: isOn,
      away: away.map(({ name, since }) => ({ access_point: name ?? null, since: instantAt(since) })),
    })
  },
})
