import Type, { type Static } from 'typebox'
import { list, object, optional } from '../../../document/declaration/declare.ts'
import { flag, matching, oneOf, text } from '../../../document/declaration/leaves.ts'
import { eventTypes, FeedEntry } from '../../../feed/entry.ts'
import { deliveryStatuses } from '../../../store/webhooks/settle-delivery.ts'
import { disabledReasons } from '../../../store/webhooks/webhooks.ts'
import { postErrors } from '../../../webhooks/post.ts'

/** The settings of a webhook; a change replaces all of them. */
export const WebhookRequest = object({
  // `judgeTarget` checks the rest: docs/decisions/0028.
  url: matching(/^[Hh][Tt][Tt][Pp][Ss]:\/\/[^\x00-\x20/?#@\\][^\x00-\x20]*$/, 'Title must be an https address', 2000),
  event_types: optional(list(oneOf(eventTypes), eventTypes.length)),
  description: optional(text(255)),
  is_active: optional(flag(true)),
})

export type WebhookRequest = Static<typeof WebhookRequest>

const time = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const webhookMembers = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String({ description: 'https' }),
  event_types: orNull(Type.Array(Type.Enum([...eventTypes])), 'Null: all types'),
  description: orNull(Type.String(), 'Free text from the client'),
  is_active: Type.Boolean({ description: 'False: nothing is sent and nothing is lost; it continues where it stopped' }),
  disabled: orNull(
    Type.Object({ reason: Type.Enum([...disabledReasons]), at: time('When') }),
    'Set when the service disabled it: the target answered 410 (GONE), or every attempt failed for days (FAILING)',
  ),
  failing_since: orNull(time('The first failure'), 'Every attempt has failed since then'),
  created_at: time('When it was created'),
  updated_at: time('When it was last changed'),
}

/** A webhook as the API answers it. Source: docs/decisions/0028. */
export const WebhookAnswer = Type.Object(webhookMembers)

/** With its secret, which is shown only once. */
export const WebhookWithSecret = Type.Object({
  ...webhookMembers,
  secret: Type.String({ description: '`whsec_…`: verifies signatures. Shown only once' }),
})

/** One event on its way to one webhook. */
export const DeliveryAnswer = Type.Object({
  event: FeedEntry,
  status: Type.Enum([...deliveryStatuses], { description: 'FAILED: no attempts are left' }),
  next_attempt_at: orNull(time('When'), 'Null: no attempt is planned, or one is in progress'),
  attempts: Type.Array(
    Type.Object({
      at: time('When it began'),
      status_code: orNull(Type.Integer(), "The status of the target's answer; the rest is not stored"),
      error: orNull(Type.Enum([...postErrors]), 'Why there was no answer'),
      duration_ms: Type.Integer(),
    }),
    { description: 'Oldest first' },
  ),
})

export const webhookParameters = { webhook_id: Type.String({ description: 'The id of the webhook', format: 'uuid' }) }
