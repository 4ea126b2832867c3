import type { Text } from '@selfbill/pint-ae/text'
import { packTogether } from '../../text/frames.ts'
import { isPacked, pack, partsOf, type StorableText, withoutContent } from '../../text/packing.ts'
import { onlyRow, optionalInteger } from '../database/columns.ts'
import {
  blobPackings,
  type Database,
  handedOver,
  type Row,
  type Statement,
  sql,
  type Value,
} from '../database/database.ts'
import { framedText } from '../database/framed-text.ts'
import { type StoredText, storedText, textColumn } from '../database/stored-text.ts'
import { bytesInParts, columnOf, insertParts, type TextPlace } from '../database/text-parts.ts'
import { type RevisionKey, revisionTextIn } from '../documents/revision-texts.ts'

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

/** A report that is made later than its revision, with a frame of its own if it is short. */
export interface LaterReport {
  readonly document: StorableText
  readonly frame: Uint8Array | null
}

export async function laterReport({ textPacking }: Pick<Database, 'textPacking'>, xml: Text): Promise<LaterReport> {
  const document = await pack(xml)
  if (textPacking?.isOn !== true || isPacked(document)) return { document, frame: null }
  return { document: withoutContent(document), frame: packTogether([document], 'documents') }
}

/** Stores it for a leg whose row still has `mark`; otherwise writes nothing. */
export function insertDocumentOfState(
  orgId: string,
  transmissionUuid: string,
  mark: string,
  { document, frame }: LaterReport,
): readonly Statement[] {
  const ofLeg = 'from legs where org_id = $1 and transmission_uuid = $2 and mark = $3'
  return [
    sql(
      `insert into leg_documents (org_id, transmission_uuid, document_xml, document_xml_bytes, packed)
       select org_id, transmission_uuid, cast($4 as text), cast($5 as bigint), $6 ${ofLeg}`,
      orgId,
      transmissionUuid,
      mark,
      columnOf(document),
      bytesInParts(document),
      frame,
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

/** Joins what `reportColumns` selects to legs `l`. */
export const joinReport = `left join leg_documents t on t.org_id = l.org_id
    and t.transmission_uuid = l.transmission_uuid
  left join revisions v on t.org_id is null and l.corner = 'C5' and l.report is null
    and v.org_id = l.org_id and v.document_id = l.document_id and v.revision = l.revision`

/** The columns that `reportIn` needs. */
export const reportColumns = `${textColumn('t.', 'document_xml')}, t.packed as report_packed, v.report_bytes,
  v.packed as revision_packed`

/**
 * The report that a leg sends: in a row of its own, or in the frame of the revision that it came
 * with. Undefined: the leg sends the document's own UBL.
 */
export function reportIn(db: Database, row: Row, key: LegKey): StoredText | undefined {
  if (row.document_xml === null) return row.report_bytes === null ? undefined : revisionTextIn(db, row, 'report', key)
  const place = documentPlace(key.orgId, key.transmissionUuid)
  const bytes = optionalInteger(row, 'document_xml_bytes')
  const framed = framedText(db, row.report_packed, { ...place, place: 0, bytes, column: row.document_xml })
  return framed ?? storedText(db, row, 'document_xml', place)
}

/** Joins what `legDocumentColumns` selects to legs `l`. */
export const joinLegDocument = `left join leg_documents t on t.org_id = l.org_id
    and t.transmission_uuid = l.transmission_uuid
  left join revisions v on t.org_id is null
    and v.org_id = l.org_id and v.document_id = l.document_id and v.revision = l.revision`

/** The columns that `legDocumentIn` needs. A leg to C3 never sends the report. */
export const legDocumentColumns = `${textColumn('t.', 'document_xml')}, t.packed as report_packed,
  ${textColumn('v.', 'ubl')}, v.packed as revision_packed,
  case when l.corner = 'C5' and l.report is null then v.report_bytes end as report_bytes`

/** Rows of legs, of one organisation and moment: the legs of a revision unpack its frame once. */
export function sharingFrames(rows: readonly Row[]): readonly Row[] {
  const frames = new Map<string, Value | undefined>()
  return rows.map((row) => {
    const revision = `${row.document_id} ${row.revision}`
    if (!frames.has(revision)) frames.set(revision, row.revision_packed)
    return { ...row, revision_packed: frames.get(revision) ?? null }
  })
}

/** The document that a leg sends: its report, or else the UBL of its revision. */
export function legDocumentIn(db: Database, row: Row, key: LegKey): StoredText {
  return reportIn(db, row, key) ?? revisionTextIn(db, row, 'ubl', key)
}

interface LegKey extends RevisionKey {
  readonly transmissionUuid: string
}

/** The same for one leg. */
export async function legDocument(db: Database, key: LegKey): Promise<StoredText> {
  const rows = await db.query(
    sql(
      `select ${legDocumentColumns} from legs l ${joinLegDocument} where l.org_id = $1 and l.transmission_uuid = $2`,
      key.orgId,
      key.transmissionUuid,
    ),
  )
  return legDocumentIn(db, onlyRow(rows), key)
}

/** The place of its text parts. */
export function documentPlace(orgId: string, transmissionUuid: string): TextPlace {
  return { orgId, owner: transmissionUuid, name: 'document_xml' }
}
