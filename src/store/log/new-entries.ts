import type { TraceContext } from '../../tracing/trace-context.ts'
import { rowPlaces, type Statement, sql, type Value } from '../database/database.ts'
import type { OverallStatus } from '../documents/document-row.ts'
import type { LegEntry, LegState } from '../legs/legs.ts'
import { successMessages } from './success-messages.ts'

/**
 * Adds entries about the document itself to its log, in the transaction that changes it. An entry
 * with `becomes` is also in the organisation's change feed.
 */
export function insertEvents(entries: readonly DocumentEntry[], at: number): readonly Statement[] {
  if (entries.length === 0) return []
  const rows = entries.map((entry) => valuesOf(entry, at))
  return [
    sql(
      `insert into events (org_id, document_id, event, message, at, revision, overall_status, traceparent, tracestate)
     values ${rowPlaces(rows)}`,
      ...rows.flat(),
    ),
  ]
}

function valuesOf(entry: DocumentEntry, at: number): readonly Value[] {
  const { revision, overallStatus } = 'becomes' in entry ? entry.becomes : noChange
  const { traceparent = null, tracestate = null } = ('becomes' in entry ? entry.trace : undefined) ?? {}
  const { orgId, documentId, event, message } = entry
  return [orgId, documentId, event, message, at, revision, overallStatus, traceparent, tracestate]
}

export type DocumentEntry = {
  readonly orgId: string
  readonly documentId: string
  readonly message: string
} & (
  | {
      readonly event: 'DOCUMENT_CREATED' | 'DOCUMENT_RESUBMITTED'
      readonly becomes: FirstStanding
      /** Webhooks about the event carry it. */
      readonly trace?: TraceContext | undefined
    }
  | { readonly event: 'VALIDATION_SUCCESS' | 'VALIDATION_FAILED' }
)

/** The status of a new revision: no leg has a verdict yet. */
export interface FirstStanding {
  readonly revision: number
  readonly overallStatus: OverallStatus | null
}

const noChange = { revision: null, overallStatus: null }

/**
 * Adds an entry about a leg, if the leg's row has `mark`: that shows that its change was written.
 * An entry that `changesDocument` is written after the document's new status and is also in the
 * feed.
 */
export function insertLegEvent(
  leg: LegState,
  entry: LegEntry,
  mark: string,
  at: number,
  changesDocument: boolean,
): Statement {
  const params = [entry.event, entry.message, at, leg.orgId, leg.transmissionUuid, mark]
  if (!changesDocument) {
    return sql(
      `insert into events (org_id, document_id, transmission_uuid, event, message, at)
       select org_id, document_id, transmission_uuid, cast($1 as text), cast($2 as text), cast($3 as bigint) from legs
       where org_id = $4 and transmission_uuid = $5 and mark = $6`,
      ...params,
    )
  }
  return sql(
    `insert into events (org_id, document_id, transmission_uuid, event, message, at,
       revision, overall_status, participant_status, fta_status, traceparent, tracestate)
     select d.org_id, d.id, l.transmission_uuid, cast($1 as text), cast($2 as text), cast($3 as bigint),
       d.revision, d.overall_status, d.participant_status, d.fta_status, l.traceparent, l.tracestate
     from legs l join documents d on d.org_id = l.org_id and d.id = l.document_id
     where l.org_id = $4 and l.transmission_uuid = $5 and l.mark = $6`,
    ...params,
  )
}

/**
 * Adds an entry about a leg that does not change. The limit stops a network that repeats itself
 * from filling the disk.
 */
export function insertNote(leg: LegState, entry: LegEntry, at: number): Statement {
  return sql(
    `insert into events (org_id, document_id, transmission_uuid, event, message, at)
     select org_id, document_id, transmission_uuid, cast($1 as text), cast($2 as text), cast($3 as bigint) from legs
     where org_id = $4 and transmission_uuid = $5
       and (select count(*) from events where org_id = $4 and document_id = $6) < ${entriesMax}`,
    entry.event,
    entry.message,
    at,
    leg.orgId,
    leg.transmissionUuid,
    leg.documentId,
  )
}

const entriesMax = 200

/**
 * Adds DOCUMENT_APPROVED or DOCUMENT_REJECTED once: an index refuses a second one, silently. The
 * entry is in the feed unless the verdict's own entry is already (`isInFeed`).
 */
export function insertEndEvent(leg: LegState, mark: string, at: number, isInFeed: boolean): Statement {
  const became = isInFeed
    ? 'null, null, null, null, null, null'
    : 'd.revision, d.overall_status, d.participant_status, d.fta_status, l.traceparent, l.tracestate'
  return sql(
    `insert into events (org_id, document_id, event, message, at,
       revision, overall_status, participant_status, fta_status, traceparent, tracestate)
     select d.org_id, d.id, 'DOCUMENT_' || d.overall_status,
       case d.overall_status when 'APPROVED' then cast($6 as text) else 'Refused on a leg' end, cast($1 as bigint),
       ${became}
     from documents d join legs l on l.org_id = d.org_id and l.document_id = d.id
     where d.org_id = $2 and d.id = $3 and d.overall_status in ('APPROVED', 'REJECTED')
       and l.transmission_uuid = $4 and l.mark = $5
     on conflict do nothing`,
    at,
    leg.orgId,
    leg.documentId,
    leg.transmissionUuid,
    mark,
    successMessages.DOCUMENT_APPROVED(),
  )
}
