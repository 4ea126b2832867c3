import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { aLine, aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Callers who request large answers and do not read them hold a limited amount of memory and do not
// affect other organisations.

eachService('slow readers', (start) => {
  let running: TestService
  let tenant: Tenant
  let path: string
  const sockets: Socket[] = []

  before(async () => {
    running = await start()
    tenant = await running.tenant()
    const document_lines = Array.from({ length: 1_400 }, () => aLine({ note: 'n'.repeat(5_000) }))
    const created = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ document_lines }),
    )
    assert.equal(created.status, 201, created.text.slice(0, 500))
    path = `/api/purchase-invoices/${created.json.id}/peppol-status`
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
  })

  /** Sends the request, reads the status, and leaves the rest of the answer unread. */
  const statusUnread = async (): Promise<string> => {
    const { hostname, port } = new URL(running.address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    sockets.push(socket)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${tenant.token}\r\n\r\n`)
    await once(socket, 'readable')
    return String(socket.read(12))
  }

  test("an organisation's unread answers are limited with 429 and harm no other", async () => {
    const statuses: string[] = []
    while (statuses.length < 100 && !statuses.includes('HTTP/1.1 429')) statuses.push(await statusUnread())
    assert.ok(statuses.length > 4, 'some large answers at once are nothing special')
    assert.equal(statuses.at(-1), 'HTTP/1.1 429', statuses.join())
    const refused = await tenant.get(path)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '5')
    const other = await running.tenant()
    assert.equal((await other.get('/api/purchase-invoices')).status, 200)
    const small = await other.post(`/api/purchase-invoices/${other.profileId}`, aPurchaseInvoice())
    assert.equal(small.status, 201)
    for (const socket of sockets) socket.destroy()
    let again = 429
    for (let attempt = 0; attempt < 1_000 && again === 429; attempt += 1) again = (await tenant.get(path)).status
    assert.equal(again, 200, 'who has gone holds nothing')
  })

  test('no answer to a token may be cached', async () => {
    for (const asked of ['/api/organisation', '/api/purchase-invoices', '/api/purchase-invoices/none']) {
      assert.equal((await tenant.get(asked)).headers.get('cache-control'), 'private, no-store', asked)
    }
  })
})
