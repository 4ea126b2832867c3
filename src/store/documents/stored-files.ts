import { isFrame } from '../../text/frames.ts'
import { wholeBytesMax } from '../../text/packing.ts'
import { bytes as bytesIn, integer, onlyRow } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { piecesIn, piecesOf, type StoredBytes, storedFile } from '../database/stored-bytes.ts'
import { readObject, TextParts, type TextPlace, type TextSource } from '../database/text-parts.ts'
import { type StoredStatus, unpackedStatus } from '../legs/stored-status.ts'

/**
 * The long files of a document, read slice by slice. None of their rows is ever changed.
 */

/** The status that decided a leg, byte for byte. */
export function statusEnvelope(db: Database, status: StatusToRead): StoredBytes {
  const { orgId, transmissionUuid, bytes, stored } = status
  if (stored.kind === 'object') return { bytes, pieces: () => objectPieces(db, orgId, stored.object) }
  // The upkeep may pack an older one after its size was read.
  if (bytes <= wholeBytesMax) return { bytes, pieces: () => shortPieces(db, status) }
  return storedFile(db, orgId, bytes, (from, length) =>
    sql(
      'select substr(envelope, $3, $4) as slice from leg_statuses where org_id = $1 and transmission_uuid = $2',
      orgId,
      transmissionUuid,
      from,
      length,
    ),
  )
}

interface StatusToRead {
  readonly orgId: string
  readonly transmissionUuid: string
  readonly bytes: number
  readonly stored: StoredStatus
}

async function* shortPieces(db: Database, { orgId, transmissionUuid }: StatusToRead): AsyncGenerator<Uint8Array, void> {
  const text = 'select envelope from leg_statuses where org_id = $1 and transmission_uuid = $2'
  const rows = await db.query(sql(text, orgId, transmissionUuid))
  const envelope = bytesIn(onlyRow(rows), 'envelope')
  yield* piecesIn(isFrame(envelope) ? unpackedStatus(envelope) : envelope)
}

async function* objectPieces(db: Database, orgId: string, object: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield* piecesIn(await readObject(db, orgId, object))
}

/** The columns that `sizeOfAttachment` reads. `table`: empty, or an alias with its dot. */
export function attachmentSize(table = ''): string {
  return `coalesce(${table}content_bytes, octet_length(${table}content)) as bytes,
    case when ${table}content_bytes is null then 0 else 1 end as is_in_parts`
}

export function sizeOfAttachment(row: Row): AttachmentLength {
  return { bytes: integer(row, 'bytes'), isInParts: integer(row, 'is_in_parts') === 1 }
}

export interface AttachmentLength {
  readonly bytes: number
  /** In `text_parts`, and not in its own row. */
  readonly isInParts: boolean
}

/** An attachment. */
export function attachmentContent(db: Database, of: AttachmentKey & AttachmentLength): StoredBytes {
  const { orgId, documentId, id, bytes } = of
  if (of.isInParts) {
    return { bytes, pieces: () => piecesOf(orgId, new TextParts(db, attachmentPlace(of), bytes).forwards()) }
  }
  return storedFile(db, orgId, bytes, (from, length) =>
    sql(
      `select substr(content, $4, $5) as slice from attachments where org_id = $1 and document_id = $2 and id = $3`,
      orgId,
      documentId,
      id,
      from,
      length,
    ),
  )
}

/** All bytes of an attachment in parts. */
export async function wholeAttachment(db: TextSource, of: AttachmentKey, bytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of new TextParts(db, attachmentPlace(of), bytes).forwards()) parts.push(part)
  return Buffer.concat(parts)
}

/** Where the parts of an attachment are. */
export function attachmentPlace({ orgId, documentId, id }: AttachmentKey): TextPlace {
  return { orgId, owner: `${documentId}/attachments/${id}`, name: 'content' }
}

interface AttachmentKey {
  readonly orgId: string
  readonly documentId: string
  readonly id: string
}
