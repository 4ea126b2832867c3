import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { arrayBuffer, text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import type { BatchResult, ClientOptions, InvoiceRequest } from '../../client/src/index.ts'
import { SelfbillClient, SelfbillError } from '../../client/src/index.ts'
import { verifyPack } from '../../src/evidence/verify.ts'
import { verifyPeriod } from '../../src/evidence/verify-period.ts'
import { eventually } from '../support/eventually.ts'
import { aBuyer, anAddress, aPurchaseInvoice, aSupplier, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The published client against the real service, and against faults of the network between them.

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

  test('an operation without mandatory input is called by its id alone, and a refusal says which scope is missing', async () => {
    assert.ok((await client.call('listRules')).items.length > 100)
    await assert.rejects(client.call('listClients'), {
      status: 403,
      message: 'Not authorized to perform this operation: the token needs the scope admin',
    })
    const tried = await client.call('createPurchaseInvoice', {
      params: { business_profile_id: tenant.profileId },
      query: { dry_run: true },
      body: anInvoice(),
    })
    assert.ok('document' in tried)
  })

  test('a document is tried, issued, read, printed and followed to its final status', async () => {
    const dry = await client.purchaseInvoices.dryRun(tenant.profileId, anInvoice())
    assert.deepEqual(dry.document.meta_info.peppol_status?.validation_results, [])
    const issued = await client.purchaseInvoices.issue(tenant.profileId, anInvoice())
    assert.equal(issued.totals.payable_amount, dry.document.totals.payable_amount)
    assert.equal((await client.purchaseInvoices.get(issued.id)).document_number, issued.document_number)
    assert.match(await client.purchaseInvoices.xml(issued.id), /^<\?xml/)
    const asked = await client.purchaseInvoices.request(issued.id)
    assert.deepEqual(asked.document_lines, anInvoice().document_lines)
    for await (const listed of client.documents({ text: issued.id })) assert.equal(listed.family, 'purchase-invoices')
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

  test('the resubmission of a failed document is tried, then sent', async () => {
    const supplier = aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) })
    const wrong: InvoiceRequest = JSON.parse(jsonOf(aPurchaseInvoice({ accounting_supplier_party: supplier })))
    const failed = await client.purchaseInvoices.issue(tenant.profileId, wrong)
    const statusOf = async () => (await client.purchaseInvoices.get(failed.id)).meta_info.peppol_status?.overall_status
    assert.equal(await statusOf(), 'VALIDATION_FAILED')
    const dry = await client.purchaseInvoices.dryRunResubmission(failed.id, tenant.profileId, anInvoice())
    // It is alike to the invoices of other tests, which is a warning.
    const findings = dry.document.meta_info.peppol_status?.validation_results ?? []
    assert.deepEqual(
      findings.filter(({ flag }) => flag === 'fatal'),
      [],
    )
    assert.equal(await statusOf(), 'VALIDATION_FAILED')
    const sent = await client.purchaseInvoices.resubmit(failed.id, tenant.profileId, anInvoice())
    assert.equal(sent.id, failed.id)
    assert.notEqual(await statusOf(), 'VALIDATION_FAILED')
  })

  test('a UBL document is judged', async () => {
    const golden = new URL('../golden/cases/purchase-invoice/document.xml', import.meta.url)
    const { valid, rule_book, findings } = await client.validate(readFileSync(golden, 'utf8'))
    assert.deepEqual([valid, rule_book.version, findings], [true, '1.0.4', []])
    await assert.rejects(client.validate('<Order/>'), { status: 400 })
  })

  test('a participant is looked up', async () => {
    const known = await client.participant('0235', '1987654321')
    assert.deepEqual([known.registered, known.can_receive.purchase_invoices], [true, true])
    assert.equal((await client.participant('0235', '1000000013')).registered, false)
    await assert.rejects(client.participant('TIN', '1987654321'), { status: 400 })
  })

  test('requests, outages, the evidence of a period, test events and replays', async () => {
    const admin = await running.tenant({ scope: 'documents:read documents:write admin' })
    const own = noisy({ credentials: { token: admin.token } })
    await own.purchaseInvoices.issue(admin.profileId, anInvoice())
    const listed = await eventually(async () => {
      const operations: string[] = []
      for await (const request of own.requests({ limit: 1 })) operations.push(request.operation)
      return operations.includes('createPurchaseInvoice') && operations.length > 2 && operations
    })
    assert.ok(listed.includes('listRequests'))
    assert.deepEqual(await own.outages({ from: '2999-01-01T00:00:00Z' }), [])
    const issued = String(anInvoice().issue_date)
    const pack = new Uint8Array(await arrayBuffer(await own.periodEvidenceStream({ from: issued, to: issued })))
    const verified = await verifyPeriod(pack)
    assert.deepEqual([verified.problems, verified.manifest?.documents], [[], 1])
    const missing = '01900000-0000-7000-8000-000000000000'
    await assert.rejects(own.testWebhook(missing), { status: 404 })
    await assert.rejects(own.replayDeliveries(missing, { status: 'FAILED' }), { status: 404 })
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
      assert.equal(error.message, `1 invalid field: issue_date. ${error.fields.issue_date}`)
      return true
    })
  })

  test('the message of several wrong fields names five, and says what is wrong with the first', async () => {
    const refusing = (fields: Readonly<Record<string, string>>) =>
      noisy({ fetch: async () => new Response(JSON.stringify({ errors: fields }), { status: 400 }) })
    const two = refusing({ issue_date: 'Issue date is mandatory', due_date: 'Due date is mandatory' })
    await assert.rejects(two.purchaseInvoices.get('x'), {
      message: '2 invalid fields: issue_date, due_date. issue_date: Issue date is mandatory',
    })
    const six = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, `${name} is mandatory`]))
    await assert.rejects(refusing(six).purchaseInvoices.get('x'), {
      message: '6 invalid fields: a, b, c, d, e … a: a is mandatory',
    })
  })

  test('an operation that is not there is named', async () => {
    for (const id of ['nope', 'toString']) {
      await assert.rejects(Reflect.apply(client.call, client, [id]), {
        name: 'TypeError',
        message: `There is no operation ${id}: client.call takes an operationId of /openapi.json`,
      })
    }
  })

  test('an error carries the headers and the body as the service sent them', async () => {
    const requestIds: (string | null)[] = []
    const watching = noisy({
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        requestIds.push(answer.headers.get('x-request-id'))
        return answer
      },
    })
    await assert.rejects(
      watching.purchaseInvoices.issue(tenant.profileId, { ...anInvoice(), issue_date: 'soon' }),
      (error) => {
        assert.ok(error instanceof SelfbillError)
        assert.ok(requestIds[0])
        assert.equal(error.headers.get('x-request-id'), requestIds[0])
        const { errors, error_codes } = JSON.parse(error.body)
        assert.deepEqual([errors, error_codes], [error.fields, error.codes])
        return true
      },
    )
    const proxy = noisy({
      fetch: async () => new Response('<p>blocked</p>', { status: 403, headers: { via: '1.1 a' } }),
    })
    await assert.rejects(proxy.purchaseInvoices.get('x'), (error) => {
      assert.ok(error instanceof SelfbillError)
      const { status, body, fields, message } = error
      assert.deepEqual([status, body, fields, message], [403, '<p>blocked</p>', {}, 'the service answered 403'])
      assert.equal(error.headers.get('via'), '1.1 a')
      return true
    })
  })

  test('a text is sent as it is, with every digit', async () => {
    const sent: { readonly body: unknown; readonly type: string | null }[] = []
    const watching = noisy({
      fetch: (input, init) => {
        sent.push({ body: init?.body, type: new Headers(init?.headers).get('content-type') })
        return fetch(input, init)
      },
    })
    const price = '100.00000000000000000001'
    const content = ` ${jsonOf(aPurchaseInvoice()).replace('"base_amount":100,', `"base_amount": ${price},`)}\n`
    assert.ok(content.includes(price) && String(Number(price)) !== price)
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const { status, bytes } = await watching.send('POST', path, { text: { content, type: 'application/json' } })
    assert.deepEqual(sent, [{ body: content, type: 'application/json' }])
    assert.equal(status, 201)
    const { id }: { readonly id?: string } = JSON.parse(Buffer.from(bytes).toString())
    const kept = await client.send('GET', `/api/purchase-invoices/${id}/request`)
    assert.ok(Buffer.from(kept.bytes).includes(price))
    const lines = `${jsonOf(aPurchaseInvoice())}\n`
    const text = { content: lines, type: 'application/x-ndjson' } as const
    assert.equal((await watching.send('POST', `${path}/batch`, { text })).status, 200)
    assert.deepEqual(sent[1], { body: lines, type: 'application/x-ndjson' })
  })

  test('an id that would mean another path is refused, and nothing is sent', async () => {
    let sent = 0
    const counting = noisy({
      fetch: async (input) => {
        sent += 1
        return new Response(JSON.stringify({ path: new URL(String(input)).pathname }), {
          headers: { 'content-type': 'application/json' },
        })
      },
    })
    const { purchaseInvoices: documents } = counting
    for (const id of ['.', '..']) {
      const calls: readonly (() => Promise<unknown>)[] = [
        async () => documents.get(id),
        async () => documents.xml(id),
        async () => documents.evidenceStream(id),
        async () => documents.issue(id, anInvoice()),
        async () => documents.resubmit('1', id, anInvoice()),
        async () => counting.call('retrieveWebhook', { params: { webhook_id: id } }),
      ]
      for (const call of calls) await assert.rejects(call, { name: 'TypeError', message: /cannot be a part of a path/ })
    }
    assert.equal(sent, 0)
    const answer: unknown = await documents.get('../me')
    assert.deepEqual(answer, { path: '/api/purchase-invoices/..%2Fme' })
  })

  test('headers of one request stand instead of those of the client', async () => {
    const { address } = running
    const client = new SelfbillClient({ baseUrl: address, credentials: { token: 'unused' }, language: 'en' })
    const refused = client.send('GET', '/api/rules/X-1', { headers: { 'Accept-Language': 'ar' } })
    await assert.rejects(refused, (error) => error instanceof SelfbillError && error.messageAr !== undefined)
    await assert.rejects(client.send('GET', '/api/rules/X-1'), { messageAr: undefined })
  })

  test('ifMatch refuses a change of what somebody else has changed since', async () => {
    const own = await running.tenant({ scope: 'profiles' })
    const editor = noisy({ credentials: { token: own.token } })
    const path = `/api/business-profiles/${own.profileId}`
    const body: unknown = JSON.parse(jsonOf(aBuyer()))
    const { headers } = await editor.send('GET', path)
    const ifMatch = headers.get('etag') ?? assert.fail('no ETag')
    assert.equal((await editor.send('PUT', path, { body, ifMatch })).status, 200)
    await assert.rejects(editor.send('PUT', path, { body, ifMatch }), { name: 'SelfbillError', status: 412 })
    assert.equal((await editor.send('PUT', path, { body })).status, 200)
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

  test('a key whose first request was cut off is waited for; other conflicts are not retried', async () => {
    const waits: number[] = []
    let sent = 0
    const waiting = noisy({
      sleep: async (ms) => void waits.push(ms),
      fetch: async (input, init) => {
        sent += 1
        if (sent === 1)
          return new Response('{"errors":{"message":"lost"}}', { status: 504, headers: { 'retry-after': '5' } })
        if (sent === 2)
          return new Response('{"errors":{"message":"running"}}', { status: 409, headers: { 'retry-after': '15' } })
        return await fetch(input, init)
      },
    })
    const issue = () =>
      waiting.purchaseInvoices.issue(tenant.profileId, { ...anInvoice(), document_number: 'WAITED-1' })
    assert.equal((await issue()).document_number, 'WAITED-1')
    assert.deepEqual(waits, [5_000, 15_000])
    await assert.rejects(issue(), { status: 409 })
    assert.equal(sent, 4)
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

  test('a token is tried for again like a request, and a wrong secret is not', async () => {
    const waits: number[] = []
    const answers = [
      () => new Response('{"error":"temporarily"}', { status: 429, headers: { 'retry-after': '16' } }),
      () => {
        throw new TypeError('the connection was reset')
      },
      () => new Response('{"access_token":"t","expires_in":86400}'),
      () => new Response('{"content":[]}'),
    ]
    let sent = 0
    const asking = new SelfbillClient({
      baseUrl: 'http://service.example',
      credentials: { clientId: 'c', clientSecret: 's' },
      sleep: async (ms) => void waits.push(ms),
      fetch: async () => answers[sent++]?.() ?? assert.fail('too many requests'),
    })
    await asking.send('GET', '/api/purchase-invoices')
    assert.deepEqual([sent, waits[0], waits.length], [4, 16_000, 2])
    const refused = new SelfbillClient({
      baseUrl: 'http://service.example',
      credentials: { clientId: 'c', clientSecret: 'wrong' },
      fetch: async () => new Response('{"error":"invalid_client"}', { status: 401, headers: { 'x-request-id': 'r' } }),
    })
    await assert.rejects(refused.send('GET', '/'), { status: 401 })
  })

  test('documents of all families come page by page', async () => {
    const own = await running.tenant()
    const numbers = Array.from({ length: 3 }, (_, at) => `OWN-${at}`)
    for (const document_number of numbers)
      await own.post(`/api/purchase-invoices/${own.profileId}`, aPurchaseInvoice({ document_number }))
    const reader = new SelfbillClient({ baseUrl: running.address, credentials: { token: own.token } })
    const listed: string[] = []
    for await (const { document_number: number } of reader.documents({ order: 'oldest', limit: 2 })) listed.push(number)
    assert.deepEqual(listed, numbers)
  })

  test('a batch is called with its lines, and answers lines; a parameter may be true', async () => {
    const text = await client.call('batchPurchaseInvoices', {
      params: { business_profile_id: tenant.profileId },
      query: { dry_run: true },
      body: `${JSON.stringify(anInvoice())}\n${JSON.stringify({ ...anInvoice(), issue_date: 'never' })}\n`,
    })
    const results = text
      .trim()
      .split('\n')
      .map((line): BatchResult => JSON.parse(line))
    assert.deepEqual(
      results.map(({ line, status }) => [line, status]),
      [
        [1, 200],
        [2, 400],
      ],
    )
    assert.ok('document' in (results[0]?.body ?? {}))
  })

  test('any operation can be called by its id', async () => {
    const page = await client.call('listRules', { query: { set: 'mls' } })
    assert.ok(Object.values(page).length > 0)
    const health = await client.call('healthz', {})
    assert.ok(health !== null)
  })
})

test('the client imports its own files only', async () => {
  const sources = (await readdir(join(root, 'client/src'))).filter((file) => file.endsWith('.ts'))
  for (const file of sources) {
    const imports = [...(await readFile(join(root, 'client/src', file), 'utf8')).matchAll(/from '([^']+)'/g)]
    for (const [, imported] of imports) assert.match(imported ?? '', /^\.\/[a-z-]+\.ts$/, file)
  }
})
