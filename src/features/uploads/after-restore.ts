import { message } from '@selfbill/pint-ae/messages'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import { optionalText, text } from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'
import { countedAnew } from './stored-uploads.ts'
import type { UploadError } from './upload-documents.ts'
import { problemError } from './upload-errors.ts'

/**
 * Holds every upload that was being issued when the backup was made, until a person issues it
 * again: documents that it issued after the backup were sent, and the database does not know them.
 * What was issued before stays issued. Returns how many it holds. Running it twice does no harm.
 */
export async function holdUploadsAfterRestore(db: Database): Promise<number> {
  let held = 0
  for (const { id: orgId } of await allOrganisations(db)) {
    // One whose documents all have a result only ends.
    const uploads = await db.query(
      sql(
        `select id, warnings from uploads u where u.org_id = $1 and status = 'ISSUING'
           and documents > (select count(*) from upload_results r
             where r.org_id = $1 and r.upload_id = u.id and r.phase = 'ISSUE')`,
        orgId,
      ),
    )
    if (uploads.length > 0) await db.transaction(uploads.map((row) => holdUpload(orgId, row)))
    held += uploads.length
  }
  return held
}

function holdUpload(orgId: string, row: Row): Statement {
  const warnings: readonly UploadError[] = JSON.parse(optionalText(row, 'warnings') ?? '[]')
  const warning = problemError({ place: undefined, reason: message('upload_restored') })
  return sql(
    `update uploads set status = 'CHECKED', due_at = null, lease_owner = null, issuer_id = null, issuer_name = null,
       repeats_choice = null, refuses_failing = null, warnings = $3, ${countedAnew}
     where org_id = $1 and id = $2 and status = 'ISSUING'`,
    orgId,
    text(row, 'id'),
    JSON.stringify([...warnings.filter(({ code }) => code !== warning.code), warning]),
  )
}
