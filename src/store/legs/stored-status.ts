import { Frame, isFrame, packTogether, textLengthIn } from '../../text/frames.ts'
import { partBytes, wholeBytesMax } from '../../text/packing.ts'
import { blobBytesMin } from '../blobs/blob-database.ts'
import type { Database } from '../database/database.ts'
import { requireText } from '../database/framed-text.ts'
import type { LegChange } from './legs.ts'

/**
 * How a row holds the status that decided a leg: as it was received; packed in a frame; or as a
 * reference to the object store: `blob:`, the object's name in hexadecimal, and the size. A status
 * is XML, so none begins like a frame or a reference.
 */
export type StoredStatus = Plain | Framed | StatusReference

interface Plain {
  readonly kind: 'plain'
}

interface Framed {
  readonly kind: 'framed'
  readonly bytes: number
}

export interface StatusReference {
  readonly kind: 'object'
  readonly object: Uint8Array
  readonly bytes: number
}

/**
 * The change with its status as the row will have it. With an object store, stores the status
 * first, unless it is among the shortest, like texts; the longest stay in their row, because an
 * object is read as a whole.
 */
export async function withStoredStatus(
  { blobs, textPacking }: Pick<Database, 'blobs' | 'textPacking'>,
  orgId: string,
  change: LegChange,
): Promise<LegChange> {
  const { statusEnvelope } = change
  if (statusEnvelope === undefined) return change
  const bytes = statusEnvelope.length
  const isKept = blobs === undefined || bytes > partBytes
  if (textPacking?.isOn === true && bytes <= wholeBytesMax) {
    const frame = packTogether([statusEnvelope], 'statuses')
    if (isKept || frame.length <= blobBytesMin) return { ...change, statusEnvelope: frame }
  }
  if (isKept || bytes <= blobBytesMin) return change
  const object = Buffer.from(await blobs.put(orgId, statusEnvelope)).toString('hex')
  return { ...change, statusEnvelope: new TextEncoder().encode(`blob:${object}:${bytes}`) }
}

/** `start`: the first bytes of the column, as `statusStart` selects them. */
export function storedStatus(start: Uint8Array): StoredStatus {
  if (isFrame(start)) return { kind: 'framed', bytes: requireText(() => textLengthIn(start)) }
  return statusReference(start) ?? { kind: 'plain' }
}

export function statusReference(start: Uint8Array): StatusReference | undefined {
  const found = /^blob:([0-9a-f]{68}):(\d{1,10})$/.exec(Buffer.from(start).toString('latin1'))
  const [, object, bytes] = found ?? []
  if (object === undefined) return undefined
  return { kind: 'object', object: Buffer.from(object, 'hex'), bytes: Number(bytes) }
}

/** The status in a frame. Throws `TextDamaged`. */
export function unpackedStatus(envelope: Uint8Array): Uint8Array {
  return requireText(() => new Frame(envelope).textAt(0))
}

/** A select's expression for the value of `storedStatus`. */
export function statusStart(column: string): string {
  return `substr(${column}, 1, ${startBytes})`
}

/** A reference and the head of a frame are shorter. */
const startBytes = 128
