import { findDelivery } from '../../../store/webhooks/webhook-deliveries.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { deliveryAnswer, requireWebhook } from './webhook-answers.ts'
import { DeliveryAnswer, deliveryParameters } from './webhook-schemas.ts'

/** One delivery with its attempts, also that of a test event. */
export const retrieveWebhookDelivery = operation({
  id: 'retrieveWebhookDelivery',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}/deliveries/{event_id}',
  summary: 'Retrieve a delivery of a webhook with its attempts',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: deliveryParameters,
  answers: { 200: { description: 'The delivery', type: 'application/json', schema: DeliveryAnswer } },
  faults: ['webhook_not_found', 'delivery_not_found'],
  async handle(call) {
    const { account, params, parts } = call
    const { id } = await requireWebhook(call)
    const delivery = await findDelivery(parts.store.database, account.orgId, id, params.event_id)
    if (delivery === undefined) throw new Fault('delivery_not_found', { id: params.event_id })
    return ok(deliveryAnswer(delivery))
  },
})
