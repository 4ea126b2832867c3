import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { madeCertificate, Receiver } from '../../../test/support/network/receiver.ts'
import { readRange } from '../../targets/addresses.ts'
import { type PostOutcome, type PostPolicy, post } from './post.ts'

// Deliveries to a real HTTPS server: the request it gets and the result we report.

describe('post', () => {
  let receiver: Receiver
  let policy: PostPolicy
  const never = new AbortController().signal
  const to = (url: string, overrides: Partial<PostPolicy> = {}, signal = never): Promise<PostOutcome> =>
    post(
      { url, body: '{"a":"é"}', headers: { 'content-type': 'application/json' }, signal },
      { ...policy, ...overrides },
    )

  before(async () => {
    receiver = await Receiver.start()
    const loopback = readRange('127.0.0.0/8')
    assert.ok(loopback)
    policy = {
      resolve: async () => ['127.0.0.1'],
      allowed: [loopback],
      timeoutMs: 10_000,
      trust: createSecureContext({ ca: madeCertificate().certificate }),
    }
  })
  beforeEach(() => {
    receiver.received.length = 0
    receiver.answer = (_, response) => response.writeHead(204).end()
  })
  after(() => receiver.close())

  test('a request arrives unchanged, with the host name of its URL', async () => {
    const url = `https://receiver.example:${receiver.port}/hook?of=us`
    assert.deepEqual(await to(url), { statusCode: 204 })
    const [request] = receiver.received
    assert.equal(request?.method, 'POST')
    assert.equal(request?.url, '/hook?of=us')
    assert.equal(request?.body, '{"a":"é"}')
    assert.equal(request?.headers.host, `receiver.example:${receiver.port}`)
    assert.equal(request?.servername, 'receiver.example')
    assert.equal(request?.headers['content-type'], 'application/json')
    assert.equal(request?.headers['content-length'], '10')
    assert.deepEqual(await to(receiver.url()), { statusCode: 204 }, 'by address too')
  })

  test('a name is resolved once, and later DNS answers cannot redirect the request', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']]
    let asked = 0
    const resolve = async () => answers[asked++] ?? []
    const allowed = [readRange('127.0.0.1') ?? assert.fail()]
    const url = `https://receiver.example:${receiver.port}/`
    assert.deepEqual(await to(url, { resolve, allowed }), { statusCode: 204 })
    assert.equal(asked, 1)
    assert.deepEqual(await to(url, { resolve, allowed }), { error: 'ADDRESS_REFUSED' })
    assert.equal(asked, 2)
    assert.equal(receiver.received.length, 1)
  })

  test('private addresses are refused unless the configuration allows them', async () => {
    for (const url of [
      receiver.url(),
      `https://receiver.example:${receiver.port}/`,
      `https://localhost:${receiver.port}/`,
    ])
      assert.deepEqual(await to(url, { allowed: [] }), { error: 'ADDRESS_REFUSED' }, url)
    assert.deepEqual(await to(receiver.url().replace('https', 'http')), { error: 'ADDRESS_REFUSED' })
    assert.equal(receiver.received.length, 0)
  })

  test('the first kilobyte of an answer is kept as text, and a slow or broken body changes nothing', async () => {
    const answers: readonly (readonly [(response: ServerResponse) => unknown, PostOutcome])[] = [
      [(response) => response.writeHead(422).end('{"error":"né"}'), { statusCode: 422, start: '{"error":"né"}' }],
      [(response) => response.writeHead(200).end(''), { statusCode: 200 }],
      [(response) => response.writeHead(500).end('x'.repeat(40_000)), { statusCode: 500, start: 'x'.repeat(1024) }],
      // The cut goes through a character of two bytes.
      [
        (response) => response.writeHead(500).end(`x${'é'.repeat(600)}`),
        { statusCode: 500, start: `x${'é'.repeat(511)}` },
      ],
      [(response) => response.writeHead(500).end(Buffer.of(0, 255, 65)), { statusCode: 500, start: '\uFFFD\uFFFDA' }],
      [(response) => response.writeHead(202).write('going on'), { statusCode: 202, start: 'going on' }],
      [
        (response) => response.writeHead(202, { 'content-length': 99 }).write('cut', () => response.destroy()),
        { statusCode: 202, start: 'cut' },
      ],
    ]
    for (const [answer, expected] of answers) {
      receiver.answer = (_, response) => void answer(response)
      assert.deepEqual(await to(receiver.url()), expected)
    }
  })

  test('a redirect is not followed', async () => {
    receiver.answer = ({ url }, response) =>
      response.writeHead(url === '/hook' ? 307 : 204, { location: '/elsewhere' }).end()
    assert.deepEqual(await to(receiver.url()), { statusCode: 307 })
    assert.deepEqual(
      receiver.received.map(({ url }) => url),
      ['/hook'],
    )
  })

  test('the result comes with the status, and an endless body is cut off', async () => {
    const closed = Promise.withResolvers<void>()
    const chunk = 'x'.repeat(65_536)
    let chunks = 0
    receiver.answer = (_, response) => {
      response.writeHead(200).on('close', () => closed.resolve())
      const writeMore = (error?: Error | null) => {
        chunks += 1
        if (!error && chunks < chunksMax) response.write(chunk, writeMore)
      }
      writeMore()
    }
    assert.deepEqual(await to(receiver.url(), { timeoutMs: 60_000 }), { statusCode: 200, start: 'x'.repeat(1024) })
    await closed.promise
    assert.ok(chunks < chunksMax, `${chunks} chunks were sent`)
  })

  test('each kind of failure has its code', async () => {
    receiver.answer = () => undefined
    assert.deepEqual(await to(receiver.url(), { timeoutMs: 200 }), { error: 'TIMEOUT' })
    const slowResolve = (_: string, signal: AbortSignal) =>
      new Promise<readonly string[]>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const named = `https://receiver.example:${receiver.port}/`
    assert.deepEqual(await to(named, { timeoutMs: 200, resolve: slowResolve }), { error: 'TIMEOUT' })
    const noSuchName = () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' }))
    assert.deepEqual(await to(named, { resolve: noSuchName }), { error: 'DNS' })
    assert.deepEqual(await to(receiver.url(), { trust: undefined }), { error: 'TLS' })
    assert.deepEqual(
      await to(`https://other.example:${receiver.port}/`),
      { error: 'TLS' },
      'another name than the certificate has',
    )
    receiver.answer = (_, response) => void response.socket?.destroy()
    assert.deepEqual(await to(receiver.url()), { error: 'PROTOCOL' })
    receiver.answer = (_, response) => void response.socket?.end('no http\r\n\r\n')
    assert.deepEqual(await to(receiver.url()), { error: 'PROTOCOL' })
    receiver.answer = (_, response) =>
      void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
    assert.deepEqual(await to(receiver.url()), { error: 'PROTOCOL' }, 'a switch of protocols')
    const plain = await listening(createServer((socket) => socket.resume().end('HTTP/1.1 200 OK\r\n\r\n')))
    assert.deepEqual(await to(`https://127.0.0.1:${plain.port}/`), { error: 'TLS' })
    await plain.close()
    assert.deepEqual(await to(`https://127.0.0.1:${plain.port}/`), { error: 'CONNECT' })
    const stop = new AbortController()
    receiver.answer = () => stop.abort()
    assert.deepEqual(await to(receiver.url(), {}, stop.signal), { error: 'INTERRUPTED' })
  })
})

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { port: address.port, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** Far more than the buffers of a connection hold: 256 MB. */
const chunksMax = 4_096
