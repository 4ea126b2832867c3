import { strict as assert } from 'node:assert'
import { readJson } from '../json/read.ts'
import { check } from './declaration/check.ts'
import { BusinessProfile } from './objects/business-profile.ts'
import type { Party } from './objects/party.ts'

/** The party a stored profile stands for, with its profile_id, as documents carry it. */
export function partyOf(profileId: string, party: string): Party & { readonly profile_id: string } {
  const checked = check(BusinessProfile, readJson(party))
  assert('value' in checked, `business profile ${profileId} is not valid as it is stored`)
  const { status: _, ...members } = checked.value
  return { ...members, profile_id: profileId }
}
