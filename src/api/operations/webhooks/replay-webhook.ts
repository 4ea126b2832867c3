import { answerObject, described, namedObject, optional, orNull, text } from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import Type from 'typebox'
import { cursorAt, readCursor, writeCursor } from '../../../feed/cursor.ts'
import { rewindWebhook } from '../../../store/webhooks/change-webhook.ts'
import { replayDeliveries } from '../../../store/webhooks/replay-deliveries.ts'
import type { Webhook } from '../../../store/webhooks/webhooks.ts'
import { json } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import type { Parts } from '../../parts.ts'
import { moment } from '../../request/parameters.ts'
import { requireActiveWebhook, webhookAnswer } from './webhook-answers.ts'
import { deliveryStatus, eventType, WebhookAnswer, webhookParameters } from './webhook-schemas.ts'

/** Which deliveries are sent again. All given members must match. */
const Filter = namedObject('DeliveryFilter', {
  event_type: optional(described(eventType(), 'Deliveries of this type')),
  status: optional(described(deliveryStatus(), 'Deliveries with this status')),
  document_id: optional(described(text(36), 'Deliveries about this document')),
  from: optional(moment('Events at this time or later')),
  to: optional(moment('Events before this time')),
  before: optional(described(text(255), 'A cursor: deliveries of events before it. `next` of the last answer')),
})

const Replay = namedObject('WebhookReplay', {
  since: optional(described(text(255), 'A cursor: every event after it, also those never delivered')),
  filter: optional(Filter),
})

const ReplayAnswer = answerObject('ReplayedWebhook', {
  ...WebhookAnswer.properties,
  replayed: orNull(Type.Integer(), 'How many deliveries of the filter are pending again; null with `since`'),
  next: orNull(Type.String(), 'More match: send them with this cursor as `before` of the filter. Null: none are left'),
})

/** Delivers events again: everything after a cursor, or the deliveries that match a filter. */
export const replayWebhook = operation({
  id: 'replayWebhook',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/replay',
  summary: 'Deliver events again: all since a cursor, or those that match a filter',
  description:
    'With `since`, everything after the cursor. With `filter`, deliveries of the last 30 days, newest first, at most ' +
    '1,000 in a call; an attempt under way is left alone.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id', detail: ['since'] },
  params: webhookParameters,
  body: {
    kind: 'json',
    schema: Replay,
    bytesMax: smallBodyBytesMax,
    example: { filter: { status: 'FAILED', from: '2026-07-15T00:00:00+04:00' } },
  },
  answers: {
    202: { description: 'The webhook; deliveries will follow', type: 'application/json', schema: ReplayAnswer },
  },
  faults: ['webhook_not_found', 'webhook_inactive', 'document_invalid'],
  async handle(call) {
    const { account, body, parts } = call
    const webhook = await requireActiveWebhook(call)
    const { since, filter } = body.read()
    if ((since === undefined) === (filter === undefined)) throw invalid('since', message('since_or_filter'))
    const result =
      since === undefined
        ? await replayMatching(webhook, { ...filter }, parts)
        : await replaySince(account.orgId, webhook, since, parts)
    parts.webhooks.wake()
    return json(202, { ...webhookAnswer(webhook), ...result })
  },
})

interface Replayed {
  readonly replayed: number | null
  readonly next: string | null
}

async function replaySince(orgId: string, { id }: Webhook, since: string, parts: Parts): Promise<Replayed> {
  const cursor = readCursor(since)
  const isOurs = cursor !== undefined && (await parts.feed.after(orgId, cursor, 1)) !== undefined
  if (!isOurs) throw invalid('since', message('not_a_feed_cursor', { field: 'since' }))
  await rewindWebhook(parts.store.database, orgId, id, cursor.position)
  return { replayed: null, next: null }
}

async function replayMatching(webhook: Webhook, filter: FilterSent, parts: Parts): Promise<Replayed> {
  const { event_type: eventType, document_id: documentId, before, ...rest } = filter
  const cursor = before === undefined ? undefined : readCursor(before)
  if (before !== undefined && cursor === undefined)
    throw invalid('before', message('not_a_feed_cursor', { field: 'before' }))
  const chosen = { ...rest, eventType, documentId, before: cursor?.position }
  const bounds = { now: parts.now(), limit: replayedMax }
  const replayed = await replayDeliveries(parts.store.database, webhook, chosen, bounds)
  const last = replayed.length === replayedMax ? replayed.at(-1) : undefined
  return { replayed: replayed.length, next: last === undefined ? null : writeCursor(cursorAt(last)) }
}

type FilterSent = Type.Static<typeof Filter>

const replayedMax = 1_000

function invalid(field: string, reason: Message) {
  return oneFieldFault('document_invalid', field, reason)
}
