import { namedObject, optional } from '@selfbill/pint-ae/document'
import { message, withCommas } from '@selfbill/pint-ae/messages'
import { entryId, writeCursor } from '../../../feed/cursor.ts'
import { eventTypes } from '../../../feed/entry.ts'
import { addTestDelivery } from '../../../store/webhooks/test-delivery.ts'
import { findDelivery } from '../../../store/webhooks/webhook-deliveries.ts'
import { json } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { deliveryAnswer, requireActiveWebhook, webhookNotFound } from './webhook-answers.ts'
import { DeliveryAnswer, eventType, webhookParameters } from './webhook-schemas.ts'

const Test = namedObject('TestEvent', { event_type: optional(eventType()) })

/** Sends an event about no document to a webhook, the way every event goes. */
export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/test',
  summary: 'Send a test event to a webhook',
  description:
    'The event has `"test": true` and names a document that does not exist. It is signed, sent and tried again like ' +
    'any other; `GET /api/webhooks/{webhook_id}/deliveries/{event_id}` shows its attempts.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id' },
  params: webhookParameters,
  body: {
    kind: 'json',
    schema: Test,
    bytesMax: smallBodyBytesMax,
    example: { event_type: 'purchase.invoice.created' },
  },
  answers: { 202: { description: 'The delivery is pending', type: 'application/json', schema: DeliveryAnswer } },
  faults: ['webhook_not_found', 'webhook_inactive', 'document_invalid'],
  async handle(call) {
    const { account, body, parts } = call
    const { orgId } = account
    const webhook = await requireActiveWebhook(call)
    const wanted = webhook.eventTypes ?? eventTypes
    const { event_type: sent = wanted[0] ?? eventTypes[0] } = body.read()
    if (!wanted.includes(sent))
      throw oneFieldFault(
        'document_invalid',
        'event_type',
        message('event_type_not_received', { type: sent, types: withCommas(wanted) }),
      )
    const { database } = parts.store
    const cursor = writeCursor(await parts.feed.end(orgId))
    const test = { orgId, webhookId: webhook.id, eventType: sent, cursor, now: parts.now() }
    const eventId = await addTestDelivery(database, test, entryId)
    const delivery = await findDelivery(database, orgId, webhook.id, eventId)
    if (delivery === undefined) throw webhookNotFound(webhook.id)
    parts.webhooks.wake()
    return json(202, deliveryAnswer(delivery))
  },
})
