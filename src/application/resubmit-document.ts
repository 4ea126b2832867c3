import type { Family } from '@selfbill/pint-ae/document'
import type { Text } from '@selfbill/pint-ae/text'
import type { ReplacedTexts } from '../record/draft.ts'
import { presentAttachments } from '../store/documents/attachments.ts'
import type { StoredDocument } from '../store/documents/document-row.ts'
import { findDocument } from '../store/documents/find-document.ts'
import { reviseDocument } from '../store/documents/revise-document.ts'
import { inSpan } from '../tracing/span.ts'
import { advised } from './advise.ts'
import { approvalRefusal } from './approval.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import { type DocumentContext, documentContext } from './document-context.ts'
import { inDocumentSpan } from './document-span.ts'
import { factsOf, type Judged } from './judge-draft.ts'
import { type RecordInput, recordOf } from './record-of.ts'
import type { DocumentRefusal, Refusal } from './refusal.ts'
import { announce, answerOf, rowOf } from './stored.ts'

export interface Resubmission {
  readonly family: Family
  readonly id: string
  readonly profileId: string
  /** JSON of the whole request. */
  readonly text: Text
}

export interface Resubmitted {
  /** JSON of the document. */
  readonly answer: Text
}

/**
 * Replaces a document that failed its rules with a new revision. Its id, number and sequence stay,
 * and so do its attachments when the new request has none. Source: docs/contract.md#operations.
 */
export function resubmitDocument(
  caller: Caller,
  input: Resubmission,
  parts: ApplicationParts,
): Promise<Resubmitted | Refusal | DocumentRefusal> {
  return inDocumentSpan('resubmit', input.family, async () => {
    const present = await findDocument(parts.store.database, caller.orgId, input.family, input.id, caller.room)
    if (!present) return { refusal: 'document_not_found', family: input.family, id: input.id }
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const context = await documentContext(caller, input.profileId, parts)
      if ('refusal' in context) return context
      if (present.overallStatus !== 'VALIDATION_FAILED') return notResubmittable(present)
      const outcome = await tryToResubmit(caller, input, { present, context }, parts)
      if (outcome !== 'profile_changed') return outcome
    }
    return { refusal: 'contended' }
  })
}

const attemptsMax = 5

async function tryToResubmit(
  caller: Caller,
  input: Resubmission,
  { present, context }: { readonly present: StoredDocument; readonly context: DocumentContext },
  parts: ApplicationParts,
): Promise<Resubmitted | Refusal | DocumentRefusal | 'profile_changed'> {
  const { family } = input
  const now = parts.now()
  const made = await recordOf(caller, { ...revisionInput(caller, input, present, parts), now }, context, parts)
  if ('refusal' in made) return made
  const { record } = made
  const unapproved = approvalRefusal(caller.approval, record, context)
  if (unapproved !== undefined) return unapproved
  const row = rowOf(caller, record, { family, context, revision: present.revision + 1, now }, parts)
  const revision = { ...row, revision: present.revision + 1, changes: record.changes ?? '{}' }
  const outcome = await reviseDocument(parts.store.database, revision)
  if (outcome === 'profile_changed') return outcome
  if (outcome === 'changed') return changedMeanwhile(caller, present, parts)
  announce(caller, record, family, parts)
  return { answer: answerOf(record, present.sequence) }
}

/** Another request changed the document first. Its new status decides the refusal. */
async function changedMeanwhile(
  { orgId, room }: Caller,
  { family, id }: StoredDocument,
  { store }: ApplicationParts,
): Promise<DocumentRefusal> {
  const present = await findDocument(store.database, orgId, family, id, room)
  if (!present) return { refusal: 'document_not_found', family, id }
  return present.overallStatus === 'VALIDATION_FAILED' ? { refusal: 'document_changed' } : notResubmittable(present)
}

/** A document that was never sent, for want of Phase 2, has no status. */
function notResubmittable({ overallStatus }: StoredDocument): DocumentRefusal {
  return { refusal: 'not_resubmittable', status: overallStatus ?? 'null' }
}

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
  const { family, id, profileId } = input
  return inSpan('judge resubmission', { attributes: { 'selfbill.family': family } }, async () => {
    const present = await findDocument(parts.store.database, caller.orgId, family, id, caller.room)
    if (!present) return { refusal: 'document_not_found', family, id }
    const context = await documentContext(caller, profileId, parts)
    if ('refusal' in context) return context
    if (present.overallStatus !== 'VALIDATION_FAILED') return notResubmittable(present)
    const revision = revisionInput(caller, input, present, parts)
    const made = await recordOf(caller, { ...revision, now: parts.now(), isDryRun: true }, context, parts)
    if ('refusal' in made) return made
    return { dryRun: await advised(caller, family, made.record, parts), facts: factsOf(made.record, context) }
  })
}

/** The next revision keeps the number, and the attachments if the new request has none. */
function revisionInput(
  { room }: Caller,
  { family, text }: Resubmission,
  present: StoredDocument,
  { store }: ApplicationParts,
): Omit<RecordInput, 'now'> {
  const { orgId, id, documentNumber, answer, findings } = present
  const replaces = async (): Promise<ReplacedTexts> => {
    const attachments = await presentAttachments(store.database, orgId, id, room)
    return { id, answer: await answer.inParts(), findings: await findings.inParts(), attachments }
  }
  return { family, text, documentNumber, replaces }
}
