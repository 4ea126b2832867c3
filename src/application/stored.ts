import type { Family } from '@selfbill/pint-ae/document'
import { joinTexts, type Text } from '@selfbill/pint-ae/text'
import type { DocumentRecord } from '../record/make-record.ts'
import { describeSpan } from '../tracing/active-span.ts'
import type { ApplicationParts } from './caller.ts'

/** The columns of a record, for a new document or a new revision. */
export function rowOf(record: DocumentRecord) {
  return {
    id: record.id,
    documentNumber: record.documentNumber,
    request: record.request,
    answer: record.answer,
    ubl: record.ubl,
    findings: record.findings,
    sha256: record.sha256,
    figures: record.figures,
    failed: record.failed,
    billingReferences: record.billingReferences,
    attachments: record.attachments,
  }
}

/**
 * Counts the stored document, names it in the active span, wakes the delivery worker and notifies
 * readers of the change feed.
 */
export function announce(
  record: DocumentRecord,
  { orgId, family, isSent }: { readonly orgId: string; readonly family: Family; readonly isSent: boolean },
  { observer, feed, wakeExchange }: ApplicationParts,
): void {
  observer.documentStored(family, record.failed)
  describeSpan({ 'selfbill.document.id': record.id, 'selfbill.document.valid': record.isValid })
  if (isSent) wakeExchange(orgId)
  feed.announce(orgId)
}

/** JSON of the answer, now that the sequence is known. */
export function answerOf({ answered }: DocumentRecord, sequence: number): Text {
  return joinTexts([answered.before, String(sequence), answered.after])
}
