import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { MemoryObjects } from '../../../test/support/databases/memory-objects.ts'
import { BlobDamaged, Blobs } from './blobs.ts'
import { BlobMissing } from './object-store.ts'

const key = '5e'.repeat(32)
const bytes = new TextEncoder().encode('a tax invoice')
const sha256 = createHash('sha256').update(bytes).digest()

test('bytes are found by their SHA-256, and stored once for each organisation', async () => {
  const objects = new MemoryObjects()
  const blobs = new Blobs(objects, undefined)
  assert.deepEqual(Buffer.from(await blobs.put('org-1', bytes)), sha256)
  await blobs.put('org-1', bytes)
  await blobs.put('org-2', bytes)
  const hex = sha256.toString('hex')
  assert.deepEqual([...objects.stored.keys()], [`org-1/${hex.slice(0, 2)}/${hex}`, `org-2/${hex.slice(0, 2)}/${hex}`])
  assert.deepEqual(await blobs.get('org-1', sha256), bytes)
})

test('with a key neither name nor content shows the bytes, and another key does not open them', async () => {
  const objects = new MemoryObjects()
  const blobs = new Blobs(objects, key)
  const digest = await blobs.put('org-1', bytes)
  assert.deepEqual(Buffer.from(digest), sha256)
  const [[name, content] = []] = objects.stored
  assert.ok(name !== undefined && content !== undefined)
  assert.ok(!name.includes(sha256.toString('hex')))
  assert.ok(!Buffer.from(content).includes('tax'))
  assert.deepEqual(Buffer.from(await blobs.get('org-1', digest)), Buffer.from(bytes))
  await assert.rejects(new Blobs(objects, 'aa'.repeat(32)).get('org-1', digest), BlobMissing)
  // An object that was moved to another organisation is not accepted there.
  objects.stored.set(name.replace('org-1', 'org-2'), content)
  await assert.rejects(blobs.get('org-2', digest), BlobDamaged)
})

test('changed, shortened and missing objects are noticed', async () => {
  for (const secretKey of [undefined, key]) {
    const objects = new MemoryObjects()
    const blobs = new Blobs(objects, secretKey)
    const digest = await blobs.put('org-1', bytes)
    const [name = ''] = objects.stored.keys()
    const content = objects.stored.get(name) ?? new Uint8Array()
    for (const wrong of [content.subarray(0, -1), content.with(0, (content[0] ?? 0) ^ 1), new Uint8Array()]) {
      objects.stored.set(name, wrong)
      await assert.rejects(blobs.get('org-1', digest), BlobDamaged)
    }
    objects.stored.delete(name)
    await assert.rejects(blobs.get('org-1', digest), BlobMissing)
  }
})
