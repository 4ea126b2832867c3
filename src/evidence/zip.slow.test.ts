import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { type ZipMember, zipped } from '../zip/zip.ts'
import { endRecords, listRecord, localHeader, sizeRecord } from '../zip/zip-records.ts'
import { openPack } from './open-pack.ts'

const at = new Date('2026-11-22T10:20:30Z')
const text = (words: string) => new TextEncoder().encode(words)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selfbill-zip-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function* of(...pieces: readonly Uint8Array[]) {
  yield* pieces
}

async function* listed(members: readonly ZipMember[]) {
  yield* members
}

const digits = text('0123456789'.repeat(50_000))

const someMembers = (): readonly ZipMember[] => [
  { path: 'packed.txt', content: of(digits.subarray(0, 70_000), digits.subarray(70_000)), isStored: false },
  { path: 'stored.txt', content: of(text('short')), isStored: true },
  { path: 'empty.txt', content: of(), isStored: false },
  { path: 'a/huge.bin', content: of(digits), isStored: true, isHuge: true },
  { path: 'b/huge.txt', content: of(digits), isStored: false, isHuge: true },
]

test('a reader finds every member as it was, with its time and its size', async () => {
  const bytes = await buffer(zipped(listed(someMembers()), at))
  const zip = await fromBufferPromise(bytes)
  const found: string[] = []
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    assert.equal(entry.crc32, crc32(content))
    assert.equal(entry.uncompressedSize, content.length)
    assert.equal(entry.getLastModDate({ timezone: 'UTC' }).getTime(), at.getTime())
    found.push(`${entry.fileName} ${content.length} ${entry.compressionMethod} ${content.subarray(0, 5)}`)
  }
  assert.deepEqual(found, [
    'packed.txt 500000 8 01234',
    'stored.txt 5 0 short',
    'empty.txt 0 8 ',
    'a/huge.bin 500000 0 01234',
    'b/huge.txt 500000 8 01234',
  ])
  assert.ok(bytes.length < 510_000, 'packed.txt and b/huge.txt are packed')
})

test('another program reads it too', async (context) => {
  const file = join(folder, 'any.zip')
  await writeFile(file, zipped(listed(someMembers()), at))
  const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))'
  const python = await promisify(execFile)('python3', ['-c', script, file]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (python === undefined) return context.skip('there is no python3')
  assert.equal(python.stdout.trim(), 'None 5')
})

test('more members than 16 bits count', async () => {
  async function* many() {
    for (let number = 0; number < 66_000; number += 1)
      yield { path: `f/${number}`, content: of(), isStored: true } as const
  }
  const pack = await openPack(await buffer(zipped(many(), at)), { filesMax: 70_000, fileBytesMax: 9, allBytesMax: 9 })
  assert.equal(pack.paths.length, 66_000)
  assert.equal(pack.paths.at(-1), 'f/65999')
  pack.close()
})

test('a member and a list beyond 4 GiB', async () => {
  // The file has a hole where another member would be.
  const offset = 5 * 1024 ** 3
  const content = text('far away')
  const head = { path: 'far.txt', at, isStored: true, isHuge: false, offset }
  const member = { ...head, bytes: content.length, packedBytes: content.length, crc: crc32(content) }
  const body = Buffer.concat([localHeader(head), content, sizeRecord(member)])
  const list = listRecord(member)
  const end = endRecords({ entries: 1, offset: offset + body.length, bytes: list.length })
  const file = join(folder, 'far.zip')
  const handle = await open(file, 'w')
  await handle.write(Buffer.concat([body, list, end]), 0, undefined, offset)
  await handle.close()
  const pack = await openPack(file)
  assert.equal(new TextDecoder().decode(await pack.read('far.txt', 100)), 'far away')
  pack.close()
})
