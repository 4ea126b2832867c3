import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { eventually } from '../../../test/support/eventually.ts'
import { Discard } from './discard.ts'
import { discardRest } from './discard-rest.ts'

test('bodies beyond the rate wait, and all of them are read to their end and freed', async () => {
  const discard = new Discard(50 * 1024 * 1024)
  const bodies = Array.from({ length: 3 }, () => new PassThrough())
  let waits = 0
  for (const body of bodies) {
    body.on('pause', () => {
      waits += 1
    })
    discard.read(body)
  }
  const ends = bodies.map((body) => once(body, 'end'))
  const parts = Array.from({ length: 16 * bodies.length }, () => Buffer.alloc(64 * 1024))
  for (const [at, body] of bodies.entries()) {
    for (const part of parts.slice(16 * at, 16 * (at + 1))) body.write(part)
    body.end()
  }
  await Promise.all(ends)
  assert.ok(waits > 0)
  assert.ok(parts.every((part) => part.length === 0))
})

test('a body within the rate never waits, and a lost connection ends the wait', async () => {
  const quick = new PassThrough()
  const slow = new PassThrough()
  let waits = 0
  quick.on('pause', () => {
    waits += 1
  })
  new Discard(1024 * 1024 * 1024).read(quick)
  new Discard(1).read(slow)
  quick.end(Buffer.alloc(64 * 1024))
  slow.write(Buffer.alloc(64 * 1024))
  await once(quick, 'end')
  assert.equal(waits, 0)
  slow.destroy()
  await once(slow, 'close')
})

test('a refused body is read at the rate, whether or not anything of it was read before the answer', async (t) => {
  const server = Fastify()
  t.after(() => server.server.closeAllConnections())
  t.after(() => server.close())
  const discard = new Discard(1)
  discardRest(server, discard)
  const bodies: Readable[] = []
  server.addHook('onRequest', async ({ raw, url }, reply) => {
    bodies.push(raw)
    if (url === '/begun') {
      await once(raw, 'data')
      raw.pause()
    }
    return reply.code(413).send('too large')
  })
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  for (const path of ['/untouched', '/begun']) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 33554432\r\n\r\n`)
    socket.write(Buffer.alloc(1024 * 1024))
    const [answer] = await once(socket.setEncoding('utf8'), 'data')
    assert.match(String(answer), /^HTTP\/1\.1 413 /)
    assert.equal(await eventually(async () => bodies.at(-1)?.isPaused()), true, path)
    socket.destroy()
  }
})
