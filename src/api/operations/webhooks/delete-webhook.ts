import { removeWebhook } from '../../../store/webhooks/remove-webhook.ts'
import { noContent } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { webhookNotFound } from './webhook-answers.ts'
import { webhookParameters } from './webhook-schemas.ts'

/** Deletes a webhook and its list of deliveries; nothing more is sent. */
export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id' },
  params: webhookParameters,
  answers: { 204: { description: 'Deleted' } },
  faults: ['webhook_not_found'],
  async handle({ account, params, parts }) {
    const id = params.webhook_id
    if (!(await removeWebhook(parts.store.database, account.orgId, id))) throw webhookNotFound(id)
    return noContent
  },
})
