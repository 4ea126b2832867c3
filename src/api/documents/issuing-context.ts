import { Fault } from '../../faults.ts'
import type { Call } from '../operation.ts'

/** The organisation and the active business profile that a document is issued for. Throws a Fault where one of them is not there. */
export async function issuingContext({ account, parts }: Pick<Call, 'account' | 'parts'>, profileId: string) {
  const { organisation, profile } = await parts.store.documents.issueContext(account.orgId, profileId)
  if (!organisation) throw new Fault('unauthenticated')
  if (!profile) throw new Fault('profile_not_found', [profileId])
  if (!profile.isActive) throw new Fault('profile_inactive', [profileId])
  return { organisation, profile }
}
