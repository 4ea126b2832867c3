import { FeedEntry } from '../../feed/entry.ts'
import { mediaTypes } from '../declaration/request-body.ts'
import { plainSchema } from './schemas.ts'

/**
 * The requests that the service makes itself: one for each event that a webhook wants. Source:
 * OpenAPI 3.1, `webhooks`; Standard Webhooks; docs/decisions/0028.
 */
export const webhooks = {
  documentEvent: {
    post: {
      operationId: 'documentEvent',
      tags: ['Events'],
      summary: 'A document was created or updated',
      description:
        'Sent to the address of each webhook that wants the `type`. The body is an entry of the change feed. ' +
        'Verify the signature over the raw body before you parse it. Delivery is at least once, in no fixed order.',
      parameters: [
        header('webhook-id', 'The `id` of the event: the same whenever it is sent again', 'evt_0a1b2c'),
        header('webhook-timestamp', 'When this attempt was made, in Unix seconds', '1798761600'),
        header(
          'webhook-signature',
          '`v1,` and Base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`; several, separated by blanks, while a ' +
            'secret is being changed',
          'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ),
      ],
      requestBody: { required: true, content: { [mediaTypes.json]: { schema: plainSchema(FeedEntry) } } },
      responses: {
        '204': { description: 'Any 2xx within 10 seconds: the event has arrived' },
        '410': { description: 'The webhook is switched off, and gets nothing more' },
        default: { description: 'The event is sent again, eleven times within a day at most' },
      },
      // The signature is the proof of who sends it.
      security: [],
    },
  },
} as const

function header(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example } as const
}
