import { strict as assert } from 'node:assert'
import { readJson } from '../json/read.ts'
import { check } from './declaration/check.ts'
import { BusinessProfile } from './objects/business-profile.ts'
import type { Party } from './objects/party.ts'

/** The party of a stored profile, with its profile_id, as documents contain it. */
export function partyOf(profileId: string, party: string): Party & { readonly profile_id: string } {
  const checked = check(BusinessProfile, readJson(party))
  assert('value' in checked, `business profile ${profileId} is stored but not valid`)
  const { status: _, ...members } = checked.value
  return { ...members, profile_id: profileId }
}
