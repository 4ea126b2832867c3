import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { platform } from 'node:os'
import { test } from 'node:test'
import Fastify from 'fastify'
import { eventually } from '../../../test/support/eventually.ts'
import { CallerWatch } from './caller-watch.ts'
import { closeServer, rememberSilent } from './close-server.ts'
import { listen, listenOnAll } from './listen.ts'

/** Two addresses that every machine has. */
const addresses = ['127.0.0.1', platform() === 'linux' ? '127.0.0.2' : '::1'] as const
/** An address for documentation: no machine has it. */
const absent = '192.0.2.1'

function aServer() {
  const abandoned: string[] = []
  const callers = new CallerWatch((during) => abandoned.push(during))
  const server = Fastify({
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      callers.unreadable(error, socket)
      socket.end('HTTP/1.1 400 Ours\r\n\r\n')
    },
  })
  rememberSilent(server)
  callers.watch(server.server)
  const seen = { requests: 0 }
  server.server.on('request', () => {
    seen.requests += 1
  })
  server.get('/', async () => 'here')
  return { server, seen, abandoned }
}

async function answerAt(host: string, port: number, text: string): Promise<string> {
  const socket = connect(port, host)
  socket.write(text)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  socket.destroy()
  return String(answer)
}

test('the server sees requests, garbage and disconnects at every address', async () => {
  const { server, seen, abandoned } = aServer()
  const port = Number(new URL(await listenOnAll(server, [...addresses, absent], 0)).port)
  for (const [at, host] of addresses.entries()) {
    assert.match(await answerAt(host, port, 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'), /^HTTP\/1\.1 200 /, host)
    assert.equal(seen.requests, at + 1, host)
    assert.match(await answerAt(host, port, 'GARBAGE\r\n\r\n'), /^HTTP\/1\.1 400 Ours/, host)
  }
  const counted = once(server.server, 'clientError')
  const socket = connect(port, addresses.at(-1))
  const [accepted]: Socket[] = await once(server.server, 'connection')
  socket.write('GET / HT')
  await eventually(async () => (accepted?.bytesRead ?? 0) > 0)
  socket.resetAndDestroy()
  await counted
  assert.deepEqual(abandoned, ['head'])
  await closeServer(server)
})

test('a stop does not wait for silent or idle connections, and refuses new ones', async () => {
  const { server } = aServer()
  const port = Number(new URL(await listenOnAll(server, addresses, 0)).port)
  for (const host of addresses) {
    const silent = connect(port, host)
    await once(silent, 'connect')
    const idle = connect(port, host)
    idle.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    await once(idle, 'data')
    for (const socket of [silent, idle]) socket.on('error', () => undefined)
  }
  await closeServer(server)
  for (const host of addresses) await assert.rejects(answerAt(host, port, 'GET / HTTP/1.1\r\n\r\n'), host)
})

test('listens on localhost, and on a single address', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const { server } = aServer()
    const address = await listen(server, { host, port: 0 })
    assert.equal(await (await fetch(address)).text(), 'here')
    await closeServer(server)
  }
})
