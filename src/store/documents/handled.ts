import type { Family } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { type KeptAnswer, underKey } from '../requests/kept-answer.ts'
import { ContentRemoved, removedAtOf } from './content-removed.ts'
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
 * throws `ContentRemoved` when its content is gone.
 */
export async function handleDocument(
  db: Database,
  { orgId, family, id }: HandledKey,
  { note, handledBy, handledAt }: Handled,
  kept?: KeptAnswer,
): Promise<boolean> {
  const createdAt = underKey('created_at', kept, 7)
  const results = await db.transaction([
    ...lockDocument(db, orgId, id),
    sql(
      `update documents set handled_revision = revision, handled_at = $4, handled_by = $5, handled_note = $6,
         created_at = ${createdAt.value}
       where org_id = $1 and id = $2 and family = $3 and removed_at is null
         and (overall_status = 'VALIDATION_FAILED' or exists (
           select 1 from legs l where l.org_id = $1 and l.document_id = documents.id
             and l.revision = documents.revision and l.status in ('REJECTED', 'FAILED')))
       returning id`,
      orgId,
      id,
      family,
      handledAt,
      handledBy,
      note,
      ...createdAt.params,
    ),
    sql(
      `update legs set handled_at = $4 where org_id = $1 and document_id = $2 and status in ('REJECTED', 'FAILED')
         and exists (select 1 from documents d where d.org_id = $1 and d.id = $2 and d.family = $3
           and d.removed_at is null and d.revision = legs.revision and d.handled_revision = d.revision)`,
      orgId,
      id,
      family,
      handledAt,
    ),
  ])
  if (results.at(-2)?.length === 1) return true
  const removedAt = await removedAtOf(db, orgId, id)
  if (removedAt !== undefined) throw new ContentRemoved(id, removedAt)
  return false
}

/** Undoes `handleDocument`, if it was done. False for an unknown document. */
export async function reopenDocument(
  db: Database,
  { orgId, family, id }: HandledKey,
  kept?: KeptAnswer,
): Promise<boolean> {
  const createdAt = underKey('created_at', kept, 4)
  const results = await db.transaction([
    ...lockDocument(db, orgId, id),
    sql(
      `update legs set handled_at = null where org_id = $1 and document_id = $2 and handled_at is not null
         and exists (select 1 from documents d where d.org_id = $1 and d.id = $2 and d.family = $3)`,
      orgId,
      id,
      family,
    ),
    sql(
      `update documents set handled_revision = null, handled_at = null, handled_by = null, handled_note = null,
         created_at = ${createdAt.value}
       where org_id = $1 and id = $2 and family = $3 returning id`,
      orgId,
      id,
      family,
      ...createdAt.params,
    ),
  ])
  return results.at(-1)?.length === 1
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
