import type { Family } from '@selfbill/pint-ae/document'
import { failedConstraint } from '../constraints.ts'
import { integer, optionalInteger, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { ContentRemoved, removedAtOf, requireContent } from './content-removed.ts'
import { lockDocument } from './lock-document.ts'

/** What a person did about a document that failed its rules or was rejected. */
export interface Handled {
  readonly note: string
  /** A name, or the id of an account. */
  readonly handledBy: string
  /** ms since 1970. */
  readonly handledAt: number
}

export interface HandledKey {
  readonly orgId: string
  readonly family: Family
  readonly id: string
}

/**
 * Takes a refused document out of what needs attention, until a later revision fails or a later
 * report is refused. False and no change if nothing of it is refused, or there is no such document;
 * throws `ContentRemoved` when its content is gone. `kept` as in `keepAnswer`.
 */
export async function handleDocument(
  db: Database,
  { orgId, family, id }: HandledKey,
  { note, handledBy, handledAt }: Handled,
  kept?: KeptAnswer,
): Promise<boolean> {
  const present = await readDocument(db, { orgId, family, id })
  if (present === undefined) return false
  requireContent(id, present)
  try {
    await db.transaction([
      ...lockDocument(db, orgId, id),
      sql(
        `update documents set handled_revision = revision, handled_at = $4, handled_by = $5, handled_note = $6,
           created_at = case when removed_at is null and (overall_status = 'VALIDATION_FAILED' or exists (
             select 1 from legs l where l.org_id = $1 and l.document_id = documents.id
               and l.revision = documents.revision and l.status in ('REJECTED', 'FAILED'))) then created_at end
         where org_id = $1 and id = $2 and family = $3`,
        orgId,
        id,
        family,
        handledAt,
        handledBy,
        note,
      ),
      sql(
        `update legs set handled_at = $3 where org_id = $1 and document_id = $2 and status in ('REJECTED', 'FAILED')
           and exists (select 1 from documents d where d.org_id = $1 and d.id = $2 and d.revision = legs.revision)`,
        orgId,
        id,
        handledAt,
      ),
      ...keepAnswer(kept),
    ])
    return true
  } catch (error) {
    if (failedConstraint(error) !== 'document_as_read') throw error
    const removedAt = await removedAtOf(db, orgId, id)
    if (removedAt !== undefined) throw new ContentRemoved(id, removedAt)
    return false
  }
}

/** Undoes `handleDocument`, if it was done. False for an unknown document. */
export async function reopenDocument(
  db: Database,
  { orgId, family, id }: HandledKey,
  kept?: KeptAnswer,
): Promise<boolean> {
  if ((await readDocument(db, { orgId, family, id })) === undefined) return false
  await db.transaction([
    ...lockDocument(db, orgId, id),
    sql(
      'update legs set handled_at = null where org_id = $1 and document_id = $2 and handled_at is not null',
      orgId,
      id,
    ),
    sql(
      `update documents set handled_revision = null, handled_at = null, handled_by = null, handled_note = null
       where org_id = $1 and id = $2 and family = $3`,
      orgId,
      id,
      family,
    ),
    ...keepAnswer(kept),
  ])
  return true
}

async function readDocument(db: Database, { orgId, family, id }: HandledKey): Promise<Row | undefined> {
  const [row] = await db.query(
    sql('select removed_at from documents where org_id = $1 and id = $2 and family = $3', orgId, id, family),
  )
  return row
}

/** From `revision` and the columns `handled_…`. Undefined: nobody has handled this revision. */
export function handledIn(row: Row): Handled | undefined {
  const revision = optionalInteger(row, 'handled_revision')
  if (revision === undefined || revision !== integer(row, 'revision')) return undefined
  return {
    note: text(row, 'handled_note'),
    handledBy: text(row, 'handled_by'),
    handledAt: integer(row, 'handled_at'),
  }
}
