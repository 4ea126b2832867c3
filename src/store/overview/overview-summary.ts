import { integer, onlyRow } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { type OverallStatus, overallStatuses } from '../documents/document-row.ts'
import { failedUnhandled, isLatest, mayNeedAttention, needsAttention } from './overview-filter.ts'
import type { AttentionReason } from './overview-rows.ts'

/** A count that stops: an exact one above `countMax` is not worth its cost. */
export interface CappedCount {
  readonly count: number
  readonly isCapped: boolean
}

export const countMax = 10_000

/** How many documents have each status, each issue date, and each reason for attention. */
export async function overviewSummary(db: Database, orgId: string, days: readonly string[]): Promise<OverviewSummary> {
  const counted = await db.snapshot([
    ...overallStatuses.map((status) => countOf(orgId, 'd.overall_status = $2', status)),
    countOf(orgId, 'd.overall_status is null'),
    countOf(orgId, failedUnhandled),
    ...days.map((day) => countOf(orgId, 'd.issue_date = $2', day)),
    ...refusals.map(({ corner, status }) => refusedLegs(orgId, corner, status)),
    sql(documentsOfLegs, orgId, 'STALLED'),
    sql(documentsOfLegs, orgId, 'SUBMITTED'),
    sql(documentsInNeed, orgId),
  ])
  const counts = counted.map(cappedCount)
  const statuses = counts.slice(0, overallStatuses.length + 1)
  const [failed = none, ...rest] = counts.slice(statuses.length)
  const [stalled = none, overdue = none, attention = none] = rest.slice(-3)
  const refused = sumOf(rest.slice(days.length, -3))
  return {
    byStatus: [...overallStatuses, null].map((status, at) => ({ status, ...(statuses[at] ?? none) })),
    byDay: days.map((day, at) => ({ day, ...(rest[at] ?? none) })),
    byAttention: [
      { reason: 'failed_rules', ...failed },
      { reason: 'rejected', ...refused },
      { reason: 'stalled', ...stalled },
      { reason: 'overdue', ...overdue },
    ],
    attention,
  }
}

export interface OverviewSummary {
  /** Null: not sent, in an organisation without Phase 2. */
  readonly byStatus: readonly (CappedCount & { readonly status: OverallStatus | null })[]
  readonly byDay: readonly (CappedCount & { readonly day: string })[]
  readonly byAttention: readonly (CappedCount & { readonly reason: AttentionReason })[]
  /** Each document once, whatever its reasons. */
  readonly attention: CappedCount
}

const none: CappedCount = { count: 0, isCapped: false }

export function cappedCount(rows: readonly Row[]): CappedCount {
  const count = integer(onlyRow(rows), 'counted')
  return { count: Math.min(count, countMax), isCapped: count > countMax }
}

function sumOf(counts: readonly CappedCount[]): CappedCount {
  const count = counts.reduce((sum, each) => sum + each.count, 0)
  return { count: Math.min(count, countMax), isCapped: count > countMax || counts.some(({ isCapped }) => isCapped) }
}

function countOf(orgId: string, condition: string, ...values: readonly string[]): Statement {
  return sql(
    `select count(*) as counted from (
       select 1 from documents d where d.org_id = $1 and ${condition} limit ${countMax + 1}) found`,
    orgId,
    ...values,
  )
}

const refusals = ['C3', 'C5'].flatMap((corner) => ['REJECTED', 'FAILED'].map((status) => ({ corner, status })))

/**
 * Those that nobody has handled; the predicate is that of the index `legs_refused`. A document
 * whose legs both count does so with its C3 leg only.
 */
function refusedLegs(orgId: string, corner: string, status: string): Statement {
  return sql(
    `select count(*) as counted from (
       select 1 from legs l where l.org_id = $1 and l.corner = $2 and l.status = $3
         and l.status in ('REJECTED', 'FAILED') and l.handled_at is null and ${isLatest}
         and ($2 = 'C3' or not exists (select 1 from legs o where o.org_id = $1 and o.document_id = l.document_id
           and o.revision = l.revision and o.corner = 'C3' and o.status in ('REJECTED', 'FAILED')
           and o.handled_at is null))
       limit ${countMax + 1}) found`,
    orgId,
    corner,
    status,
  )
}

/** The documents of the legs of a status that have a cause: stalled, or overdue when SUBMITTED. */
const documentsOfLegs = `select count(*) as counted from (
  select distinct l.document_id from legs l where l.org_id = $1 and l.status = $2 and l.cause is not null
  limit ${countMax + 1}) found`

/** Documents with any reason for attention, each once. */
const documentsInNeed = `select count(*) as counted from (
  select document_id from (
    select d.id as document_id from documents d where d.org_id = $1 and ${failedUnhandled} limit ${countMax + 1}) failed
  union select document_id from (
    select l.document_id from legs l join documents d on d.org_id = $1 and d.id = l.document_id
      and d.revision = l.revision
    where l.org_id = $1 and ${mayNeedAttention} and ${needsAttention} limit ${2 * countMax + 2}) sent) found`
