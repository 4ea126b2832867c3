import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import type { Form } from '../../../console/http/form.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { oneOf } from '../../../console/one-of.ts'
import { checkBox, checkBoxes } from '../../../console/parts/check-boxes.ts'
import { field } from '../../../console/parts/field.ts'
import { formerValues, withChanges } from '../../../console/parts/former.ts'
import { idempotencyField, idempotencyOf } from '../../../console/parts/idempotency.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { secretBox } from '../../../console/parts/secret-box.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../../console/route.ts'
import { eventTypes, type Webhook, webhookPath } from './webhook-view.ts'
import { webhookWords } from './webhook-words.ts'

/** The form of a webhook, for a new one and for its settings. */
export const newWebhook = page({
  path: '/console/webhooks/new',
  access: 'admin',
  show: (call) => formPage(call, { url: '', is_active: true }),
})

export const addWebhook = action({
  path: '/console/webhooks/new',
  access: 'admin',
  async act(call) {
    const { api, form, say } = call
    const body = settingsIn(form)
    const { answer, refusal } = await attempt(call, () => api.call('createWebhook', { body, ...idempotencyOf(form) }))
    return refusal === undefined ? secretPage(call, answer, say(webhookWords.added)) : formPage(call, body, { refusal })
  },
})

export const editWebhook = page({
  path: '/console/webhooks/{webhook_id}/edit',
  access: 'admin',
  async show(call) {
    const { params } = call
    const present = settingsOf(await call.api.call('retrieveWebhook', { params }))
    return formPage(call, present, { id: params.webhook_id, present })
  },
})

export const changeWebhook = action({
  path: '/console/webhooks/{webhook_id}/edit',
  access: 'admin',
  async act(call) {
    const { api, form, params } = call
    const present = settingsOf(await api.call('retrieveWebhook', { params }))
    const body = withChanges(form, present, settingsIn(form))
    const { refusal } = await attempt(call, () => api.call('updateWebhook', { params, body, ...idempotencyOf(form) }))
    if (refusal !== undefined) return formPage(call, body, { id: params.webhook_id, present, refusal })
    return { redirect: webhookPath(params.webhook_id), notice: noticeOf('good', webhookWords.saved) }
  },
})

/** The answer that shows a secret, for a new webhook and for a new secret. */
export function secretPage(call: Pick<Call, 'say'>, shown: { id: string; secret: string }, title: string): PageReply {
  const { say } = call
  const more = html`<p>${say(webhookWords.secretHint)}</p>
<div class="actions"><a class="button primary" href="${webhookPath(shown.id)}">${say(webhookWords.toWebhook)}</a></div>`
  return {
    title,
    body: html`${pageHead(title)}
${secretBox(call, { title: say(webhookWords.secret), secret: shown.secret, more })}`,
  }
}

type Settings = Operations['createWebhook']['body']

interface Shown {
  /** Undefined for a new one, like its present settings. */
  readonly id?: string
  readonly present?: Settings
  readonly refusal?: SelfbillError
}

function formPage(call: Pick<Call, 'say'>, settings: Settings, { id, present, refusal }: Shown = {}): PageReply {
  const { say } = call
  const title = say(id === undefined ? webhookWords.addTitle : webhookWords.editTitle)
  const back = id === undefined ? '/console/webhooks' : webhookPath(id)
  const address = id === undefined ? '/console/webhooks/new' : `${webhookPath(id)}/edit`
  const events = eventTypes.map((type) => ({ value: type, label: `${say(webhookWords[type])} (${type})` }))
  const problemOf = (name: string) => refusal?.fields[name]
  return {
    title,
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', webhookWords.notSaved) }),
    body: html`${pageHead(title, { about: say(webhookWords.about) })}
<form class="card columns" method="post" action="${address}">
${idempotencyField()}${present !== undefined && formerOf(present)}
${field('url', say(webhookWords.url), {
  value: settings.url,
  type: 'url',
  isRequired: true,
  direction: 'ltr',
  hint: say(webhookWords.urlHint),
  problem: problemOf('url'),
})}
${field('description', say(webhookWords.description), {
  value: settings.description,
  maxLength: 255,
  problem: problemOf('description'),
})}
${checkBoxes('event_types', say(webhookWords.events), events, {
  chosen: settings.event_types ?? [],
  hint: say(webhookWords.eventsHint),
})}
${checkBox('is_active', say(webhookWords.isActive), settings.is_active ?? true, say(webhookWords.isActiveHint))}
${otherProblems(refusal, ['url', 'description'])}
<div class="actions"><button class="primary" type="submit">${say(webhookWords.save)}</button>
<a class="button" href="${back}">${say(sharedWords.cancel)}</a></div>
</form>`,
  }
}

function settingsOf({ url, is_active, event_types, description }: Webhook): Settings {
  return { url, is_active, ...(event_types && { event_types }), ...(description !== null && { description }) }
}

function formerOf({ url, is_active, event_types = [], description }: Settings): readonly Html[] {
  return formerValues({ url, is_active, event_types, description })
}

function settingsIn(form: Form): Settings {
  const chosen = form.texts('event_types').flatMap((text) => oneOf(eventTypes, text) ?? [])
  const description = form.text('description')
  return {
    url: form.text('url') ?? '',
    is_active: form.isChecked('is_active'),
    ...(chosen.length > 0 && { event_types: chosen }),
    ...(description !== undefined && { description }),
  }
}
