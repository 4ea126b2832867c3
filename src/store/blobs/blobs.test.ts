import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { MemoryObjects } from '../../../test/support/databases/memory-objects.ts'
import { BlobDamaged, Blobs } from './blobs.ts'
import { BlobMissing } from './object-store.ts'

const key = '5e'.repeat(32)
const bytes = new TextEncoder().encode('a tax invoice')
const sha256 = createHash('sha256').update(bytes).digest()
const inNovember = () => Date.UTC(2026, 10, 30, 23, 59)
const inDecember = () => Date.UTC(2026, 11, 1)
const november2026 = 56 * 12 + 10
const reference = Buffer.concat([Uint8Array.of(november2026 >> 8, november2026 & 0xff), sha256])

test('bytes are found by month and SHA-256, and stored once for each organisation and month', async () => {
  const objects = new MemoryObjects()
  const blobs = new Blobs(objects, undefined, inNovember)
  assert.deepEqual(Buffer.from(await blobs.put('org-1', bytes)), reference)
  await blobs.put('org-1', bytes)
  await blobs.put('org-2', bytes)
  await new Blobs(objects, undefined, inDecember).put('org-1', bytes)
  const hex = sha256.toString('hex')
  assert.deepEqual(
    [...objects.stored.keys()],
    ['org-1/2026-11', 'org-2/2026-11', 'org-1/2026-12'].map((place) => `${place}/${hex.slice(0, 2)}/${hex}`),
  )
  assert.deepEqual(await blobs.get('org-1', reference), bytes)
})

test('an object from before the months is found by its SHA-256 alone', async () => {
  const objects = new MemoryObjects()
  const hex = sha256.toString('hex')
  objects.stored.set(`org-1/${hex.slice(0, 2)}/${hex}`, bytes)
  assert.deepEqual(await new Blobs(objects, undefined).get('org-1', sha256), bytes)
})

test('with a key neither name nor content shows the bytes, and another key does not open them', async () => {
  const objects = new MemoryObjects()
  const blobs = new Blobs(objects, key, inNovember)
  const digest = await blobs.put('org-1', bytes)
  assert.deepEqual(Buffer.from(digest), reference)
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
