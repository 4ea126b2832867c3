import { integer, onlyRow } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/** What all that is kept about a document comes to, in bytes, without reading it. */
export async function documentBytes(db: Database, orgId: string, documentId: string): Promise<number> {
  const rows = await db.query(
    sql(
      `select (select coalesce(sum(octet_length(answer) + octet_length(ubl) + octet_length(findings) + coalesce(octet_length(request), 0)), 0)
           from revisions where org_id = $1 and document_id = $2)
         + (select coalesce(sum(octet_length(content)), 0) from attachments where org_id = $1 and document_id = $2)
         + (select coalesce(sum(octet_length(t.document_xml)), 0) from legs l
              join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
            where l.org_id = $1 and l.document_id = $2) as bytes`,
      orgId,
      documentId,
    ),
  )
  return integer(onlyRow(rows), 'bytes')
}
