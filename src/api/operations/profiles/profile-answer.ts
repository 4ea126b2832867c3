import { completedStatus, instantAt, partyOf } from '@selfbill/pint-ae/document'
import { RawJson, writeJson } from '@selfbill/pint-ae/json'
import { v5 } from 'uuid'
import type { Profile } from '../../../store/accounts/profiles.ts'
import type { JsonAnswer } from '../../answer/answer.ts'
import { json } from '../../answer/answers.ts'
import type { AccountContext } from '../../declaration/call.ts'

/**
 * A business profile as the API answers it, also in lists. Source: docs/contract.md#party;
 * docs/decisions/0053.
 */
export function answeredProfile(profile: Profile, { compatibility }: ProfileAudience) {
  const { profileId, orgId, status, party, createdAt, updatedAt } = profile
  const answered = {
    org_id: orgId,
    status,
    ...partyOf(profileId, party),
    created_at: instantAt(createdAt),
    updated_at: instantAt(updatedAt),
  }
  if (compatibility === undefined) return answered
  // The clients of that mode read Unix seconds.
  const seconds = { created_at: Math.floor(createdAt / 1000), updated_at: Math.floor(updatedAt / 1000) }
  const completed = status === 'ACTIVE' ? completedStatus : status
  return new RawJson(writeJson({ id: v5(profileId, orgId), ...answered, status: completed, ...seconds }))
}

type ProfileAudience = Pick<AccountContext, 'compatibility'>

/** One profile, with the ETag for If-Match. */
export function profileAnswer<const Status extends 200 | 201>(
  status: Status,
  profile: Profile,
  call: ProfileAudience,
): JsonAnswer<Status, ReturnType<typeof answeredProfile>> {
  return { ...json(status, answeredProfile(profile, call)), headers: { etag: profileTag(profile) } }
}

/** The version of a profile as an ETag. */
export function profileTag({ version }: Profile): string {
  return `"${version}"`
}
