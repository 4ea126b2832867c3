import { type Family, familyTitles } from '@selfbill/pint-ae/document'
import { ruleIdsOf } from '@selfbill/pint-ae/rulebook'
import { joinTexts, type Text } from '@selfbill/pint-ae/text'
import { legsFor } from '../exchange/legs/legs-for.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import type { NewDocument } from '../store/documents/new-document.ts'
import { successMessages } from '../store/log/success-messages.ts'
import { currentTrace, describeSpan } from '../tracing/active-span.ts'
import type { TraceContext } from '../tracing/trace-context.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { DocumentContext } from './document-context.ts'

/**
 * What is stored of a record, as a new document or as its next revision: columns, texts, the first
 * log entries, the legs if it is sent, and the answer for a repeated request.
 */
export function rowOf(
  { orgId, apiVersion, alsoStore }: Caller,
  record: DocumentRecord,
  { family, context, revision, now }: Issue,
  parts: ApplicationParts,
) {
  return {
    orgId,
    family,
    id: record.id,
    documentNumber: record.documentNumber,
    profileId: context.profileId,
    profileVersion: context.profile.version,
    apiVersion,
    overallStatus: record.status.overallStatus,
    request: record.request,
    answer: record.answer,
    ubl: record.ubl,
    findings: record.findings,
    packed: record.packed,
    sha256: record.sha256,
    figures: record.figures,
    failed: record.failed,
    billingReferences: record.billingReferences,
    attachments: record.attachments,
    ...firstEntries(record, { orgId, family, revision, trace: currentTrace() }, parts),
    keptAnswer: alsoStore(record),
    createdAt: now,
  }
}

interface Issue {
  readonly family: Family
  readonly context: DocumentContext
  /** 1 for a new document. */
  readonly revision: number
  /** ms since 1970. */
  readonly now: number
}

/** The first entries in the log of a new document or revision, and its legs when it is sent. */
export function firstEntries(
  record: DocumentRecord,
  about: About,
  parts: Pick<ApplicationParts, 'authorityId' | 'accessPointForNew'>,
): Pick<NewDocument, 'events' | 'legs'> {
  return { events: eventsOf(record, about), legs: legsOf(record, about, parts) }
}

interface About {
  readonly orgId: string
  readonly family: Family
  readonly revision: number
  /** The place in the trace that deliveries continue or link to. */
  readonly trace?: TraceContext | undefined
}

function eventsOf(record: DocumentRecord, { orgId, family, revision, trace }: About): NewDocument['events'] {
  const { overallStatus } = record.status
  const entry = { orgId, documentId: record.id }
  const fatal = record.failed.filter(({ flag }) => flag === 'fatal')
  return [
    {
      ...entry,
      ...(revision === 1
        ? {
            event: 'DOCUMENT_CREATED',
            message: successMessages.DOCUMENT_CREATED(familyTitles[family], record.documentNumber),
          }
        : { event: 'DOCUMENT_RESUBMITTED', message: successMessages.DOCUMENT_RESUBMITTED(revision) }),
      becomes: { revision, overallStatus },
      trace,
    },
    record.isValid
      ? { ...entry, event: 'VALIDATION_SUCCESS', message: successMessages.VALIDATION_SUCCESS() }
      : { ...entry, event: 'VALIDATION_FAILED', message: `Fatal rules failed: ${codesOf(fatal)}` },
  ]
}

function legsOf(
  record: DocumentRecord,
  about: About,
  parts: Pick<ApplicationParts, 'authorityId' | 'accessPointForNew'>,
): NewDocument['legs'] {
  if (!record.status.isSent || record.taxData === null) return []
  const isInFrame = typeof record.packed?.reportBytes === 'number'
  return legsFor({
    ...about,
    documentId: record.id,
    sender: record.sender,
    receiver: record.receiver,
    c5ReceiverId: parts.authorityId,
    accessPoint: parts.accessPointForNew(),
    transmissionUuids: record.transmissionUuids,
    // In the frame of its revision it needs no row of its own.
    taxDataXml: isInFrame ? undefined : record.taxData,
  })
}

/** Each code once, the first ten. */
function codesOf(findings: readonly { readonly reasonCode: string }[]): string {
  const codes = ruleIdsOf(findings)
  return codes.slice(0, 10).join(', ') + (codes.length > 10 ? ` and ${codes.length - 10} more` : '')
}

/**
 * Counts the stored document, names it in the active span, wakes the delivery worker and notifies
 * readers of the change feed.
 */
export function announce(
  { orgId }: Pick<Caller, 'orgId'>,
  { id, isValid, failed, status }: DocumentRecord,
  family: Family,
  { observer, feed, wakeExchange }: ApplicationParts,
): void {
  observer.documentStored(family, failed)
  describeSpan({ 'selfbill.document.id': id, 'selfbill.document.valid': isValid })
  if (status.isSent) wakeExchange(orgId)
  feed.announce(orgId)
}

/** JSON of the answer, now that the sequence is known. */
export function answerOf({ answered }: DocumentRecord, sequence: number): Text {
  return joinTexts([answered.before, String(sequence), answered.after])
}
