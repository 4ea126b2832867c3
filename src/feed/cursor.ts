import { createHash } from 'node:crypto'
import type { FeedRow } from '../store/log/feed.ts'

/** A position in an organisation's feed, after an entry. */
export interface Cursor {
  /** 0: before the first entry. */
  readonly position: number
  /** A part of the entry's id. It detects cursors of another feed, or from before a restore. */
  readonly proof: string
}

/** Before the first entry. */
export const beginning: Cursor = { position: 0, proof: '' }

/** The position after an entry. */
export function cursorOf(row: EntryIdentity & Pick<FeedRow, 'position'>): Cursor {
  return cursorAt({ position: row.position, eventId: entryId(row) })
}

/** The position after an entry, from its id. */
export function cursorAt({ position, eventId }: { readonly position: number; readonly eventId: string }): Cursor {
  return { position, proof: eventId.slice(-proofDigits) }
}

/** The cursor as opaque text for callers. */
export function writeCursor({ position, proof }: Cursor): string {
  return position === 0 ? beginningText : `${position.toString(36)}-${proof}`
}

/**
 * Undefined for text that is not a cursor. Only the entry shows whether it belongs to this feed.
 */
export function readCursor(text: string): Cursor | undefined {
  if (text === beginningText) return beginning
  const [, position, proof] = syntax.exec(text) ?? []
  return position === undefined || proof === undefined ? undefined : { position: Number.parseInt(position, 36), proof }
}

/**
 * The unique id of an entry, the same in every answer and delivery. It is a digest of the entry's
 * identity, so that after a restore other events with the same numbers get other ids.
 */
export function entryId({ orgId, id, documentId, at }: EntryIdentity): string {
  const digest = createHash('sha256').update(`${orgId} ${id} ${documentId} ${at}`).digest('hex')
  return `evt_${digest.slice(0, idDigits)}`
}

type EntryIdentity = Pick<FeedRow, 'orgId' | 'id' | 'documentId' | 'at'>

const idDigits = 32
const proofDigits = 10
const beginningText = '0'
const syntax = /^([1-9a-z][0-9a-z]{0,9})-([0-9a-f]{10})$/
