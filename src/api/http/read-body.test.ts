import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bodyTurns } from './body-turns.ts'
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

test('a body is the same bytes, with and without an announced length', async () => {
  for (const bytes of [0, 1, mebibyte, mebibyte + 1, 5 * mebibyte + 17]) {
    const body = randomBytes(bytes)
    for (const announcedBytes of [undefined, bytes]) {
      const read = await readBody(Readable.from(partsOf(body)), { ...limits, announcedBytes })
      assert.ok(read.equals(body), `${bytes} bytes`)
      if (bytes > 0 && announcedBytes !== undefined)
        assert.equal(read.buffer.byteLength, bytes, 'it can move to a thread without a copy')
    }
  }
})

test('no part of a large body is kept', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const parts: WeakRef<Buffer>[] = []
  const body = async function* () {
    for (let at = 0; at < 64; at += 1) {
      const part = Buffer.alloc(65_536, at)
      parts.push(new WeakRef(part))
      yield part
    }
    await setImmediate()
    collect()
    assert.ok(parts.slice(0, -2).every((part) => part.deref() === undefined))
  }
  const announcedBytes = 64 * 65_536
  assert.equal((await readBody(Readable.from(body()), { ...limits, announcedBytes })).length, announcedBytes)
})

test('a large part is freed when it is copied, unless it shares its memory', async () => {
  const [alone, small] = [Buffer.alloc(65_536, 1), Buffer.alloc(1_000, 2)]
  const memory = Buffer.alloc(2 * 65_536, 3)
  const parts = [alone, small, memory.subarray(65_536)]
  const expected = Buffer.concat(parts)
  const arrived = mock.method(bodyTurns, 'arrived')
  assert.ok((await readBody(Readable.from(parts), limits)).equals(expected))
  arrived.mock.restore()
  // Each part is counted for its turn before it is freed.
  assert.deepEqual(
    arrived.mock.calls.map((call) => call.arguments[1]),
    [65_536, 1_000, 65_536],
  )
  assert.deepEqual(
    parts.map((part) => part.length),
    [0, 1_000, 65_536],
  )
})

test('a body that breaks off is refused', async () => {
  const cut = readBody(Readable.from([Buffer.alloc(10)]), { ...limits, announcedBytes: 20 })
  await assert.rejects(cut, { code: 'json_unreadable' })
})
