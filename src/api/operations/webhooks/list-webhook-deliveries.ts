import Type from 'typebox'
import { described, optional } from '../../../document/declaration/declare.ts'
import { oneOf } from '../../../document/declaration/leaves.ts'
import { cursorOf, writeCursor } from '../../../feed/cursor.ts'
import { deliveryStatuses } from '../../../store/webhooks/settle-delivery.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { notBlank, wholeNumber } from '../../request/parameters.ts'
import { cursorParameter } from '../events/cursor-parameter.ts'
import { deliveryAnswer, requireWebhook } from './webhook-answers.ts'
import { DeliveryAnswer, webhookParameters } from './webhook-schemas.ts'

const defaultLimit = 50

/** The deliveries of the last 30 days and the pending ones, with every attempt. */
export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook with their attempts',
  description: 'Deliveries of the last 30 days, and pending ones.',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  query: {
    status: optional(notBlank(described(oneOf(deliveryStatuses), 'Deliveries with this status'))),
    before: optional(notBlank(cursorParameter('A cursor: deliveries of events before it'))),
    limit: optional(
      notBlank(wholeNumber({ min: 1, max: 100, default: defaultLimit, description: 'Maximum number of deliveries' })),
    ),
  },
  answers: {
    200: {
      description: 'The deliveries, newest event first',
      type: 'application/json',
      schema: Type.Object({
        deliveries: Type.Array(DeliveryAnswer),
        next: Type.Union([Type.String(), Type.Null()], {
          description: 'The cursor for `before`; null on the last page',
        }),
      }),
    },
  },
  faults: ['webhook_not_found', 'parameter_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { status, before, limit = defaultLimit } = call.query
    const { id } = await requireWebhook(call)
    // One more than asked for, to see whether there are more.
    const page = { status, before: before?.position, limit: limit + 1 }
    const found = await parts.store.webhookDeliveries.list(account.orgId, id, page)
    const shown = found.slice(0, limit)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    return ok({ deliveries: shown.map(deliveryAnswer), next: last ? writeCursor(cursorOf(last.row)) : null })
  },
})
