import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { BodyTurns } from './body-turns.ts'

const part = 64 * 1024

/** A body of so many parts, and what was read of it. */
function aBody(turns: BodyTurns, parts: number) {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 })
  for (let at = 0; at < parts; at += 1) stream.write(Buffer.alloc(part))
  stream.end()
  const body = { stream, parts: 0, ended: once(stream, 'end') }
  stream.on('data', (read: Buffer) => {
    body.parts += 1
    turns.arrived(stream, read.length)
  })
  return body
}

test('a round reads a limited number of bytes of all bodies, and every body is read to its end', async () => {
  const turns = new BodyTurns(4 * part)
  const bodies = Array.from({ length: 6 }, () => aBody(turns, 10))
  const read = () => bodies.reduce((total, { parts }) => total + parts, 0)
  let before = 0
  let most = 0
  for (let rounds = 0; read() < 60; rounds += 1) {
    assert.ok(rounds < 200, 'the bodies stand still')
    await nextRound()
    most = Math.max(most, read() - before)
    before = read()
  }
  // Each body's first part comes unasked; a body stops after the part that exceeds the limit.
  assert.ok(most <= 10, `${most} parts in a round`)
  await Promise.all(bodies.map(({ ended }) => ended))
})

test('bodies take turns', async () => {
  const turns = new BodyTurns(part)
  const bodies = Array.from({ length: 4 }, () => aBody(turns, 10))
  for (let rounds = 0; rounds < 12; rounds += 1) await nextRound()
  const parts = bodies.map((body) => body.parts)
  assert.ok(Math.max(...parts) - Math.min(...parts) <= 1, `${parts}`)
})

test('a body that is left is not resumed', async () => {
  const turns = new BodyTurns(1)
  const { stream } = aBody(turns, 3)
  await once(stream, 'pause')
  turns.leave(stream)
  for (let rounds = 0; rounds < 5; rounds += 1) await nextRound()
  assert.ok(stream.isPaused())
})
