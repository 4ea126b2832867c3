import { storableText } from '../../text/storable.ts'
import type { TraceContext } from '../../tracing/trace-context.ts'
import { type Statement, sql, type Value } from '../database/database.ts'
import type { OverallStatus } from '../documents/document-row.ts'
import type { LegEntry, LegState } from '../legs/legs.ts'

/**
 * The first entries of a new document, in the transaction that stores it. An entry with `becomes`
 * is also in the organisation's change feed.
 */
export function insertFirstEntries(entries: readonly DocumentEntry[], at: number): readonly Statement[] {
  if (entries.length === 0) return []
  const params: Value[] = []
  const rows = entries.map((entry, index) => {
    const places = valuesOf(entry, at).map((value) => `$${params.push(value)}`)
    return `(${places.join(', ')}, ${index + 1})`
  })
  return [sql(`insert into entries (org_id, ${entryColumns}, id) values ${rows.join(', ')}`, ...params)]
}

/**
 * Further entries about one document itself, in the transaction that changes it. Comes after
 * `lockDocument`, or after an update of the document's row.
 */
export function insertEntries(entries: readonly DocumentEntry[], at: number): readonly Statement[] {
  return entries.map((entry) =>
    sql(
      `insert into entries (org_id, ${entryColumns}, id)
       select d.org_id, d.id, cast($3 as text), cast($4 as text), cast($5 as bigint), cast($6 as bigint),
         cast($7 as text), cast($8 as text), cast($9 as text), ${nextEntryId('d.org_id', 'd.id')}
       from documents d where d.org_id = $1 and d.id = $2`,
      ...valuesOf(entry, at),
    ),
  )
}

const entryColumns = 'document_id, event, message, at, revision, overall_status, traceparent, tracestate'

/**
 * The id of the next entry of a document whose row is locked. The organisation is a parameter such
 * as `$1`, the document a column such as `l.document_id`.
 */
export function nextEntryId(orgId: string, documentId: string): string {
  return `(select coalesce(max(n.id), 0) + 1 from entries n
    where n.org_id = ${orgId} and n.document_id = ${documentId})`
}

/** The same for legs `l` of the organisation `$1`, also where several share a document. */
export function nextEntryIdAmong(l: string): string {
  const nth = `row_number() over (partition by ${l}.document_id order by ${l}.transmission_uuid)`
  return `${nextEntryId('$1', `${l}.document_id`)} - 1 + ${nth}`
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
  | { readonly event: 'VALIDATION_SUCCESS' | 'VALIDATION_FAILED' | 'DOCUMENT_CONTENT_REMOVED' }
)

/** The status of a new revision: no leg has a verdict yet. */
export interface FirstStanding {
  readonly revision: number
  readonly overallStatus: OverallStatus | null
}

const noChange = { revision: null, overallStatus: null }

/**
 * Adds an entry about a leg, if the leg's row has `mark`, behind `lockDocument`: that shows that
 * its change was written.
 */
export function insertLegEvent(leg: LegState, entry: LegEntry, mark: string, at: number): Statement {
  return sql(
    `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
     select l.org_id, l.document_id, ${nextEntryId('$4', 'l.document_id')}, l.transmission_uuid,
       cast($1 as text), cast($2 as text), cast($3 as bigint)
     from legs l where l.org_id = $4 and l.transmission_uuid = $5 and l.mark = $6`,
    entry.event,
    storableText(entry.message),
    at,
    leg.orgId,
    leg.transmissionUuid,
    mark,
  )
}

/**
 * Adds an entry about a leg that does not change, behind `lockDocument`. The limit stops a network
 * that repeats itself from filling the disk.
 */
export function insertNote(leg: LegState, entry: LegEntry, at: number): Statement {
  return sql(
    `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
     select l.org_id, l.document_id, ${nextEntryId('$4', 'l.document_id')}, l.transmission_uuid,
       cast($1 as text), cast($2 as text), cast($3 as bigint)
     from legs l where l.org_id = $4 and l.transmission_uuid = $5
       and (select count(*) from entries where org_id = $4 and document_id = $6) < ${entriesMax}`,
    entry.event,
    storableText(entry.message),
    at,
    leg.orgId,
    leg.transmissionUuid,
    leg.documentId,
  )
}

const entriesMax = 200

/** The index that a second end of a document meets. */
export const endOfDocument = "(org_id, document_id) where event in ('DOCUMENT_APPROVED', 'DOCUMENT_REJECTED')"
