import type { Database, Statement } from '../../../src/store/database/database.ts'
import { type RevisionText, revisionText } from '../../../src/store/documents/revision-texts.ts'
import { legDocument } from '../../../src/store/legs/leg-document.ts'
import { sql } from './any-row.ts'

/** The texts of a document's revision, wherever they are stored. */
export async function storedTexts(
  db: Database,
  { orgId, documentId, revision = 1 }: Stored,
): Promise<Readonly<Record<RevisionText, string>>> {
  const text = async (name: RevisionText) => (await revisionText(db, name, { orgId, documentId, revision })).string()
  return {
    request: await text('request'),
    answer: await text('answer'),
    ubl: await text('ubl'),
    findings: await text('findings'),
  }
}

/**
 * Stores the short texts of a document's revision, and its report, in columns, as versions before
 * packed texts did. Tests that change a text in the database use it, too.
 */
export async function storePlainly(db: Database, stored: Stored): Promise<void> {
  const { orgId, documentId, revision = 1 } = stored
  const texts = await storedTexts(db, stored)
  const columns = Object.entries(texts).flatMap(([name, value]): readonly Statement[] =>
    Buffer.byteLength(value) > 64 * 1024
      ? []
      : [
          sql(
            `update revisions set ${name} = $4, ${name}_bytes = null
             where org_id = $1 and document_id = $2 and revision = $3`,
            orgId,
            documentId,
            revision,
            value,
          ),
        ],
  )
  const legs = await db.query(
    sql(
      `select l.transmission_uuid from legs l join revisions r
         on r.org_id = l.org_id and r.document_id = l.document_id and r.revision = l.revision
       where l.org_id = $1 and l.document_id = $2 and l.revision = $3 and l.corner = 'C5' and l.report is null
         and r.report_bytes is not null`,
      orgId,
      documentId,
      revision,
    ),
  )
  const reports: Statement[] = []
  for (const { transmission_uuid: uuid } of legs) {
    const report = await legDocument(db, { orgId, documentId, revision, transmissionUuid: String(uuid) })
    reports.push(
      sql(
        'insert into leg_documents (org_id, transmission_uuid, document_xml) values ($1, $2, $3)',
        orgId,
        String(uuid),
        await report.string(),
      ),
    )
  }
  await db.transaction([
    ...columns,
    ...reports,
    sql(
      `update revisions set packed = null, report_bytes = null
       where org_id = $1 and document_id = $2 and revision = $3`,
      orgId,
      documentId,
      revision,
    ),
  ])
}

interface Stored {
  readonly orgId: string
  readonly documentId: string
  readonly revision?: number
}
