import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { insertLegEvent } from '../log/new-entries.ts'
import { newMark } from '../new-mark.ts'
import type { LegEntry, LegState } from './legs.ts'
import { hasWaitingStatuses } from './waiting-statuses.ts'

/**
 * Records that a leg in doubt is submitted again, before it is: adds the log entry, and forgets
 * that the gateway has no record of it, since from now on it may get one. The lease stays. Writes
 * nothing otherwise: `changed`, since it was claimed a status settled the leg, or another worker
 * has it; `judged`: a status of it waits, so it was sent.
 */
export async function recordSubmitAgain(
  db: Database,
  leg: LegState,
  entry: LegEntry,
  now: number,
): Promise<RecordedAgain> {
  const mark = newMark()
  const lock = lockDocument(db, leg.orgId, leg.documentId)
  const results = await db.transaction([
    ...lock,
    sql(
      `update legs set in_doubt = 1, absent_at = null, absent_mark = null, mark = $1, updated_at = $2
       where org_id = $3 and transmission_uuid = $4 and mark = $5
         and not exists (select 1 from waiting_statuses w where w.org_id = $3 and w.transmission_uuid = $4)
       returning transmission_uuid`,
      mark,
      now,
      leg.orgId,
      leg.transmissionUuid,
      leg.mark,
    ),
    insertLegEvent(leg, entry, mark, now),
  ])
  if ((results[lock.length] ?? []).length === 1) return 'recorded'
  return (await hasWaitingStatuses(db, leg)) ? 'judged' : 'changed'
}

export type RecordedAgain = 'recorded' | 'changed' | 'judged'
