import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { pino } from 'pino'
import { eventually } from '../../../test/support/eventually.ts'
import { Fault } from '../faults.ts'
import { Discard } from './discard.ts'
import { discardRest } from './discard-rest.ts'
import { sendError } from './send-answer.ts'

const bodyBytes = 8 * 1024 * 1024

async function refusingServer(t: { after(end: () => unknown): void }, bytesPerSecond = 1024 * bodyBytes) {
  const server = Fastify({ forceCloseConnections: 'idle' })
  t.after(() => server.server.closeAllConnections())
  t.after(() => server.close())
  const log = pino({ enabled: false })
  const requests: string[] = []
  server.addHook('onRequest', async ({ url }) => {
    requests.push(url)
    if (url === '/secret') throw new Fault('unauthenticated')
  })
  server.setErrorHandler((error, _request, reply) => sendError(reply, error, log))
  server.addContentTypeParser('text/plain', async (request: { readonly url: string }) => {
    throw new Fault(request.url === '/busy' ? 'unavailable' : 'share_exceeded')
  })
  for (const path of ['/share', '/busy', '/secret']) server.post(path, async () => 'not reached')
  discardRest(server, new Discard(bytesPerSecond))
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const begin = (path: string, further = ''): Socket => {
    const socket = connect(Number(port), '127.0.0.1')
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: text/plain', `Content-Length: ${bodyBytes}`]
    socket.write([...head, ...(further === '' ? [] : [further]), '', ''].join('\r\n'))
    return socket
  }
  return { server, begin, requests }
}

const send = (socket: Socket, bytes: Uint8Array | string) =>
  new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

async function heard(socket: Socket): Promise<string> {
  const pieces = await socket.setEncoding('utf8').toArray()
  return pieces.join('')
}

for (const [path, status, further] of [
  ['/share', 429, ''],
  ['/busy', 503, ''],
  ['/secret', 401, 'Connection: close'],
] as const) {
  test(`a client that sends all of its body before it reads gets its ${status}`, async (t) => {
    const { begin } = await refusingServer(t)
    const socket = begin(path, further)
    await once(socket, 'readable')
    await send(socket, Buffer.alloc(bodyBytes))
    const answer = await heard(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} .*connection: close`, 'is'))
  })
}

test('what follows a refused body is no request', async (t) => {
  const { server, begin, requests } = await refusingServer(t)
  const socket = begin('/share')
  await once(socket, 'readable')
  const further = Buffer.from('POST /busy HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
  await send(socket, Buffer.concat([Buffer.alloc(bodyBytes), further]))
  await heard(socket)
  await eventually(async () => (await connections(server)) === 0)
  assert.deepEqual(requests, ['/share'])
})

test('a client that has read its answer ends the connection at once', async (t) => {
  const { server, begin } = await refusingServer(t)
  const socket = begin('/share')
  await send(socket, 'some')
  socket.resume()
  await eventually(async () => (await connections(server)) === 0)
})

test('beyond the most connections the oldest closes, and a stop waits for none', async (t) => {
  const { server, begin } = await refusingServer(t, 1)
  const sockets = Array.from({ length: 70 }, () => begin('/share'))
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.write(Buffer.alloc(bodyBytes))
  }
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  await eventually(async () => (await connections(server)) <= 64)
  assert.equal(await connections(server), 64)
  await server.close()
  assert.equal(await connections(server), 0)
})

function connections({ server }: Awaited<ReturnType<typeof refusingServer>>['server']): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
