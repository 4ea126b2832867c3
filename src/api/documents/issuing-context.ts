import { Fault } from '../../faults.ts'
import type { IssuedRecord } from '../../issuing/issued-record.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import type { OverallStatus } from '../../store/documents/document-row.ts'
import type { Call } from '../operation.ts'

/** The organisation and the active business profile that a document is issued for. Throws a Fault where one of them is not there. */
export async function issuingContext({ account, parts }: Pick<Call, 'account' | 'parts'>, profileId: string) {
  const { organisation, profile } = await parts.store.documents.issueContext(account.orgId, profileId)
  if (!organisation) throw new Fault('unauthenticated')
  if (!profile) throw new Fault('profile_not_found', [profileId])
  if (!profile.isActive) throw new Fault('profile_inactive', [profileId])
  return { organisation, profile }
}

/** Whether a document is sent, and where it stands as it is stored: Peppol has nothing to say of one without a subscription. */
export function firstStatus({ isValid }: IssuedRecord, { hasPhase2 }: Pick<Organisation, 'hasPhase2'>): FirstStatus {
  if (!isValid) return { isSent: false, overallStatus: 'VALIDATION_FAILED' }
  return hasPhase2 ? { isSent: true, overallStatus: 'PENDING' } : { isSent: false, overallStatus: null }
}

export interface FirstStatus {
  readonly isSent: boolean
  readonly overallStatus: OverallStatus | null
}
