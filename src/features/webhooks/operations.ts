import { v7 } from 'uuid'
import { located, noContent, ok, secretAnswer } from '../../api/answer/answers.ts'
import { smallBodyBytesMax } from '../../api/declaration/request-body.ts'
import { Fault } from '../../api/faults.ts'
import { operationWith } from '../../api/operation.ts'
import { refuseFullSecrets } from '../../api/operations/full-secrets.ts'
import { listOf, wholeList } from '../../api/request/lists.ts'
import { newSecret } from '../../security/webhook-signature.ts'
import type { WebhookParts } from './parts.ts'
import {
  checkedWebhook,
  requireWebhook,
  WebhookAnswer,
  WebhookRequest,
  WebhookWithSecret,
  webhookAnswer,
  webhookDetail,
  webhookNotFound,
  webhookParameters,
} from './shapes.ts'
import { addWebhook, changeWebhook, removeWebhook, rotateSecret, type Webhook, webhooksOf } from './stored-webhooks.ts'

const operation = operationWith<WebhookParts>()

/**
 * Sends the feed, from now on, to a target. Only this answer shows the secret. Source:
 * docs/decisions/0028.
 */
const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Create a webhook, which receives the events of the change feed',
  description:
    'Events are posted to an https address, signed as in Standard Webhooks, and retried for a day. The secret is ' +
    'shown only once.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'id', detail: webhookDetail },
  isSecret: true,
  body: {
    kind: 'json',
    schema: WebhookRequest,
    bytesMax: smallBodyBytesMax,
    example: { url: 'https://erp.example/selfbill' },
  },
  answers: {
    201: { description: 'The webhook, with its secret', type: 'application/json', schema: WebhookWithSecret },
  },
  leadsTo: { path: '/api/webhooks/{webhook_id}', parameters: { webhook_id: '$response.body#/id' } },
  faults: ['document_invalid', 'webhooks_full'],
  async handle(call) {
    const { account, parts } = call
    const settings = await checkedWebhook(call.body.read(), parts)
    const { orgId } = account
    const { position } = await parts.feed.end(orgId)
    const now = parts.now()
    const secret = newSecret()
    const webhook = { ...settings, orgId, id: v7(), createdAt: now }
    const answered = webhookAnswer({ ...webhook, updatedAt: now, disabled: undefined, failingSince: undefined })
    const answer = located(secretAnswer(201, { ...answered, secret }), `/api/webhooks/${webhook.id}`)
    const row = { ...webhook, secret: parts.seal(secret), position }
    const isAdded = await addWebhook(parts.store.database, row, webhooksMax, call.keep(answer))
    if (!isAdded) throw new Fault('webhooks_full', { max: webhooksMax })
    parts.wake()
    return answer
  },
})

const webhooksMax = 20

/** All webhooks of the organisation, without pages: there are few. */
const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List the webhooks of the organisation',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: {},
  answers: {
    200: {
      description: 'The webhooks, oldest first',
      type: 'application/json',
      schema: listOf('WebhookList', WebhookAnswer),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, parts }) {
    return ok(wholeList((await webhooksOf(parts.store.database, account.orgId)).map(webhookAnswer)))
  },
})

/** A webhook and its state; never its secret. */
const retrieveWebhook = operation({
  id: 'retrieveWebhook',
  method: 'GET',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Retrieve a webhook',
  access: { kind: 'scopes', scopes: ['admin'] },
  params: webhookParameters,
  answers: { 200: { description: 'The webhook', type: 'application/json', schema: WebhookAnswer } },
  faults: ['webhook_not_found'],
  async handle(call) {
    return ok(webhookAnswer(await requireWebhook(call)))
  },
})

/**
 * Replaces the settings of a webhook. It continues where it stopped, even if the service disabled
 * it.
 */
const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'PUT',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Change a webhook, or switch it on or off',
  description: 'Replaces all settings. The webhook continues where it stopped, even if the service disabled it.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id', detail: webhookDetail },
  params: webhookParameters,
  body: {
    kind: 'json',
    schema: WebhookRequest,
    bytesMax: smallBodyBytesMax,
    example: { url: 'https://erp.example/selfbill', is_active: true },
  },
  answers: { 200: { description: 'The changed webhook', type: 'application/json', schema: WebhookAnswer } },
  faults: ['webhook_not_found', 'document_invalid'],
  async handle(call) {
    const { parts } = call
    const { database } = parts.store
    const webhook = await requireWebhook(call)
    const wanted = await checkedWebhook(call.body.read(), parts)
    const answerOf = (changed: Webhook) => ok(webhookAnswer(changed))
    const changed = await changeWebhook(database, webhook, wanted, parts.now(), (stored) => call.keep(answerOf(stored)))
    parts.wake()
    return answerOf(changed)
  },
})

/** Deletes a webhook and its list of deliveries; nothing more is sent. */
const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{webhook_id}',
  summary: 'Delete a webhook',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id' },
  params: webhookParameters,
  answers: { 204: { description: 'Deleted' } },
  faults: ['webhook_not_found'],
  async handle({ account, params, keep, parts }) {
    const id = params.webhook_id
    if (!(await removeWebhook(parts.store.database, account.orgId, id, keep(noContent)))) throw webhookNotFound(id)
    return noContent
  },
})

/**
 * A new secret, shown only in this answer. The former secrets sign too, each for a day after its
 * rotation, so that the receiver has time to switch.
 */
const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/{webhook_id}/rotate',
  summary: 'Give a webhook a new secret; the old one also signs for 24 hours',
  description: 'The new secret is shown only once. At most four former secrets sign at once.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'webhook', id: 'webhook_id' },
  isSecret: true,
  params: webhookParameters,
  answers: {
    200: { description: 'The webhook, with its new secret', type: 'application/json', schema: WebhookWithSecret },
  },
  faults: ['webhook_not_found', 'webhook_secrets_full'],
  async handle(call) {
    const { account, parts } = call
    const webhook = await requireWebhook(call)
    const now = parts.now()
    const secret = newSecret()
    const rotation = { secret: parts.seal(secret), formerUntil: now + formerMs, now }
    const answer = secretAnswer(200, { ...webhookAnswer({ ...webhook, updatedAt: now }), secret })
    const isRotated = await refuseFullSecrets('webhook_secrets_full', () =>
      rotateSecret(parts.store.database, account.orgId, webhook.id, rotation, call.keep(answer)),
    )
    if (!isRotated) throw webhookNotFound(webhook.id)
    return answer
  },
})

const formerMs = 24 * 3_600_000

export const webhookOperations = [
  createWebhook,
  listWebhooks,
  retrieveWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
]
