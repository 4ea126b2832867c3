import { optionalInteger } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'

/**
 * The texts, files and names of a document were removed after its retention. Its row, log and link
 * in the chain stay. Source: docs/decisions/0108.
 */
export class ContentRemoved extends Error {
  override readonly name = 'ContentRemoved'
  /** ms since 1970. */
  readonly removedAt: number

  constructor(documentId: string, removedAt: number) {
    super(`the content of document ${documentId} was removed after its retention`)
    this.removedAt = removedAt
  }
}

/** Throws `ContentRemoved` for a document without its content. The row has `removed_at`. */
export function requireContent(documentId: string, row: Row): void {
  const removedAt = optionalInteger(row, 'removed_at')
  if (removedAt !== undefined) throw new ContentRemoved(documentId, removedAt)
}

/** When the content of a document was removed; undefined for any other document. */
export async function removedAtOf(db: Database, orgId: string, documentId: string): Promise<number | undefined> {
  const [row] = await db.query(sql('select removed_at from documents where org_id = $1 and id = $2', orgId, documentId))
  return row && optionalInteger(row, 'removed_at')
}
