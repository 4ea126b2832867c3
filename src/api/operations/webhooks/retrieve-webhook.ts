import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { requireWebhook, webhookAnswer } from './webhook-answers.ts'
import { WebhookAnswer, webhookParameters } from './webhook-schemas.ts'

/** A webhook and its state; never its secret. */
export const retrieveWebhook = operation({
  id: 'retrieveWebhook',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Retrieve a webhook',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  answers: { 200: { description: 'The webhook', type: 'application/json', schema: WebhookAnswer } },
  faults: ['webhook_not_found'],
  async handle(call) {
    return ok(webhookAnswer(await requireWebhook(call)))
  },
})
