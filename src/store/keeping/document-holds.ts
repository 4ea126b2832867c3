import { type Family, families } from '@selfbill/pint-ae/document'
import { text, word } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { ContentRemoved, removedAtOf } from '../documents/content-removed.ts'
import { type KeptAnswer, underKey } from '../requests/kept-answer.ts'
import { type Hold, holdColumns, holdIn } from './hold.ts'
import { lookAgain } from './retentions.ts'

/**
 * Holds a document. A new reason for a held one keeps its time. Undefined for an unknown document;
 * throws `ContentRemoved` when there is nothing left to hold. It writes the row that a removal
 * writes, so one of the two is first, and the other one sees it. `kept`: see `underKey`.
 */
export async function holdDocument(
  db: Database,
  document: DocumentKey,
  hold: Hold,
  kept?: KeptAnswer,
): Promise<Hold | undefined> {
  const { orgId, family, id } = document
  const createdAt = underKey('created_at', kept, 7)
  const [row] = await db.query(
    sql(
      `update documents set held_at = coalesce(held_at, $4), held_by = $5, hold_reason = $6,
         created_at = ${createdAt.value}
       where org_id = $1 and id = $2 and family = $3 and removed_at is null returning ${holdColumns()}`,
      orgId,
      id,
      family,
      hold.heldAt,
      hold.heldBy,
      hold.reason,
      ...createdAt.params,
    ),
  )
  if (row !== undefined) return holdIn(row)
  const removedAt = await removedAtOf(db, orgId, id)
  if (removedAt !== undefined) throw new ContentRemoved(id, removedAt)
  return undefined
}

/** False for an unknown document. Without a hold nothing changes. */
export async function releaseDocument(
  db: Database,
  { orgId, family, id }: DocumentKey,
  kept?: KeptAnswer,
): Promise<boolean> {
  const createdAt = underKey('created_at', kept, 4)
  const results = await db.transaction([
    ...lookAgain(orgId),
    sql(
      `update documents set held_at = null, held_by = null, hold_reason = null, created_at = ${createdAt.value}
       where org_id = $1 and id = $2 and family = $3 returning id`,
      orgId,
      id,
      family,
      ...createdAt.params,
    ),
  ])
  return results.at(-1)?.length === 1
}

export interface DocumentKey {
  readonly orgId: string
  readonly family: Family
  readonly id: string
}

/** The documents of an organisation under a hold of their own, oldest first; at most `limit`. */
export async function heldDocuments(db: Database, orgId: string, limit: number): Promise<readonly HeldDocument[]> {
  const rows = await db.query(
    sql(
      `select id, family, document_number, ${holdColumns()} from documents
       where org_id = $1 and held_at is not null order by id limit ${limit}`,
      orgId,
    ),
  )
  return rows.flatMap((row) => {
    const hold = holdIn(row)
    if (hold === undefined) return []
    return [{ id: text(row, 'id'), family: word(row, 'family', families), number: text(row, 'document_number'), hold }]
  })
}

export interface HeldDocument {
  readonly id: string
  readonly family: Family
  readonly number: string
  readonly hold: Hold
}
