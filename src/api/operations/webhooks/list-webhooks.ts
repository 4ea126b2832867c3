import Type from 'typebox'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { webhookAnswer } from './webhook-answers.ts'
import { WebhookAnswer } from './webhook-schemas.ts'

/** All webhooks of the organisation, without pages: there are few. */
export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List the webhooks of the organisation',
  access: { kind: 'scopes', scopes: ['admin'] },
  answers: {
    200: {
      description: 'The webhooks, oldest first',
      type: 'application/json',
      schema: Type.Object({ webhooks: Type.Array(WebhookAnswer) }),
    },
  },
  faults: [],
  async handle({ account, parts }) {
    return ok({ webhooks: (await parts.store.webhooks.list(account.orgId)).map(webhookAnswer) })
  },
})
