import { integer, text } from '../../store/database/columns.ts'
import { type Database, sql } from '../../store/database/database.ts'
import { ofOneOrAll } from '../../store/database/organisation.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'

/**
 * Removes the files of uploads that came before `before`, and the requests read from them. The
 * results stay, with the numbers of rows and documents. An upload that was never issued can then
 * not be issued any more. One at work keeps its file until it is done: its documents would be lost.
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
          where ${own}created_at <= $1 and content_removed_at is null and ${atRest}
          order by created_at limit ${stepMax}`,
        before,
      ),
    )
    for (const row of rows) await removeFile(db, text(row, 'org_id'), text(row, 'id'), now)
    if (rows.length < stepMax || rows.every((row) => integer(row, 'created_at') > before)) return
  }
}

/** Somebody may begin to issue it meanwhile, so its own row is changed first. */
async function removeFile(db: Database, orgId: string, id: string, now: number): Promise<void> {
  const isRemoved = `exists (select 1 from uploads
    where org_id = $1 and id = $2 and content_removed_at is not null)`
  await db.transaction([
    sql(`update uploads set content_removed_at = $3 where org_id = $1 and id = $2 and ${atRest}`, orgId, id, now),
    sql(`delete from upload_files where org_id = $1 and upload_id = $2 and ${isRemoved}`, orgId, id),
    sql(`update upload_documents set request = null where org_id = $1 and upload_id = $2 and ${isRemoved}`, orgId, id),
  ])
}

const atRest = "status in ('CHECKED', 'DONE')"

/** How long a file is kept. */
export const fileKeptMs = 30 * 24 * 3_600_000
const stepMax = 100
