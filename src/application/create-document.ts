import type { Family } from '@selfbill/pint-ae/document'
import type { Text } from '@selfbill/pint-ae/text'
import type { Draft } from '../record/draft.ts'
import { type FirstStatus, firstStatus } from '../record/first-status.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import { addDocument } from '../store/documents/add-document.ts'
import type { NewCredit } from '../store/documents/invoice-credits.ts'
import type { MintedNumber, NumberFate } from '../store/documents/numbers.ts'
import { currentTrace } from '../tracing/active-span.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import { type DocumentContext, documentContext, isStillOf, rememberedContext } from './document-context.ts'
import { inDocumentSpan } from './document-span.ts'
import { firstEntries } from './first-entries.ts'
import { recordOf } from './record-of.ts'
import type { Refusal } from './refusal.ts'
import { announce, answerOf, rowOf } from './stored.ts'

/**
 * Issues a document: reads the organisation and its business profile, makes the record and stores
 * it. One transaction holds the document with its number, legs, log and answer. A document that
 * fails its rules is stored too, with its findings.
 */
export function createDocument(caller: Caller, draft: NewDraft, parts: ApplicationParts): Promise<Created | Refusal> {
  return inDocumentSpan('create', draft.family, () => issue(caller, draft, parts))
}

async function issue(caller: Caller, draft: NewDraft, parts: ApplicationParts): Promise<Created | Refusal> {
  const { family, profileId } = draft
  let context = rememberedContext(caller, family, profileId, parts) ?? (await documentContext(caller, profileId, parts))
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if ('refusal' in context) return context
    const attempted = await tryToCreate(caller, draft, context, parts)
    if ('refusal' in attempted || 'answer' in attempted) return attempted
    if (attempted.again === 'context_changed') context = await documentContext(caller, profileId, parts)
  }
  return { refusal: 'contended' }
}

/** A request for a new document. */
export interface NewDraft {
  readonly family: Family
  readonly profileId: string
  /** JSON of the request. */
  readonly text: Text
  /**
   * The invoice that a credit note by reference credits. Each attempt reads it again, because its
   * memory moves to a work thread.
   */
  readonly credits?: () => Promise<Credits>
}

export interface Credits {
  readonly invoice: NonNullable<Draft['credits']>
  /** Stored with the credit note, so that no other takes the same from the invoice. */
  claim(record: DocumentRecord): NewCredit
}

export interface Created {
  readonly id: string
  readonly isNumberMinted: boolean
  /** Null without the Phase 2 subscription. */
  readonly overallStatus: FirstStatus['overallStatus']
  /** JSON of the document. */
  readonly answer: Text
}

/**
 * Each attempt meets another change: of the profile, of the invoice's credits, or a caller who
 * took the minted number.
 */
const attemptsMax = 20

type Attempted = Created | Refusal | { readonly again: Interference }

/** The change by another request that made this attempt fail. */
type Interference = 'context_changed' | 'credited_meanwhile' | 'number_taken'

/** One attempt. With automatic numbering, a number is lent to it. */
async function tryToCreate(
  caller: Caller,
  draft: NewDraft,
  context: DocumentContext,
  parts: ApplicationParts,
): Promise<Attempted> {
  const { hasAutoNumbering, numberFormat } = context.organisation
  if (!hasAutoNumbering) return attempt(caller, { draft, context }, parts)
  return parts.store.numbers.lend(caller.orgId, draft.family, numberFormat, async (minted) => {
    const result = await attempt(caller, { draft, context, minted }, parts)
    return { fate: fateOf(result), result }
  })
}

function fateOf(result: Attempted): NumberFate {
  if ('again' in result) return result.again === 'number_taken' ? 'taken' : 'unused'
  return 'answer' in result && result.isNumberMinted ? 'used' : 'unused'
}

interface Attempt {
  readonly draft: NewDraft
  readonly context: DocumentContext
  /** Used when the request has no number. */
  readonly minted?: MintedNumber
}

async function attempt(
  caller: Caller,
  { draft, context, minted }: Attempt,
  parts: ApplicationParts,
): Promise<Attempted> {
  const { family, profileId, text } = draft
  const { orgId } = caller
  const credits = draft.credits && claimable(draft.credits)
  const now = parts.now()
  let isStale = false
  const onStale = () => {
    isStale = true
  }
  const input = { family, text, documentNumber: minted?.text, now, onStale, ...(credits && { credits: credits.read }) }
  const made = await recordOf(caller, input, context, parts)
  if (isStale) return { again: 'context_changed' }
  if ('refusal' in made) {
    const isFinal = !context.isRemembered || (await isStillOf(caller, context, parts))
    return isFinal ? made : { again: 'context_changed' }
  }
  const { record } = made
  const status = firstStatus(record.isValid, context.organisation.hasPhase2)
  const { authorityId } = parts
  const accessPointForNew = () => parts.accessPointForNew()
  const about = { orgId, family, authorityId, accessPointForNew, trace: currentTrace() }
  const added = await addDocument(parts.store.database, {
    ...rowOf(record),
    orgId,
    family,
    profileId,
    profileVersion: context.profile.version,
    apiVersion: caller.apiVersion,
    overallStatus: status.overallStatus,
    ...firstEntries(record, { ...status, ...about, revision: 1 }),
    credit: credits?.claim?.(record),
    keptAnswer: caller.alsoStore(record),
    createdAt: now,
  })
  if (added.outcome === 'added') {
    announce(record, { orgId, family, isSent: status.isSent }, parts)
    const { id, isNumberMinted } = record
    return { id, isNumberMinted, overallStatus: status.overallStatus, answer: answerOf(record, added.sequence) }
  }
  if (added.outcome === 'profile_changed') return { again: 'context_changed' }
  if (added.outcome === 'credited_meanwhile') return { again: added.outcome }
  if (record.isNumberMinted) return { again: 'number_taken' }
  return { refusal: 'number_taken', family, number: record.documentNumber, documentId: added.documentId }
}

/** Credits whose claim is that of the last read, which the record was made with. */
function claimable(credits: () => Promise<Credits>) {
  const claimed: { claim?: Credits['claim']; read(): Promise<Credits['invoice']> } = {
    async read() {
      const { invoice, claim } = await credits()
      claimed.claim = claim
      return invoice
    },
  }
  return claimed
}
