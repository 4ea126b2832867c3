import { integer, text } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { fewRows } from '../database/few-rows.ts'
import { ofOneOrAll, ofOrganisation } from '../database/organisation.ts'
import { lockDocumentsOf } from '../documents/lock-document.ts'
import { nextEntryIdAmong } from '../log/new-entries.ts'
import { successMessages } from '../log/success-messages.ts'
import { newMark } from '../new-mark.ts'
import type { OrganisationLook } from '../organisation-look.ts'
import { type ListedLeg, listedLeg, listedMax } from './listed-leg.ts'

/**
 * The organisations of the `limit` longest overdue legs that are not marked yet: legs whose receipt
 * is older than `overdueMs`.
 */
export async function organisationsWithOverdue(look: OrganisationLook, overdue: Overdue): Promise<ReadonlySet<string>> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'overdue legs',
      (own) => `select org_id from legs where ${own}${isOverdue('$1')} order by submitted_at limit ${overdue.limit}`,
      overdue.now - overdue.overdueMs,
    ),
  )
  return new Set(rows.map((row) => text(row, 'org_id')))
}

/**
 * Marks legs of an organisation whose status is overdue: adds one log entry for each transmission
 * and changes nothing else. Takes up to `limit` of them, oldest first, and returns how many it
 * marked. Instances that run this together skip each other's rows. If a verdict arrives meanwhile,
 * its write finds the row changed and is decided again.
 */
export async function markOverdue(db: Database, orgId: string, overdue: Overdue): Promise<number> {
  const mark = newMark()
  const { noIndex, skipLocked } = db.dialect
  const marked = [orgId, overdue.now, mark] as const
  const [rows] = await db.transaction([
    sql(
      `with due as (select transmission_uuid from legs where ${noIndex}org_id = $1 and ${isOverdue('$4')}
         order by submitted_at limit ${overdue.limit} ${skipLocked})
       update legs set mls_overdue_at = $2, mark = $3,
         cause = 'No status from ' || coalesce(receiver_provider_id, receiver_id)
       from ${fewRows('due', 'transmission_uuid')}
       where legs.org_id = $1 and legs.transmission_uuid = due.transmission_uuid
       returning legs.transmission_uuid`,
      ...marked,
      overdue.now - overdue.overdueMs,
    ),
    ...lockDocumentsOf(db, isMarked, ...marked),
    sql(
      `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryIdAmong('l')}, l.transmission_uuid, 'MLS_OVERDUE_' || l.corner,
         cast($4 as text), l.mls_overdue_at
       from legs l where ${noIndex}l.org_id = $1 and ${isMarked}
       on conflict (org_id, transmission_uuid) where event in ('MLS_OVERDUE_C3', 'MLS_OVERDUE_C5') do nothing`,
      ...marked,
      successMessages.MLS_OVERDUE(minutes(overdue.overdueMs)),
    ),
  ])
  return rows?.length ?? 0
}

/** Legs with a receipt from `before` or earlier, without a status, and not marked yet. */
function isOverdue(before: string): string {
  return `status = 'SUBMITTED' and mls_overdue_at is null and submitted_at <= ${before}`
}

/** The legs `l` that a transaction has marked. */
const isMarked = "l.status = 'SUBMITTED' and l.mls_overdue_at = $2 and l.mark = $3"

export interface Overdue {
  /** ms since 1970. */
  readonly now: number
  /** How long a status may take after the receipt. */
  readonly overdueMs: number
  readonly limit: number
}

/** The legs whose status is overdue, oldest first, at most 1,000: of one organisation or of all. */
export async function overdueLegs(db: Database, orgId: string | undefined): Promise<readonly OverdueLeg[]> {
  const rows = await db.query(
    ofOrganisation(
      orgId,
      'listed overdue legs',
      sql(
        `select l.transmission_uuid, l.corner, l.report, l.receiver_id, l.submitted_at, l.mls_overdue_at,
         d.document_number, d.family
       from legs l join documents d on d.org_id = l.org_id and d.id = l.document_id
       where ${orgId === undefined ? '' : 'l.org_id = $1 and '}l.status = 'SUBMITTED' and l.mls_overdue_at is not null
       order by l.mls_overdue_at, l.submitted_at limit ${listedMax}`,
        ...(orgId === undefined ? [] : [orgId]),
      ),
    ),
  )
  return rows.map((row) => ({
    ...listedLeg(row),
    receiverId: text(row, 'receiver_id'),
    receiptAt: integer(row, 'submitted_at'),
    overdueAt: integer(row, 'mls_overdue_at'),
  }))
}

export interface OverdueLeg extends ListedLeg {
  readonly receiverId: string
  /** ms since 1970. `overdueAt` is when the leg was marked. */
  readonly receiptAt: number
  readonly overdueAt: number
}

function minutes(ms: number): string {
  const whole = ms / 60_000
  return whole === 1 ? '1 minute' : `${whole} minutes`
}
