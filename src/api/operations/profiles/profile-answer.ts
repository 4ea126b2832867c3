import type { Profile } from '../../../store/accounts/profiles.ts'
import { json } from '../../answer/answers.ts'
import type { Answer } from '../../operation.ts'
import type { Parts } from '../../parts.ts'

/** A business profile as it is answered, in lists too. Source: decisions §2 "business profile". */
export function answeredProfile({ profileId, orgId, status, party, createdAt, updatedAt }: Profile, parts: Parts) {
  return {
    org_id: orgId,
    status,
    ...parts.partyOf(profileId, party),
    created_at: Math.floor(createdAt / 1000),
    updated_at: Math.floor(updatedAt / 1000),
  }
}

/** One profile, with the tag that a change may ask for: If-Match. */
export function profileAnswer(status: 200 | 201, profile: Profile, parts: Parts): Answer {
  return { ...json(status, answeredProfile(profile, parts)), headers: { etag: profileTag(profile) } }
}

/** The version of the profile as an entity tag. */
export function profileTag({ version }: Profile): string {
  return `"${version}"`
}
