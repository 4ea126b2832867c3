import { callersParty, type Family, type FieldErrors, partyOf } from '@selfbill/pint-ae/document'
import type { ComputedFacts, FieldError } from '@selfbill/pint-ae/draft'
import { message } from '@selfbill/pint-ae/messages'
import type { Circumstances } from '@selfbill/pint-ae/rulebook'
import type { Draft, ReplacedTexts } from '../record/draft.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import { findProfile } from '../store/accounts/profiles.ts'
import { addPastSpan } from '../tracing/active-span.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { DocumentContext } from './document-context.ts'
import { lookAround } from './look-around.ts'
import type { Refusal } from './refusal.ts'

/** The input of a record. */
export interface RecordInput extends Pick<Draft, 'family' | 'text' | 'documentNumber'> {
  // These are read for each record that is made, because their memory moves to a work thread.
  readonly replaces?: () => Promise<ReplacedTexts>
  readonly credits?: () => Promise<NonNullable<Draft['credits']>>
  /** ms since 1970. */
  readonly now: number
  readonly isDryRun?: boolean
  /** Called when the remembered context has changed: what is returned must not be stored. */
  readonly onStale?: () => void
}

/**
 * Makes the record of a draft: reads, checks, computes, writes UBL and judges. A large draft runs
 * on a work thread. Stores nothing. Throws ThreadBusy or ShareExceeded when too much waits for that
 * thread.
 */
export async function recordOf(
  caller: Caller,
  input: RecordInput,
  context: DocumentContext,
  parts: ApplicationParts,
): Promise<{ readonly record: DocumentRecord } | Refusal> {
  const { organisation, profileId, profile } = context
  const { isDryRun = false, now, replaces, credits, onStale, ...draft } = input
  const { family } = input
  const draftFor = async (circumstances?: Circumstances): Promise<Draft> => ({
    ...draft,
    ...(replaces && { replaces: await replaces() }),
    ...(credits && { credits: await credits() }),
    ...(circumstances && { circumstances }),
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
  const look = async (about: ComputedFacts) => {
    const { circumstances, isStale } = await lookAround(caller, family, context, about, parts)
    if (isStale) onStale?.()
    return circumstances
  }
  const result = await parts.recordMaker.make(draftFor, look)
  for (const step of result.steps) addPastSpan(step.name, step, { 'thread.name': result.thread })
  const { partyProfileId } = 'record' in result ? result.record : result.refusal
  const unknownProfile = await unknownPartyProfile(caller, family, partyProfileId, parts)
  const invalid = async (errors: FieldErrors): Promise<Refusal> => ({
    refusal: 'invalid',
    errors,
    ...(isDryRun && caller.isThorough === true && { inPart: await parts.recordMaker.judgeInPart(await draftFor()) }),
  })
  if ('refusal' in result) {
    const { unreadable, errors, areTotalsUnexpected } = result.refusal
    if (unreadable) return { refusal: 'unreadable', ...unreadable }
    if (areTotalsUnexpected && unknownProfile.length === 0) return { refusal: 'totals_unexpected', errors }
    if (areTotalsUnexpected) return invalid(new Map(unknownProfile))
    return invalid(new Map([...errors, ...unknownProfile]))
  }
  if (unknownProfile.length > 0) return invalid(new Map(unknownProfile))
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
): Promise<readonly FieldError[]> {
  if (profileId === undefined || (await findProfile(store.database, orgId, profileId))) return []
  return [[`${callersParty(family)}.profile_id`, message('profile_not_found', { id: profileId })]]
}
