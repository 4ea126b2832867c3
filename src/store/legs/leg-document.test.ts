import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharingFrames } from './leg-document.ts'

// The legs of a revision share its frame, and no leg gets another one's.

test('the legs of a revision share one frame, those of others keep their own', () => {
  const row = (document_id: string, revision: number, revision_packed: Uint8Array | null) => ({
    document_id,
    revision,
    revision_packed,
  })
  const rows = [
    row('a', 1, Uint8Array.of(1)),
    row('b', 1, Uint8Array.of(2)),
    row('a', 1, Uint8Array.of(1)),
    row('a', 2, Uint8Array.of(3)),
    row('c', 1, null),
    row('c', 1, null),
  ]
  const shared = sharingFrames(rows)
  assert.deepEqual(shared, rows)
  assert.equal(shared[2]?.revision_packed, shared[0]?.revision_packed)
})
