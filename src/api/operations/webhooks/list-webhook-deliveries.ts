import Type from 'typebox'
import { Fault } from '../../../faults.ts'
import { cursorOf, readCursor, writeCursor } from '../../../feed/cursor.ts'
import { deliveryStatuses } from '../../../store/webhooks/settle-delivery.ts'
import type { DeliveryPage } from '../../../store/webhooks/webhook-deliveries.ts'
import { ok } from '../../answer/answers.ts'
import { type Call, operationOf } from '../../operation.ts'
import { deliveryAnswer, requireWebhook } from './webhook-answers.ts'
import { DeliveryAnswer, webhookParameters } from './webhook-schemas.ts'

/** What was sent to a target in the last 30 days, and what is still to be sent, with every attempt. */
export const listWebhookDeliveries = operationOf({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}/deliveries',
  summary: 'The deliveries of a webhook with their attempts',
  description: 'Those of the last 30 days, and those still to come.',
  scope: 'admin',
  params: webhookParameters,
  query: {
    status: Type.Optional(Type.String({ description: 'Deliveries of this status', enum: [...deliveryStatuses] })),
    before: Type.Optional(Type.String({ description: 'A cursor: what stands before it', minLength: 1 })),
    limit: Type.Optional(Type.Integer({ description: 'Deliveries at most', minimum: 1, maximum: 100, default: 50 })),
  },
  answers: {
    200: {
      description: 'The newest event first',
      type: 'application/json',
      schema: Type.Object({
        deliveries: Type.Array(DeliveryAnswer),
        next: Type.Union([Type.String(), Type.Null()], { description: 'For `before`; null: these were the last' }),
      }),
    },
  },
  faults: ['webhook_not_found', 'parameter_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { id } = await requireWebhook(call)
    const page = pageIn(call)
    // One more than asked for, to know whether there are more.
    const found = await parts.store.webhookDeliveries.list(account.orgId, id, { ...page, limit: page.limit + 1 })
    const shown = found.slice(0, page.limit)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    return ok({ deliveries: shown.map(deliveryAnswer), next: last ? writeCursor(cursorOf(last.row)) : null })
  },
})

/** @throws Fault that names every parameter that is wrong */
function pageIn({ query }: Call): DeliveryPage {
  const { status, before, limit = '50', ...others } = query
  const known = deliveryStatuses.find((one) => one === status)
  const cursor = before === undefined ? undefined : readCursor(before)
  const refusals = new Map(Object.keys(others).map((name) => [name, `There is no parameter ${name}`]))
  if (status !== undefined && known === undefined)
    refusals.set('status', `status must be one of ${deliveryStatuses.join(', ')}`)
  if (before !== undefined && cursor === undefined) refusals.set('before', 'before is no cursor')
  if (!/^([1-9][0-9]?|100)$/.test(limit)) refusals.set('limit', 'limit must be a whole number from 1 to 100')
  const [first] = refusals.values()
  if (first !== undefined) throw new Fault('parameter_invalid', [first], refusals)
  return { status: known, before: cursor?.position, limit: Number(limit) }
}
