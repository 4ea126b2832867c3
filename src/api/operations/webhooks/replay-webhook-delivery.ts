import { findDelivery, replayDelivery } from '../../../store/webhooks/webhook-deliveries.ts'
import { json } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { deliveryAnswer, requireActiveWebhook } from './webhook-answers.ts'
import { DeliveryAnswer, deliveryParameters } from './webhook-schemas.ts'

/** Sends one event again, whatever its status, with all attempts. */
export const replayWebhookDelivery = operation({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/deliveries/{event_id}/replay',
  summary: 'Deliver an event again',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id' },
  params: deliveryParameters,
  answers: { 202: { description: 'The delivery is pending', type: 'application/json', schema: DeliveryAnswer } },
  faults: ['webhook_not_found', 'delivery_not_found', 'webhook_inactive'],
  async handle(call) {
    const { account, params, parts } = call
    const { id } = await requireActiveWebhook(call)
    const eventId = params.event_id
    const { database } = parts.store
    await replayDelivery(database, account.orgId, id, eventId, parts.now())
    const delivery = await findDelivery(database, account.orgId, id, eventId)
    if (delivery === undefined) throw new Fault('delivery_not_found', { id: eventId })
    parts.webhooks.wake()
    return json(202, deliveryAnswer(delivery))
  },
})
