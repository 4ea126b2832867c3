import { contextOf, type StoredContext } from '../store/documents/document-context.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { Refusal } from './refusal.ts'

/** The organisation and the active business profile that a document is issued for. */
export interface DocumentContext {
  readonly organisation: NonNullable<StoredContext['organisation']>
  readonly profileId: string
  readonly profile: NonNullable<StoredContext['profile']>
}

export async function documentContext(
  { orgId }: Pick<Caller, 'orgId'>,
  profileId: string,
  { store }: Pick<ApplicationParts, 'store'>,
): Promise<DocumentContext | Refusal> {
  const { organisation, profile } = await contextOf(store.database, orgId, profileId)
  if (!organisation) return { refusal: 'organisation_unknown' }
  if (!profile) return { refusal: 'profile_not_found', profileId }
  if (!profile.isActive) return { refusal: 'profile_inactive', profileId }
  return { organisation, profileId, profile }
}
