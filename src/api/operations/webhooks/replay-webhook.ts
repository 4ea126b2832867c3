import { object } from '../../../document/declaration/declare.ts'
import { text } from '../../../document/declaration/leaves.ts'
import { readCursor } from '../../../feed/cursor.ts'
import { json } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { fieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { requireActiveWebhook, webhookAnswer } from './webhook-answers.ts'
import { WebhookAnswer, webhookParameters } from './webhook-schemas.ts'

const Replay = object({ since: text(255) })

/** Moves a webhook back in the feed: everything after a cursor is delivered again. */
export const replayWebhook = operation({
  id: 'replayWebhook',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/replay',
  summary: 'Deliver everything since a cursor again',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  body: { kind: 'json', schema: Replay, bytesMax: smallBodyBytesMax },
  answers: {
    202: { description: 'The webhook; deliveries will follow', type: 'application/json', schema: WebhookAnswer },
  },
  faults: ['webhook_not_found', 'webhook_inactive', 'document_invalid'],
  async handle(call) {
    const { account, body, parts } = call
    const webhook = await requireActiveWebhook(call)
    const cursor = readCursor(body.read().since)
    const isOurs = cursor !== undefined && (await parts.feed.after(account.orgId, cursor, 1)) !== undefined
    if (!isOurs) throw fieldFault('document_invalid', new Map([['since', 'Since is not a cursor of this feed']]))
    await parts.store.webhooks.rewind(account.orgId, webhook.id, cursor.position)
    parts.webhooks.wake()
    return json(202, webhookAnswer(webhook))
  },
})
