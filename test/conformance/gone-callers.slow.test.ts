import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { before, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { pino } from 'pino'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import type { AbandonedDuring } from '../../src/api/observer.ts'
import { operations } from '../../src/features/index.ts'
import { eventually } from '../support/eventually.ts'
import { ServedSockets } from '../support/network/served-sockets.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { readExposition } from '../support/service/prometheus.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Callers who go away at any point of a request. This is not our failure: the service logs nothing
// above debug and counts no 5xx, and a metric counts each caller once.

const secret = 'a-secret-of-the-access-point-of-40-chars'

/** The two ways a connection ends: FIN and RST. */
const ends: Readonly<Record<string, (socket: Socket) => void>> = {
  closed: (socket) => socket.destroy(),
  reset: (socket) => socket.resetAndDestroy(),
}

eachService('callers who go away', (start) => {
  const lines: { level: number; msg: string; during?: string }[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    }),
  )
  const served = new ServedSockets()
  let running: TestService
  let tenant: Tenant
  let invoicePath: string

  before(async () => {
    running = await start({ 'METRICS.port': '0', INBOUND_SECRET: secret }, log)
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const document_lines = Array.from({ length: 1_400 }, () => aLine({ note: 'n'.repeat(5_000) }))
    const created = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ document_lines }),
    )
    assert.equal(created.status, 201, created.text.slice(0, 500))
    invoicePath = `/api/purchase-invoices/${created.json.id}`
  })

  const samples = async () => {
    const text = await (await fetch(`${running.service.metricsAddress()}/metrics`)).text()
    return readExposition(text).samples
  }
  const abandoned = async () => {
    const now = await samples()
    const count = (during: string) => now.get(`selfbill_http_abandoned_requests_total{during="${during}"}`) ?? -1
    return { head: count('head'), body: count('body'), work: count('work'), answer: count('answer') }
  }
  const failuresCounted = async () =>
    [...(await samples())].filter(([name]) => /^selfbill_http_request.*_count\{.*status="5xx"/.test(name))

  async function opened(): Promise<Socket> {
    const { hostname, port } = new URL(running.address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  async function sending(text: string | Uint8Array): Promise<Socket> {
    const socket = await opened()
    await new Promise((resolve) => socket.write(text, resolve))
    return socket
  }
  const headOf = (method: string, path: string, ...headers: readonly string[]) =>
    [`${method} ${path} HTTP/1.1`, 'Host: here', `Authorization: Bearer ${tenant.token}`, ...headers, '', ''].join(
      '\r\n',
    )

  /**
   * Makes each attempt and ends it in both ways. Each end is counted once, under `during` alone.
   */
  async function assertCounted(during: AbandonedDuring, attempts: readonly (() => Promise<Socket>)[]): Promise<void> {
    const earlier = await abandoned()
    for (const end of Object.values(ends)) {
      for (const attempt of attempts) {
        const socket = await attempt()
        end(socket)
      }
    }
    const expected = { ...earlier, [during]: earlier[during] + 2 * attempts.length }
    await eventually(async () => JSON.stringify(await abandoned()) === JSON.stringify(expected), 30_000).catch(
      async () => assert.deepEqual(await abandoned(), expected),
    )
  }

  test('within the head of a request', () =>
    assertCounted(
      'head',
      ['G', 'GET /api/events HTTP/1.1\r\n', 'POST /oauth/token HTTP/1.1\r\nHost: here\r\nContent-Le'].map(
        (text) => async () => {
          const socket = await sending(text)
          await served.read(socket)
          return socket
        },
      ),
    ))

  test('within the body of every operation that has one', async () => {
    const bodied = operations.filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH')
    assert.ok(bodied.length > 20)
    const attempts = bodied.flatMap(({ method, path, body }) => {
      const address = path.replaceAll(/\{\w+\}/g, tenant.profileId)
      const mediaType = `Content-Type: ${mediaTypeOf(body) ?? 'application/json'}`
      const gateway = `X-Selfbill-Secret: ${secret}`
      return ['Content-Length: 500', 'Transfer-Encoding: chunked'].map((framing) => async () => {
        const head = headOf(method, address, mediaType, gateway, framing)
        const socket = await sending(`${head}${framing.endsWith('chunked') ? '5\r\n{"a":\r\n' : '{"a":'}`)
        await served.read(socket)
        return socket
      })
    })
    await assertCounted('body', attempts)
  })

  test('during the work: a long poll', () =>
    assertCounted(
      'work',
      ['/api/events?since=latest&wait=30', '/api/events?since=latest&wait=20'].map((path) => async () => {
        const socket = await sending(headOf('GET', path))
        await served.read(socket)
        return socket
      }),
    ))

  test('within the answer: a snapshot, a list, a batch', async () => {
    const line = jsonOf(aPurchaseInvoice({ note: 'n'.repeat(4_000) }))
    const batch = Array.from({ length: 100 }, () => line).join('\n')
    const batchHead = headOf(
      'POST',
      `/api/purchase-invoices/${tenant.profileId}/batch`,
      'Content-Type: application/x-ndjson',
      `Content-Length: ${Buffer.byteLength(batch)}`,
    )
    const { gate } = running.service.parts
    const begun = async (text: string) => {
      // The work of earlier callers may still fill the gate.
      await eventually(async () => gate.held.light + gate.held.heavy === 0)
      const socket = await sending(text)
      await once(socket, 'readable')
      assert.equal(String(socket.read(12)), 'HTTP/1.1 200', text.slice(0, 80))
      return socket
    }
    await assertCounted('answer', [
      () => begun(headOf('GET', `${invoicePath}/peppol-status`)),
      () => begun(headOf('GET', '/api/purchase-invoices?size=100')),
      () => begun(batchHead + batch),
    ])
  })

  test('a connection that ends without a request under way is not counted', async () => {
    const earlier = await abandoned()
    for (const end of Object.values(ends)) {
      const silent = await opened()
      await served.read(silent)
      const answered = await sending(headOf('GET', '/healthz'))
      await once(answered, 'readable')
      await served.read(answered)
      for (const socket of [silent, answered]) {
        const closed = served.closed(socket)
        end(socket)
        await closed
      }
    }
    assert.deepEqual(await abandoned(), earlier)
  })

  test('a request that we refuse or cut off ourselves is not counted', async () => {
    const earlier = await abandoned()
    for (const text of [
      'GARBAGE\r\n\r\n',
      `${headOf('POST', '/oauth/token', 'Transfer-Encoding: chunked')}no chunk\r\n`,
    ]) {
      const socket = await sending(text)
      const [answer] = await once(socket.setEncoding('utf8'), 'data')
      assert.match(String(answer), /^HTTP\/1\.1 400 /)
      const closed = served.closed(socket)
      socket.destroy()
      await closed
    }
    const { hostname, port } = new URL(running.address)
    const tls = connectTls({ host: hostname, port: Number(port) })
    await once(tls, 'connect')
    const closed = served.closed(tls)
    await assert.rejects(once(tls, 'secureConnect'))
    await closed
    assert.deepEqual(await abandoned(), earlier)
  })

  test('no caller who went away was logged above debug or counted as our failure', async () => {
    assert.deepEqual(
      lines.filter(({ level, msg }) => level > 20 && !msg.startsWith('Server listening')),
      [],
    )
    const counts = await abandoned()
    const logged = Map.groupBy(
      lines.filter(({ msg }) => msg === 'the caller disconnected'),
      ({ during }) => during,
    )
    for (const [during, count] of Object.entries(counts)) {
      assert.ok(count > 0, during)
      assert.equal(logged.get(during)?.length, count, during)
    }
    assert.deepEqual(await failuresCounted(), [])
    assert.equal((await tenant.get('/api/organisation')).status, 200)
  })
})
