import { noContent } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'
import { webhookNotFound } from './webhook-answers.ts'
import { webhookParameters } from './webhook-schemas.ts'

/** Nothing more is sent; what is listed about its deliveries goes with it. */
export const deleteWebhook = operationOf({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  scope: 'admin',
  params: webhookParameters,
  answers: { 204: { description: 'It is gone' } },
  faults: ['webhook_not_found'],
  async handle({ account, param, parts }) {
    const id = param('webhook_id')
    if (!(await parts.store.webhooks.remove(account.orgId, id))) throw webhookNotFound(id)
    return noContent
  },
})
