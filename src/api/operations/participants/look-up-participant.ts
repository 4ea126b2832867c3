import { message } from '@selfbill/pint-ae/messages'
import { isPredefinedEndpoint } from '@selfbill/pint-ae/ubl'
import Type from 'typebox'
import { LookupFailed } from '../../../exchange/participants/register.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Registers } from '../../parts.ts'
import { AnsweredParticipant, participantAnswer } from './participant-answer.ts'

/**
 * Whether a supplier or customer is on the network, and what it can receive. Not registered is an
 * answer and no error: 200. Source: docs/decisions/0083.
 */
export const lookUpParticipant = operationWith<Basics & Registers>()({
  id: 'lookUpParticipant',
  method: 'GET',
  path: '/api/participants/{scheme}/{id}',
  summary: 'Look up a participant, and what it can receive',
  description:
    'Asks the network (in the sandbox: its own register) before a document is issued. An answer may be up to ten ' +
    'minutes old, "not registered" one minute. It is no promise: the access point looks the receiver up again when ' +
    'it sends.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  params: {
    scheme: Type.String({ pattern: '^[0-9]{4}$', description: 'The identifier scheme: 0235 for a TIN' }),
    id: Type.String({ pattern: '^[A-Za-z0-9._~-]{1,130}$', description: 'The id in this scheme, such as a TIN' }),
  },
  answers: { 200: { description: 'The participant', type: 'application/json', schema: AnsweredParticipant } },
  faults: ['parameter_invalid', 'lookup_missing', 'lookup_unusable', 'lookup_unavailable'],
  async handle({ params: { scheme, id }, parts }) {
    if (!/^[0-9]{4}$/.test(scheme)) throw new Fault('parameter_invalid', { reason: message('scheme_not_four_digits') })
    if (!/^[A-Za-z0-9._~-]{1,130}$/.test(id))
      throw new Fault('parameter_invalid', { reason: message('participant_id_not_valid') })
    const participantId = `${scheme}:${id}`
    if (isPredefinedEndpoint(scheme, id))
      return ok(participantAnswer(participantId, { registration: null, at: parts.now() }, true))
    return ok(participantAnswer(participantId, await lookUp(participantId, parts), false))
  },
})

async function lookUp(participantId: string, { participants }: Registers) {
  if (participants === undefined) throw new Fault('lookup_missing')
  try {
    return await participants.lookUp(participantId)
  } catch (error) {
    if (!(error instanceof LookupFailed)) throw error
    const { kind, reason } = error
    if (kind === 'unusable') throw new Fault('lookup_unusable', { reason })
    throw new Fault('lookup_unavailable', { reason }, undefined, retryAfterS)
  }
}

const retryAfterS = 5
