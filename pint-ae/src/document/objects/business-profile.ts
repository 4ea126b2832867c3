import type { Static } from 'typebox'
import { answerObject, instant } from '../declaration/answer-shapes.ts'
import { addRules, namedObject, optional } from '../declaration/declare.ts'
import { matching, oneOf } from '../declaration/leaves.ts'
import { Type } from '../declaration/type.ts'
import { CustomerParty, customerRules } from './party.ts'

const profileIdSyntax = /^[A-Za-z0-9-]{1,64}$/

export const profileIdShape = { maxLength: 64, pattern: profileIdSyntax.source }

/** Only an active profile can issue documents. */
const profileStatuses = ['ACTIVE', 'INACTIVE'] as const

/** The status ACTIVE, as compatibility mode calls it. */
export const completedStatus = 'COMPLETED'

/**
 * A business profile as sent for create or replace. Its party becomes the buyer of self-billed
 * documents and the seller of sales. `profile_id` is minted when absent. A new profile is active;
 * an absent `status` leaves it unchanged. Source: docs/contract.md#party;
 * docs/contract.md#requests.
 */
export const BusinessProfile = namedObject(
  'BusinessProfile',
  {
    ...CustomerParty.properties,
    profile_id: optional(matching(profileIdSyntax, 'must_be_profile_id')),
    status: optional(oneOf(profileStatuses)),
  },
  { neverSent: ['org_id', 'created_at', 'updated_at'] },
)

addRules(BusinessProfile, ...customerRules)

export type BusinessProfile = Static<typeof BusinessProfile>

/** A business profile in an answer. */
export const AnsweredProfile = answerObject('AnsweredBusinessProfile', {
  id: Type.Optional(Type.String({ format: 'uuid' })),
  profile_id: Type.String(),
  org_id: Type.String({ format: 'uuid' }),
  status: Type.String({
    enum: [...profileStatuses, completedStatus],
  }),
  ...Type.Omit(CustomerParty, ['profile_id']).properties,
  created_at: instant(),
  updated_at: instant(),
})
