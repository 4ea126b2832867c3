import { v7 } from 'uuid'
import { addWebhook } from '../../../store/webhooks/add-webhook.ts'
import { newSecret } from '../../../webhooks/secret.ts'
import { secretAnswer } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { checkedWebhook, webhookAnswer } from './webhook-answers.ts'
import { WebhookRequest, WebhookWithSecret, webhookDetail } from './webhook-schemas.ts'

/**
 * Sends the feed, from now on, to a target. Only this answer shows the secret. Source:
 * docs/decisions/0028.
 */
export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Create a webhook, which receives the events of the change feed',
  description:
    'Events are posted to an https address, signed as in Standard Webhooks, and retried for a day. The secret is ' +
    'shown only once.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'id', detail: webhookDetail },
  isSecret: true,
  body: {
    kind: 'json',
    schema: WebhookRequest,
    bytesMax: smallBodyBytesMax,
    example: { url: 'https://erp.example/selfbill' },
  },
  answers: {
    201: { description: 'The webhook, with its secret', type: 'application/json', schema: WebhookWithSecret },
  },
  leadsTo: { path: '/api/webhooks/{webhook_id}', parameters: { webhook_id: '$response.body#/id' } },
  faults: ['document_invalid', 'webhooks_full'],
  async handle(call) {
    const { account, parts } = call
    const settings = await checkedWebhook(call.body.read(), parts)
    const { orgId } = account
    const { position } = await parts.feed.end(orgId)
    const now = parts.now()
    const secret = newSecret()
    const webhook = { ...settings, orgId, id: v7(), createdAt: now }
    const answered = webhookAnswer({ ...webhook, updatedAt: now, disabled: undefined, failingSince: undefined })
    const answer = secretAnswer(201, { ...answered, secret })
    const row = { ...webhook, secret: parts.webhooks.seal(secret), position }
    const isAdded = await addWebhook(parts.store.database, row, webhooksMax, call.keep(answer))
    if (!isAdded) throw new Fault('webhooks_full', { max: webhooksMax })
    parts.webhooks.wake()
    return answer
  },
})

const webhooksMax = 20
