import { storableText } from '../../text/storable.ts'
import type { Dialect } from '../database/database.ts'
import { type JsonTypes, jsonRows } from '../database/json-rows.ts'
import { newMark } from '../new-mark.ts'
import type { LegChange, LegState } from './legs.ts'

/**
 * The legs that a transaction settles, as a table of its statements: one JSON list has them all, so
 * that a leg costs no statement of its own.
 */
export function batchOf(dialect: Dialect, orgId: string, settlements: readonly Settlement[]): Batch {
  const rows = settlements.map(rowOf)
  const isAny = (member: 'isEnd' | 'event' | 'withdrawalUuid') => rows.some((row) => Boolean(row[member]))
  return {
    settled: JSON.stringify(rows),
    orgId,
    mark: newMark(),
    dialect,
    hasEnd: isAny('isEnd'),
    hasEntry: isAny('event'),
    hasWithdrawal: isAny('withdrawalUuid'),
  }
}

/** A decision about a leg. */
export interface Settlement {
  readonly leg: LegState
  readonly change: LegChange
  /** ms since 1970. */
  readonly now: number
  /** The document's report is withdrawn: see `insertWithdrawals`. */
  readonly withdrawal?: NewWithdrawal | undefined
}

export interface NewWithdrawal {
  readonly transmissionUuid: string
  /** Undefined: that of the report. */
  readonly accessPoint: string | undefined
}

/** The first three are the values `$1`, `$2` and `$3` of each statement. */
export interface Batch {
  /** The legs as JSON for `settledLegs`. */
  readonly settled: string
  readonly orgId: string
  /** The new mark of the legs. */
  readonly mark: string
  readonly dialect: Dialect
  /** A leg ends, and may end its document. */
  readonly hasEnd: boolean
  readonly hasEntry: boolean
  readonly hasWithdrawal: boolean
}

/** Numbers and texts only: a member of the JSON that the statements read. Absent ones are null. */
function rowOf({ leg, change, now, withdrawal }: Settlement) {
  const isEnd = leg.report !== 'W' && change.status !== leg.status && endings.has(change.status)
  const isVerdict = isEnd && change.status !== 'FAILED'
  // Before a resubmitted report (R) the document was REJECTED by the authority: nothing new.
  const isNews = isVerdict && !(leg.report === 'R' && change.status === 'REJECTED')
  return {
    uuid: leg.transmissionUuid,
    document: leg.documentId,
    revision: leg.revision,
    corner: leg.corner,
    status: change.status,
    now,
    isEnd: isEnd ? 1 : 0,
    isVerdict: isVerdict ? 1 : 0,
    isNews: isNews ? 1 : 0,
    event: change.entry?.event,
    message: storableText(change.entry?.message),
    withdrawalUuid: withdrawal?.transmissionUuid,
    withdrawalAccessPoint: withdrawal?.accessPoint,
  }
}

/** The statuses that can end a document. */
const endings: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED', 'FAILED'])

/** The settled legs as a table, with columns such as `settled_is_end`. */
export function settledLegs(dialect: Dialect, ...members: readonly (keyof typeof types)[]): string {
  return jsonRows(dialect, 'settled', Object.fromEntries(members.map((member) => [member, types[member]])))
}

const types = {
  uuid: 'text',
  document: 'text',
  revision: 'bigint',
  corner: 'text',
  status: 'text',
  now: 'bigint',
  isEnd: 'bigint',
  isVerdict: 'bigint',
  isNews: 'bigint',
  event: 'text',
  message: 'text',
  withdrawalUuid: 'text',
  withdrawalAccessPoint: 'text',
} as const satisfies JsonTypes & Record<keyof ReturnType<typeof rowOf>, string>

/**
 * Whether this transaction has written the leg `l` of the organisation. `l` is in a cross join,
 * because SQLite keeps its order: it could otherwise read all legs of the organisation, and the
 * JSON for each.
 */
export const isWritten = 'l.transmission_uuid = settled_uuid and l.mark = $3'
