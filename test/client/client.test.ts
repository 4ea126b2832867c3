import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arrayBuffer, text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import type { ClientOptions, InvoiceRequest } from '../../client/src/index.ts'
import { SelfbillClient, SelfbillError } from '../../client/src/index.ts'
import { verifyPack } from '../../src/evidence/verify.ts'
import { inFullRunOnly } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The published client against the real service, and against what networks do in between.

const root = new URL('../../', import.meta.url).pathname

eachService('client', (start) => {
  let running: TestService
  let tenant: Tenant
  let client: SelfbillClient
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
    client = new SelfbillClient({ baseUrl: running.address, credentials: { token: tenant.token } })
  })

  const anInvoice = (): InvoiceRequest => JSON.parse(jsonOf(aPurchaseInvoice()))
  const noisy = (options: Partial<ClientOptions>) =>
    new SelfbillClient({
      baseUrl: running.address,
      credentials: { token: tenant.token },
      sleep: async () => undefined,
      ...options,
    })

  test('a document is tried, issued, read, printed and followed to its final status', async () => {
    const dry = await client.purchaseInvoices.dryRun(tenant.profileId, anInvoice())
    assert.deepEqual(dry.document.meta_info.peppol_status?.validation_results, [])
    const issued = await client.purchaseInvoices.issue(tenant.profileId, anInvoice())
    assert.equal(issued.totals.payable_amount, dry.document.totals.payable_amount)
    assert.equal((await client.purchaseInvoices.get(issued.id)).document_number, issued.document_number)
    assert.match(await client.purchaseInvoices.xml(issued.id), /^<\?xml/)
    assert.match(await client.purchaseInvoices.html(issued.id, 'ar'), /dir="rtl"/)
    assert.deepEqual((await verifyPack(await client.purchaseInvoices.evidence(issued.id))).problems, [])
    const pack = await arrayBuffer(await client.purchaseInvoices.evidenceStream(issued.id))
    assert.deepEqual((await verifyPack(new Uint8Array(pack))).problems, [])
    const ending = new AbortController()
    let last: string | null = null
    for await (const event of client.events({ waitSeconds: 5, signal: ending.signal })) {
      if (event.data.id !== issued.id) continue
      last = event.data.overall_status
      if (last !== 'PENDING') ending.abort()
    }
    assert.equal(last, 'APPROVED')
    assert.equal((await client.purchaseInvoices.peppolStatus(issued.id)).toC5.status, 'APPROVED')
    assert.ok((await client.purchaseInvoices.peppolStatusLogs(issued.id)).length > 5)
  })

  test('a stream outlasts the timeout, and ends with an error when it breaks or its signal aborts', async () => {
    const timeoutMs = 20
    const streaming = (part: (signal: AbortSignal, body: ReadableStreamDefaultController) => Promise<void>) =>
      noisy({
        timeoutMs,
        fetch: async (_, init) => {
          const { signal } = init ?? {}
          assert.ok(signal instanceof AbortSignal)
          return new Response(
            new ReadableStream({
              async start(body) {
                signal.addEventListener('abort', () => body.error(signal.reason))
                body.enqueue(new TextEncoder().encode('begun, '))
                await part(signal, body)
              },
            }),
          )
        },
      })
    const rest = Promise.withResolvers<void>()
    const slow = streaming(async (_, body) => {
      await rest.promise
      body.enqueue(new TextEncoder().encode('and ended'))
      body.close()
    })
    const slowStream = await slow.purchaseInvoices.evidenceStream('1')
    const opened = performance.now()
    await eventually(async () => performance.now() > opened + 2 * timeoutMs)
    rest.resolve()
    assert.equal(await text(slowStream), 'begun, and ended')
    const broken = streaming(async (_, body) => body.error(new Error('the line broke')))
    await assert.rejects(text(await broken.purchaseInvoices.evidenceStream('1')), /the line broke/)
    const stopping = new AbortController()
    const stopped = streaming(async () => stopping.abort(new Error('enough')))
    const stoppedStream = stopped.purchaseInvoices.evidenceStream('1', { signal: stopping.signal })
    await assert.rejects(async () => text(await stoppedStream), /enough/)
  })

  test('a wrong field is an error that names the field', async () => {
    const wrong = { ...anInvoice(), issue_date: 'soon' }
    await assert.rejects(client.purchaseInvoices.issue(tenant.profileId, wrong), (error) => {
      assert.ok(error instanceof SelfbillError)
      assert.equal(error.status, 400)
      assert.ok(error.fields.issue_date)
      return true
    })
  })

  test('a lost answer and a request to wait still make one document', async () => {
    const waits: number[] = []
    let sent = 0
    const flaky = noisy({
      sleep: async (ms) => void waits.push(ms),
      fetch: async (input, init) => {
        sent += 1
        if (sent === 1) return new Response('busy', { status: 503, headers: { 'retry-after': '7' } })
        const answer = await fetch(input, init)
        if (sent === 2) throw new TypeError('the connection was reset')
        return answer
      },
    })
    const issued = await flaky.purchaseInvoices.issue(tenant.profileId, { ...anInvoice(), document_number: 'ONCE-1' })
    assert.equal(sent, 3)
    assert.equal(waits[0], 7000)
    assert.equal(issued.document_number, 'ONCE-1')
  })

  test('permanent errors are not retried; after the last attempt the last error is thrown', async () => {
    let sent = 0
    const counting = noisy({
      attemptsMax: 3,
      fetch: async (input) => {
        sent += 1
        return String(input).endsWith('/xml')
          ? new Response('{"errors":{"message":"API rate limit exceeded"}}', { status: 429 })
          : new Response('{"errors":{"message":"no"}}', { status: 403 })
      },
    })
    await assert.rejects(counting.purchaseInvoices.get('x'), { status: 403, message: 'no' })
    assert.equal(sent, 1)
    await assert.rejects(counting.purchaseInvoices.xml('x'), { status: 429 })
    assert.equal(sent, 4)
  })

  test('any operation can be called by its id', async () => {
    const page = await client.call('listRules', { query: { set: 'mls' } })
    assert.ok(Object.values(page).length > 0)
    const health = await client.call('healthz', {})
    assert.ok(health !== null)
  })
})

test('the client installs as a package, and the example of its README compiles', { skip: inFullRunOnly }, async () => {
  const sources = (await readdir(join(root, 'client/src'))).filter((file) => file.endsWith('.ts'))
  for (const file of sources) {
    const imports = [...(await readFile(join(root, 'client/src', file), 'utf8')).matchAll(/from '([^']+)'/g)]
    for (const [, imported] of imports) assert.match(imported ?? '', /^\.\/[a-z-]+\.ts$/, file)
  }
  const readme = await readFile(join(root, 'client/README.md'), 'utf8')
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? assert.fail('no example')
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-client-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const exported = `\nexport { follow, issue, rejectedOf, rules }\n`
    await writeFile(join(folder, 'example.ts'), example + exported)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'client/tsconfig.json'),
        compilerOptions: {
          noEmit: true,
          declaration: false,
          rootDir: '/',
          allowImportingTsExtensions: true,
          paths: { '@selfbill/client': [join(root, 'client/src/index.ts')] },
        },
        include: ['example.ts', join(root, 'client/src')],
      }),
    )
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout?: string }) =>
      assert.fail(String(error.stdout ?? error)),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
