import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { operations } from '../../src/features/index.ts'
import { aPurchaseCreditNote, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// What callers expect of any API beside its contract: answers that name the right address, the
// address of what was created, an id of every request, and bodies that may be left out.

const id = '01980000-0000-7000-8000-000000000000'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

eachService('manners', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })
  const ask = async (method: string, path: string) => {
    const response = await fetch(running.address + path, {
      method,
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    const body = await response.text()
    return { status: response.status, headers: response.headers, message: body && JSON.parse(body).errors?.message }
  }

  test('the address that people guess names the right one', async () => {
    const cases: readonly (readonly [method: string, path: string, status: number, near: string | undefined])[] = [
      ['GET', '/api/purchase-invoices/', 404, 'GET /api/purchase-invoices'],
      ['GET', '/api//purchase-invoices', 404, 'GET /api/purchase-invoices'],
      ['GET', '/api/purchase-invoice', 404, 'GET /api/purchase-invoices'],
      ['GET', '/api/Purchase-Invoices', 404, 'GET /api/purchase-invoices'],
      ['HEAD', '/api/webhook', 404, undefined],
      ['GET', `/api/purchase-invoice/${id}`, 404, `GET /api/purchase-invoices/${id}`],
      ['GET', `/api/purchase-invoices/${id}/`, 404, `GET /api/purchase-invoices/${id}`],
      ['GET', '/openapi.json/', 404, 'GET /openapi.json'],
      ['GET', '/healtz', 404, 'GET /healthz'],
      ['POST', '/api/purchase-invoices', 405, 'POST /api/purchase-invoices/{business_profile_id}'],
      ['POST', '/api/purchase-invoices/', 404, 'POST /api/purchase-invoices/{business_profile_id}'],
      ['PUT', `/api/purchase-invoices/${id}`, 405, `PUT /api/purchase-invoices/${id}/{business_profile_id}`],
      ['PUT', '/api/business-profiles', 405, 'PUT /api/business-profiles/{business_profile_id}'],
      ['DELETE', '/api/webhooks', 405, 'DELETE /api/webhooks/{webhook_id}'],
      // Too far from everything, or no operation of this method.
      ['GET', '/api/nothing', 404, undefined],
      ['GET', `/api/${'x'.repeat(5_000)}`, 404, undefined],
      ['GET', '/', 200, undefined],
      ['DELETE', `/api/purchase-invoices/${id}`, 405, undefined],
    ]
    for (const [method, path, status, near] of cases) {
      const answer = await ask(method, path)
      assert.equal(answer.status, status, `${method} ${path}`)
      if (near !== undefined) assert.ok(answer.message.includes(near), `${method} ${path}: ${answer.message}`)
      else if (method !== 'HEAD') assert.doesNotMatch(answer.message ?? '', /did you mean|, or /)
    }
  })

  test('every answer has an id of its request, with a token and without', async () => {
    const anonymous = (path: string, init: RequestInit = {}) => fetch(running.address + path, init)
    const answers = [
      await anonymous('/healthz'),
      await anonymous('/api/purchase-invoices'),
      await anonymous('/nothing'),
      await anonymous('/healthz', { method: 'POST' }),
      await anonymous('/oauth/token', { method: 'POST' }),
      await ask('GET', '/api/organisation'),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
    for (const one of ids) assert.match(one, uuid)
    assert.equal(new Set(ids).size, ids.length)
  })

  test('a 201 names the address of what it created, and so does its repetition', async () => {
    const key = { 'idempotency-key': 'manners-1' }
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const created = await tenant.post(path, aPurchaseInvoice(), key)
    assert.equal(created.status, 201)
    const location = `/api/purchase-invoices/${created.json.id}`
    assert.equal(created.headers.get('location'), location)
    const again = await tenant.post(path, aPurchaseInvoice(), key)
    assert.deepEqual(
      [again.headers.get('idempotency-replayed'), again.headers.get('location')],
      ['true', again.json.id === created.json.id ? location : ''],
    )
    assert.equal((await tenant.get(location)).status, 200)
    const note = await tenant.post(`/api/purchase-credit-notes/${tenant.profileId}`, aPurchaseCreditNote())
    assert.equal(note.headers.get('location'), `/api/purchase-credit-notes/${note.json.id}`)
  })

  test('every operation that creates something says where it is', () => {
    const creating = operations.filter(({ answers, leadsTo }) => answers[201] !== undefined && leadsTo === undefined)
    // The link is shown once, and has no address of its own.
    assert.deepEqual(
      creating.map((operation) => operation.id),
      ['createLoginLink'],
    )
  })

  test('a POST whose members are all optional needs no body, and any other says what is missing', async () => {
    const optional = operations.filter(({ method, body }) => method === 'POST' && body.kind === 'json')
    assert.ok(optional.length > 5)
    const admin = await running.tenant({ scope: 'documents:read documents:write admin' })
    const bare = (path: string) =>
      fetch(running.address + path, { method: 'POST', headers: { authorization: `Bearer ${admin.token}` } })
    assert.equal((await bare(`/api/webhooks/${id}/test`)).status, 404, 'the webhook is missing, not the body')
    const missing = await bare(`/api/purchase-invoices/${admin.profileId}`)
    assert.equal(missing.status, 415)
    assert.match(await missing.text(), /Content-Type must be application\/json/)
  })

  test('a compressed body and wrapped Base64 are refused by name', async () => {
    const compressed = await fetch(`${running.address}/api/purchase-invoices/${tenant.profileId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(jsonOf(aPurchaseInvoice())),
    })
    assert.equal(compressed.status, 415)
    assert.match(await compressed.text(), /The body must not be compressed/)
    const content = `${'JVBERi0x'.repeat(9)}\r\n${'JVBERi0x'.repeat(9)}`
    const attachments = [{ file_name: 'a.pdf', file_type: 'application/pdf', file_content: content }]
    const wrapped = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice({ attachments }))
    assert.equal(wrapped.status, 400)
    assert.match(wrapped.json.errors['attachments[0].file_content'], /without line breaks/)
  })
})
