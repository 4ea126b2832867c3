import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, optionalText, optionalWord, text, word } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql, type Value } from '../database/database.ts'
import { ofOrganisation } from '../database/organisation.ts'
import { type CappedCount, cappedCount, countMax } from '../overview/overview-summary.ts'
import { dueOfAll } from './due-legs.ts'
import {
  type Corner,
  corners,
  type LegReport,
  type LegState,
  type LegStatus,
  legReports,
  legState,
  legStatuses,
  stateColumns,
} from './legs.ts'

/** Legs that wait: for a person, for an overdue status, or for their next attempt. */
export const waitingStates = ['stalled', 'overdue', 'waiting'] as const
export type WaitingState = (typeof waitingStates)[number]

/** Legs of one organisation, or of all of them. */
export interface LegsWanted {
  readonly state: WaitingState
  readonly orgId: string | undefined
}

/** The legs of a state that one thing stopped. */
export interface LegCause extends CappedCount {
  /** Undefined: nothing went wrong, the first attempt is still to come. */
  readonly cause: string | undefined
  /** Since when the longest waiting one has its status, ms since 1970. */
  readonly oldestSince: number
  readonly sample: readonly WaitingLeg[]
}

export interface WaitingLeg {
  readonly orgId: string
  readonly transmissionUuid: string
  readonly documentId: string
  readonly documentNumber: string
  readonly family: Family
  readonly corner: Corner
  /** Undefined for a leg that was created with its document. */
  readonly report: LegReport | undefined
  readonly status: LegStatus
  readonly attempts: number
  /** Since when it has its status, ms since 1970. */
  readonly since: number
  readonly cause: string | undefined
  /** JSON: the facts of the last attempt. */
  readonly transmissionResponse: string | undefined
  readonly nextAttemptAt: number | undefined
}

/** The causes of a state, the largest first: at most `causesMax` of them. */
export async function legCauses(db: Database, wanted: LegsWanted): Promise<LegCauses> {
  const rows = await db.query(causesStatement(wanted))
  const known = rows.slice(0, causesMax).map((row) => text(row, 'cause'))
  const named = [...known, ...(wanted.state === 'waiting' ? [undefined] : [])]
  const results = await db.snapshot(
    named.flatMap((cause) => [countStatement(wanted, cause), pageStatement(wanted, { cause, limit: sampleSize })]),
  )
  const causes = named.flatMap((cause, at): readonly LegCause[] => {
    const counted = cappedCount(results[2 * at] ?? [])
    const sample = (results[2 * at + 1] ?? []).map(waitingLeg)
    const [oldest] = sample
    return oldest === undefined ? [] : [{ cause, ...counted, oldestSince: oldest.since, sample }]
  })
  const largestFirst = causes.toSorted(
    (left, right) => right.count - left.count || left.oldestSince - right.oldestSince,
  )
  return { causes: largestFirst, areMore: rows.length > causesMax }
}

export interface LegCauses {
  readonly causes: readonly LegCause[]
  readonly areMore: boolean
}

const causesMax = 50
const sampleSize = 3

/** The legs that one cause stopped, longest waiting first. */
export async function legsOfCause(db: Database, wanted: LegsWanted, page: CausePage): Promise<readonly WaitingLeg[]> {
  return (await db.query(pageStatement(wanted, page))).map(waitingLeg)
}

export interface CausePage {
  /** Undefined: the first attempt is still to come. */
  readonly cause: string | undefined
  readonly after?: LegPosition | undefined
  readonly limit: number
}

/** A leg in the list of its cause. */
type LegPosition = readonly [since: number, transmissionUuid: string]

/** How many legs one cause stopped. */
export async function countOfCause(db: Database, wanted: LegsWanted, cause: string): Promise<CappedCount> {
  return cappedCount(await db.query(countStatement(wanted, cause)))
}

/** The stalled legs that one cause stopped, longest waiting first. */
export async function stalledLegsOfCause(
  db: Database,
  orgId: string | undefined,
  cause: string,
  limit: number,
): Promise<readonly LegState[]> {
  const { text: where, values } = condition({ state: 'stalled', orgId }, cause)
  const rows = await db.query(
    ofOrganisation(
      orgId,
      'stalled legs of a cause',
      sql(
        `select ${stateColumns} from legs l where ${where} order by l.updated_at, l.transmission_uuid limit ${limit}`,
        ...values,
      ),
    ),
  )
  return rows.map(legState)
}

