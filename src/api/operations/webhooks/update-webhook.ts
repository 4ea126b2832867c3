import { changeWebhook } from '../../../store/webhooks/change-webhook.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { operation } from '../../operation.ts'
import { checkedWebhook, requireWebhook, webhookAnswer, webhookNotFound } from './webhook-answers.ts'
import { WebhookAnswer, WebhookRequest, webhookDetail, webhookParameters } from './webhook-schemas.ts'

/**
 * Replaces the settings of a webhook. It continues where it stopped, even if the service disabled
 * it.
 */
export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PUT',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Change a webhook, or switch it on or off',
  description: 'Replaces all settings. The webhook continues where it stopped, even if the service disabled it.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id', detail: webhookDetail },
  params: webhookParameters,
  body: {
    kind: 'json',
    schema: WebhookRequest,
    bytesMax: smallBodyBytesMax,
    example: { url: 'https://erp.example/selfbill', is_active: true },
  },
  answers: { 200: { description: 'The changed webhook', type: 'application/json', schema: WebhookAnswer } },
  faults: ['webhook_not_found', 'document_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { id } = await requireWebhook(call)
    const changed = await changeWebhook(
      parts.store.database,
      account.orgId,
      id,
      await checkedWebhook(call.body.read(), parts),
      parts.now(),
    )
    if (changed === undefined) throw webhookNotFound(id)
    parts.webhooks.wake()
    return ok(webhookAnswer(changed))
  },
})
