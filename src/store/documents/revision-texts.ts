import type { Text } from '@selfbill/pint-ae/text'
import type { StorableText } from '../../text/packing.ts'
import { onlyRow } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { type StoredText, storedText, textColumn } from '../database/stored-text.ts'
import { bytesInParts, columnOf, insertParts, revisionOwner } from '../database/text-parts.ts'

/** In the column order of every insert into `revisions`. */
const names = ['request', 'answer', 'ubl', 'findings'] as const
export type RevisionText = (typeof names)[number]
type RevisionTexts = Readonly<Record<RevisionText, StorableText>>

/** The values of the four text columns. */
export function revisionColumns(texts: RevisionTexts): readonly Text[] {
  return names.map((name) => columnOf(texts[name]))
}

/** The values of the four length columns. */
export function revisionLengths(texts: RevisionTexts): readonly (number | null)[] {
  return names.map((name) => bytesInParts(texts[name]))
}

/** Stores the parts of a revision's long texts. */
export function insertRevisionParts(
  document: RevisionTexts & { readonly orgId: string; readonly id: string },
  revision: number,
): readonly Statement[] {
  const place = { orgId: document.orgId, owner: revisionOwner(document.id, revision) }
  return names.flatMap((name) => insertParts({ ...place, name }, document[name]))
}

/** A text of a revision. */
export async function revisionText(
  db: Database,
  column: RevisionText,
  { orgId, documentId, revision }: RevisionKey,
): Promise<StoredText> {
  const rows = await db.query(
    sql(
      `select ${textColumn('', column)} from revisions where org_id = $1 and document_id = $2 and revision = $3`,
      orgId,
      documentId,
      revision,
    ),
  )
  return storedText(db, onlyRow(rows), column, { orgId, owner: revisionOwner(documentId, revision) })
}

export interface RevisionKey {
  readonly orgId: string
  readonly documentId: string
  readonly revision: number
}
