import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { SignJWT, UnsecuredJWT } from 'jose'
import { revokeClient } from '../../src/store/accounts/clients.ts'
import { addProfile } from '../../src/store/accounts/profiles.ts'
import { inFullRunOnly } from '../support/effort.ts'
import { unauthenticated } from '../support/requests/request-errors.ts'
import {
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
  aSupplier,
  jsonOf,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { withinAMinute } from '../support/service/within-a-minute.ts'

// The exact texts of docs/contract.md#errors, and the order in which a request is checked
// (docs/contract.md#order-of-checks).

const invoices = (profileId: string) => `/api/purchase-invoices/${profileId}`
const creditNotes = (profileId: string) => `/api/purchase-credit-notes/${profileId}`
const unknownId = '01900000-0000-7000-8000-000000000000'

eachService('errors', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  test('an unknown business profile is a 400 that names it, on both kinds', async () => {
    for (const path of [invoices('BP-NOBODY'), creditNotes('BP-NOBODY')]) {
      const answer = await tenant.post(path, aPurchaseInvoice())
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.json.errors, { message: 'Business profile not found with id: BP-NOBODY' })
    }
  })

  test("another organisation's business profile is unknown", async () => {
    const { service } = running
    const other = await running.tenant()
    const profile = {
      orgId: other.orgId,
      profileId: 'BP-OTHER',
      party: jsonOf(aSupplier()),
      status: 'ACTIVE' as const,
      createdAt: 0,
    }
    await addProfile(service.parts.store.database, profile)
    const answer = await tenant.post(invoices('BP-OTHER'), aPurchaseInvoice())
    assert.deepEqual(answer.json.errors, { message: 'Business profile not found with id: BP-OTHER' })
  })

  test('a request that is not valid is a 400 with every field', async () => {
    const answer = await tenant.post(
      invoices(tenant.profileId),
      aPurchaseInvoice({ issue_date: undefined, profile_execution_id: '' }),
    )
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.json.errors, {
      issue_date: 'Issue date is mandatory',
      profile_execution_id: 'Profile execution ID is mandatory',
    })
  })

  test('the parties are compared whatever else is wrong', async () => {
    const purchase = aPurchaseInvoice({
      issue_date: undefined,
      accounting_supplier_party: aSupplier({ tin: '1008765432' }),
    })
    const answer = await tenant.post(invoices(tenant.profileId), purchase)
    assert.deepEqual(answer.json.errors, {
      issue_date: 'Issue date is mandatory',
      accounting_supplier_party: 'Accounting supplier party must differ from the buyer',
    })
    const sale = aSalesInvoice({ issue_date: undefined, accounting_customer_party: aSupplier({ tin: '1008765432' }) })
    const sold = await tenant.post(`/api/sales-invoices/${tenant.profileId}`, sale)
    assert.deepEqual(sold.json.errors, {
      issue_date: 'Issue date is mandatory',
      accounting_customer_party: 'Accounting customer party must differ from the supplier',
    })
  })

  test('an invalid version is a 400, also a date that does not exist', async () => {
    for (const version of ['20260102', '2026-01-01', 'latest', '']) {
      const answer = await tenant.get(`/api/purchase-invoices/${unknownId}`, { 'x-api-version': version })
      assert.equal(answer.status, 400, version)
      assert.deepEqual(answer.json.errors, { message: 'X-API-VERSION must be one of 20260101, 20260507' })
      assert.ok(answer.headers.has('x-ratelimit-remaining'))
    }
  })

  test('a missing or invalid token is always the same 401', async () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: 'selfbill',
      aud: 'selfbill',
      sub: tenant.account,
      org_id: tenant.orgId,
      iat: now,
      exp: now + 60,
    }
    const [header, payload, signature] = tenant.token.split('.')
    const tampered = Buffer.from(JSON.stringify({ ...claims, org_id: unknownId })).toString('base64url')
    const tokens = {
      none: undefined,
      'not a bearer': 'Basic abc',
      nonsense: 'Bearer nonsense',
      unsigned: `Bearer ${new UnsecuredJWT(claims).encode()}`,
      'another key': `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'x' }).sign(Buffer.alloc(32))}`,
      'a changed payload': `Bearer ${header}.${tampered}.${signature}`,
      'a changed signature': `Bearer ${header}.${payload}.${'A'.repeat(86)}`,
    }
    for (const [what, authorization] of Object.entries(tokens)) {
      const answer = await fetch(
        `${running.address}/api/purchase-invoices/${unknownId}`,
        authorization === undefined ? {} : { headers: { authorization } },
      )
      assert.equal(answer.status, 401, what)
      assert.deepEqual(await answer.json(), unauthenticated, what)
    }
  })

  test('a revoked or unknown account is a 401', async () => {
    const revoked = await running.tenant()
    await revokeClient(running.service.parts.store.database, revoked.orgId, revoked.account, Date.now())
    assert.equal((await revoked.get(`/api/purchase-invoices/${unknownId}`)).status, 401)
  })

  test('a body over 8 MiB is a 413; one just below is read', { skip: inFullRunOnly }, async () => {
    const padding = (bytes: number) => `{"note":"${'x'.repeat(bytes - 11)}"}`
    const over = await tenant.post(invoices(tenant.profileId), padding(8 * 1024 * 1024 + 1))
    assert.equal(over.status, 413)
    assert.deepEqual(over.json.errors, { message: 'Payload size should not exceed 8MB' })
    const just = await tenant.post(invoices(tenant.profileId), padding(8 * 1024 * 1024))
    assert.equal(just.status, 400)
  })

  test('a caller who sends an entire oversized body gets the 413 and keeps the connection', {
    skip: inFullRunOnly,
  }, async () => {
    const { hostname, port } = new URL(running.address)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.setEncoding('utf8').on('data', (text) => {
      heard += text
    })
    const post = (length: number) =>
      [
        `POST ${invoices(tenant.profileId)} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${tenant.token}`,
        'Content-Type: application/json',
        `Content-Length: ${length}\r\n\r\n`,
      ].join('\r\n')
    const body = Buffer.alloc(12 * 1024 * 1024, 0x20)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(post(body.length))
      socket.write(body, (error) => (error ? reject(error) : resolve()))
    })
    socket.write(`${post(2)}{}`)
    const signal = AbortSignal.timeout(60_000)
    while ((heard.match(/HTTP\/1\.1 \d/g) ?? []).length < 2) await once(socket, 'data', { signal })
    while (!heard.endsWith('}')) await once(socket, 'data', { signal })
    assert.match(
      heard,
      /^HTTP\/1\.1 413 .*Payload size should not exceed 8MB.*HTTP\/1\.1 400 .*Issue date is mandatory/s,
    )
    socket.destroy()
  })

  test('a missing scope is a 403, as are Peppol operations without the Phase 2 subscription', async () => {
    const reader = await running.tenant({ scope: 'documents:read' })
    const write = await reader.post(invoices(reader.profileId), aPurchaseInvoice())
    assert.equal(write.status, 403)
    assert.deepEqual(write.json.errors, { message: 'Not authorized to perform this operation' })
    assert.equal(
      write.headers.get('www-authenticate'),
      'Bearer error="insufficient_scope", scope="documents:write"',
      'the sentence is fixed; the scope that is missing stands where OAuth clients look',
    )
    const offline = await running.tenant({ phase2: false })
    for (const operation of ['peppol-status', 'peppol-status-logs']) {
      assert.equal((await offline.get(`/api/purchase-credit-notes/${unknownId}/${operation}`)).status, 403)
    }
  })

  test("an unknown id, a malformed id and another organisation's id are a 404 that names the kind", async () => {
    const other = await running.tenant()
    const foreign = await other.post(creditNotes(other.profileId), aPurchaseCreditNote())
    assert.equal(foreign.status, 201, foreign.text)
    for (const id of [unknownId, 'nonsense', foreign.json.id]) {
      for (const suffix of ['', '/xml', '/peppol-status', '/peppol-status-logs']) {
        const answer = await tenant.get(`/api/purchase-credit-notes/${id}${suffix}`)
        assert.equal(answer.status, 404)
        assert.deepEqual(answer.json.errors, { message: `Purchase credit note not found with id: ${id}` })
      }
    }
  })

  test('sales credit notes have no status operations: 404', async () => {
    for (const operation of ['peppol-status', 'peppol-status-logs']) {
      const answer = await tenant.get(`/api/sales-credit-notes/${unknownId}/${operation}`)
      assert.equal(answer.status, 404)
      assert.deepEqual(answer.json.errors, { message: `Sales credit note not found with id: ${unknownId}` })
    }
  })

  test('a used document number is a 409 on its field that names the original', async () => {
    const first = await tenant.post(invoices(tenant.profileId), aPurchaseInvoice({ document_number: 'TWICE-1' }))
    assert.equal(first.status, 201)
    const second = await tenant.post(invoices(tenant.profileId), aPurchaseInvoice({ document_number: 'TWICE-1' }))
    assert.equal(second.status, 409)
    assert.deepEqual(second.json.errors, {
      document_number: `Document number TWICE-1 is taken by purchase invoice ${first.json.id}`,
    })
    const creditNote = await tenant.post(
      creditNotes(tenant.profileId),
      aPurchaseCreditNote({ document_number: 'TWICE-1' }),
    )
    assert.equal(creditNote.status, 201, 'numbers are unique per family')
  })

  test('a body that is not JSON is a 415 or a 400 with the position', async () => {
    const path = invoices(tenant.profileId)
    const form = await tenant.post(path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    assert.equal(form.status, 415)
    assert.deepEqual(form.json.errors, { message: 'Content-Type must be application/json' })
    assert.equal((await tenant.post(path, '{}', { 'content-type': 'application/json; charset=utf-16' })).status, 415)
    assert.equal((await tenant.post(path, '{}', { 'content-encoding': 'gzip' })).status, 415)
    const broken = await tenant.post(path, '{"issue_date": }')
    assert.equal(broken.status, 400)
    assert.deepEqual(broken.json.errors, {
      message: 'The body is not valid JSON: a value is expected at line 1, column 16',
    })
    const twice = await tenant.post(path, '{"delivery": {"terms": "CIF", "terms": "FOB"}}')
    assert.deepEqual(twice.json.errors, { 'delivery.terms': 'delivery.terms must not appear twice' })
  })

  test('an unknown address is a 404', async () => {
    const answer = await tenant.get('/api/nothing')
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.json.errors, { message: 'No such operation: GET /api/nothing' })
    assert.equal(answer.headers.get('x-selfbill-gateway'), 'sandbox')
  })

  test('a wrong method is a 405 that lists the allowed ones', async () => {
    const ask = (method: string, path: string) => askPlainly(running.address + path, method)
    const id = '01980000-0000-7000-8000-000000000000'
    const cases = [
      ['DELETE', '/api/purchase-invoices', 'GET, HEAD'],
      ['PATCH', `/api/purchase-invoices/${id}`, 'POST, GET, HEAD'],
      ['POST', `/api/sales-invoices/${id}/xml`, 'GET, HEAD'],
      ['DELETE', '/api/sales-invoices/uuids', 'GET, HEAD'],
      ['QUERY', '/api/organisation', 'GET, HEAD, PATCH'],
      ['QUERY', '/healthz', 'GET, HEAD'],
      ['TRACE', '/oauth/token', 'POST'],
      ['OPTIONS', '/api/webhooks', 'POST, GET, HEAD'],
      ['GET', '/sandbox/clock/advance', 'POST'],
    ] as const
    for (const [method, path, allow] of cases) {
      const answer = await ask(method, path)
      assert.equal(answer.status, 405, `${method} ${path}`)
      assert.equal(answer.allow, allow)
      assert.deepEqual(answer.json.errors, { message: `${method} is not allowed here; use ${allow}` })
    }
    assert.equal((await ask('QUERY', '/api/nothing')).status, 404)
    assert.equal((await ask('GET', '/gateway/inbound')).status, 404, 'nothing comes in that way')
  })

  test('an unknown id of any length is a 404', async () => {
    const long = 'i'.repeat(8_000)
    assert.equal((await askPlainly(`${running.address}/api/purchase-invoices/${long}`, 'GET')).status, 401)
    const read = await tenant.get(`/api/purchase-invoices/${long}`)
    assert.equal(read.status, 404)
    assert.deepEqual(read.json.errors, { message: `Purchase invoice not found with id: ${long}` })
    const created = await tenant.post(invoices(long), aPurchaseInvoice())
    assert.equal(created.status, 400)
    assert.deepEqual(created.json.errors, { message: `Business profile not found with id: ${long}` })
  })

  test('checks come in one order: route, token, version, rate, size, media type, scope, profile, fields', async () => {
    const limited = await start({ 'TUNING.rate_limit_per_minute': '4' })
    const path = invoices('BP-NOBODY')
    const huge = 'x'.repeat(8 * 1024 * 1024 + 1)
    const bad = { 'x-api-version': 'bad', 'content-type': 'text/plain' }
    const anonymous = await fetch(`${limited.address}${path}`, { method: 'POST', headers: bad, body: 'x' })
    assert.equal((await fetch(`${limited.address}/nowhere`, { method: 'POST', headers: bad, body: 'x' })).status, 404)
    assert.equal(anonymous.status, 401)
    await withinAMinute(async () => {
      const caller = await limited.tenant()
      const reader = await limited.tenant({ scope: 'documents:read' })
      assert.equal((await caller.post(path, huge, bad)).status, 400)
      assert.equal((await caller.post(path, huge, { 'content-type': 'text/plain' })).status, 413)
      assert.equal((await reader.post(path, 'x', { 'content-type': 'text/plain' })).status, 415)
      assert.equal((await reader.post(path, '{}')).status, 403)
      const unknown = await caller.post(path, 'no json')
      assert.deepEqual(unknown.json.errors, { message: 'Business profile not found with id: BP-NOBODY' })
      assert.equal((await caller.post(path, '{}')).status, 400)
      const exceeded = await caller.post(path, huge, { 'content-type': 'text/plain' })
      assert.equal(exceeded.status, 429)
      assert.deepEqual(exceeded.json.errors, { message: 'API rate limit exceeded' })
    })
    await limited.stop()
  })

  test('rate headers count down per operation; a 429 says when to retry', async () => {
    const limited = await start({ 'TUNING.rate_limit_per_minute': '2' })
    await withinAMinute(async () => {
      const caller = await limited.tenant()
      const path = `/api/purchase-invoices/${unknownId}`
      const remaining = []
      for (let at = 0; at < 2; at += 1) remaining.push((await caller.get(path)).headers.get('x-ratelimit-remaining'))
      assert.deepEqual(remaining, ['1', '0'])
      const exceeded = await caller.get(path)
      assert.equal(exceeded.status, 429)
      assert.equal(exceeded.headers.get('x-ratelimit-limit'), '2')
      assert.equal(exceeded.headers.get('x-ratelimit-remaining'), '0')
      const reset = Number(exceeded.headers.get('x-ratelimit-reset'))
      assert.ok(reset % 60 === 0 && reset * 1000 > Date.now() - 60_000 && reset * 1000 <= Date.now() + 60_000)
      assert.match(exceeded.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
      assert.equal((await caller.get(`${path}/xml`)).status, 404)
    })
    await limited.stop()
  })

  test("the version is echoed; without the header it is the organisation's default", async () => {
    const latest = await running.tenant({ version: '20260507' })
    const path = `/api/purchase-invoices/${unknownId}`
    assert.equal((await tenant.get(path)).headers.get('x-api-version'), '20260101')
    assert.equal((await latest.get(path)).headers.get('x-api-version'), '20260507')
    assert.equal((await latest.get(path, { 'x-api-version': '20260101' })).headers.get('x-api-version'), '20260101')
    assert.equal((await latest.get(path)).headers.get('x-selfbill-gateway'), 'sandbox')
  })

  test('a request without exactly one valid Host is a 400 in the usual shape', async () => {
    const message = 'A request must have exactly one Host header, and it must be valid'
    const invalid = [
      ...[
        'a b',
        'a/b',
        'a?b',
        'a#b',
        'user@here',
        'http://here',
        'here:80:80',
        'here:8o',
        'here:-1',
        'here:65536',
        'a\\b',
      ],
      ...[
        '[::1',
        '::1',
        '[::g]',
        '[fe80::1%25eth0]',
        '[1.2.3.4]',
        'h%e',
        'h%zz',
        'ü',
        '"here"',
        '<here>',
        'a\tb',
        '[::1]x',
      ],
    ]
    const wrong = [
      [],
      ['Host: here', 'Host: here'],
      ['Host: here', 'host: there'],
      ['Host:', 'HOST: here'],
      ...invalid.map((host) => [`Host: ${host}`]),
    ]
    for (const path of ['/healthz', '/nowhere', '/api/organisation']) {
      for (const hosts of path === '/healthz' ? wrong : wrong.slice(0, 3)) {
        const answer = await answerTo([`GET ${path} HTTP/1.1`, ...hosts])
        assert.match(answer.head, /^HTTP\/1\.1 400 Bad Request\r\n/, hosts.join())
        assert.match(answer.head, /\r\nconnection: close\r\n/i)
        assert.match(answer.head, /\r\nX-Selfbill-Gateway: sandbox\r\n/i)
        assert.deepEqual(JSON.parse(answer.body).errors, { message })
      }
    }
    const valid = [
      'here',
      'HERE.example.',
      'here:8080',
      'here:',
      '127.0.0.1:80',
      '[::1]',
      '[::1]:80',
      '[v1.a:b]',
      'a_b',
      'h%C3%BC',
      '',
    ]
    for (const host of valid) {
      const { head } = await answerTo(['GET /healthz HTTP/1.1', `Host: ${host}`])
      assert.match(head, /^HTTP\/1\.1 200 /, host)
    }
    assert.match((await answerTo(['GET /healthz HTTP/1.0'])).head, /^HTTP\/1\.1 200 /, 'HTTP/1.0 knows no Host')
    assert.match((await answerTo(['GET /healthz HTTP/1.0', 'Host: a', 'Host: b'])).head, /^HTTP\/1\.1 400 /)
  })

  test('an unknown Expect is a 417 in the usual shape; 100-continue works', async () => {
    for (const expect of ['200-ok', '100-continued', '100-continue, more', 'x=y', '']) {
      for (const line of ['GET /healthz HTTP/1.1', 'POST /api/webhooks HTTP/1.1', 'GET /nowhere HTTP/1.1']) {
        const answer = await answerTo([line, 'Host: here', `Expect: ${expect}`, 'Content-Length: 0'])
        assert.match(
          answer.head.replace('HTTP/1.1 100 Continue\r\n\r\n', ''),
          /^HTTP\/1\.1 417 Expectation Failed\r\n/,
          expect,
        )
        assert.deepEqual(JSON.parse(answer.body).errors, { message: 'Expect must be 100-continue' })
      }
    }
    const twice = await answerTo(['GET /healthz HTTP/1.1', 'Host: here', 'Expect: 100-continue', 'Expect: 200-ok'])
    assert.match(twice.body, /Expect must be/)
    const continued = await answerTo(['GET /healthz HTTP/1.1', 'Host: here', 'Expect: 100-Continue'])
    assert.match(continued.head, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
    assert.match(
      (await answerTo(['GET /healthz HTTP/1.0', 'Expect: 200-ok'])).head,
      /^HTTP\/1\.1 200 /,
      'RFC 9110, 10.1.1',
    )
  })

  /** Sends a request of these lines. Returns everything before the body, and the body. */
  async function answerTo(lines: readonly string[]): Promise<{ readonly head: string; readonly body: string }> {
    const { port, hostname } = new URL(running.address)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
    await once(socket, 'close')
    const at = text.lastIndexOf('\r\n\r\n')
    return { head: text.slice(0, at + 2), body: text.slice(at + 4) }
  }

  test('invalid HTTP is a 400 in the usual shape and ends the connection', async () => {
    const { port, hostname } = new URL(running.address)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part
    })
    socket.write('GARBAGE\r\n\r\n')
    await once(socket, 'close')
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/)
    assert.match(answer, /\r\nX-Selfbill-Gateway: sandbox\r\n/)
    assert.equal((await fetch(`${running.address}/%zz`)).headers.get('x-selfbill-gateway'), 'sandbox')
    assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), {
      errors: { message: 'The request is not valid HTTP' },
      error_codes: { message: { id: 'request_unreadable', values: {} } },
    })
  })
})

/** Without a token or a body. fetch refuses some of the methods. */
async function askPlainly(url: string, method: string) {
  const sent = request(url, { method }).end()
  const [response] = await once(sent, 'response')
  const text: string[] = await response.setEncoding('utf8').toArray()
  return { status: response.statusCode, allow: response.headers.allow, json: JSON.parse(text.join('')) }
}
