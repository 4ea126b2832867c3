import { noContent } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { webhookNotFound } from './webhook-answers.ts'
import { webhookParameters } from './webhook-schemas.ts'

/** Nothing more is sent; what is listed about its deliveries goes with it. */
export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  answers: { 204: { description: 'It is gone' } },
  faults: ['webhook_not_found'],
  async handle({ account, params, parts }) {
    const id = params.webhook_id
    if (!(await parts.store.webhooks.remove(account.orgId, id))) throw webhookNotFound(id)
    return noContent
  },
})
