import { callersParty, type Family } from '../document/family.ts'
import { partyOf } from '../document/party-of.ts'
import { message } from '../messages/message.ts'
import type { Draft, ReplacedTexts } from '../record/draft.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import type { FieldError } from '../record/read-draft.ts'
import { hasAgreement } from '../store/accounts/agreements.ts'
import { findProfile } from '../store/accounts/profiles.ts'
import { addPastSpan } from '../tracing/active-span.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { DocumentContext } from './document-context.ts'
import type { Refusal } from './refusal.ts'

/** The input of a record. */
export interface RecordInput extends Pick<Draft, 'family' | 'text' | 'documentNumber' | 'credits'> {
  /** Read for each record that is made, because its memory moves to a work thread. */
  readonly replaces?: () => Promise<ReplacedTexts>
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
  const { isDryRun = false, now, replaces, ...draft } = input
  const { family } = input
  const make = async (lacksAgreement: boolean) => {
    const made = await parts.recordMaker.make({
      ...draft,
      ...(replaces && { replaces: await replaces() }),
      ...(lacksAgreement && { lacksAgreement }),
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
    for (const step of made.steps) addPastSpan(step.name, step, { 'thread.name': made.thread })
    return made
  }
  const made = await make(false)
  const isChecked = organisation.hasAgreements && family === 'purchase-invoices' && 'record' in made
  const isCovered = !isChecked || (await isAgreed(made.record, { orgId: caller.orgId, profileId }, parts))
  const result = isCovered ? made : await make(true)
  const { partyProfileId } = 'record' in result ? result.record : result.refusal
  const unknownProfile = await unknownPartyProfile(caller, family, partyProfileId, parts)
  if ('refusal' in result) {
    const { unreadable, errors, areTotalsUnexpected } = result.refusal
    if (unreadable) return { refusal: 'unreadable', ...unreadable }
    if (areTotalsUnexpected && unknownProfile.length === 0) return { refusal: 'totals_unexpected', errors }
    if (areTotalsUnexpected) return { refusal: 'invalid', errors: new Map(unknownProfile) }
    return { refusal: 'invalid', errors: new Map([...errors, ...unknownProfile]) }
  }
  if (unknownProfile.length > 0) return { refusal: 'invalid', errors: new Map(unknownProfile) }
  return { record: result.record }
}

/**
 * A supplier without a TIN is not registered in the UAE, and has no agreement on self-billing.
 * Other rules are about that. Source: docs/decisions/0081.
 */
async function isAgreed(
  { supplierTin, figures }: DocumentRecord,
  between: { readonly orgId: string; readonly profileId: string },
  { store }: ApplicationParts,
): Promise<boolean> {
  if (supplierTin === undefined) return true
  return hasAgreement(store.database, { ...between, supplierTin, day: figures.issueDate })
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
