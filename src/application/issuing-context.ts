import type { IssueContext } from '../store/documents/documents.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { Refusal } from './refusal.ts'

/** The organisation and the active business profile that a document is issued for. */
export interface IssuingContext {
  readonly organisation: NonNullable<IssueContext['organisation']>
  readonly profileId: string
  readonly profile: NonNullable<IssueContext['profile']>
}

export async function issuingContext(
  { orgId }: Pick<Caller, 'orgId'>,
  profileId: string,
  { store }: Pick<ApplicationParts, 'store'>,
): Promise<IssuingContext | Refusal> {
  const { organisation, profile } = await store.documents.issueContext(orgId, profileId)
  if (!organisation) return { refusal: 'organisation_unknown' }
  if (!profile) return { refusal: 'profile_not_found', profileId }
  if (!profile.isActive) return { refusal: 'profile_inactive', profileId }
  return { organisation, profileId, profile }
}
