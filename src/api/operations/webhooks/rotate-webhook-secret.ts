import { rotateSecret } from '../../../store/webhooks/change-webhook.ts'
import { newSecret } from '../../../webhooks/secret.ts'
import { secretAnswer } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { refuseFullSecrets } from '../full-secrets.ts'
import { requireWebhook, webhookAnswer, webhookNotFound } from './webhook-answers.ts'
import { WebhookWithSecret, webhookParameters } from './webhook-schemas.ts'

/**
 * A new secret, shown only in this answer. The former secrets sign too, each for a day after its
 * rotation, so that the receiver has time to switch.
 */
export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/rotate',
  summary: 'Give a webhook a new secret; the old one also signs for 24 hours',
  description: 'The new secret is shown only once. At most four former secrets sign at once.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id' },
  isSecret: true,
  params: webhookParameters,
  answers: {
    200: { description: 'The webhook, with its new secret', type: 'application/json', schema: WebhookWithSecret },
  },
  faults: ['webhook_not_found', 'webhook_secrets_full'],
  async handle(call) {
    const { account, parts } = call
    const webhook = await requireWebhook(call)
    const now = parts.now()
    const secret = newSecret()
    const rotation = { secret: parts.webhooks.seal(secret), formerUntil: now + formerMs, now }
    const answer = secretAnswer(200, { ...webhookAnswer({ ...webhook, updatedAt: now }), secret })
    const isRotated = await refuseFullSecrets('webhook_secrets_full', () =>
      rotateSecret(parts.store.database, account.orgId, webhook.id, rotation, call.keep(answer)),
    )
    if (!isRotated) throw webhookNotFound(webhook.id)
    return answer
  },
})

const formerMs = 24 * 3_600_000
