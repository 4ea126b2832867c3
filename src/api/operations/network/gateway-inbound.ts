import Type from 'typebox'
import type { InboundResult } from '../../../exchange/inbound/inbound-result.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'

/**
 * The access point brings what the network has sent us, an envelope at a time. 200 says that it
 * need not come again, taken or refused: an access point reads a refusal only from a 200. Any other
 * status brings it back. Source: docs/network.md#access-point.
 */
export const gatewayInbound = operation({
  id: 'gatewayInbound',
  method: 'POST',
  path: '/gateway/inbound',
  summary: 'What the network sends us, brought by our access point',
  description:
    'One envelope. 200 says that it need not come again, taken or refused; any other status asks for it to be brought again.',
  access: { kind: 'gateway' },
  body: { kind: 'xml', bytesMax: 10 * 1024 * 1024 },
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
  faults: ['secret_wrong', 'route_not_found', 'unavailable'],
  handle: async ({ body, inbound }) => ok(answerTo(await inbound.receive(body.bytes))),
})

/** A status about nothing of ours is no fault of whoever brings it. */
function answerTo(result: InboundResult) {
  if (result.kind !== 'refused') return { countryCodeC4: 'AE' } as const
  return { retry: 'none', errorMessage: `${result.code}: ${result.message}` } as const
}
