import { optionalInteger } from '../database/columns.ts'
import type { Database, Row } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { inRevision, type StoredText, shortText, storedText, type TextPlace } from '../database/stored-text.ts'
import type { LegState } from './legs.ts'

/**
 * The document that a leg sends: its own, or else that of its revision. Neither row is ever changed. A statement that selects from
 * `l` joins the rows with `joinLegDocument` and selects `legDocumentColumns`; only short texts come with it.
 */
export const legDocumentColumns = `${shortText('t.', 'document_xml')}, ${shortText('r.', 'ubl')}`

export const joinLegDocument = `
  left join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
  left join revisions r on t.org_id is null
    and r.org_id = l.org_id and r.document_id = l.document_id and r.revision = l.revision`

/** The document of the leg in a row that was selected with `legDocumentColumns`. */
export function legDocumentIn(db: Database, row: Row, leg: LegState): StoredText {
  const { orgId, transmissionUuid, documentId: id, revision } = leg
  if (optionalInteger(row, 'document_xml_bytes') === undefined) {
    return storedText(db, row, 'ubl', inRevision({ orgId, id, revision }))
  }
  return storedText(db, row, 'document_xml', inLeg(orgId, transmissionUuid))
}

/** Where the document of a leg's own is. */
export function inLeg(orgId: string, transmissionUuid: string): TextPlace {
  return {
    keys: 2,
    statement: (expression, values) =>
      sql(
        `select ${expression} as part from leg_documents where org_id = $1 and transmission_uuid = $2`,
        orgId,
        transmissionUuid,
        ...values,
      ),
  }
}
