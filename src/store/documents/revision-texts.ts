import type { Text } from '@selfbill/pint-ae/text'
import { divided } from '../../text/frames.ts'
import type { StorableText } from '../../text/packing.ts'
import { type PackedTexts, type RevisionPlace, revisionPlaces } from '../../text/revision-frame.ts'
import { onlyRow, optionalInteger } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql, type Value } from '../database/database.ts'
import { framedText, frameName } from '../database/framed-text.ts'
import { type StoredText, storedText, textColumn } from '../database/stored-text.ts'
import {
  bytesInParts,
  columnOf,
  insertParts,
  insertPlainParts,
  revisionOwner,
  type TextSource,
} from '../database/text-parts.ts'

/** In the column order of every insert into `revisions`. */
const names = ['request', 'answer', 'ubl', 'findings'] as const
export type RevisionText = (typeof names)[number]

interface NewTexts extends Readonly<Record<RevisionText, StorableText>> {
  readonly packed?: PackedTexts | undefined
}

/** The values of the four text columns. */
export function revisionColumns(texts: NewTexts): readonly Text[] {
  return names.map((name) => columnOf(texts[name]))
}

/** The values of the four length columns, `packed` and `report_bytes`. */
export function revisionLengths({ packed, ...texts }: NewTexts): readonly Value[] {
  const lengths = names.map((name) => bytesInParts(texts[name]))
  if (packed === undefined) return [...lengths, null, null]
  const { frame, isBodyApart, reportBytes } = packed
  return [...lengths, isBodyApart ? divided(frame).head : frame, reportBytes]
}

/** Stores the parts of a revision's long texts. */
export function insertRevisionParts(
  document: NewTexts & { readonly orgId: string; readonly id: string },
  revision: number,
): readonly Statement[] {
  const place = { orgId: document.orgId, owner: revisionOwner(document.id, revision) }
  const { packed } = document
  return [
    ...names.flatMap((name) => insertParts({ ...place, name }, document[name])),
    ...(packed?.isBodyApart ? insertPlainParts({ ...place, name: frameName }, divided(packed.frame).body) : []),
  ]
}

/** A text of a revision. */
export async function revisionText(db: Database, column: RevisionText, key: RevisionKey): Promise<StoredText> {
  const { orgId, documentId, revision } = key
  const rows = await db.query(
    sql(
      `select ${revisionTextColumns('', column)} from revisions
       where org_id = $1 and document_id = $2 and revision = $3`,
      orgId,
      documentId,
      revision,
    ),
  )
  return revisionTextIn(db, onlyRow(rows), column, key)
}

/** The columns that `revisionTextIn` needs. `table`: empty, or an alias with its dot. */
export function revisionTextColumns(table: string, ...places: readonly RevisionPlace[]): string {
  const own = places.map((place) => (place === 'report' ? `${table}report_bytes` : textColumn(table, place)))
  return [...own, `${table}packed as revision_packed`].join(', ')
}

/** A text in a row with its `revisionTextColumns`. */
export function revisionTextIn(db: TextSource, row: Row, place: RevisionPlace, key: RevisionKey): StoredText {
  const of = { orgId: key.orgId, owner: revisionOwner(key.documentId, key.revision) }
  const framed = framedText(db, row.revision_packed, {
    ...of,
    place: revisionPlaces.indexOf(place),
    bytes: optionalInteger(row, `${place}_bytes`),
    // Where legs are joined, `report` is a column of theirs.
    ...(place !== 'report' && { column: row[place] }),
  })
  return framed ?? storedText(db, row, place, of)
}

export interface RevisionKey {
  readonly orgId: string
  readonly documentId: string
  readonly revision: number
}
