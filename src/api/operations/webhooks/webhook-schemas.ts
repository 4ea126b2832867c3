import Type, { type Static } from 'typebox'
import { list, object, optional } from '../../../document/declaration/declare.ts'
import { flag, matching, oneOf, text } from '../../../document/declaration/leaves.ts'
import { eventTypes, FeedEntry } from '../../../feed/entry.ts'
import { deliveryStatuses } from '../../../store/webhooks/settle-delivery.ts'
import { disabledReasons } from '../../../store/webhooks/webhooks.ts'
import { postErrors } from '../../../webhooks/post.ts'

/** What a caller says about a webhook; a change replaces all of it. */
export const WebhookRequest = object({
  // What else is asked of it is told by its messages: docs/decisions/0028.
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
  event_types: orNull(Type.Array(Type.Enum([...eventTypes])), 'Null: all of them'),
  description: orNull(Type.String(), 'In the words of who made it'),
  is_active: Type.Boolean({ description: 'False: nothing is sent, and nothing is lost; it goes on where it stopped' }),
  disabled: orNull(
    Type.Object({ reason: Type.Enum([...disabledReasons]), at: time('When') }),
    'Set when the service has switched it off: the target answered 410 (GONE), or every attempt failed for days (FAILING)',
  ),
  failing_since: orNull(time('When'), 'Since when every attempt has failed'),
  created_at: time('When it was made'),
  updated_at: time('When it was changed last'),
}

/** A webhook as it is answered. Source: docs/decisions/0028. */
export const WebhookAnswer = Type.Object(webhookMembers)

/** With its secret: shown this once. */
export const WebhookWithSecret = Type.Object({
  ...webhookMembers,
  secret: Type.String({ description: '`whsec_…`: verifies signatures. Shown this once' }),
})

/** What became of one event for one webhook. */
export const DeliveryAnswer = Type.Object({
  event: FeedEntry,
  status: Type.Enum([...deliveryStatuses], { description: 'FAILED: given up' }),
  next_attempt_at: orNull(time('When'), 'Null: none is to come, or one is under way'),
  attempts: Type.Array(
    Type.Object({
      at: time('When it began'),
      status_code: orNull(Type.Integer(), 'What the target answered; nothing else of its answer is kept'),
      error: orNull(Type.Enum([...postErrors]), 'Why there was no answer'),
      duration_ms: Type.Integer(),
    }),
    { description: 'The oldest first' },
  ),
})

export const webhookParameters = { webhook_id: Type.String({ description: 'The id of the webhook', format: 'uuid' }) }
