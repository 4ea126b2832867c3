import { integer, text } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { acrossOrganisations, ofOrganisation } from '../database/organisation.ts'
import { lockDocumentsOf } from '../documents/lock-document.ts'
import { nextEntryIdAmong } from '../log/new-entries.ts'
import { successMessages } from '../log/success-messages.ts'
import { newMark } from './legs.ts'
import { type ListedLeg, listedLeg, listedMax } from './listed-leg.ts'

/**
 * Marks legs whose status is overdue: adds one log entry for each transmission and changes nothing
 * else. Takes up to `limit` legs whose receipt is older than `overdueMs`, oldest first, and returns
 * how many it marked. Instances that run this together skip each other's rows. If a verdict arrives
 * meanwhile, its write finds the row changed and is decided again.
 */
export async function markOverdue(db: Database, look: OverdueLook): Promise<number> {
  const mark = newMark()
  const [marked] = await db.transaction([
    acrossOrganisations(
      'the worker serves all organisations',
      sql(
        `with due as (
         select org_id, transmission_uuid from legs
         where status = 'SUBMITTED' and mls_overdue_at is null and submitted_at <= $1
         order by submitted_at limit $2 ${db.dialect.skipLocked})
       update legs set mls_overdue_at = $3, mark = $4,
         cause = 'No status from ' || coalesce(receiver_provider_id, receiver_id) from due
       where legs.org_id = due.org_id and legs.transmission_uuid = due.transmission_uuid
       returning legs.transmission_uuid`,
        look.now - look.overdueMs,
        look.limit,
        look.now,
        mark,
      ),
    ),
    ...lockDocumentsOf(db, "l.status = 'SUBMITTED' and l.mls_overdue_at = $1 and l.mark = $2", look.now, mark),
    acrossOrganisations(
      'the worker serves all organisations',
      sql(
        `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryIdAmong('l')}, l.transmission_uuid, 'MLS_OVERDUE_' || l.corner,
         cast($3 as text), l.mls_overdue_at
       from legs l where l.status = 'SUBMITTED' and l.mls_overdue_at = $1 and l.mark = $2
       on conflict (org_id, transmission_uuid) where event in ('MLS_OVERDUE_C3', 'MLS_OVERDUE_C5') do nothing`,
        look.now,
        mark,
        successMessages.MLS_OVERDUE(minutes(look.overdueMs)),
      ),
    ),
  ])
  return marked?.length ?? 0
}

export interface OverdueLook {
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
      'an operator asks for those of all organisations',
      sql(
        `select l.transmission_uuid, l.corner, l.report, l.receiver_id, l.submitted_at, l.mls_overdue_at,
         d.document_number, d.family
       from legs l join documents d on d.org_id = l.org_id and d.id = l.document_id
       where l.status = 'SUBMITTED' and l.mls_overdue_at is not null and ($1 = '' or l.org_id = $1)
       order by l.mls_overdue_at, l.submitted_at limit ${listedMax}`,
        orgId ?? '',
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
