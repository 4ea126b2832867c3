import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { faults } from '../../src/api/faults.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// `error_codes`: what `errors` says, with the same members, as ids and values for programs.

eachService('error codes', (start) => {
  let running: TestService
  let tenant: Tenant
  let create: string
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    create = `/api/purchase-invoices/${tenant.profileId}`
  })

  const codesOf = ({ status, json, text }: Pick<Answered, 'status' | 'json' | 'text'>) => {
    assert.ok(status >= 400, text)
    assert.deepEqual(Object.keys(json.error_codes), Object.keys(json.errors))
    return json.error_codes
  }

  test('fields that are wrong', async () => {
    const wrong = {
      issue_date: 'soon',
      document_number: 'x'.repeat(300),
      document_curency_code: 'AED',
      accounting_supplier_party: { tin: '1' },
    }
    const codes = codesOf(await tenant.post(create, aPurchaseInvoice(wrong)))
    assert.deepEqual(codes.issue_date, { id: 'must_be_date', values: { field: 'issue_date' } })
    assert.deepEqual(codes.document_number, { id: 'too_long', values: { field: 'document_number', max: 255 } })
    assert.deepEqual(codes.document_curency_code, {
      id: 'unknown_field_near',
      values: { name: 'document_curency_code', nearest: 'document_currency_code' },
    })
    assert.deepEqual(codes['accounting_supplier_party.tin'], { id: 'must_be_tin', values: { field: 'tin' } })
  })

  test('what is wrong with a body, a header or a parameter has the code of the fault itself', async () => {
    assert.deepEqual(codesOf(await tenant.post(create, '{"issue_date": }')).message, {
      id: 'not_json',
      values: { problem: 'a value is expected', problem_id: 'json_value_expected', line: 1, column: 16 },
    })
    const keyed = await tenant.post(create, aPurchaseInvoice(), { 'idempotency-key': 'ä'.repeat(300) })
    assert.deepEqual(codesOf(keyed), { message: { id: 'idempotency_key_invalid', values: {} } })
    const listed = await tenant.get('/api/purchase-invoices?size=0')
    assert.deepEqual(codesOf(listed).size.id, 'must_be_whole_number')
  })

  test('every kind of fault: route, method, token, version, media type, conflict', async () => {
    const bare = async (method: string, path: string) => codesOf(await fetchDeclared(running.address, path, { method }))
    assert.deepEqual(await bare('GET', '/nowhere'), {
      message: { id: 'route_not_found', values: { route: 'GET /nowhere' } },
    })
    assert.deepEqual((await bare('DELETE', create)).message, {
      id: 'method_not_allowed',
      values: { method: 'DELETE', allowed: 'POST, GET, HEAD' },
    })
    assert.deepEqual(await bare('GET', '/api/purchase-invoices'), { message: { id: 'unauthenticated', values: {} } })
    const version = await tenant.get('/api/purchase-invoices', { 'x-api-version': '20240101' })
    assert.deepEqual(codesOf(version).message, {
      id: 'version_unknown',
      values: { versions: '20260101, 20260507' },
    })
    const xml = await tenant.post(create, '<a/>', { 'content-type': 'application/xml' })
    assert.equal(codesOf(xml).message.id, 'media_type_unsupported')
    const nobody = await tenant.post('/api/purchase-invoices/BP-NONE', aPurchaseInvoice())
    assert.deepEqual(codesOf(nobody).message, { id: 'profile_not_found', values: { id: 'BP-NONE' } })
    const numbered = aPurchaseInvoice({ document_number: 'CODE-1' })
    const { json } = await tenant.post(create, numbered)
    assert.deepEqual(codesOf(await tenant.post(create, numbered)).document_number, {
      id: 'document_number_taken',
      values: { number: 'CODE-1', kind: 'purchase invoice', id: json.id },
    })
  })

  test('the fixed text of a 403 does not name the scope that is missing: its code does', async () => {
    const reader = await running.tenant({ scope: 'documents:read' })
    const missing: readonly (readonly [Answered, string])[] = [
      [await reader.post(`/api/purchase-invoices/${reader.profileId}`, aPurchaseInvoice()), 'documents:write'],
      [await reader.get('/api/sessions?user_id=01900000-0000-7000-8000-000000000000'), 'admin'],
    ]
    for (const [answer, scope] of missing) {
      assert.equal(answer.status, 403)
      assert.deepEqual(answer.json.errors, { message: faults.scope_missing.en })
      assert.deepEqual(codesOf(answer).message, { id: 'scope_missing', values: { scope } })
      const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
      assert.equal(answer.headers.get('www-authenticate'), challenge)
    }
    const offline = await running.tenant({ phase2: false })
    const { json } = await offline.post(`/api/purchase-invoices/${offline.profileId}`, aPurchaseInvoice())
    const status = await offline.get(`/api/purchase-invoices/${json.id}/peppol-status`)
    assert.deepEqual([status.status, codesOf(status).message.id], [403, 'phase_2_not_subscribed'])
  })

  test('why a document cannot be reported again has an id and values of its own', async () => {
    const again = async (request: Parameters<Tenant['post']>[1]) => {
      const { json } = await tenant.post(create, request)
      const refused = await tenant.post('/api/legs/report-again', { document_id: json.id })
      const { id, values } = codesOf(refused).message
      assert.equal(id, 'not_reportable')
      return { id: json.id, values, text: refused.json.errors.message }
    }
    const sent = await again(aPurchaseInvoice())
    assert.equal(sent.values.reason_id, 'report_not_rejected')
    assert.ok(sent.text.includes(`transmission ${sent.values.uuid}, is ${sent.values.status},`), sent.text)
    const unsent = await again(aPurchaseInvoice({ payment_means: [] }))
    const { reason_id, id } = unsent.values
    assert.deepEqual({ reason_id, id }, { reason_id: 'never_reported', id: unsent.id })
  })

  test('lines of a batch, with codes like answers of their own', async () => {
    const lines = ['{', jsonOf(aPurchaseInvoice({ issue_date: 'x' })), jsonOf(aPurchaseInvoice())].join('\n')
    const { text } = await tenant.post(`${create}/batch`, lines, { 'content-type': 'application/x-ndjson' })
    const [unreadable, refused, created] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(unreadable.body.error_codes.message.id, 'not_json')
    assert.deepEqual(refused.body.error_codes, {
      issue_date: { id: 'must_be_date', values: { field: 'issue_date' } },
    })
    assert.equal('error_codes' in created.body, false)
  })

  test('a repeated refusal is repeated with its codes', async () => {
    const key = { 'idempotency-key': 'codes-1' }
    const [first, second] = [await tenant.post(create, {}, key), await tenant.post(create, {}, key)]
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(codesOf(second), codesOf(first))
  })

  test('no card number and no secret comes back', async () => {
    const card = '4111111111111111'
    for (const sent of [{ [`a-${card}`]: 1 }, { note: card }, { url: `https://user:${card}@example.com/` }]) {
      const { text } = await tenant.post(create, aPurchaseInvoice(sent))
      assert.ok(!text.includes(card), text)
    }
    const webhook = await tenant.post('/api/webhooks', { url: 'https://user:geheim@example.com/' })
    assert.ok(!webhook.text.includes('geheim'), webhook.text)
  })

  test('the errors of OAuth keep the form of RFC 6749', async () => {
    const { json } = await fetchDeclared(running.address, '/oauth/token', { method: 'POST' })
    assert.deepEqual(Object.keys(json).toSorted(), ['error', 'error_description'])
  })
})
