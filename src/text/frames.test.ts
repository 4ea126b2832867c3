import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { Random } from '../../test/support/random.ts'
import { DictionaryUnknown, dictionaryOf, firstDictionaryId } from './dictionaries.ts'
import { divided, Frame, FrameDamaged, isFrame, packTogether, proveFrames } from './frames.ts'

const texts = ['{"a":1}', undefined, '', '<Invoice>فاتورة</Invoice>'.repeat(40), new TextEncoder().encode('[]')]

test('every text comes back, and an absent one is not an empty one', () => {
  const frame = new Frame(packTogether(texts, 'documents'))
  for (const [place, text] of texts.entries()) {
    if (text === undefined) assert.equal(frame.lengthAt(place), undefined)
    else assert.equal(Buffer.from(frame.textAt(place)).toString(), Buffer.from(text).toString())
  }
  assert.equal(frame.lengthAt(9), undefined)
})

test('a body that is stored apart gives the same texts', () => {
  const { head, body } = divided(packTogether(texts, 'documents'))
  const frame = new Frame(head)
  assert.ok(frame.isBodyApart)
  assert.equal(frame.bodyBytes, body.length)
  assert.equal(Buffer.from(frame.textAt(0, body)).toString(), '{"a":1}')
})

test('a frame with any byte changed, and one that was cut, gives no text', () => {
  const good = packTogether(texts, 'documents')
  const read = (bytes: Uint8Array) => {
    const frame = new Frame(bytes)
    return texts.map((text, place) => (text === undefined ? undefined : Buffer.from(frame.textAt(place)).toString()))
  }
  const whole = read(good)
  const headBytes = divided(good).head.length
  const random = new Random(1)
  for (let at = 0; at < good.length; at += 1) {
    const changed = good.slice()
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8))
    let found: unknown
    try {
      found = read(changed)
    } catch (error) {
      assert.ok(error instanceof FrameDamaged || error instanceof DictionaryUnknown, String(error))
      continue
    }
    // In the head it moves the border of two texts, which the row's own lengths show.
    if (at >= headBytes) assert.deepEqual(found, whole, `byte ${at}`)
  }
  for (const length of [0, 1, 5, good.length - 1]) assert.throws(() => read(good.subarray(0, length)), FrameDamaged)
})

test('texts of a large size behind a small frame fill no memory', () => {
  const params = { [constants.ZSTD_c_checksumFlag]: 1 }
  const body = zstdCompressSync(new Uint8Array(64 * 1024 * 1024), { params, dictionary: dictionaryOf(1) })
  const { head } = divided(packTogether(['x'], 'documents'))
  const bomb = [
    1,
    1,
    (body.length & 0x7f) | 0x80,
    ((body.length >> 7) & 0x7f) | 0x80,
    body.length >> 14,
    1,
    head[4] ?? 0,
  ]
  const frame = new Frame(Buffer.concat([Buffer.from(bomb), body]))
  assert.throws(() => frame.textAt(0), FrameDamaged)
})

test('an unknown dictionary is named, and this Node proves that it uses dictionaries', () => {
  const frame = packTogether(['x'], 'documents')
  frame[1] = 99
  assert.throws(() => new Frame(frame).textAt(0), /packed with dictionary 99.*newer version/)
  frame[1] = 2
  assert.throws(() => new Frame(frame).textAt(0), FrameDamaged, 'another dictionary')
  proveFrames()
})

test('no XML begins like a frame', () => {
  assert.ok(isFrame(packTogether(['x'], 'statuses')))
  for (const xml of ['<a/>', ' <a/>', '\n<a/>', '\ufeff<a/>', 'blob:']) assert.ok(!isFrame(Buffer.from(xml)))
  assert.ok(!isFrame(Buffer.from('\ufeff<a/>', 'utf16le')))
})

test('every dictionary that was ever released is as it was', () => {
  const folder = new URL('../../dictionaries/', import.meta.url)
  const found = readdirSync(folder).map((name) => {
    const file = readFileSync(new URL(name, folder))
    assert.equal(file.readUInt32LE(4), firstDictionaryId + Number.parseInt(name, 10), name)
    return `${name} ${hash('sha256', file, 'hex')}`
  })
  assert.deepEqual(found, [
    '1-documents.zdict 09547d6eff5f801cbe7d475bd6efd284789df4126037af0a9a43aa96360e43b6',
    '2-statuses.zdict a073bf4d794013008aca774973713c16144a18cd23149a724d77b7102dcbe258',
  ])
})
