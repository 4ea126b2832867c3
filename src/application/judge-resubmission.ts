import { findDocument } from '../store/documents/find-document.ts'
import { inSpan } from '../tracing/span.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import { documentContext } from './document-context.ts'
import type { Judged } from './judge-draft.ts'
import { recordOf } from './record-of.ts'
import type { DocumentRefusal, Refusal } from './refusal.ts'
import { type Resubmission, replacedBy } from './resubmit-document.ts'

/**
 * The dry run of a resubmission: the document as the next revision would be, with its number and
 * with the attachments that the request leaves out. Stores and sends nothing, and refuses what a
 * resubmission refuses. Source: docs/contract.md#operations.
 */
export function judgeResubmission(
  caller: Caller,
  input: Resubmission,
  parts: ApplicationParts,
): Promise<Judged | Refusal | DocumentRefusal> {
  const attributes = { 'selfbill.family': input.family }
  return inSpan('judge resubmission', { attributes }, () => judge(caller, input, parts))
}

async function judge(
  caller: Caller,
  { family, id, profileId, text }: Resubmission,
  parts: ApplicationParts,
): Promise<Judged | Refusal | DocumentRefusal> {
  const present = await findDocument(parts.store.database, caller.orgId, family, id, caller.room)
  if (!present) return { refusal: 'document_not_found', family, id }
  const context = await documentContext(caller, profileId, parts)
  if ('refusal' in context) return context
  if (present.overallStatus !== 'VALIDATION_FAILED') return { refusal: 'not_resubmittable' }
  const { documentNumber } = present
  const replaces = () => replacedBy(caller, present, parts)
  const input = { family, text, documentNumber, replaces, now: parts.now(), isDryRun: true }
  const made = await recordOf(caller, input, context, parts)
  return 'refusal' in made ? made : { dryRun: made.record.dryRun ?? '' }
}
