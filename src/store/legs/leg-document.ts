import { partsOf, type StorableText } from '../../text/packing.ts'
import { onlyRow } from '../database/columns.ts'
import { blobPackings, type Database, handedOver, type Row, type Statement, sql } from '../database/database.ts'
import { type StoredText, storedText, textColumn } from '../database/stored-text.ts'
import { bytesInParts, columnOf, insertParts, revisionOwner, type TextPlace } from '../database/text-parts.ts'

/** Stores the report of a C5 leg. */
export function insertLegDocument(
  orgId: string,
  transmissionUuid: string,
  document: StorableText,
): readonly Statement[] {
  return [
    handedOver(
      sql(
        `insert into leg_documents (org_id, transmission_uuid, document_xml, document_xml_bytes)
         values ($1, $2, cast($3 as text), $4)`,
        orgId,
        transmissionUuid,
        columnOf(document),
        bytesInParts(document),
      ),
    ),
    ...insertParts(documentPlace(orgId, transmissionUuid), document),
  ]
}

/** The same for a leg whose row still has `mark`; otherwise writes nothing. */
export function insertDocumentOfState(
  orgId: string,
  transmissionUuid: string,
  mark: string,
  document: StorableText,
): readonly Statement[] {
  const ofLeg = 'from legs where org_id = $1 and transmission_uuid = $2 and mark = $3'
  return [
    sql(
      `insert into leg_documents (org_id, transmission_uuid, document_xml, document_xml_bytes)
       select org_id, transmission_uuid, cast($4 as text), cast($5 as bigint) ${ofLeg}`,
      orgId,
      transmissionUuid,
      mark,
      columnOf(document),
      bytesInParts(document),
    ),
    ...partsOf(document).map((content, part) => ({
      ...handedOver(
        sql(
          `insert into text_parts (org_id, owner, name, part, packing, content)
           select org_id, transmission_uuid, 'document_xml', cast($4 as bigint), cast($5 as text), $6 ${ofLeg}`,
          orgId,
          transmissionUuid,
          mark,
          part,
          'gzip',
          content,
        ),
      ),
      part: { content: 5, packing: 4, inObjects: blobPackings.gzip },
    })),
  ]
}

/**
 * The document that a leg sends: its own report, or else the UBL of its revision. The row holds the
 * text columns of both.
 */
export function legDocumentIn(
  db: Database,
  row: Row,
  { orgId, transmissionUuid, documentId, revision }: LegKey,
): StoredText {
  return row.document_xml === null
    ? storedText(db, row, 'ubl', { orgId, owner: revisionOwner(documentId, revision) })
    : storedText(db, row, 'document_xml', documentPlace(orgId, transmissionUuid))
}

interface LegKey {
  readonly orgId: string
  readonly transmissionUuid: string
  readonly documentId: string
  readonly revision: number
}

/** The report of a C5 leg. */
export async function legDocument(db: Database, orgId: string, transmissionUuid: string): Promise<StoredText> {
  const rows = await db.query(
    sql(
      `select ${textColumn('', 'document_xml')} from leg_documents where org_id = $1 and transmission_uuid = $2`,
      orgId,
      transmissionUuid,
    ),
  )
  return storedText(db, onlyRow(rows), 'document_xml', documentPlace(orgId, transmissionUuid))
}

/** The place of its text parts. */
export function documentPlace(orgId: string, transmissionUuid: string): TextPlace {
  return { orgId, owner: transmissionUuid, name: 'document_xml' }
}
