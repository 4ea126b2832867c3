import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { type BodyLimits, readBody } from './read-body.ts'

const mebibyte = 1024 * 1024
const limits: BodyLimits = {
  bytesMax: 8 * mebibyte,
  announcedBytes: undefined,
  announce: () => undefined,
  receive: () => undefined,
}

/** A body in parts of varying length. */
function partsOf(body: Buffer): readonly Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += parts.at(-1)?.length ?? 0) {
    parts.push(body.subarray(at, at + 1 + ((at * 7) % 65_536)))
  }
  return parts
}

test('a body is the same bytes, copied at once or in steps', async () => {
  for (const bytes of [0, 1, mebibyte, mebibyte + 1, 5 * mebibyte + 17]) {
    const body = randomBytes(bytes)
    assert.ok((await readBody(Readable.from(partsOf(body)), limits)).equals(body), `${bytes} bytes`)
  }
})

test('other work gets its turn while a large body is copied', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  const stream = Readable.from(partsOf(randomBytes(8 * mebibyte)))
  let next: NodeJS.Immediate | undefined
  stream.once('end', () => {
    next = setImmediate(count)
  })
  await readBody(stream, limits)
  clearImmediate(next)
  assert.ok(turns >= 6, `${turns} turns`)
})
