import { type Family, familyTitles } from '@selfbill/pint-ae/document'
import { ruleIdsOf } from '@selfbill/pint-ae/rulebook'
import { legsFor } from '../exchange/legs/legs-for.ts'
import type { FirstStatus } from '../record/first-status.ts'
import type { DocumentRecord } from '../record/make-record.ts'
import type { NewDocument } from '../store/documents/new-document.ts'
import { successMessages } from '../store/log/success-messages.ts'
import type { TraceContext } from '../tracing/trace-context.ts'

/** The first entries in the log of a new document or revision, and its legs when it is sent. */
export function firstEntries(record: DocumentRecord, about: About): Pick<NewDocument, 'events' | 'legs'> {
  return { events: eventsOf(record, about), legs: legsOf(record, about) }
}

function eventsOf(record: DocumentRecord, about: About): NewDocument['events'] {
  const { orgId, family, revision, overallStatus } = about
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
      trace: about.trace,
    },
    record.isValid
      ? { ...entry, event: 'VALIDATION_SUCCESS', message: successMessages.VALIDATION_SUCCESS() }
      : { ...entry, event: 'VALIDATION_FAILED', message: `Fatal rules failed: ${codesOf(fatal)}` },
  ]
}

function legsOf(record: DocumentRecord, about: About): NewDocument['legs'] {
  if (!about.isSent || record.taxData === null) return []
  return legsFor({
    orgId: about.orgId,
    documentId: record.id,
    revision: about.revision,
    family: about.family,
    sender: record.sender,
    receiver: record.receiver,
    c5ReceiverId: about.authorityId,
    accessPoint: about.accessPointForNew(),
    transmissionUuids: record.transmissionUuids,
    taxDataXml: record.taxData,
    trace: about.trace,
  })
}

interface About extends FirstStatus {
  readonly orgId: string
  readonly family: Family
  /** 1 for a new document. */
  readonly revision: number
  /** The tax authority, `0242:…`. */
  readonly authorityId: string
  /** The access point that sends the legs. */
  accessPointForNew(): string
  /** The place in the trace that deliveries continue or link to. */
  readonly trace?: TraceContext | undefined
}

/** Each code once, the first ten. */
function codesOf(findings: readonly { readonly reasonCode: string }[]): string {
  const codes = ruleIdsOf(findings)
  return codes.slice(0, 10).join(', ') + (codes.length > 10 ? ` and ${codes.length - 10} more` : '')
}
