import { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { oneOf } from '../../../console/one-of.ts'
import { confirmation } from '../../../console/parts/confirmation.ts'
import { idempotencyField, idempotencyOf } from '../../../console/parts/idempotency.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import { action, page } from '../../../console/route.ts'
import { secretPage } from './webhook-form.ts'
import { eventTypes, webhookPath } from './webhook-view.ts'
import { webhookWords } from './webhook-words.ts'

/** What can be done with one webhook: a new secret, a test event, its end. */
export const askToRotate = page({
  path: '/console/webhooks/{webhook_id}/rotate',
  access: 'admin',
  async show(call) {
    const { say } = call
    const { id } = await call.api.call('retrieveWebhook', { params: call.params })
    return confirmation(call, {
      title: say(webhookWords.rotateTitle),
      about: [say(webhookWords.rotateAbout)],
      button: say(webhookWords.rotate),
      address: `${webhookPath(id)}/rotate`,
      back: webhookPath(id),
      fields: idempotencyField(),
    })
  },
})

export const rotateSecret = action({
  path: '/console/webhooks/{webhook_id}/rotate',
  access: 'admin',
  async act(call) {
    const { api, params, form, say } = call
    const rotated = await api.call('rotateWebhookSecret', { params, ...idempotencyOf(form) })
    return secretPage(call, rotated, say(webhookWords.rotated))
  },
})

export const askToDelete = page({
  path: '/console/webhooks/{webhook_id}/delete',
  access: 'admin',
  async show(call) {
    const { say } = call
    const { id, url } = await call.api.call('retrieveWebhook', { params: call.params })
    return confirmation(call, {
      title: say(webhookWords.removeTitle),
      about: [say(webhookWords.removeAbout, { url })],
      button: say(webhookWords.remove),
      address: `${webhookPath(id)}/delete`,
      back: webhookPath(id),
    })
  },
})

export const deleteWebhook = action({
  path: '/console/webhooks/{webhook_id}/delete',
  access: 'admin',
  async act({ api, params }) {
    await api.call('deleteWebhook', { params }).catch(passOverMissing)
    return { redirect: '/console/webhooks', notice: noticeOf('good', webhookWords.removed) }
  },
})

/** A second press of the button: it is gone already. */
function passOverMissing(error: unknown): void {
  if (!(error instanceof SelfbillError) || error.status !== 404) throw error
}

export const sendTest = action({
  path: '/console/webhooks/{webhook_id}/test',
  access: 'admin',
  async act(call) {
    const { api, params, form } = call
    const type = oneOf(eventTypes, form.text('event_type'))
    const body = type === undefined ? {} : { event_type: type }
    const { answer, refusal } = await attempt(call, () =>
      api.call('testWebhook', { params, body, ...idempotencyOf(form) }),
    )
    const path = webhookPath(params.webhook_id)
    return refusal === undefined
      ? {
          redirect: `${path}/deliveries/${encodeURIComponent(answer.event.id)}`,
          notice: noticeOf('good', webhookWords.tested),
        }
      : { redirect: path, notice: noticeOf('bad', sharedWords.refused, { reason: refusal.message }) }
  },
})
