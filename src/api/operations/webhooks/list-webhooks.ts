import { answerObject } from '@selfbill/pint-ae/document'
import Type from 'typebox'
import { webhooksOf } from '../../../store/webhooks/webhooks.ts'
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
      schema: answerObject('WebhookList', { webhooks: Type.Array(WebhookAnswer) }),
    },
  },
  faults: [],
  async handle({ account, parts }) {
    return ok({ webhooks: (await webhooksOf(parts.store.database, account.orgId)).map(webhookAnswer) })
  },
})
