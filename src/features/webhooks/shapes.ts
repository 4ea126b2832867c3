import {
  answerEnum,
  answerObject,
  flag,
  instantAt,
  list,
  matching,
  named,
  namedObject,
  oneOf,
  optional,
  orNull,
  Type,
  text,
} from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'
import type { AccountContext } from '../../api/declaration/call.ts'
import { Fault, oneFieldFault } from '../../api/faults.ts'
import { EventTypeAnswer, entryOf, eventTypes, FeedEntry, isEventType } from '../../feed/entry.ts'
import { judgeTarget } from '../../targets/target.ts'
import type { Delivery } from './deliveries.ts'
import type { WebhookParts } from './parts.ts'
import { postErrors } from './post.ts'
import { deliveryStatuses } from './settle-delivery.ts'
import { disabledReasons, findWebhook, type Webhook, type WebhookWanted } from './stored-webhooks.ts'

/** In a request. */
export const eventType = () => named('EventType', oneOf(eventTypes))
export const deliveryStatus = () => named('DeliveryStatus', oneOf(deliveryStatuses))

/** The settings of a webhook; a change replaces all of them. */
export const WebhookRequest = namedObject('WebhookRequest', {
  // `judgeTarget` checks the rest: docs/decisions/0028.
  url: matching(/^[Hh][Tt][Tt][Pp][Ss]:\/\/[^\x00-\x20/?#@\\][^\x00-\x20]*$/, 'must_be_https_url', 2000),
  event_types: optional(list(eventType(), eventTypes.length)),
  description: optional(text(255)),
  is_active: optional(flag(true)),
})

export type WebhookRequest = Static<typeof WebhookRequest>

const time = () => Type.String({ format: 'date-time' })

const WebhookDisabled = answerObject('WebhookDisabled', {
  reason: answerEnum('DisabledReason', disabledReasons),
  at: time(),
})

const webhookMembers = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String(),
  event_types: orNull(Type.Array(EventTypeAnswer)),
  description: orNull(Type.String()),
  is_active: Type.Boolean(),
  disabled: orNull(WebhookDisabled),
  failing_since: orNull(time()),
  created_at: time(),
  updated_at: time(),
}

/** A webhook as the API answers it. Source: docs/decisions/0028. */
export const WebhookAnswer = answerObject('AnsweredWebhook', webhookMembers)

/** With its secret, which is shown only once. */
export const WebhookWithSecret = answerObject('WebhookWithSecret', {
  ...webhookMembers,
  secret: Type.String(),
})

/** `SECRET_UNREADABLE`: the webhook's secret cannot be decrypted; nothing was sent. */
const deliveryErrors = [...postErrors, 'SECRET_UNREADABLE'] as const

const DeliveryAttempt = answerObject('DeliveryAttempt', {
  at: time(),
  status_code: orNull(Type.Integer()),
  error: orNull(answerEnum('DeliveryError', deliveryErrors)),
  duration_ms: Type.Integer(),
  answer_start: orNull(Type.String()),
})

/** One event on its way to one webhook. */
export const DeliveryAnswer = answerObject('WebhookDelivery', {
  event: FeedEntry,
  status: answerEnum('DeliveryStatus', deliveryStatuses, 'FAILED: no attempts are left'),
  next_attempt_at: orNull(time()),
  attempts: Type.Array(DeliveryAttempt),
})

export const webhookParameters = { webhook_id: Type.String({ format: 'uuid' }) }

/** What the audit log keeps of a webhook's settings. */
export const webhookDetail = ['url', 'event_types', 'is_active'] as const

/** The parameters of one delivery. */
export const deliveryParameters = {
  ...webhookParameters,
  event_id: Type.String(),
}

/** Checks a requested webhook. Its target is judged now, and again at every delivery. */
export async function checkedWebhook(sent: WebhookRequest, parts: WebhookParts): Promise<WebhookWanted> {
  const { url, event_types, description, is_active } = sent
  const refusal = await judgeTarget(url, parts.targets)
  if (refusal !== undefined) throw oneFieldFault('document_invalid', 'url', refusal)
  return {
    url,
    eventTypes: event_types && [...new Set(event_types)],
    description,
    isActive: is_active ?? true,
  }
}

/** Throws the Fault `webhook_not_found`, also for another organisation's webhook. */
export async function requireWebhook({ account, params, parts }: WebhookInPath): Promise<Webhook> {
  const { webhook_id: id } = params
  const webhook = await findWebhook(parts.store.database, account.orgId, id)
  if (webhook === undefined) throw webhookNotFound(id)
  return webhook
}

/** Also throws the Fault `webhook_inactive`: nothing would be sent. */
export async function requireActiveWebhook(call: WebhookInPath): Promise<Webhook> {
  const webhook = await requireWebhook(call)
  if (!webhook.isActive) throw new Fault('webhook_inactive', { id: webhook.id })
  return webhook
}

interface WebhookInPath extends Pick<AccountContext, 'account' | 'parts'> {
  readonly params: { readonly webhook_id: string }
}

export function webhookNotFound(id: string): Fault {
  return new Fault('webhook_not_found', { id })
}

export function webhookAnswer(webhook: Webhook) {
  const { id, url, eventTypes, description, isActive, disabled, failingSince, createdAt, updatedAt } = webhook
  return {
    id,
    url,
    event_types: eventTypes?.filter(isEventType) ?? null,
    description: description ?? null,
    is_active: isActive,
    disabled: disabled === undefined ? null : { reason: disabled.reason, at: instant(disabled.at) },
    failing_since: failingSince === undefined ? null : instant(failingSince),
    created_at: instant(createdAt),
    updated_at: instant(updatedAt),
  }
}

export function deliveryAnswer(delivery: Delivery) {
  return {
    event: entryOf(delivery.row),
    status: delivery.status,
    next_attempt_at: delivery.nextAttemptAt === null ? null : instant(delivery.nextAttemptAt),
    attempts: delivery.attempts.map(({ at, statusCode, error, durationMs, answerStart }) => ({
      at: instant(at),
      status_code: statusCode,
      error: deliveryErrors.find((known) => known === error) ?? null,
      duration_ms: durationMs,
      answer_start: answerStart,
    })),
  }
}

function instant(ms: number): string {
  return instantAt(ms)
}
