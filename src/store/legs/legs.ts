import type { StorableText } from '../../text/packing.ts'
import type { TraceContext } from '../../tracing/trace-context.ts'
import { flag, integer, optionalInteger, optionalText, optionalWord, text, word } from '../database/columns.ts'
import { type Database, type Row, rowPlaces, type Statement, sql, type Value } from '../database/database.ts'
import { jsonKeys, keysOf } from '../database/json-rows.ts'
import { legsByTransmission } from '../identity-reads.ts'
import { newMark } from '../new-mark.ts'
import { traceContextIn } from '../trace-columns.ts'
import { insertLegDocument } from './leg-document.ts'

/** Stores legs with their reports, in the transaction that stores their document. */
export function insertLegs(legs: readonly NewLeg[], now: number): readonly Statement[] {
  if (legs.length === 0) return []
  const rows = legs.map((leg) => valuesOf(leg, now))
  const reports = legs.flatMap(({ orgId, transmissionUuid, documentXml }) =>
    documentXml === undefined ? [] : insertLegDocument(orgId, transmissionUuid, documentXml),
  )
  return [
    sql(
      `insert into legs (org_id, transmission_uuid, document_id, revision, corner, sender_id, receiver_id, doc_type_id,
       process_id, country, status, attempts, in_doubt, next_attempt_at, mark, created_at, updated_at,
       traceparent, tracestate, access_point)
     values ${rowPlaces(rows)}`,
      ...rows.flat(),
    ),
    ...reports,
  ]
}

function valuesOf(leg: NewLeg, now: number): readonly Value[] {
  return [
    leg.orgId,
    leg.transmissionUuid,
    leg.documentId,
    leg.revision,
    leg.corner,
    leg.senderId,
    leg.receiverId,
    leg.docTypeId,
    leg.processId,
    leg.country,
    leg.status,
    0,
    0,
    leg.status === 'PENDING' ? now : null,
    newMark(),
    now,
    now,
    leg.trace?.traceparent ?? null,
    leg.trace?.tracestate ?? null,
    leg.accessPoint,
  ]
}

export interface NewLeg {
  readonly orgId: string
  /** Never changes: the SBDH instance identifier of every attempt, and the leg's key. */
  readonly transmissionUuid: string
  readonly documentId: string
  readonly revision: number
  readonly corner: Corner
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  readonly country: string
  /** Never changes: the access point that sends the leg, and is asked about it. */
  readonly accessPoint: string
  /**
   * The report that a C5 leg sends; absent: it is in the frame of its revision, or the leg sends
   * the document's own XML.
   */
  readonly documentXml?: StorableText
  readonly status: 'PENDING' | 'NOT_REQUIRED'
  readonly trace?: TraceContext | undefined
}

export const corners = ['C3', 'C5'] as const
export type Corner = (typeof corners)[number]

/**
 * A report to the tax authority after the document's first one: R sends it again, W withdraws it.
 */
export const legReports = ['R', 'W'] as const
export type LegReport = (typeof legReports)[number]

export const legStatuses = [
  'PENDING',
  'SENDING',
  'RETRYING',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'FAILED',
  'STALLED',
  'NOT_REQUIRED',
] as const

export type LegStatus = (typeof legStatuses)[number]

/**
 * The facts that decide about a leg. `mark` identifies this state of the row: a change is written
 * only if the row still has it.
 */
export interface LegState {
  readonly orgId: string
  readonly documentId: string
  readonly transmissionUuid: string
  readonly revision: number
  readonly corner: Corner
  /** Undefined: the leg came with its document. */
  readonly report: LegReport | undefined
  readonly status: LegStatus
  /** How often a worker took the leg, to send it or to ask about it. */
  readonly attempts: number
  /** Attempts that do not count: not the leg's own failure, or before an operator's retry. */
  readonly uncounted: number
  readonly inDoubt: boolean
  readonly leaseOwner: string | undefined
  readonly leaseUntil: number | undefined
  /** When receipt was confirmed, ms since 1970. */
  readonly submittedAt: number | undefined
  /** Who confirmed receipt for the receiver, `0242:…`; undefined until a report names it. */
  readonly receiverProviderId: string | undefined
  /**
   * When the gateway first answered that it has no record of the leg, since it was last submitted;
   * undefined: it has not.
   */
  readonly absentAt: number | undefined
  /** ms since 1970. */
  readonly createdAt: number
  readonly mark: string
  /** Where it was created in a trace; undefined: nobody traced it. */
  readonly trace?: TraceContext | undefined
}

