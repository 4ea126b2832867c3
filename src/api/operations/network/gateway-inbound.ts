import Type from 'typebox'
import type { InboundResult } from '../../../exchange/inbound/inbound-result.ts'
import type { Writable } from '../../../json/write.ts'
import { ok } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'

/**
 * The access point brings what the network has sent us, an envelope at a time. 200 says that it need not come again, taken or
 * refused: an access point reads a refusal only from a 200. Any other status brings it back. Source: network.md §2.1.
 */
export const gatewayInbound = operationOf({
  id: 'gatewayInbound',
  method: 'POST',
  path: '/gateway/inbound',
  summary: 'What the network sends us, brought by our access point',
  description:
    'One envelope. 200 says that it need not come again, taken or refused; any other status asks for it to be brought again.',
  isForGateway: true,
  xmlBytesMax: 10 * 1024 * 1024,
  answers: {
    200: {
      description: 'Taken, with the country of corner 4; or refused for good, with the reason',
      type: 'application/json',
      schema: Type.Union([
        Type.Object({ countryCodeC4: Type.Literal('AE') }),
        Type.Object({ retry: Type.Literal('none'), errorMessage: Type.String() }),
      ]),
    },
  },
  faults: ['secret_wrong', 'route_not_found', 'envelope_too_large', 'xml_expected', 'unavailable'],
  handle: async ({ body, parts }) => {
    if (parts.inbound === undefined) throw new Error('nothing comes in: there is no secret')
    return ok(answerTo(await parts.inbound.receive(body)))
  },
})

/** A status about nothing of ours is no fault of whoever brings it. */
function answerTo(result: InboundResult): Writable {
  if (result.kind !== 'refused') return { countryCodeC4: 'AE' }
  return { retry: 'none', errorMessage: `${result.code}: ${result.message}` }
}
