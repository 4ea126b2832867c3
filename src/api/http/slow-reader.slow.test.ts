import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { dropSlowReader } from './slow-reader.ts'

const part = Buffer.alloc(1024 * 1024, 120)
const limits = { everyMs: 50, bytesMin: 1_000 }
let port = 0
const server = createServer((request, response) => void answer(response, request.url === '/made-slowly'))

async function answer(response: ServerResponse, isMadeSlowly: boolean): Promise<void> {
  dropSlowReader(response, limits)
  if (isMadeSlowly) {
    for (let at = 0; at < 8; at += 1) {
      response.write('a line\n')
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    response.end()
  } else Readable.from(Array.from({ length: 64 }, () => part)).pipe(response)
}

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  port = address.port
})
after(() => server.close())

const asked = (path: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`)
  return socket
}

test('who asks for much and reads nothing is dropped', async () => {
  const socket = asked('/').pause()
  const [{ socket: served }] = await once(server, 'request')
  await once(served, 'close')
  socket.destroy()
})

test('who reads gets all of it, also of an answer that is made slowly', async () => {
  for (const [path, bytes] of [
    ['/', 64 * part.length],
    ['/made-slowly', 8 * 7],
  ] as const) {
    let read = 0
    const socket = asked(path).on('data', (data) => {
      read += data.length
    })
    await once(socket, 'close')
    assert.ok(read > bytes, `${read} bytes of ${path}`)
  }
})
