import { entryOf, isEventType } from '../../../feed/entry.ts'
import type { Delivery } from '../../../store/webhooks/webhook-deliveries.ts'
import { findWebhook, type Webhook, type WebhookWanted } from '../../../store/webhooks/webhooks.ts'
import { judgeTarget } from '../../../targets/target.ts'
import { postErrors } from '../../../webhooks/post.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import type { Parts } from '../../parts.ts'
import type { WebhookRequest } from './webhook-schemas.ts'

/** Checks a requested webhook. Its target is judged now, and again at every delivery. */
export async function checkedWebhook(sent: WebhookRequest, parts: Parts): Promise<WebhookWanted> {
  const { url, event_types, description, is_active } = sent
  const refusal = await judgeTarget(url, parts.webhooks.targets)
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
    attempts: delivery.attempts.map(({ at, statusCode, error, durationMs }) => ({
      at: instant(at),
      status_code: statusCode,
      error: postErrors.find((known) => known === error) ?? null,
      duration_ms: durationMs,
    })),
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
