import assert from 'node:assert/strict'
import { answerObject, named, Type } from '@selfbill/pint-ae/document'
import type { InboundResult } from '../../../exchange/inbound/inbound-result.ts'
import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Inbound } from '../../parts.ts'

const InboundAnswer = named(
  'InboundAnswer',
  Type.Union([
    answerObject('AcceptedEnvelope', { countryCodeC4: Type.Literal('AE') }),
    answerObject('RefusedEnvelope', { retry: Type.Literal('none'), errorMessage: Type.String() }),
  ]),
)

/**
 * The access point delivers an envelope from the network. 200 means that it must not send it again,
 * accepted or refused: an access point reads a refusal only from a 200. Any other status makes it
 * send the envelope again. Source: docs/network.md#access-point.
 */
export const gatewayInbound = operationWith<Inbound>()({
  id: 'gatewayInbound',
  method: 'POST',
  path: '/gateway/inbound',
  summary: 'Deliver an envelope from the network',
  description:
    'One envelope. 200: do not send it again, it was accepted or refused for good. Any other status: send it again.',
  access: { kind: 'gateway' },
  audits: { not: 'a status is in the log of its document' },
  body: { kind: 'xml', bytesMax: 10 * 1024 * 1024 },
  answers: {
    200: {
      description: 'Accepted, with the country of corner 4; or refused for good, with the reason',
      type: 'application/json',
      schema: InboundAnswer,
    },
  },
  faults: ['secret_wrong', 'route_not_found', 'unavailable'],
  async handle({ body, parts: { inbound } }) {
    assert(inbound, 'without an inbound secret there is no such route')
    return ok(answerTo(await inbound.receive(body.bytes)))
  },
})

/** A status for an unknown transmission counts as accepted: the access point did nothing wrong. */
function answerTo(result: InboundResult) {
  if (result.kind !== 'refused') return { countryCodeC4: 'AE' } as const
  return { retry: 'none', errorMessage: `${result.code}: ${result.message}` } as const
}
