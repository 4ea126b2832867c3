import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, mock, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { dropSlowReader } from './slow-reader.ts'

const part = Buffer.alloc(1024 * 1024, 120)
const partsMax = 64
const limits = { everyMs: 50, bytesMin: 1_000 }
/** More than the buffers of a connection hold: the server has sent something in between. */
const bytesPerInterval = 16 * part.length
let port = 0
const server = createServer((request, response) => void answer(response, request.url === '/made-slowly'))

function passInterval(): void {
  mock.timers.tick(limits.everyMs)
}

async function answer(response: ServerResponse, isMadeSlowly: boolean): Promise<void> {
  dropSlowReader(response, limits)
  if (isMadeSlowly) {
    for (let at = 0; at < 8; at += 1) {
      await new Promise((resolve) => response.write('a line\n', resolve))
      passInterval()
      passInterval()
    }
    response.end()
  } else Readable.from(Array.from({ length: partsMax }, () => part)).pipe(response)
}

before(async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  port = address.port
})
after(() => {
  server.close()
  mock.timers.reset()
})

function request(path: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`)
  return socket
}

test('drops a caller who asks for a large answer and reads nothing', async () => {
  const socket = request('/').pause()
  const [{ socket: served }] = await once(server, 'request')
  await eventually(async () => {
    passInterval()
    return served.destroyed
  })
  socket.destroy()
})

test('a caller who reads gets everything, even when the answer is made slowly', async () => {
  for (const [path, bytes] of [
    ['/', partsMax * part.length],
    ['/made-slowly', 8 * 7],
  ] as const) {
    let read = 0
    let nextInterval = bytesPerInterval
    const socket = request(path).on('data', (data) => {
      read += data.length
      if (read < nextInterval) return
      nextInterval += bytesPerInterval
      passInterval()
    })
    await once(socket, 'close')
    assert.ok(read > bytes, `${read} bytes of ${path}`)
  }
})
