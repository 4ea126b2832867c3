import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { operations } from '../../src/features/index.ts'
import { effort } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aLine, aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// What callers without a token can do to the others: nothing. They send as much as they like, never
// read, or stop half-way, from few addresses or many; meanwhile an organisation creates documents
// and the health checks answer.

eachService('strangers', (start) => {
  let running: TestService
  let tenant: Tenant
  const sockets: Socket[] = []

  before(async () => {
    running = await start({ TRUSTED_PROXIES: '127.0.0.1', INBOUND_SECRET: 'x'.repeat(32) })
    tenant = await running.tenant()
  })
  after(() => release())

  /** `from`: the address that a trusted proxy names. The answers are never read. */
  const send = (text: string, from: string, rest?: Buffer) => {
    const { hostname, port } = new URL(running.address)
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => undefined)
    const head = `Host: here\r\nX-Forwarded-For: ${from}\r\n`
    socket.write(text.replaceAll('Host: here\r\n', head))
    if (rest !== undefined) socket.write(rest)
    sockets.push(socket)
  }
  const release = () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }

  const quietly = async (t: { diagnostic(text: string): void }, attack: () => void) => {
    const sections = monitorEventLoopDelay({ resolution: 5 })
    sections.enable()
    attack()
    for (let at = 0; at < 30; at += 1) {
      const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
      assert.equal(created.status, 201, created.text)
      for (const path of ['/healthz', '/readyz']) {
        const { status } = await fetch(running.address + path, { headers: { 'x-forwarded-for': '198.51.100.1' } })
        assert.equal(status, 200, path)
      }
    }
    sections.disable()
    t.diagnostic(`longest section ${Math.round(sections.max / 1e6)} ms, ${sockets.length} connections`)
    release()
    const { gate, anonymousGate } = running.service.parts
    // Prints that had begun go on, and a busy machine takes a while for each.
    await eventually(async () => (gate.heldBytes + anonymousGate.heldBytes === 0 ? true : undefined), 300_000)
  }

  /** On PostgreSQL only what an organisation does: the others are refused before any database is asked. */
  const asksNoDatabase = () => {
    const { name } = running.service.parts.store.database.dialect
    return name === 'postgres' && effort !== 'long' && 'it asks no database'
  }

  const attacks: Readonly<Record<string, (path: string, from: string) => string>> = {
    'pipelined requests': (path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(60),
    'compressed answers': (path) =>
      `GET ${path} HTTP/1.1\r\nHost: here\r\nAccept-Encoding: gzip, br\r\nAccept-Language: ar\r\n\r\n`.repeat(30),
    'HEAD and GET': (path) =>
      `HEAD ${path} HTTP/1.1\r\nHost: here\r\n\r\nGET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(20),
    'requests with chunked bodies': (path) =>
      `POST ${path} HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`.repeat(20),
    'more than may wait': (path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(1_000),
  }
  for (const [name, textOf] of Object.entries(attacks)) {
    for (const connections of [1, 400]) {
      test(`${name} that nobody reads, on ${connections} connections of each address`, async (t) => {
        const why = asksNoDatabase()
        if (why !== false) return t.skip(why)
        await quietly(t, () => {
          const paths = publicPaths(running)
          for (let at = 0; at < Math.max(connections, paths.length); at += 1)
            send(textOf(paths[at % paths.length] ?? '/', ''), `192.0.2.${at % 5}`)
        })
      })
    }
  }

  test('unread answers to many addresses', async (t) => {
    const why = asksNoDatabase()
    if (why !== false) return t.skip(why)
    await quietly(t, () => {
      for (let at = 0; at < 400; at += 1)
        send('GET /api/rules?severity=fatal HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(20), `192.0.${at >> 8}.${at & 255}`)
    })
  })

  test('half-sent bodies to every address that takes one', (t) =>
    quietly(t, () => {
      const posted = [...postedPaths(running), '/console/unknown', '/unknown']
      const megabyte = Buffer.alloc(1024 * 1024, 97)
      for (let at = 0; at < 330; at += 1) {
        const head = `POST ${posted[at % posted.length]} HTTP/1.1\r\nHost: here\r\nOrigin: http://here\r\nAuthorization: Bearer forged\r\nX-Selfbill-Secret: forged\r\nCookie: selfbill=forged\r\nContent-Type: application/x-www-form-urlencoded\r\n`
        const framing =
          at % 2 === 0 ? 'Content-Length: 1048577\r\n\r\n' : 'Transfer-Encoding: chunked\r\n\r\n100001\r\n'
        send(head + framing, `192.0.2.${at % 5}`, megabyte)
      }
      for (let at = 0; at < 2_000; at += 1) {
        const head = `POST ${posted[at % posted.length]} HTTP/1.1\r\nHost: here\r\nOrigin: http://here\r\n`
        send(
          `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na`,
          `198.51.${at >> 8}.${at & 255}`,
        )
      }
    }))

  test('a body without a valid token, secret or session is refused before it arrives', async () => {
    const { gate } = running.service.parts
    for (const path of postedPaths(running)) {
      const before = sockets.length
      send(
        `POST ${path} HTTP/1.1\r\nHost: here\r\nOrigin: http://here\r\nAuthorization: Bearer forged\r\nX-Selfbill-Secret: forged\r\nCookie: selfbill=forged\r\nContent-Length: 900000\r\n\r\n`,
        '192.0.2.1',
        Buffer.alloc(800_000, 97),
      )
      const socket = sockets[before]
      assert.ok(socket)
      const [head] = await Promise.all([firstLine(socket)])
      assert.match(head, / (303|401|403|404|405|413) /, `${path}: ${head}`)
      assert.equal(gate.held.arriving, 0, path)
    }
    release()
  })

  test('an organisation that pipelines and reads nothing uses up its own share alone', async (t) => {
    const careless = await running.tenant()
    const document_lines = Array.from({ length: 300 }, () => aLine({ note: 'n'.repeat(2_000) }))
    const { json } = await careless.post(
      `/api/purchase-invoices/${careless.profileId}`,
      aPurchaseInvoice({ document_lines }),
    )
    const paths = ['', '/peppol-status', '/evidence', '/pdf', '/xml'].map(
      (part) => `/api/purchase-invoices/${json.id}${part}`,
    )
    await quietly(t, () => {
      for (let at = 0; at < 100; at += 1) {
        const path = paths[at % paths.length]
        send(
          `GET ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${careless.token}\r\n\r\n`.repeat(20),
          '192.0.2.1',
        )
      }
    })
  })
})

function firstLine(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  socket.on('data', (data) => {
    text += String(data)
    if (text.includes('\r\n')) resolve(text.split('\r\n')[0] ?? '')
  })
  socket.once('close', () => resolve(text))
  socket.resume()
  return promise
}

/** Every address that anybody may open. */
function publicPaths({ service }: TestService): readonly string[] {
  const published = operations.filter(({ access, method }) => access.kind === 'public' && method === 'GET')
  const pages = service.pages.filter(({ access, method }) => access === 'anyone' && method === 'GET')
  const declared = [...published, ...pages].map(({ path }) => path.replaceAll(/\{\w+\}/g, 'currencies'))
  return [...declared, '/api/rules?official=true', '/console', '/console/assets/htmx.js', '/unknown']
}

/** Every address that takes a body. */
function postedPaths({ service }: TestService): readonly string[] {
  const posting = [...operations, ...service.pages].filter(({ method }) => method === 'POST')
  return posting.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'purchase-invoices'))
}
