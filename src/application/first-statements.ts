import { type Family, familyTitles } from '../document/family.ts'
import { legsFor } from '../exchange/legs/legs-for.ts'
import type { FirstStatus } from '../record/first-status.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import { ruleIdsOf } from '../rulebook/rulebook.ts'
import type { Statement } from '../store/database/database.ts'
import { newLeg } from '../store/legs/legs.ts'
import { newEvent } from '../store/log/new-entries.ts'
import { successMessages } from '../store/log/success-messages.ts'

/**
 * Statements that a new document or revision adds to its own transaction: the first log entries,
 * and the legs if it is sent.
 */
export function firstStatements(record: DocumentRecord, about: About): readonly Statement[] {
  const { orgId, family, revision, isSent, overallStatus, authorityId, now } = about
  const entry = { orgId, documentId: record.id }
  const fatal = record.failed.filter(({ flag }) => flag === 'fatal')
  const events = [
    newEvent(
      {
        ...entry,
        ...(revision === 1
          ? {
              event: 'DOCUMENT_CREATED',
              message: successMessages.DOCUMENT_CREATED(familyTitles[family], record.documentNumber),
            }
          : { event: 'DOCUMENT_RESUBMITTED', message: successMessages.DOCUMENT_RESUBMITTED(revision) }),
        becomes: { revision, overallStatus },
      },
      now,
    ),
    record.isValid
      ? newEvent({ ...entry, event: 'VALIDATION_SUCCESS', message: successMessages.VALIDATION_SUCCESS() }, now)
      : newEvent({ ...entry, event: 'VALIDATION_FAILED', message: `Fatal rules failed: ${codesOf(fatal)}` }, now),
  ]
  if (!isSent || record.taxData === null) return events
  const legs = legsFor({
    orgId,
    documentId: record.id,
    revision,
    family,
    sender: record.sender,
    receiver: record.receiver,
    c5ReceiverId: authorityId,
    transmissionUuids: record.transmissionUuids,
    taxDataXml: record.taxData,
  })
  return [...events, ...legs.flatMap((leg) => newLeg(leg, now))]
}

interface About extends FirstStatus {
  readonly orgId: string
  readonly family: Family
  /** 1 for a new document. */
  readonly revision: number
  /** Id of the tax authority, `0242:…`. */
  readonly authorityId: string
  /** ms since 1970. */
  readonly now: number
}

/** Each code once, at most ten codes. */
function codesOf(findings: readonly { readonly reasonCode: string }[]): string {
  const codes = ruleIdsOf(findings)
  return codes.slice(0, 10).join(', ') + (codes.length > 10 ? ` and ${codes.length - 10} more` : '')
}
