import type { Static } from 'typebox'
import { addRules, object, optional } from '../declare.ts'
import { matching } from '../leaves.ts'
import { CustomerParty, customerRules } from './party.ts'

/**
 * A business profile as it is created or replaced: the party that becomes the buyer of every self-billed document issued
 * under it. `profile_id` is minted when absent. Source: contract, "Party"; decisions §1 `{business_profile_id}`, §2.
 */
export const BusinessProfile = object(
  {
    ...CustomerParty.properties,
    profile_id: optional(matching(/^[A-Za-z0-9-]{1,64}$/, 'Title must be 1 to 64 letters, digits or hyphens')),
  },
  { neverSent: ['org_id', 'status', 'created_at', 'updated_at'] },
)

addRules(BusinessProfile, ...customerRules)

export type BusinessProfile = Static<typeof BusinessProfile>
