import type { Text } from '@selfbill/pint-ae/text'
import type { DocumentRecord } from '../record/make-record.ts'
import type { AboutDocument } from '../store/documents/circumstances.ts'
import { idOfNumber } from '../store/documents/find-document.ts'
import { inSpan } from '../tracing/span.ts'
import { advised } from './advise.ts'
import type { AboutJudged } from './batch-memory.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { NewDraft } from './create-document.ts'
import { type DocumentContext, documentContext, withNumber } from './document-context.ts'
import { recordOf } from './record-of.ts'
import type { Refusal } from './refusal.ts'

/**
 * The dry run of a create: returns the computed and judged document and the texts that a create
 * would send. Stores and sends nothing, returns the minted number, and refuses what a create
 * refuses. Source: docs/contract.md#operations.
 */
export function judgeDraft(caller: Caller, draft: NewDraft, parts: ApplicationParts): Promise<Judged | Refusal> {
  const { family, profileId } = draft
  return inSpan('judge draft', { attributes: { 'selfbill.family': family } }, async () => {
    const context = await documentContext(caller, profileId, parts)
    if ('refusal' in context) return context
    return withNumber(caller, family, context, parts, async (minted) => ({
      fate: 'unused',
      result: await ending(parts, (own) => judge(caller, draft, context, minted?.text, own)),
    }))
  })
}

export interface Judged {
  /** JSON: `document`, `document_xml`, `tax_data_xml`, `warnings`. */
  readonly dryRun: Text
  readonly facts: JudgedFacts
}

/** What a second person is asked about. */
interface JudgedFacts extends Pick<DocumentRecord, 'figures' | 'isValid' | 'isNumberMinted'> {
  readonly profileVersion: number
}

export function factsOf(
  { figures, isValid, isNumberMinted }: DocumentRecord,
  { profile }: DocumentContext,
): JudgedFacts {
  return { figures, isValid, isNumberMinted, profileVersion: profile.version }
}

/**
 * Says how the judging ends to the memory of a batch, which has counted the document when its
 * circumstances were looked up: a refused one does not count.
 */
async function ending(
  parts: ApplicationParts,
  judged: (parts: ApplicationParts) => Promise<Judged | Refusal>,
): Promise<Judged | Refusal> {
  const { circumstances } = parts
  if (circumstances === undefined) return judged(parts)
  const { promise: isRefused, resolve: end } = Promise.withResolvers<boolean>()
  const look = (about: AboutDocument) => {
    const aboutJudged: AboutJudged = { ...about, isRefused }
    return circumstances(aboutJudged)
  }
  try {
    const result = await judged({ ...parts, circumstances: look })
    end('refusal' in result)
    return result
  } finally {
    end(true)
  }
}

async function judge(
  caller: Caller,
  { family, text, credits }: NewDraft,
  context: DocumentContext,
  documentNumber: string | undefined,
  parts: ApplicationParts,
): Promise<Judged | Refusal> {
  const read = credits && { credits: async () => (await credits()).invoice }
  const input = { family, text, documentNumber, now: parts.now(), isDryRun: true, ...read }
  const made = await recordOf(caller, input, context, parts)
  if ('refusal' in made) return made
  const { isNumberMinted, documentNumber: number } = made.record
  const documentId = isNumberMinted ? undefined : await idOfNumber(parts.store.database, caller.orgId, family, number)
  if (documentId === undefined) {
    return { dryRun: await advised(caller, family, made.record, parts), facts: factsOf(made.record, context) }
  }
  return { refusal: 'number_taken', family, number, documentId }
}
