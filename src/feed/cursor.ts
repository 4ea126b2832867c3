import { createHash } from 'node:crypto'
import type { FeedRow } from '../store/log/feed.ts'

/** A place in an organisation's feed, behind the entry that stands there. */
export interface Cursor {
  /** 0: before the first entry. */
  readonly position: number
  /**
   * A piece of that entry's id, by which a cursor of another feed, or from before a restore, is
   * known.
   */
  readonly proof: string
}

/** Before the first entry. */
export const beginning: Cursor = { position: 0, proof: '' }

/** The place behind an entry. */
export function cursorOf(row: EntryIdentity & Pick<FeedRow, 'position'>): Cursor {
  return { position: row.position, proof: entryId(row).slice(-proofDigits) }
}

/** The cursor as callers have it: opaque text. */
export function writeCursor({ position, proof }: Cursor): string {
  return position === 0 ? beginningText : `${position.toString(36)}-${proof}`
}

/**
 * Undefined for what was never a cursor; whether it is one of this feed only the entry can tell.
 */
export function readCursor(text: string): Cursor | undefined {
  if (text === beginningText) return beginning
  const [, position, proof] = syntax.exec(text) ?? []
  return position === undefined || proof === undefined ? undefined : { position: Number.parseInt(position, 36), proof }
}

/**
 * An entry's id: the same in every answer and every delivery of it, and nobody else's. It is made
 * of all that makes the entry what it is: after a restore, when other things happen under the same
 * numbers, they have other ids.
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
