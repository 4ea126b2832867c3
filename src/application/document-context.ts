import { type Family, isCreditNote } from '@selfbill/pint-ae/document'
import { contextOf, isOfEdition, type StoredContext } from '../store/documents/document-context.ts'
import type { MintedNumber, NumberFate } from '../store/documents/numbers.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { Refusal } from './refusal.ts'

/** The organisation and the active business profile that a document is issued for. */
export interface DocumentContext {
  readonly organisation: NonNullable<StoredContext['organisation']>
  readonly profileId: string
  readonly profile: NonNullable<StoredContext['profile']>
  /** From an earlier document, and not compared with the database yet. */
  readonly isRemembered: boolean
}

type ContextParts = Pick<ApplicationParts, 'store' | 'contextOf'>

export async function documentContext(
  { orgId }: Pick<Caller, 'orgId'>,
  profileId: string,
  { store, contextOf: find = (...about) => contextOf(store.database, ...about) }: ContextParts,
): Promise<DocumentContext | Refusal> {
  const { organisation, profile } = await find(orgId, profileId)
  if (!organisation) return { refusal: 'organisation_unknown' }
  if (!profile) return { refusal: 'profile_not_found', profileId }
  if (!profile.isActive) return { refusal: 'profile_inactive', profileId }
  store.contexts.set(orgId, profileId, { organisation, profile })
  return { organisation, profileId, profile, isRemembered: false }
}

/**
 * The context of the last document that was made with this profile: it saves a read. `lookAround`
 * finds out whether it has changed since, but for credit notes, whose look has no place for it.
 */
export function rememberedContext(
  { orgId }: Pick<Caller, 'orgId'>,
  family: Family,
  profileId: string,
  { store }: ContextParts,
): DocumentContext | undefined {
  const { organisation, profile } = (!isCreditNote(family) && store.contexts.get(orgId, profileId)) || {}
  return organisation && profile && { organisation, profileId, profile, isRemembered: true }
}

/** Whether a document would be made with the same context now. */
export async function isStillOf(
  { orgId }: Pick<Caller, 'orgId'>,
  context: DocumentContext,
  { store }: ContextParts,
): Promise<boolean> {
  const { organisation, profile } = await contextOf(store.database, orgId, context.profileId)
  return organisation !== undefined && profile !== undefined && isOfEdition(context, { organisation, ...profile })
}

/** Lends a number to the work, where the organisation has its documents numbered. */
export async function withNumber<Result>(
  { orgId }: Pick<Caller, 'orgId'>,
  family: Family,
  { organisation }: DocumentContext,
  { store }: ContextParts,
  work: (minted: MintedNumber | undefined) => Promise<{ readonly fate: NumberFate; readonly result: Result }>,
): Promise<Result> {
  const { hasAutoNumbering, numberFormat } = organisation
  if (hasAutoNumbering) return store.numbers.lend(orgId, family, numberFormat, work)
  const { result } = await work(undefined)
  return result
}
