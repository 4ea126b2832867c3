import type { Family } from '@selfbill/pint-ae/document'
import type { Text } from '@selfbill/pint-ae/text'
import type { ReplacedTexts } from '../record/draft.ts'
import { firstStatus } from '../record/first-status.ts'
import { presentAttachments } from '../store/documents/attachments.ts'
import type { StoredDocument } from '../store/documents/document-row.ts'
import { findDocument } from '../store/documents/find-document.ts'
import { reviseDocument } from '../store/documents/revise-document.ts'
import { currentTrace } from '../tracing/active-span.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import { type DocumentContext, documentContext } from './document-context.ts'
import { inDocumentSpan } from './document-span.ts'
import { firstEntries } from './first-entries.ts'
import { recordOf } from './record-of.ts'
import type { DocumentRefusal, Refusal } from './refusal.ts'
import { announce, answerOf, rowOf } from './stored.ts'

/**
 * Replaces a document that failed its rules with a new revision. Its id, number and sequence stay,
 * and so do its attachments when the new request has none. Source: docs/contract.md#operations.
 */
export function resubmitDocument(
  caller: Caller,
  input: Resubmission,
  parts: ApplicationParts,
): Promise<Resubmitted | Refusal | DocumentRefusal> {
  return inDocumentSpan('resubmit', input.family, () => resubmit(caller, input, parts))
}

async function resubmit(
  caller: Caller,
  input: Resubmission,
  parts: ApplicationParts,
): Promise<Resubmitted | Refusal | DocumentRefusal> {
  const present = await findDocument(parts.store.database, caller.orgId, input.family, input.id, caller.room)
  if (!present) return { refusal: 'document_not_found', family: input.family, id: input.id }
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const context = await documentContext(caller, input.profileId, parts)
    if ('refusal' in context) return context
    if (present.overallStatus !== 'VALIDATION_FAILED') return { refusal: 'not_resubmittable' }
    const outcome = await tryToResubmit(caller, input, { present, context }, parts)
    if (outcome !== 'profile_changed') return outcome
  }
  return { refusal: 'contended' }
}

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

const attemptsMax = 5

async function tryToResubmit(
  caller: Caller,
  { family, profileId, text }: Resubmission,
  { present, context }: { readonly present: StoredDocument; readonly context: DocumentContext },
  parts: ApplicationParts,
): Promise<Resubmitted | Refusal | DocumentRefusal | 'profile_changed'> {
  const { orgId } = caller
  const { documentNumber, sequence } = present
  const replaces = () => replacedBy(caller, present, parts)
  const now = parts.now()
  const made = await recordOf(caller, { family, text, documentNumber, replaces, now }, context, parts)
  if ('refusal' in made) return made
  const { record } = made
  const status = firstStatus(record.isValid, context.organisation.hasPhase2)
  const revision = present.revision + 1
  const { authorityId } = parts
  const accessPointForNew = () => parts.accessPointForNew()
  const about = { orgId, family, authorityId, accessPointForNew, trace: currentTrace() }
  const outcome = await reviseDocument(parts.store.database, {
    ...rowOf(record),
    orgId,
    family,
    revision,
    changes: record.changes ?? '{}',
    profileId,
    profileVersion: context.profile.version,
    apiVersion: caller.apiVersion,
    overallStatus: status.overallStatus,
    ...firstEntries(record, { ...status, ...about, revision }),
    keptAnswer: caller.alsoStore(record),
    createdAt: now,
  })
  if (outcome === 'profile_changed') return outcome
  if (outcome === 'changed') return changedMeanwhile(caller, present, parts)
  announce(record, { orgId, family, isSent: status.isSent }, parts)
  return { answer: answerOf(record, sequence) }
}

/** What a resubmission leaves out stays: the attachments of the present revision. */
export async function replacedBy(
  { room }: Caller,
  { orgId, id, answer, findings }: StoredDocument,
  { store }: ApplicationParts,
): Promise<ReplacedTexts> {
  const attachments = await presentAttachments(store.database, orgId, id, room)
  return { id, answer: await answer.inParts(), findings: await findings.inParts(), attachments }
}

/** Another request changed the document first. Its new status decides the refusal. */
async function changedMeanwhile(
  { orgId, room }: Caller,
  { family, id }: StoredDocument,
  { store }: ApplicationParts,
): Promise<DocumentRefusal> {
  const present = await findDocument(store.database, orgId, family, id, room)
  return { refusal: present?.overallStatus === 'VALIDATION_FAILED' ? 'document_changed' : 'not_resubmittable' }
}
