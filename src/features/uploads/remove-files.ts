import { integer, text } from '../../store/database/columns.ts'
import { type Database, sql } from '../../store/database/database.ts'
import { ofOneOrAll } from '../../store/database/organisation.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'

/**
 * Removes the files of uploads that came before `before`, and the requests read from them. The
 * results stay, with the numbers of rows and documents. An upload that was never issued can then
 * not be issued any more.
 */
export async function removeFiles(
  db: Database,
  look: OrganisationLook,
  { before, now }: { readonly before: number; readonly now: number },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const rows = await look.rows((orgId) =>
      ofOneOrAll(
        orgId,
        'files of uploads',
        (own) => `select org_id, id, created_at from uploads
          where ${own}created_at <= $1 and content_removed_at is null order by created_at limit ${stepMax}`,
        before,
      ),
    )
    for (const row of rows) await removeFile(db, text(row, 'org_id'), text(row, 'id'), now)
    if (rows.length < stepMax || rows.every((row) => integer(row, 'created_at') > before)) return
  }
}

async function removeFile(db: Database, orgId: string, id: string, now: number): Promise<void> {
  await db.transaction([
    sql('delete from upload_files where org_id = $1 and upload_id = $2', orgId, id),
    sql('update upload_documents set request = null where org_id = $1 and upload_id = $2', orgId, id),
    sql(
      `update uploads set content_removed_at = $3, due_at = null, lease_owner = null
       where org_id = $1 and id = $2`,
      orgId,
      id,
      now,
    ),
  ])
}

/** How long a file is kept. */
export const fileKeptMs = 30 * 24 * 3_600_000
const stepMax = 100
