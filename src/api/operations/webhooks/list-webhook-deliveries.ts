import { answerObject, described, optional, orNull, text } from '@selfbill/pint-ae/document'
import Type from 'typebox'
import { cursorOf, writeCursor } from '../../../feed/cursor.ts'
import { deliveriesOf } from '../../../store/webhooks/webhook-deliveries.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { moment, notBlank, wholeNumber, yesOrNo } from '../../request/parameters.ts'
import { cursorParameter } from '../events/cursor-parameter.ts'
import { deliveryAnswer, requireWebhook } from './webhook-answers.ts'
import { DeliveryAnswer, deliveryStatus, webhookParameters } from './webhook-schemas.ts'

const defaultLimit = 50

const DeliveryPage = answerObject('WebhookDeliveryPage', {
  deliveries: Type.Array(DeliveryAnswer),
  next: orNull(Type.String(), 'The cursor for `before`; null on the last page'),
})

/** The deliveries of the last 30 days and the pending ones, with every attempt. */
export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook with their attempts',
  description: 'Deliveries of the last 30 days, and pending ones. Those of test events are a list of their own.',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  query: {
    status: optional(notBlank(described(deliveryStatus(), 'Deliveries with this status'))),
    document_id: optional(notBlank(described(text(36), 'Deliveries about this document'))),
    from: optional(notBlank(moment('Events at this time or later'))),
    to: optional(notBlank(moment('Events before this time'))),
    test: optional(notBlank(yesOrNo('`true`: the newest test events instead of those of the feed, without pages'))),
    before: optional(notBlank(cursorParameter('A cursor: deliveries of events before it'))),
    limit: optional(
      notBlank(wholeNumber({ min: 1, max: 100, default: defaultLimit, description: 'Maximum number of deliveries' })),
    ),
  },
  answers: {
    200: {
      description: 'The deliveries, newest event first',
      type: 'application/json',
      schema: DeliveryPage,
    },
  },
  faults: ['webhook_not_found', 'parameter_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { status, document_id: documentId, from, to, test: isTest = false, before, limit = defaultLimit } = call.query
    const { id } = await requireWebhook(call)
    // One more than asked for, to see whether there are more.
    const page = { status, documentId, from, to, isTest, before: before?.position, limit: limit + 1 }
    const found = await deliveriesOf(parts.store.database, account.orgId, id, page)
    const shown = found.slice(0, limit)
    const last = found.length > shown.length && !isTest ? shown.at(-1) : undefined
    return ok({ deliveries: shown.map(deliveryAnswer), next: last ? writeCursor(cursorOf(last.row)) : null })
  },
})
