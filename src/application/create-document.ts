import type { Family } from '@selfbill/pint-ae/document'
import type { Text } from '@selfbill/pint-ae/text'
import type { Draft } from '../record/draft.ts'
import type { DocumentRecord, FirstStatus } from '../record/make-record.ts'
import { addDocument } from '../store/documents/add-document.ts'
import type { NewCredit } from '../store/documents/invoice-credits.ts'
import type { MintedNumber, NumberFate } from '../store/documents/numbers.ts'
import { approvalRefusal } from './approval.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import { type DocumentContext, documentContext, isStillOf, rememberedContext, withNumber } from './document-context.ts'
import { inDocumentSpan } from './document-span.ts'
import { recordOf } from './record-of.ts'
import type { Refusal } from './refusal.ts'
import { announce, answerOf, rowOf } from './stored.ts'

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
 * Issues a document: takes the organisation and its business profile, lends a number, makes the
 * record and stores it. One transaction holds the document with its number, legs, log and answer. A
 * document that fails its rules is stored too, with its findings. When another request interferes,
 * the create tries again.
 */
export function createDocument(caller: Caller, draft: NewDraft, parts: ApplicationParts): Promise<Created | Refusal> {
  const { family, profileId } = draft
  return inDocumentSpan('create', family, async () => {
    const remembered = rememberedContext(caller, family, profileId, parts)
    let context = remembered ?? (await documentContext(caller, profileId, parts))
    for (let attempts = 1; attempts <= attemptsMax; attempts += 1) {
      if ('refusal' in context) return context
      const attempt = { draft, context }
      const tried = await withNumber(caller, family, context, parts, async (minted) => {
        const result = await tryToCreate(caller, { ...attempt, minted }, parts)
        return { fate: fateOf(result), result }
      })
      if (!('again' in tried)) return tried
      if (tried.again === 'context_changed') context = await documentContext(caller, profileId, parts)
    }
    return { refusal: 'contended' }
  })
}

/**
 * Each attempt meets another change: of the profile, of the invoice's credits, or a caller who
 * took the minted number.
 */
const attemptsMax = 20

interface Attempt {
  readonly draft: NewDraft
  readonly context: DocumentContext
  /** Used when the request has no number. */
  readonly minted: MintedNumber | undefined
}

type Attempted = Created | Refusal | { readonly again: Interference }

/** The change by another request that made this attempt fail. */
type Interference = 'context_changed' | 'credited_meanwhile' | 'number_taken'

/** Makes the record, and stores it if nothing has changed meanwhile. */
async function tryToCreate(
  caller: Caller,
  { draft, context, minted }: Attempt,
  parts: ApplicationParts,
): Promise<Attempted> {
  const { family, text } = draft
  const now = parts.now()
  const credits = draft.credits && claimable(draft.credits)
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
  const unapproved = approvalRefusal(caller.approval, record, context)
  if (unapproved !== undefined) return unapproved
  const row = rowOf(caller, record, { family, context, revision: 1, now }, parts)
  const added = await addDocument(parts.store.database, {
    ...row,
    credit: credits?.claim?.(record),
    besides: caller.besides?.(record),
  })
  const { id, isNumberMinted, documentNumber } = record
  switch (added.outcome) {
    case 'added': {
      announce(caller, record, family, parts)
      const answer = answerOf(record, added.sequence)
      return { id, isNumberMinted, overallStatus: record.status.overallStatus, answer }
    }
    case 'profile_changed':
      return { again: 'context_changed' }
    case 'credited_meanwhile':
      return { again: 'credited_meanwhile' }
    case 'number_taken':
      if (isNumberMinted) return { again: 'number_taken' }
      return { refusal: 'number_taken', family, number: documentNumber, documentId: added.documentId }
  }
}

function fateOf(tried: Attempted): NumberFate {
  if ('again' in tried) return tried.again === 'number_taken' ? 'taken' : 'unused'
  return 'answer' in tried && tried.isNumberMinted ? 'used' : 'unused'
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
