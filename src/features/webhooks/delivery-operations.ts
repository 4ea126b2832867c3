import { answerObject, namedObject, optional, orNull, Type, text } from '@selfbill/pint-ae/document'
import { type Message, message, withCommas } from '@selfbill/pint-ae/messages'
import type { Static } from 'typebox'
import { json, ok } from '../../api/answer/answers.ts'
import { smallBodyBytesMax } from '../../api/declaration/request-body.ts'
import { Fault, oneFieldFault } from '../../api/faults.ts'
import { operationWith } from '../../api/operation.ts'
import { listBy, listOf } from '../../api/request/lists.ts'
import { moment, notBlank, yesOrNo } from '../../api/request/parameters.ts'
import { cursorAt, entryId, readCursor, writeCursor } from '../../feed/cursor.ts'
import { eventTypes } from '../../feed/entry.ts'
import { deliveriesOf, findDelivery, replayDeliveries, replayDelivery } from './deliveries.ts'
import { addTestDelivery } from './event-rows.ts'
import type { WebhookParts } from './parts.ts'
import {
  DeliveryAnswer,
  deliveryAnswer,
  deliveryParameters,
  deliveryStatus,
  eventType,
  requireActiveWebhook,
  requireWebhook,
  WebhookAnswer,
  webhookAnswer,
  webhookNotFound,
  webhookParameters,
} from './shapes.ts'
import type { Webhook } from './stored-webhooks.ts'
import { rewindWebhook } from './stored-webhooks.ts'

const operation = operationWith<WebhookParts>()

/** The position of the event in the feed. */
const deliveryList = listBy('deliveries', 'integer')

/** The deliveries of the last 30 days and the pending ones, with every attempt. */
const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook with their attempts',
  description: 'Deliveries of the last 30 days, and pending ones. Those of test events are a list of their own.',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  query: {
    status: optional(notBlank(deliveryStatus())),
    document_id: optional(notBlank(text(36))),
    from: optional(notBlank(moment())),
    to: optional(notBlank(moment())),
    test: optional(notBlank(yesOrNo())),
    ...deliveryList.parameters,
  },
  answers: {
    200: {
      description: 'The deliveries, newest event first',
      type: 'application/json',
      schema: listOf('WebhookDeliveryPage', DeliveryAnswer),
    },
  },
  faults: ['webhook_not_found', 'parameter_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { status, document_id: documentId, from, to, test: isTest = false } = call.query
    const { id } = await requireWebhook(call)
    const filter = { status, documentId, from, to, isTest }
    const { rows, next } = await deliveryList.page(
      call.query,
      ({ after, limit }) =>
        deliveriesOf(parts.store.database, account.orgId, id, { ...filter, before: after?.[0], limit }),
      ({ row }) => [row.position],
    )
    return ok({ items: rows.map(deliveryAnswer), next })
  },
})

/** One delivery with its attempts, also that of a test event. */
const retrieveWebhookDelivery = operation({
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

/** Sends one event again, whatever its status, with all attempts. */
const replayWebhookDelivery = operation({
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
    parts.wake()
    return json(202, deliveryAnswer(delivery))
  },
})

/** Which deliveries are sent again. All given members must match. */
const Filter = namedObject('DeliveryFilter', {
  event_type: optional(eventType()),
  status: optional(deliveryStatus()),
  document_id: optional(text(36)),
  from: optional(moment()),
  to: optional(moment()),
  before: optional(text(255)),
})

const Replay = namedObject('WebhookReplay', {
  since: optional(text(255)),
  filter: optional(Filter),
})

const ReplayAnswer = answerObject('ReplayedWebhook', {
  ...WebhookAnswer.properties,
  replayed: orNull(Type.Integer()),
  next: orNull(Type.String()),
})

/** Delivers events again: everything after a cursor, or the deliveries that match a filter. */
const replayWebhook = operation({
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
    parts.wake()
    return json(202, { ...webhookAnswer(webhook), ...result })
  },
})

interface Replayed {
  readonly replayed: number | null
  readonly next: string | null
}

async function replaySince(orgId: string, { id }: Webhook, since: string, parts: WebhookParts): Promise<Replayed> {
  const cursor = readCursor(since)
  const isOurs = cursor !== undefined && (await parts.feed.after(orgId, cursor, 1)) !== undefined
  if (!isOurs) throw invalid('since', message('must_be_feed_cursor', { field: 'since' }))
  await rewindWebhook(parts.store.database, orgId, id, cursor.position)
  return { replayed: null, next: null }
}

async function replayMatching(webhook: Webhook, filter: FilterSent, parts: WebhookParts): Promise<Replayed> {
  const { event_type: eventType, document_id: documentId, before, ...rest } = filter
  const cursor = before === undefined ? undefined : readCursor(before)
  if (before !== undefined && cursor === undefined)
    throw invalid('before', message('must_be_feed_cursor', { field: 'before' }))
  const chosen = { ...rest, eventType, documentId, before: cursor?.position }
  const bounds = { now: parts.now(), limit: replayedMax }
  const replayed = await replayDeliveries(parts.store.database, webhook, chosen, bounds)
  const last = replayed.length === replayedMax ? replayed.at(-1) : undefined
  return { replayed: replayed.length, next: last === undefined ? null : writeCursor(cursorAt(last)) }
}

type FilterSent = Static<typeof Filter>

const replayedMax = 1_000

function invalid(field: string, reason: Message) {
  return oneFieldFault('document_invalid', field, reason)
}

const Test = namedObject('TestEvent', { event_type: optional(eventType()) })

/** Sends an event about no document to a webhook, the way every event goes. */
const testWebhook = operation({
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
    parts.wake()
    return json(202, deliveryAnswer(delivery))
  },
})

export const deliveryOperations = [
  listWebhookDeliveries,
  retrieveWebhookDelivery,
  replayWebhookDelivery,
  replayWebhook,
  testWebhook,
]
