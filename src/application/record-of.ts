import { callersParty, type Family } from '../document/family.ts'
import { partyOf } from '../document/party-of.ts'
import type { Draft } from '../record/draft.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { DocumentContext } from './document-context.ts'
import type { Refusal } from './refusal.ts'

/** The input of a record. */
export interface RecordInput extends Pick<Draft, 'family' | 'text' | 'documentNumber' | 'replaces' | 'credits'> {
  /** ms since 1970. */
  readonly now: number
  readonly isDryRun?: boolean
}

/**
 * Makes the record of a draft: reads, checks, computes, writes UBL and judges. A large draft runs
 * on a work thread. Stores nothing. Throws ThreadBusy or ShareExceeded when too much waits for that
 * thread.
 */
export async function recordOf(
  caller: Caller,
  input: RecordInput,
  { organisation, profileId, profile }: DocumentContext,
  parts: ApplicationParts,
): Promise<{ readonly record: DocumentRecord } | Refusal> {
  const { isDryRun = false, now, ...draft } = input
  const result = await parts.recordMaker.make({
    ...draft,
    isCompatible: caller.isCompatible,
    profile: partyOf(profileId, profile.party),
    issuedAt: now,
    serviceProviderId: parts.serviceProviderId,
    authorityId: parts.authorityId,
    answerForm: {
      orgId: caller.orgId,
      language: caller.language,
      hasPhase2: organisation.hasPhase2,
      isDryRun,
      isAnswerStored: caller.isAnswerStored,
    },
  })
  const { partyProfileId } = 'record' in result ? result.record : result.refusal
  const unknownProfile = await unknownPartyProfile(caller, draft.family, partyProfileId, parts)
  if ('refusal' in result) {
    const { unreadable, errors } = result.refusal
    if (unreadable) return { refusal: 'unreadable', ...unreadable }
    return { refusal: 'invalid', errors: new Map([...errors, ...unknownProfile]) }
  }
  if (unknownProfile.length > 0) return { refusal: 'invalid', errors: new Map(unknownProfile) }
  return { record: result.record }
}

/**
 * A party's `profile_id`, if sent, must name a business profile of the organisation. Source:
 * docs/contract.md#party.
 */
async function unknownPartyProfile(
  { orgId }: Caller,
  family: Family,
  profileId: string | undefined,
  { store }: ApplicationParts,
): Promise<readonly (readonly [path: string, message: string])[]> {
  if (profileId === undefined || (await store.profiles.find(orgId, profileId))) return []
  return [[`${callersParty(family)}.profile_id`, `Business profile not found with id: ${profileId}`]]
}
