import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { insertLegEvent } from '../log/new-entries.ts'
import type { LegEntry, LegState } from './legs.ts'
import { newMark } from './legs.ts'

/**
 * Records that a leg in doubt is submitted again, before it is: adds the log entry, and forgets
 * that the gateway has no record of it, since from now on it may get one. The lease stays. Returns
 * false and writes nothing if the leg has changed since it was claimed: a status came, or another
 * worker has it.
 */
export async function recordSubmitAgain(db: Database, leg: LegState, entry: LegEntry, now: number): Promise<boolean> {
  const mark = newMark()
  const lock = lockDocument(db, leg.orgId, leg.documentId)
  const results = await db.transaction([
    ...lock,
    sql(
      `update legs set absent_at = null, absent_mark = null, mark = $1, updated_at = $2
       where org_id = $3 and transmission_uuid = $4 and mark = $5 returning transmission_uuid`,
      mark,
      now,
      leg.orgId,
      leg.transmissionUuid,
      leg.mark,
    ),
    insertLegEvent(leg, entry, mark, now, false),
  ])
  return (results[lock.length] ?? []).length === 1
}
