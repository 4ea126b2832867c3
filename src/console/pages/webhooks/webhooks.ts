import { type Html, html } from '@selfbill/pint-ae/html'
import { emptyState } from '../../parts/empty-state.ts'
import { pageHead } from '../../parts/page-head.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { eventWords, stateOf, type Webhook, webhookPath } from './webhook-view.ts'

/** The webhooks of the organisation: there are few, so the list has no pages. */
export const listWebhooks = page({
  path: '/console/webhooks',
  access: 'admin',
  async show(call) {
    const { api, say } = call
    const { webhooks } = await api.call('listWebhooks', {})
    const add = html`<a class="button primary" href="/console/webhooks/new">${say('webhooks.add')}</a>`
    return {
      title: say('webhooks.title'),
      body: html`${pageHead(say('webhooks.title'), { about: say('webhooks.about'), actions: [add] })}
${list(call, webhooks)}`,
    }
  },
})

function list(call: Call, webhooks: readonly Webhook[]): Html {
  const { say, format } = call
  if (webhooks.length === 0) return emptyState(say('webhooks.empty'), say('webhooks.emptyHint'))
  const columns: readonly Column<Webhook>[] = [
    {
      title: say('webhooks.url'),
      isHead: true,
      cell: ({ id, url }) => html`<a href="${webhookPath(id)}"><bdi dir="ltr">${url}</bdi></a>`,
    },
    { title: say('webhooks.description'), cell: ({ description }) => html`<bdi>${description ?? '–'}</bdi>` },
    {
      title: say('webhooks.events'),
      cell: ({ event_types: events }) =>
        events === null
          ? say('webhooks.allEvents')
          : events.map((event) => html`<div>${eventWords(call, event)}</div>`),
    },
    { title: say('webhooks.state'), cell: (webhook) => stateOf(call, webhook) },
    { title: say('webhooks.changed'), cell: ({ updated_at }) => format.moment(updated_at) },
  ]
  return table(say('webhooks.title'), columns, webhooks)
}
