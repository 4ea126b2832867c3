import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isPacked, pack, packHere, partBytes, partsOf, unpack } from './packing.ts'

test('every part of a text unpacks into memory of its own, which another thread can take over', async () => {
  for (const bytes of [partBytes / 2, partBytes, 2 * partBytes + 1, 3 * partBytes - 1]) {
    const text = randomBytes(bytes)
    for (const packed of [packHere(text), await pack(text)]) {
      assert.ok(isPacked(packed))
      const parts = await unpacked(packed)
      assert.ok(Buffer.concat(parts).equals(text), `${bytes} bytes`)
      assert.deepEqual(
        parts.map((part) => part.buffer.byteLength),
        parts.map((part) => part.length),
      )
    }
  }
})

test('a part of a few bytes leaves the memory that Node shares as it is', async () => {
  const others = Array.from({ length: 100 }, (_, at) => Buffer.from(`shared ${at}`))
  for (let left = 1; left <= 100; left += 1) {
    const text = Buffer.alloc(partBytes + left, 'a')
    const parts = await unpacked(packHere(text))
    assert.equal(parts.at(-1)?.length, left)
    others.push(Buffer.from(`shared ${others.length}`))
  }
  for (const [at, other] of others.entries()) assert.equal(String(other), `shared ${at}`)
})

async function unpacked(text: ReturnType<typeof packHere>): Promise<readonly Uint8Array[]> {
  assert.ok(isPacked(text))
  const parts: Uint8Array[] = []
  let left = text.bytes
  for (const part of partsOf(text)) {
    parts.push(await unpack(part, Math.min(left, partBytes)))
    left -= partBytes
  }
  return parts
}
