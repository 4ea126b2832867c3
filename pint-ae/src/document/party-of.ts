import { LRUCache } from 'lru-cache'
import { readJson } from '../json/read.ts'
import { checkStored } from './declaration/check.ts'
import { BusinessProfile } from './objects/business-profile.ts'
import type { Party } from './objects/party.ts'

/** The party of a stored profile, with its profile_id, as documents contain it. */
export function partyOf(profileId: string, party: string): ProfileParty {
  const key = `${profileId} ${party}`
  const known = parties.get(key)
  if (known !== undefined) return known
  const checked = checkStored(BusinessProfile, readJson(party))
  if (!('value' in checked)) throw new Error(`business profile ${profileId} is stored but not valid`)
  const { status: _, ...members } = checked.value
  const read = { ...members, profile_id: profileId }
  parties.set(key, read)
  return read
}

type ProfileParty = Party & { readonly profile_id: string }

/**
 * Profiles change rarely: each is read once for many creates, and a list of a hundred would take
 * 10 ms.
 */
const parties = new LRUCache<string, ProfileParty>({ maxSize: 4_000_000, sizeCalculation: (_, key) => key.length })
