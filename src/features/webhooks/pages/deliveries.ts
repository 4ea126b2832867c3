import { type Html, html } from '@selfbill/pint-ae/html'
import type { DeliveryFilter } from '../../../../client/src/api-types.ts'
import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { oneOf } from '../../../console/one-of.ts'
import { addressWith } from '../../../console/parts/address.ts'
import { confirmation } from '../../../console/parts/confirmation.ts'
import { facts } from '../../../console/parts/facts.ts'
import { endOfDay, given, startOfDay } from '../../../console/parts/filters.ts'
import { idempotencyOf } from '../../../console/parts/idempotency.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { hidden, press } from '../../../console/parts/press.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { action, type Call, page } from '../../../console/route.ts'
import { answerOf, type Delivery, documentOf, eventWords, statuses, statusOf, webhookPath } from './webhook-view.ts'
import { webhookWords } from './webhook-words.ts'

/** One delivery with its attempts. */
export const showDelivery = page({
  path: '/console/webhooks/{webhook_id}/deliveries/{event_id}',
  access: 'admin',
  async show(call) {
    const { api, params, say, format } = call
    const delivery = await api.call('retrieveWebhookDelivery', { params })
    const { event, status, attempts, next_attempt_at: next } = delivery
    const path = webhookPath(params.webhook_id)
    const again = press(`${path}/deliveries/${encodeURIComponent(event.id)}/replay`, say(webhookWords.replay))
    const back = html`<a class="button" href="${path}">${say(webhookWords.toWebhook)}</a>`
    return {
      title: say(webhookWords.delivery),
      body: html`${pageHead(say(webhookWords.delivery), { actions: [back, again] })}
<section class="card">${facts([
        [say(webhookWords.event), eventWords(call, event.type)],
        [say(webhookWords.status), statusOf(call, status)],
        [say(webhookWords.document), documentOf(event, call)],
        [say(webhookWords.time), format.moment(event.timestamp)],
        [say(webhookWords.next), next && format.moment(next)],
        [say(webhookWords.eventId), html`<code>${event.id}</code>`],
      ])}</section>
<h2>${say(webhookWords.attempts)}</h2>
${attempts.length === 0 ? html`<p>${say(webhookWords.noAttempts)}</p>` : attemptRows(call, attempts)}
<h2>${say(webhookWords.payload)}</h2>
${codeOf(JSON.stringify(event, null, 2))}`,
    }
  },
})

function attemptRows(call: Pick<Call, 'say' | 'format'>, attempts: Delivery['attempts']): Html {
  const { say, format } = call
  const columns: readonly Column<Delivery['attempts'][number]>[] = [
    { title: say(webhookWords.time), isHead: true, cell: ({ at }) => format.second(at) },
    { title: say(webhookWords.answer), cell: (one) => answerCell(call, one) },
    {
      title: say(webhookWords.duration),
      align: 'figure',
      cell: ({ duration_ms: count }) => say(webhookWords.milliseconds, { count }),
    },
  ]
  return table(say(webhookWords.attempts), columns, attempts)
}

/** The status, and the start of the answer, folded. */
function answerCell(call: Pick<Call, 'say'>, one: Delivery['attempts'][number]): Html {
  const status = answerOf(call, one)
  if (one.answer_start === null) return status
  return html`<details><summary>${status}</summary>${codeOf(one.answer_start)}</details>`
}

function codeOf(text: string): Html {
  return html`<pre class="code" dir="ltr" tabindex="0"><code>${text}</code></pre>`
}

export const replayDelivery = action({
  path: '/console/webhooks/{webhook_id}/deliveries/{event_id}/replay',
  access: 'admin',
  async act(call) {
    const { api, params, form } = call
    const { refusal } = await attempt(call, () => api.call('replayWebhookDelivery', { params, ...idempotencyOf(form) }))
    return {
      redirect: `${webhookPath(params.webhook_id)}/deliveries/${encodeURIComponent(params.event_id)}`,
      notice:
        refusal === undefined
          ? noticeOf('good', webhookWords.replayed)
          : noticeOf('bad', sharedWords.refused, { reason: refusal.message }),
    }
  },
})

/** Asks before everything that matches the filter is sent again. */
export const askToReplay = page({
  path: '/console/webhooks/{webhook_id}/replay',
  access: 'admin',
  query: ['status', 'document', 'from', 'to', 'before', 'done'],
  async show(call) {
    const { api, params, query, say, address } = call
    const { id, url } = await api.call('retrieveWebhook', { params })
    const done = Number(query.done)
    const filter = [
      [say(webhookWords.url), html`<bdi dir="ltr">${url}</bdi>`],
      [say(webhookWords.status), query.status],
      [say(webhookWords.documentId), query.document],
      [say(webhookWords.from), query.from],
      [say(webhookWords.to), query.to],
    ] as const
    const isUnderWay = query.before !== undefined && Number.isInteger(done)
    return confirmation(call, {
      title: say(webhookWords.replayAllTitle),
      about: [
        isUnderWay ? say(webhookWords.replayedSome, { count: done }) : say(webhookWords.replayAllAbout),
        facts(filter),
      ],
      button: say(isUnderWay ? webhookWords.goOn : webhookWords.replayAll),
      address: `${webhookPath(id)}/replay`,
      back: addressWith(address, { before: undefined, done: undefined }).replace(/\/replay(?=\?|$)/, ''),
      fields: hidden(query),
    })
  },
})

export const replayMatching = action({
  path: '/console/webhooks/{webhook_id}/replay',
  access: 'admin',
  async act(call) {
    const { api, params, form } = call
    const path = webhookPath(params.webhook_id)
    const sent = given({
      status: form.text('status'),
      document: form.text('document'),
      from: form.text('from'),
      to: form.text('to'),
    })
    const filter: DeliveryFilter = given({
      status: oneOf(statuses, sent.status),
      document_id: sent.document,
      from: startOfDay(sent.from),
      to: endOfDay(sent.to),
    })
    let before = form.text('before')
    let count = Number(form.text('done') ?? 0) || 0
    for (let round = 0; round < roundsMax; round += 1) {
      const { answer, refusal } = await attempt(call, () =>
        api.call('replayWebhook', { params, body: { filter: { ...filter, ...(before && { before }) } } }),
      )
      if (refusal !== undefined) {
        const reason = Object.values(refusal.fields)[0] ?? refusal.message
        return { redirect: path, notice: noticeOf('bad', sharedWords.refused, { reason }) }
      }
      count += answer.replayed ?? 0
      before = answer.next ?? undefined
      if (before === undefined) break
    }
    if (before !== undefined) return { redirect: addressWith(`${path}/replay`, { ...sent, before, done: count }) }
    return {
      redirect: addressWith(path, sent),
      notice: noticeOf('good', webhookWords.replayedAll, { count }),
    }
  },
})

/** 1,000 deliveries a round: one press stays short, and the page offers to go on. */
const roundsMax = 10
