import { text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import type { ListedDocument } from './document-list.ts'
import { type StoredDocument, textColumns, textsOf } from './document-row.ts'

/**
 * Listed documents with their texts, in batches, so that a page of large documents is never in
 * memory as a whole. The texts are those of the listed revision, even if a newer one is stored
 * meanwhile.
 */
export async function* withTexts(
  db: Database,
  documents: readonly ListedDocument[],
): AsyncGenerator<readonly StoredDocument[]> {
  for (const batch of batchesOf(documents)) yield await batchWithTexts(db, batch)
}

/** A batch has at least one document, and more only within these bytes. */
const batchBytesMax = 2 * 1024 * 1024
const batchDocumentsMax = 20

function* batchesOf(documents: readonly ListedDocument[]): Generator<readonly ListedDocument[]> {
  let batch: ListedDocument[] = []
  let bytes = 0
  for (const document of documents) {
    if (batch.length > 0 && (bytes + document.textBytes > batchBytesMax || batch.length === batchDocumentsMax)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(document)
    bytes += document.textBytes
  }
  if (batch.length > 0) yield batch
}

/** The memory that a page needs at a time: its largest batch. */
export function batchBytes(documents: readonly ListedDocument[]): number {
  const sizes = [...batchesOf(documents)].map((batch) => batch.reduce((bytes, { textBytes }) => bytes + textBytes, 0))
  return Math.max(0, ...sizes)
}

async function batchWithTexts(db: Database, batch: readonly ListedDocument[]): Promise<readonly StoredDocument[]> {
  const [first] = batch
  if (first === undefined) return []
  const each = batch.map((_, at) => `document_id = $${2 * at + 2} and revision = $${2 * at + 3}`)
  const rows = await db.query(
    sql(
      `select document_id, ${textColumns} from revisions r where r.org_id = $1 and (${each.join(' or ')})`,
      first.orgId,
      ...batch.flatMap(({ id, revision }) => [id, revision]),
    ),
  )
  const texts = new Map(rows.map((row) => [text(row, 'document_id'), row]))
  return batch.map(({ textBytes: _, ...document }) => {
    const row = texts.get(document.id)
    if (row === undefined) throw new Error(`document ${document.id} has no revision ${document.revision}`)
    return { ...document, ...textsOf(db, row, document) }
  })
}
