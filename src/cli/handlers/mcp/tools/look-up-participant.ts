import { Type } from '@selfbill/pint-ae/document'
import { answer } from '../answer.ts'
import { unlessPlain, withMarks } from '../foreign-text.ts'
import { tool } from '../tool.ts'

/** Asks the network about a supplier or customer. */
export const lookUpParticipant = tool({
  name: 'look_up_participant',
  title: 'Look up a participant',
  description:
    'Says whether a supplier or customer is registered on Peppol and which kinds of documents it can receive now. ' +
    'In the UAE the scheme is 0235 and the id is the TIN (ten digits).',
  isWrite: false,
  input: Type.Object(
    {
      scheme: Type.String({ description: 'The scheme of the endpoint, such as 0235' }),
      id: Type.String({ description: 'The id of the endpoint, such as 1002345678' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    participant_id: Type.Unknown(),
    registered: Type.Boolean(),
    predefined_endpoint: Type.Boolean(),
    can_receive: Type.Record(Type.String(), Type.Boolean()),
    services: Type.Array(Type.Unknown()),
    document_types_count: Type.Integer(),
    looked_up_at: Type.String(),
  }),
  async call(params, { client }, signal) {
    const found = await client.call('lookUpParticipant', { params, signal })
    const { registered, can_receive: canReceive, services, document_types: types } = found
    const content = {
      participant_id: unlessPlain(found.participant_id),
      registered,
      predefined_endpoint: found.predefined_endpoint,
      can_receive: canReceive,
      services: services.map(({ document, ...others }) => ({ document, ...Object(withMarks(others)) })),
      document_types_count: types.length,
      looked_up_at: found.looked_up_at,
    }
    const received = Object.entries(canReceive).flatMap(([kind, isReceived]) => (isReceived ? [kind] : []))
    return answer(content, (mark) => [
      `${mark(content.participant_id)} is ${registered ? '' : 'not '}registered`,
      `It can receive: ${received.join(', ') || 'nothing'}`,
      ...(found.predefined_endpoint ? ['Documents to it are reported, and sent to nobody.'] : []),
    ])
  },
})
