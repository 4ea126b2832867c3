import { text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'

/** The organisations whose objects are due for a review. Another instance may be faster. */
export async function dueForReview(
  db: Database,
  organisations: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const rows = await db.query(
    acrossOrganisations('reviews of objects', sql('select org_id from object_reviews where due_at > $1', now)),
  )
  const waiting = new Set(rows.map((row) => text(row, 'org_id')))
  return organisations.filter((orgId) => !waiting.has(orgId))
}

/** Moves the next review of an organisation on. False if another instance did so first. */
export async function claimReview(
  db: Database,
  orgId: string,
  times: { readonly now: number; readonly nextAt: number },
): Promise<boolean> {
  const rows = await db.query(
    sql(
      `insert into object_reviews (org_id, due_at) values ($1, $2)
       on conflict (org_id) do update set due_at = excluded.due_at where object_reviews.due_at <= $3
       returning org_id`,
      orgId,
      times.nextAt,
      times.now,
    ),
  )
  return rows.length === 1
}

/** The review failed: try again at this time. */
export async function postponeReview(db: Database, orgId: string, dueAt: number): Promise<void> {
  await db.query(sql('update object_reviews set due_at = $2 where org_id = $1', orgId, dueAt))
}
