import { partBytes } from '../../text/packing.ts'
import { blobBytesMin } from '../blobs/blob-database.ts'
import type { Database } from '../database/database.ts'
import type { LegChange } from './legs.ts'

/**
 * The text that a row has in place of a status in the object store: `blob:`, the object's reference
 * in hexadecimal, and the size of the status. A status is XML, so no status begins like this.
 */
export interface StatusReference {
  readonly object: Uint8Array
  readonly bytes: number
}

/**
 * With an object store, stores the status first and returns the change with its reference. The
 * shortest stay in their row, like texts; and the longest, because an object is read as a whole.
 */
export async function withStoredStatus(
  { blobs }: Pick<Database, 'blobs'>,
  orgId: string,
  change: LegChange,
): Promise<LegChange> {
  const { statusEnvelope } = change
  if (blobs === undefined || statusEnvelope === undefined) return change
  const bytes = statusEnvelope.length
  if (bytes <= blobBytesMin || bytes > partBytes) return change
  const object = Buffer.from(await blobs.put(orgId, statusEnvelope)).toString('hex')
  return { ...change, statusEnvelope: new TextEncoder().encode(`blob:${object}:${bytes}`) }
}

/** Undefined if these bytes are the status itself. */
export function statusReference(envelope: Uint8Array | null | undefined): StatusReference | undefined {
  if (envelope === null || envelope === undefined || envelope.length >= referenceBytesMax) return undefined
  const found = /^blob:([0-9a-f]{68}):(\d{1,10})$/.exec(Buffer.from(envelope).toString('latin1'))
  const [, object, bytes] = found ?? []
  return object === undefined ? undefined : { object: Buffer.from(object, 'hex'), bytes: Number(bytes) }
}

/** A select's expression for the value of `statusReference`. Null for a longer envelope. */
export function statusReferenceColumn(column: string): string {
  return `case when octet_length(${column}) < ${referenceBytesMax} then ${column} end`
}

/** A status in the network's envelope is longer. */
const referenceBytesMax = 128
