import { type Family, families } from '@selfbill/pint-ae/document'
import { asRead } from '../as-read.ts'
import { optionalInteger, text, word } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { requireContent } from '../documents/content-removed.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { type Hold, holdColumns, holdIn } from './hold.ts'
import { lookAgain } from './retentions.ts'

/**
 * Holds a document. A new reason for a held one keeps its time. Undefined for an unknown document;
 * throws `ContentRemoved` when there is nothing left to hold. It writes the row that a removal
 * writes, so one of the two is first, and the other one sees it. `keep`: the answer to the hold as
 * it is stored, for the same transaction.
 */
export function holdDocument(
  db: Database,
  document: DocumentKey,
  hold: Hold,
  keep: (stored: Hold) => KeptAnswer | undefined = () => undefined,
): Promise<Hold | undefined> {
  return asRead(['document_as_read'], async () => {
    const present = await readDocument(db, document)
    if (present === undefined) return undefined
    requireContent(document.id, present)
    const stored = { ...hold, heldAt: optionalInteger(present, 'held_at') ?? hold.heldAt }
    await db.transaction([setHold(document, stored), ...keepAnswer(keep(stored))])
    return stored
  })
}

/** Writes nothing when the hold or a removal came in between. */
function setHold({ orgId, family, id }: DocumentKey, { heldAt, heldBy, reason }: Hold): Statement {
  return sql(
    `update documents set held_at = $4, held_by = $5, hold_reason = $6,
       created_at = case when removed_at is null and coalesce(held_at, $4) = $4 then created_at end
     where org_id = $1 and id = $2 and family = $3`,
    orgId,
    id,
    family,
    heldAt,
    heldBy,
    reason,
  )
}

/** False for an unknown document. Without a hold nothing changes. `kept` as in `keepAnswer`. */
export async function releaseDocument(db: Database, document: DocumentKey, kept?: KeptAnswer): Promise<boolean> {
  if ((await readDocument(db, document)) === undefined) return false
  const { orgId, family, id } = document
  await db.transaction([
    ...lookAgain(orgId),
    sql(
      `update documents set held_at = null, held_by = null, hold_reason = null
       where org_id = $1 and id = $2 and family = $3`,
      orgId,
      id,
      family,
    ),
    ...keepAnswer(kept),
  ])
  return true
}

async function readDocument(db: Database, { orgId, family, id }: DocumentKey): Promise<Row | undefined> {
  const [row] = await db.query(
    sql('select held_at, removed_at from documents where org_id = $1 and id = $2 and family = $3', orgId, id, family),
  )
  return row
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
