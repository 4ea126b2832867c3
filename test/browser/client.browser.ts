import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Started, start } from './started.ts'

// @selfbill/client as a module of a page, as its build is: no bundler, nothing of Node.

const root = join(import.meta.dirname, '../..')
const built = mkdtempSync(join(tmpdir(), 'selfbill-client-'))
let started: Started
before(async () => {
  started = await start()
})
after(async () => {
  await started.stop()
  rmSync(built, { recursive: true, force: true })
})

test('a page in a browser issues an invoice with the client and reads it back', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = spawnSync(process.execPath, [compiler, '-p', join(root, 'client/tsconfig.json'), '--outDir', built])
  assert.equal(compiled.status, 0, String(compiled.stdout))
  const { profileId, token } = await started.running.tenant()
  const site = await siteWith(started.running.address)
  try {
    const context = await started.browser.newContext()
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.goto(`${site.address}/page`)
    const invoice: unknown = JSON.parse(readFileSync(join(root, 'examples/purchase-invoice.json'), 'utf8'))
    // Text, because the compiler would look for the module here.
    const shown = await page.evaluate(`(async () => {
      const { SelfbillClient, SelfbillError } = await import('/client/index.js')
      const credentials = { token: async () => ${JSON.stringify(token)} }
      const client = new SelfbillClient({ baseUrl: location.origin, credentials })
      const issued = await client.purchaseInvoices.issue(${JSON.stringify(profileId)}, ${JSON.stringify(invoice)})
      const read = await client.purchaseInvoices.get(issued.id)
      const missing = await client.purchaseInvoices.get(crypto.randomUUID()).catch((error) => error)
      return [read.document_number === issued.document_number, missing instanceof SelfbillError, missing.status]
    })()`)
    assert.deepEqual(shown, [true, true, 404])
    assert.deepEqual(problems, [])
    await context.close()
  } finally {
    site.stop()
  }
})

/** A site that has the client's files and passes other requests on, so that all share an origin. */
async function siteWith(service: string) {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/page') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Page</title>')
      return
    }
    const file = /^\/client\/([\w-]+\.js)$/.exec(path)?.[1]
    if (file !== undefined) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(built, file)))
      return
    }
    const body: Buffer[] = []
    for await (const part of request) body.push(part)
    const { authorization = '', 'content-type': type, 'idempotency-key': key } = request.headers
    const headers = new Headers({ authorization })
    if (type !== undefined) headers.set('content-type', type)
    if (typeof key === 'string') headers.set('idempotency-key', key)
    const answer = await fetch(service + path, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
