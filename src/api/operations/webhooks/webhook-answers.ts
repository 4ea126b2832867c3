import { Fault, fieldFault } from '../../../faults.ts'
import { entryOf } from '../../../feed/entry.ts'
import type { Writable } from '../../../json/write.ts'
import type { Delivery } from '../../../store/webhooks/webhook-deliveries.ts'
import type { Webhook, WebhookWanted } from '../../../store/webhooks/webhooks.ts'
import { judgeTarget } from '../../../webhooks/target.ts'
import type { Call } from '../../operation.ts'
import { jsonBody } from '../../request/json-body.ts'
import { WebhookRequest } from './webhook-schemas.ts'

/** What the body says about a webhook; its target is looked at now, and again at every delivery. */
export async function webhookWanted({ body, parts }: Call): Promise<WebhookWanted> {
  const { url, event_types, description, is_active } = jsonBody(WebhookRequest, body)
  const refusal = await judgeTarget(url, parts.webhooks.targets)
  if (refusal !== undefined) throw fieldFault('document_invalid', new Map([['url', refusal]]))
  return {
    url,
    eventTypes: event_types && [...new Set(event_types)],
    description,
    isActive: is_active ?? true,
  }
}

/** Throws the Fault `webhook_not_found`, for another organisation's too. */
export async function requireWebhook({ account, param, parts }: Call): Promise<Webhook> {
  const id = param('webhook_id')
  const webhook = await parts.store.webhooks.find(account.orgId, id)
  if (webhook === undefined) throw webhookNotFound(id)
  return webhook
}

/** Throws the Fault `webhook_inactive` besides: nothing would be sent. */
export async function requireActiveWebhook(call: Call): Promise<Webhook> {
  const webhook = await requireWebhook(call)
  if (!webhook.isActive) throw new Fault('webhook_inactive', [webhook.id])
  return webhook
}

export function webhookNotFound(id: string): Fault {
  return new Fault('webhook_not_found', [id])
}

export function webhookAnswer(webhook: Webhook) {
  const { id, url, eventTypes, description, isActive, disabled, failingSince, createdAt, updatedAt } = webhook
  return {
    id,
    url,
    event_types: eventTypes ?? null,
    description: description ?? null,
    is_active: isActive,
    disabled: disabled === undefined ? null : { reason: disabled.reason, at: instant(disabled.at) },
    failing_since: failingSince === undefined ? null : instant(failingSince),
    created_at: instant(createdAt),
    updated_at: instant(updatedAt),
  }
}

export function deliveryAnswer(delivery: Delivery): Writable {
  return {
    event: entryOf(delivery.row),
    status: delivery.status,
    next_attempt_at: delivery.nextAttemptAt === null ? null : instant(delivery.nextAttemptAt),
    attempts: delivery.attempts.map(({ at, statusCode, error, durationMs }) => ({
      at: instant(at),
      status_code: statusCode,
      error,
      duration_ms: durationMs,
    })),
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
