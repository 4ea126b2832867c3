import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import { oneOf } from '../../../console/one-of.ts'
import { addressWith } from '../../../console/parts/address.ts'
import { copyable } from '../../../console/parts/code-block.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { facts } from '../../../console/parts/facts.ts'
import { choice, field } from '../../../console/parts/field.ts'
import { endOfDay, filters, given, startOfDay } from '../../../console/parts/filters.ts'
import { idempotencyField } from '../../../console/parts/idempotency.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { type Call, page } from '../../../console/route.ts'
import {
  answerOf,
  type Delivery,
  documentOf,
  eventTypes,
  eventWords,
  stateOf,
  statuses,
  statusOf,
  type Webhook,
  webhookPath,
} from './webhook-view.ts'
import { webhookWords } from './webhook-words.ts'

/** One webhook: its settings, what can be done with it, and its deliveries. */
export const showWebhook = page({
  path: '/console/webhooks/{webhook_id}',
  access: 'admin',
  query: ['status', 'document', 'from', 'to', 'cursor', 'test'],
  async show(call) {
    const { api, params, say, query } = call
    const status = oneOf(statuses, query.status)
    const filter = given({ status, document_id: query.document, from: startOfDay(query.from), to: endOfDay(query.to) })
    const [webhook, { answer, refusal }] = await Promise.all([
      api.call('retrieveWebhook', { params }),
      attempt(call, () =>
        api.call('listWebhookDeliveries', {
          params,
          query: {
            ...filter,
            ...given({ cursor: query.cursor }),
            ...(query.test !== undefined && { test: 'true' }),
            limit: pageSize,
          },
        }),
      ),
    ])
    const title = say(webhookWords.title)
    return {
      title: `${title} · ${webhook.url}`,
      ...(refusal !== undefined && { status: 422 }),
      body: html`${pageHead(title, { actions: actionsOf(call, webhook) })}
${about(call, webhook)}
${testForm(call, webhook)}
${deliveries(call, webhook, answer ?? { items: [], next: null }, refusal)}`,
    }
  },
})

function actionsOf({ say }: Pick<Call, 'say'>, { id }: Webhook): readonly Html[] {
  const path = webhookPath(id)
  return [
    html`<a class="button" href="${`${path}/edit`}">${say(webhookWords.edit)}</a>`,
    html`<a class="button" href="${`${path}/rotate`}">${say(webhookWords.rotate)}</a>`,
    html`<a class="button danger" href="${`${path}/delete`}">${say(webhookWords.remove)}</a>`,
  ]
}

function about(call: Pick<Call, 'say' | 'format'>, webhook: Webhook): Html {
  const { say, format } = call
  const { url, description, event_types: events, failing_since, disabled, created_at, updated_at } = webhook
  return html`<section class="card">${facts([
    [say(webhookWords.url), copyable(url)],
    [say(webhookWords.state), stateOf(call, webhook)],
    [say(webhookWords.failingSince), failing_since && format.moment(failing_since)],
    [say(webhookWords.disabledAt), disabled && format.moment(disabled.at)],
    [say(webhookWords.description), description !== null && html`<bdi>${description}</bdi>`],
    [
      say(webhookWords.events),
      events?.map((event) => html`<div>${eventWords(call, event)}</div>`) ?? say(webhookWords.allEvents),
    ],
    [say(webhookWords.created), format.moment(created_at)],
    [say(webhookWords.changed), format.moment(updated_at)],
  ])}</section>`
}

function testForm({ say }: Pick<Call, 'say'>, { id, is_active, event_types: events }: Webhook): Html | undefined {
  if (!is_active) return undefined
  const choices = (events ?? eventTypes).map((type) => ({ value: type, label: say(webhookWords[type]) }))
  return html`<form class="card filters" method="post" action="${`${webhookPath(id)}/test`}">
${idempotencyField()}
${choice('event_type', say(webhookWords.testEvent), choices, { hint: say(webhookWords.testHint) })}
<div class="actions"><button type="submit">${say(webhookWords.test)}</button></div>
</form>`
}

interface Listed {
  readonly items: readonly Delivery[]
  readonly next: string | null
}

interface Filtered extends Pick<Call, 'say' | 'format' | 'address'> {
  readonly query: Readonly<Record<'status' | 'document' | 'from' | 'to' | 'cursor' | 'test', string | undefined>>
}

function deliveries(call: Filtered, webhook: Webhook, listed: Listed, refusal: SelfbillError | undefined): Html {
  const { say, query } = call
  const isTest = query.test !== undefined
  const path = webhookPath(webhook.id)
  const replay = addressWith(`${path}/replay`, {
    status: query.status,
    document: query.document,
    from: query.from,
    to: query.to,
  })
  const canReplay = webhook.is_active && !isTest && listed.items.length > 0
  return html`<section class="section" aria-labelledby="deliveries">
<div class="section-head"><h2 id="deliveries">\
${say(isTest ? webhookWords.testDeliveries : webhookWords.deliveries)}</h2>
<div class="actions">
${isTest && html`<a class="button" href="${path}">${say(webhookWords.deliveries)}</a>`}
${!isTest && html`<a class="button" href="${`${path}?test=yes`}">${say(webhookWords.testDeliveries)}</a>`}
${canReplay && html`<a class="button" href="${replay}">${say(webhookWords.replayAll)}</a>`}
</div></div>
${!isTest && filterForm(call, webhook)}
${otherProblems(refusal, [])}
${rows(call, webhook, listed.items)}
${cursorPager(call, { next: listed.next, cursor: query.cursor })}
</section>`
}

function filterForm(call: Filtered, { id }: Webhook): Html {
  const { say, query } = call
  const choices = [
    { value: '', label: say(webhookWords.anyStatus) },
    { value: 'PENDING', label: say(webhookWords.pending) },
    { value: 'DELIVERED', label: say(webhookWords.delivered) },
    { value: 'FAILED', label: say(webhookWords.failed) },
  ]
  return filters(call, webhookPath(id), [
    choice('status', say(webhookWords.status), choices, { value: query.status }),
    field('document', say(webhookWords.documentId), { value: query.document, direction: 'ltr' }),
    field('from', say(webhookWords.from), { value: query.from, type: 'date' }),
    field('to', say(webhookWords.to), { value: query.to, type: 'date' }),
  ])
}

function rows(call: Filtered, { id }: Webhook, shown: readonly Delivery[]): Html {
  const { say, format } = call
  if (shown.length === 0) return emptyState(say(webhookWords.noDeliveries), say(webhookWords.noDeliveriesHint))
  const columns: readonly Column<Delivery>[] = [
    {
      title: say(webhookWords.time),
      isHead: true,
      cell: ({ event }) =>
        html`<a href="${`${webhookPath(id)}/deliveries/${event.id}`}">${format.moment(event.timestamp)}</a>`,
    },
    { title: say(webhookWords.event), cell: ({ event }) => eventWords(call, event.type) },
    { title: say(webhookWords.document), cell: ({ event }) => documentOf(event, call) },
    { title: say(webhookWords.status), cell: ({ status }) => statusOf(call, status) },
    { title: say(webhookWords.attempts), align: 'figure', cell: ({ attempts }) => format.number(attempts.length) },
    {
      title: say(webhookWords.answer),
      cell({ attempts }) {
        const last = attempts.at(-1)
        return last === undefined ? '–' : answerOf(call, last)
      },
    },
  ]
  return table(say(webhookWords.deliveries), columns, shown)
}