/** A change of a leg, with its entry in the log. */
export interface LegChange {
  readonly status: LegStatus
  readonly inDoubt: boolean
  /** Undefined: nothing is due. */
  readonly nextAttemptAt: number | undefined
  /** Forgotten when absent, as in `LegState`. */
  readonly absentAt?: number | undefined
  /** All that follow but `cause` keep their value when absent. */
  readonly uncounted?: number | undefined
  readonly submittedAt?: number | undefined
  readonly receiverProviderId?: string | undefined
  readonly transmissionResponse?: string | undefined
  readonly mlsResponse?: string | undefined
  /** Why it stalls or waits: forgotten with any other status. */
  readonly cause?: string | undefined
  /** The status that decides the leg, byte for byte. */
  readonly statusEnvelope?: Uint8Array | undefined
  /** False: the worker that holds the lease keeps it. */
  readonly endsLease: boolean
  readonly entry: LegEntry | undefined
}

export interface LegEntry {
  readonly event: string
  readonly message: string
}

/** The leg of a transmission, in any organisation: the network sends nothing but the UUID. */
export async function legOfTransmission(db: Database, transmissionUuid: string): Promise<LegState | undefined> {
  return (await legsOfTransmissions(db, undefined, [transmissionUuid])).get(transmissionUuid)
}

/**
 * The same for many transmissions in one query, by UUID. With an organisation only that one is
 * asked.
 */
export async function legsOfTransmissions(
  db: Database,
  orgId: string | undefined,
  transmissionUuids: readonly string[],
): Promise<ReadonlyMap<string, LegState>> {
  const wanted = keysOf(transmissionUuids)
  const statement =
    orgId === undefined
      ? legsByTransmission(stateColumns, wanted)
      : sql(`select ${stateColumns} from legs where org_id = $2 and transmission_uuid in ${jsonKeys}`, wanted, orgId)
  const legs = (await db.query(statement)).map(legState)
  return new Map(legs.map((leg) => [leg.transmissionUuid, leg]))
}

/** The present state of a leg. */
export async function legAgain(db: Database, leg: LegState): Promise<LegState | undefined> {
  return (await legsOfTransmissions(db, leg.orgId, [leg.transmissionUuid])).get(leg.transmissionUuid)
}

export const stateColumns = `org_id, document_id, transmission_uuid, revision, corner, report, status, attempts,
  uncounted, in_doubt, lease_owner, lease_until, submitted_at, receiver_provider_id, absent_at, absent_mark,
  created_at, mark, traceparent, tracestate`

export function legState(row: Row): LegState {
  return {
    orgId: text(row, 'org_id'),
    documentId: text(row, 'document_id'),
    transmissionUuid: text(row, 'transmission_uuid'),
    revision: integer(row, 'revision'),
    corner: word(row, 'corner', corners),
    report: optionalWord(row, 'report', legReports),
    status: word(row, 'status', legStatuses),
    attempts: integer(row, 'attempts'),
    uncounted: integer(row, 'uncounted'),
    inDoubt: flag(row, 'in_doubt'),
    leaseOwner: optionalText(row, 'lease_owner'),
    leaseUntil: optionalInteger(row, 'lease_until'),
    submittedAt: optionalInteger(row, 'submitted_at'),
    receiverProviderId: optionalText(row, 'receiver_provider_id'),
    absentAt: row.absent_mark === row.mark ? optionalInteger(row, 'absent_at') : undefined,
    createdAt: integer(row, 'created_at'),
    mark: text(row, 'mark'),
    trace: traceContextIn(row),
  }
}
