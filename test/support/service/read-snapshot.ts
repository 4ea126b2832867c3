import { ok } from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { Check } from 'typebox/schema'
import { longAnswer } from '../../../src/api/answer/long-json.ts'
import { Snapshot, snapshotAnswer } from '../../../src/api/documents/snapshot.ts'
import type { SnapshotRows } from '../../../src/store/legs/snapshot.ts'

/** The Peppol status as a caller reads it; undefined before the document has one. */
export async function readSnapshot(rows: SnapshotRows): Promise<Snapshot | undefined> {
  const snapshot = snapshotAnswer(rows)
  if (snapshot === undefined) return undefined
  const { body, stream } = await longAnswer(snapshot).answer()
  const read: unknown = JSON.parse(
    stream === undefined ? new TextDecoder().decode(Buffer.from(body)) : await text(stream),
  )
  ok(Check(Snapshot, read))
  return read
}
