import { type Html, html } from '@selfbill/pint-ae/html'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { type Call, page } from '../../../console/route.ts'
import { eventWords, stateOf, type Webhook, webhookPath } from './webhook-view.ts'
import { webhookWords } from './webhook-words.ts'

/** The webhooks of the organisation: there are few, so the list has no pages. */
export const listWebhooks = page({
  path: '/console/webhooks',
  access: 'admin',
  async show(call) {
    const { api, say } = call
    const { items: webhooks } = await api.call('listWebhooks')
    const add = html`<a class="button primary" href="/console/webhooks/new">${say(webhookWords.add)}</a>`
    return {
      title: say(webhookWords.title),
      body: html`${pageHead(say(webhookWords.title), { about: say(webhookWords.about), actions: [add] })}
${list(call, webhooks)}`,
    }
  },
})

function list(call: Call, webhooks: readonly Webhook[]): Html {
  const { say, format } = call
  if (webhooks.length === 0) return emptyState(say(webhookWords.empty), say(webhookWords.emptyHint))
  const columns: readonly Column<Webhook>[] = [
    {
      title: say(webhookWords.url),
      isHead: true,
      cell: ({ id, url }) => html`<a href="${webhookPath(id)}"><bdi dir="ltr">${url}</bdi></a>`,
    },
    { title: say(webhookWords.description), cell: ({ description }) => html`<bdi>${description ?? '–'}</bdi>` },
    {
      title: say(webhookWords.events),
      cell: ({ event_types: events }) =>
        events === null
          ? say(webhookWords.allEvents)
          : events.map((event) => html`<div>${eventWords(call, event)}</div>`),
    },
    { title: say(webhookWords.state), cell: (webhook) => stateOf(call, webhook) },
    { title: say(webhookWords.changed), cell: ({ updated_at }) => format.moment(updated_at) },
  ]
  return table(say(webhookWords.title), columns, webhooks)
}