/** The stalled legs of a document, or the one of a corner or of a transmission. */
export async function stalledLegsIn(db: Database, orgId: string, named: NamedLegs): Promise<readonly LegState[]> {
  const [column, id] =
    'transmissionUuid' in named ? ['transmission_uuid', named.transmissionUuid] : ['document_id', named.documentId]
  const rows = await db.query(
    sql(
      `select ${stateColumns} from legs where org_id = $1 and ${column} = $2 and status = 'STALLED'
         and ($3 = '' or corner = $3) order by corner, created_at`,
      orgId,
      id,
      'corner' in named ? (named.corner ?? '') : '',
    ),
  )
  return rows.map(legState)
}

export type NamedLegs =
  | { readonly transmissionUuid: string }
  | { readonly documentId: string; readonly corner?: Corner | undefined }

/** Each state is one range of an index by cause. */
const statusOf: Readonly<Record<WaitingState, LegStatus>> = {
  stalled: 'STALLED',
  // With a cause: without one its status is not overdue yet.
  overdue: 'SUBMITTED',
  waiting: 'RETRYING',
}

/** The distinct causes, each found from the one before it. */
function causesStatement({ state, orgId }: LegsWanted): Statement {
  const own = orgId === undefined ? '' : 'l.org_id = $2 and '
  const next = (beyond: string) =>
    `select min(l.cause) from legs l where ${own}l.status = $1 and l.cause is not null${beyond}`
  const recursive = `with recursive causes (cause) as (
      select (${next('')}) union all
      select (${next(' and l.cause > causes.cause')}) from causes where causes.cause is not null
    ) select cause from causes where cause is not null limit ${causesMax + 1}`
  return ofOrganisation(
    orgId,
    'causes of legs',
    sql(recursive, statusOf[state], ...(orgId === undefined ? [] : [orgId])),
  )
}

function condition({ state, orgId }: LegsWanted, cause: string | undefined) {
  const values: Value[] = []
  const bind = (value: Value) => `$${values.push(value)}`
  const own = orgId === undefined ? '' : `l.org_id = ${bind(orgId)} and `
  // Not yet tried: due, and nothing went wrong.
  const rest =
    cause === undefined
      ? `l.status = 'PENDING' and l.next_attempt_at is not null and l.${dueOfAll} and l.cause is null`
      : `l.status = ${bind(statusOf[state])} and l.cause = ${bind(cause)} and l.cause is not null`
  return { text: `${own}${rest}`, values, bind }
}

function countStatement(wanted: LegsWanted, cause: string | undefined): Statement {
  const { text: where, values } = condition(wanted, cause)
  return ofOrganisation(
    wanted.orgId,
    'count of a cause',
    sql(`select count(*) as counted from (select 1 from legs l where ${where} limit ${countMax + 1}) found`, ...values),
  )
}

function pageStatement(wanted: LegsWanted, { cause, after, limit }: CausePage): Statement {
  const { text: where, values, bind } = condition(wanted, cause)
  const since = cause === undefined ? 'l.next_attempt_at' : 'l.updated_at'
  const start = after === undefined ? '' : ` and (${since}, l.transmission_uuid) > (${after.map(bind).join(', ')})`
  return ofOrganisation(
    wanted.orgId,
    'legs of a cause',
    sql(
      `select l.org_id, l.transmission_uuid, l.document_id, l.corner, l.report, l.status, l.attempts, ${since} as since,
       l.cause, l.transmission_response, l.next_attempt_at, d.document_number, d.family
     from (select * from legs l where ${where}${start} order by ${since}, l.transmission_uuid limit ${limit}) l
       join documents d on d.org_id = l.org_id and d.id = l.document_id
     order by ${since}, l.transmission_uuid`,
      ...values,
    ),
  )
}

function waitingLeg(row: Row): WaitingLeg {
  return {
    orgId: text(row, 'org_id'),
    transmissionUuid: text(row, 'transmission_uuid'),
    documentId: text(row, 'document_id'),
    documentNumber: text(row, 'document_number'),
    family: word(row, 'family', families),
    corner: word(row, 'corner', corners),
    report: optionalWord(row, 'report', legReports),
    status: word(row, 'status', legStatuses),
    attempts: integer(row, 'attempts'),
    since: integer(row, 'since'),
    cause: optionalText(row, 'cause'),
    transmissionResponse: optionalText(row, 'transmission_response'),
    nextAttemptAt: optionalInteger(row, 'next_attempt_at'),
  }
}
