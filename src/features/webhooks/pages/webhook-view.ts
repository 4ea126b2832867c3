import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { badge } from '../../../console/parts/badge.ts'
import type { Call } from '../../../console/route.ts'
import { webhookWords } from './webhook-words.ts'

/** What the pages of webhooks share: the words of the API as people read them. */
export type Webhook = Operations['retrieveWebhook']['answer']
export type Delivery = Operations['retrieveWebhookDelivery']['answer']
export type EventType = NonNullable<Operations['testWebhook']['body']['event_type']>

export const eventTypes = [
  'purchase.invoice.created',
  'purchase.invoice.updated',
  'purchase.credit_note.created',
  'purchase.credit_note.updated',
  'sales.invoice.created',
  'sales.invoice.updated',
  'sales.credit_note.created',
  'sales.credit_note.updated',
] as const satisfies readonly EventType[]

/** An event in words; one that is new to this page by its name. */
export function eventWords({ say }: Pick<Call, 'say'>, type: string): Html {
  const known = eventTypes.find((one) => one === type)
  return known === undefined ? html`<code>${type}</code>` : html`${say(webhookWords[known])}`
}

export const statuses = ['PENDING', 'DELIVERED', 'FAILED'] as const satisfies readonly Delivery['status'][]

export function webhookPath(id: string): string {
  return `/console/webhooks/${encodeURIComponent(id)}`
}

export function stateOf({ say }: Pick<Call, 'say'>, { disabled, is_active, failing_since }: Webhook): Html {
  if (disabled !== null) return badge('bad', say(disabled.reason === 'GONE' ? webhookWords.gone : webhookWords.givenUp))
  if (!is_active) return badge('quiet', say(webhookWords.off))
  return failing_since === null ? badge('good', say(webhookWords.on)) : badge('warning', say(webhookWords.failing))
}

export function statusOf({ say }: Pick<Call, 'say'>, status: Delivery['status']): Html {
  if (status === 'DELIVERED') return badge('good', say(webhookWords.delivered))
  return status === 'FAILED' ? badge('bad', say(webhookWords.failed)) : badge('active', say(webhookWords.pending))
}

/** The status of the target's answer, or why there was none. */
export function answerOf({ say }: Pick<Call, 'say'>, attempt: Delivery['attempts'][number]): Html {
  const { status_code: code, error } = attempt
  if (code !== null) return html`<bdi class="figure" dir="ltr">HTTP ${code}</bdi>`
  return error === null ? html`–` : html`${say(webhookWords[error])}`
}

/** The document's page; a test event is about none. */
export function documentOf({ data, test }: Delivery['event'], words: Pick<Call, 'say'>): Html {
  if (test === true) return badge('quiet', words.say(webhookWords.testBadge))
  const [, , family = '', id = ''] = data.path.split('/')
  return html`<a href="/console/documents/${family}/${id}"><bdi>${data.document_number}</bdi></a>`
}
