import { FeedEntry } from '../../feed/entry.ts'
import { mediaTypes } from '../declaration/request-body.ts'
import { plainSchema } from './schemas.ts'

/**
 * The requests that the service makes itself: one for each event that a webhook wants. Its headers
 * stand in words, and it has no tag: generators of clients would make a call of it, and cannot name
 * its headers. Source: OpenAPI 3.1, `webhooks`; Standard Webhooks; docs/decisions/0028.
 */
export const webhooks = {
  documentEvent: {
    post: {
      operationId: 'documentEvent',
      summary: 'A document was created or updated',
      description:
        'Sent to the address of each webhook that wants the `type`. The body is an entry of the change feed. Three ' +
        'headers: `webhook-id`, the `id` of the event, the same whenever it is sent again; `webhook-timestamp`, when ' +
        'this attempt was made, in Unix seconds; `webhook-signature`, `v1,` and Base64 of HMAC-SHA256 over ' +
        '`{id}.{timestamp}.{body}`, several, separated by blanks, while a secret is being changed. Verify it over ' +
        'the raw body before you parse it. Delivery is at least once, in no fixed order.',
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
