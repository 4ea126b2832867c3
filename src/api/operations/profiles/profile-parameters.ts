import { profileIdShape, Type } from '@selfbill/pint-ae/document'
import { findProfile, type Profile } from '../../../store/accounts/profiles.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'

export const profileParameters = {
  business_profile_id: Type.String(profileIdShape),
}

/**
 * The profile that the path names. Throws the Fault `business_profile_not_found`, also for another
 * organisation's profile.
 */
export async function profileInPath({ account, params, parts }: ProfileInPath): Promise<Profile> {
  const { business_profile_id: profileId } = params
  const profile = await findProfile(parts.store.database, account.orgId, profileId)
  if (!profile) throw new Fault('business_profile_not_found', { id: profileId })
  return profile
}

interface ProfileInPath extends Pick<AccountContext, 'account' | 'parts'> {
  readonly params: { readonly business_profile_id: string }
}
