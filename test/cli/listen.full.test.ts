import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { verifyWebhook, type WebhookRequestReceived } from '../../client/src/index.ts'
import { forwardEvents } from '../../src/cli/handlers/listen.ts'
import { newSecret } from '../../src/security/webhook-signature.ts'
import { freePort } from '../deploy/free-port.ts'
import { eventually } from '../support/eventually.ts'
import { commandLine } from '../support/processes/command-line.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { KeptTerminal } from '../support/terminal.ts'

// `selfbill listen` brings the events of a service to a receiver on the same machine.

eachService('selfbill listen', (start) => {
  const { selfbill } = commandLine()
  const received: WebhookRequestReceived[] = []
  let status = 204
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status, { location: '/elsewhere' }).end('ok')
  })
  let forward: string
  let running: TestService
  before(async () => {
    running = await start.shared()
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  })
  after(() => {
    receiver.close()
    receiver.closeAllConnections()
  })

  const listening = (token: string, url: string, since = 'latest') => {
    const ending = new AbortController()
    const terminal = new KeptTerminal()
    const secret = newSecret()
    const ended = forwardEvents(terminal, { url, token, forward, secret, since, signal: ending.signal })
    const printed = () => terminal.printed.stdout
    return { terminal, secret, ended, printed, end: () => ending.abort() }
  }

  test('each event is posted once, signed, whatever the receiver answers, and its line shows where to continue', async () => {
    const tenant = await running.tenant()
    const first = listening(tenant.token, running.address, '0')
    const { json: created } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    await eventually(async () =>
      first.printed().includes(`purchase.invoice.created  ${created.document_number}  204 in`),
    )
    const [request] = received
    assert.ok(request)
    const event = await verifyWebhook(first.secret, request)
    assert.deepEqual([event.type, event.data.id], ['purchase.invoice.created', created.id])
    status = 307
    await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    await eventually(async () => / 307 in \d+ ms /.test(first.printed()))
    first.end()
    assert.equal(await first.ended, 0)
    status = 204
    const ids = received.map(({ body }) => JSON.parse(String(body)).id)
    assert.equal(new Set(ids).size, ids.length, 'none twice')
    const [, cursor = ''] = / (\S+)\n$/.exec(first.printed()) ?? []
    received.length = 0
    const second = listening(tenant.token, running.address, cursor)
    const { json: later } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    await eventually(async () => second.printed().includes(later.document_number))
    second.end()
    await second.ended
    assert.ok(
      received.every(({ body }) => !ids.includes(JSON.parse(String(body)).id)),
      'nothing again',
    )
  })

  test('a service that is away is awaited, and one that refuses ends it with a reason', async () => {
    const away = listening('token', `http://127.0.0.1:${await freePort()}`)
    await eventually(async () => /cannot be reached \(ECONNREFUSED\); trying again/.test(away.terminal.printed.stderr))
    away.end()
    assert.equal(await away.ended, 0)
    const refused = listening('nonsense', running.address)
    assert.equal(await refused.ended, 1)
    assert.match(refused.terminal.printed.stderr, /answered 401/)
  })

  test('wrong use is explained', async () => {
    for (const [args, message] of [
      [['--forward', 'localhost:3000'], /--forward must be an address/],
      [
        ['--forward', forward, '--url', 'https://selfbill.example'],
        /for https:\/\/selfbill\.example, set SELFBILL_TOKEN/,
      ],
      [['--forward', forward, '--secret', 'abc'], /--secret must be whsec_ and Base64/],
      [[], /--forward <URL>/],
    ] as const) {
      const { code, stderr } = await selfbill(['listen', ...args], { SELFBILL_TOKEN: '' })
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    }
  })
})
