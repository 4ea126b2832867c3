import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { aMailServer, type MailServer } from '../../../test/support/notices/mail-server.ts'
import { openMailSession } from './smtp.ts'

// What a session says about a message decides whether it may be sent again.

const times = { connectMs: 300, messageMs: 300 }
const message = { from: 'a@example.ae', to: 'b@example.ae', bytes: Buffer.from('Subject: x\r\n\r\nHello\r\n') }

let server: MailServer
before(async () => {
  server = await aMailServer()
})
after(() => server.stop())
const place = (port: number) => ({ host: '127.0.0.1', port, isSecure: false, requiresTls: false, login: undefined })

test('a message is accepted over a connection that is signed in, one after the other', async () => {
  const session = await openMailSession({ ...place(server.port), login: { user: 'bills', password: 'p@ss/word' } })
  assert.deepEqual(await session.send(message), { kind: 'accepted' })
  assert.deepEqual(await session.send(message), { kind: 'accepted' })
  session.close()
  assert.equal(server.to('b@example.ae').length, 2)
})

test('a wrong password, and a server without TLS where it is required, open no session', async () => {
  const login = { user: 'bills', password: 'wrong' }
  await assert.rejects(openMailSession({ ...place(server.port), login }))
  await assert.rejects(openMailSession({ ...place(server.port), requiresTls: true }))
})

test('a server that says nothing, or goes on answering without an end, opens no session', {
  skip: inFullRunOnly,
}, async () => {
  for (const speak of [() => {}, (socket: Socket) => void socket.write('220-more\r\n')]) {
    await withSilentServer(speak, (port) => assert.rejects(openMailSession(place(port), times)))
  }
})

test('a connection that breaks before the message is asked for loses nothing', async () => {
  await withSilentServer(
    (socket, line) => {
      if (line === undefined) socket.write('220 hi\r\n')
      else if (line.startsWith('MAIL')) socket.destroy()
      else socket.write('250 ok\r\n')
    },
    async (port) => {
      const session = await openMailSession(place(port), times)
      assert.equal((await session.send(message)).kind, 'lost')
      assert.equal((await session.send(message)).kind, 'lost', 'the connection stays broken')
    },
  )
})

test('silence after the whole message is uncertain', async () => {
  await withSilentServer(
    (socket, line) => {
      if (line === undefined) socket.write('220 hi\r\n')
      else if (line.startsWith('DATA')) socket.write('354 go\r\n')
      else if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n')
    },
    async (port) => {
      const session = await openMailSession(place(port), times)
      assert.equal((await session.send(message)).kind, 'uncertain')
    },
  )
})

test('a refusal is permanent or not, by its code', async () => {
  for (const [code, isPermanent] of [
    [450, false],
    [550, true],
  ] as const) {
    server.behaviour.refuse = () => code
    const session = await openMailSession(place(server.port))
    const outcome = await session.send(message)
    session.close()
    assert.deepEqual({ ...outcome, reason: '' }, { kind: 'refused', isPermanent, reason: '' })
  }
  server.behaviour.refuse = () => undefined
})

/** A server that speaks when a client connects, and for each line. */
async function withSilentServer(
  speak: (socket: Socket, line?: string) => void,
  run: (port: number) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    speak(socket)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n')) if (line !== '') speak(socket, line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  try {
    await run(typeof address === 'object' && address !== null ? address.port : 0)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}
