import { answerObject, named, namedObject, oneOf, optional, Type, text } from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { retriedMax, retryLegsOfCause, retryNamedLegs } from '../../../application/retry-legs.ts'
import { corners } from '../../../store/legs/legs.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Delivering } from '../../parts.ts'
import { countAnswer, countMembers } from '../overview/overview-schemas.ts'
import { organisationOfLegs } from './organisation-of-legs.ts'

const Retry = namedObject('LegRetry', {
  transmission_uuid: optional(text(100)),
  document_id: optional(text(100)),
  leg: optional(named('Leg', oneOf(corners))),
  cause: optional(text(300)),
  org_id: optional(text(100)),
})

const RetriedLegs = answerObject('RetriedLegs', {
  retried: Type.Array(Type.String({ format: 'uuid' })),
  left: answerObject('CappedCount', countMembers, { description: 'Legs of this cause that are still stalled' }),
})

/** Sends stalled legs again, once their cause is gone. Source: docs/decisions/0070. */
export const retryLegs = operationWith<Delivering>()({
  id: 'retryLegs',
  method: 'POST',
  path: '/api/legs/retry',
  summary: 'Send stalled legs again: one, those of a document, or all that one cause stopped',
  description:
    `Of a cause, one request retries ${retriedMax} legs, the longest waiting first, and says how many are left. A ` +
    'leg is due at once; before it is sent, the access point is asked whether it already has the document.',
  access: { kind: 'scopes', scopes: ['admin', 'operator'] },
  audits: { target: 'legs', detail: ['transmission_uuid', 'document_id', 'leg', 'cause', 'org_id'] },
  body: {
    kind: 'json',
    schema: Retry,
    bytesMax: smallBodyBytesMax,
    example: { cause: 'The line is down' },
  },
  answers: {
    200: {
      description: 'The legs that are due again',
      type: 'application/json',
      schema: RetriedLegs,
    },
  },
  faults: ['leg_not_stalled', 'document_invalid'],
  async handle({ account, body, parts }) {
    const { transmission_uuid: transmissionUuid, document_id: documentId, leg: corner, cause, ...sent } = body.read()
    const orgId = organisationOfLegs(account, sent.org_id)
    const named = [transmissionUuid, documentId, cause].filter((value) => value !== undefined)
    if (named.length !== 1) refuse('cause', message('legs_named_in_two_ways'))
    if (corner !== undefined && documentId === undefined) refuse('leg', message('leg_without_document'))
    if (cause !== undefined) {
      const { retried, left } = await retryLegsOfCause(parts.delivery, { orgId, cause })
      if (retried.length > 0) parts.wakeExchange()
      return ok({ retried: [...retried], left: countAnswer(left) })
    }
    if (orgId === undefined) return refuse('org_id', message('must_name_one_organisation'))
    const of = transmissionUuid === undefined ? { documentId: documentId ?? '', corner } : { transmissionUuid }
    const result = await retryNamedLegs(parts.delivery, orgId, of)
    if ('refusal' in result) throw new Fault('leg_not_stalled', { id: named[0] ?? '' })
    parts.wakeExchange()
    return ok({ retried: [...result.retried], left: countAnswer(result.left) })
  },
})

function refuse(member: string, reason: Message): never {
  throw oneFieldFault('document_invalid', member, reason)
}
