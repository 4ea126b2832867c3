import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inArabic } from '@selfbill/pint-ae/messages'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Error answers in Arabic: `errors` stays as it is, `errors_ar` has the same members in Arabic.

const arabic = { 'accept-language': 'ar' }
const inArabicScript = /\p{Script=Arabic}/u

eachService('errors in Arabic', (start) => {
  let running: TestService
  let tenant: Tenant
  let create: string
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    create = `/api/purchase-invoices/${tenant.profileId}`
  })

  /** The answer with Arabic, after a check that English and headers are those of one without. */
  const bothOf = async (
    send: (headers: Readonly<Record<string, string>>) => Promise<Answered>,
    more: readonly string[] = [],
  ) => {
    const [english, both] = [await send({}), await send(arabic)]
    assert.ok(english.status >= 400, english.text)
    assert.equal(both.status, english.status)
    assert.deepEqual(Object.keys(english.json), ['errors', 'error_codes', ...more])
    assert.deepEqual(Object.keys(both.json), ['errors', 'error_codes', 'errors_ar', ...more])
    assert.deepEqual(both.json.errors, english.json.errors)
    for (const other of [both.json.errors_ar, both.json.error_codes]) {
      assert.deepEqual(Object.keys(other), Object.keys(both.json.errors))
    }
    for (const text of Object.values(both.json.errors_ar)) assert.match(String(text), inArabicScript)
    assert.equal(both.headers.get('content-language'), 'en, ar')
    assert.equal(english.headers.get('content-language'), null)
    for (const { headers } of [english, both]) assert.match(headers.get('vary') ?? '', /Accept-Language/)
    return both.json
  }

  test('Accept-Language decides, with weights and regions', async () => {
    const cases: readonly (readonly [string, boolean])[] = [
      ['ar', true],
      ['ar-AE', true],
      ['ar-AE,ar;q=0.9,en;q=0.8', true],
      ['fr, ar;q=0.5', true],
      ['en;q=0.2, ar;q=0.3', true],
      ['en', false],
      ['en, ar;q=0.5', false],
      ['ar;q=0', false],
      ['*', false],
      [';;;', false],
      ['ar;q=2', false],
      ['arabic', false],
    ]
    for (const [header, isArabic] of cases) {
      const { status, json } = await tenant.post(create, {}, { 'accept-language': header })
      assert.equal(status, 400)
      assert.equal('errors_ar' in json, isArabic, header)
    }
  })

  test('fields of a document, found by the declaration, the rules and the computation', async () => {
    const [line] = [aPurchaseInvoice().document_lines].flat()
    const request = aPurchaseInvoice({
      issue_date: 'x',
      document_currency_code: 'USD',
      colour: 'red',
      payment_means: [{ payment_means_code: '30' }],
      document_lines: [{ ...Object(line), quantity: 0, unit_code: ' EA' }],
    })
    const { errors_ar: texts } = await bothOf((headers) => tenant.post(create, request, headers))
    assert.equal(
      texts.issue_date,
      'يجب أن تكون قيمة الحقل \u2068issue_date\u2069 تاريخًا صحيحًا بالصيغة \u2068yyyy-MM-dd\u2069',
    )
    assert.equal(texts.colour, 'الحقل \u2068colour\u2069 غير معروف')
    assert.match(texts['document_lines[0].quantity'], /أكبر من الصفر/)
    assert.match(texts['payment_means[0].payee_financial_account'], /\u206830\u2069/)
    assert.match(texts.tax_exchange_rate, /عملة غير الدرهم/)
  })

  test('a dry run, a document that is not JSON, and amounts other than the expected ones', async () => {
    const judged = ['validation_results', 'rules_not_judged']
    await bothOf((headers) => tenant.post(`${create}?dry_run=true`, {}, headers), judged)
    const { errors_ar: unreadable } = await bothOf((headers) => tenant.post(create, '{"issue_date": ', headers))
    assert.match(unreadable.message, /^محتوى الطلب ليس \u2068JSON\u2069 صحيحًا: النص ناقص/)
    const twice = await bothOf((headers) => tenant.post(create, '{"note":"a","note":"b"}', headers))
    assert.deepEqual(Object.keys(twice.errors_ar), ['note'])
    const unexpected = aPurchaseInvoice({ expected_totals: { payable_amount: 0.01, tax_amount: 0.01 } })
    const { errors_ar: amounts } = await bothOf((headers) => tenant.post(create, unexpected, headers))
    assert.match(amounts['expected_totals.payable_amount'], /والمتوقع \u20680\.01\u2069/)
  })

  test('faults of every kind: route, token, version, scope, method, media type, conflict', async () => {
    const bare = (method: string, path: string, more: Readonly<Record<string, string>> = {}, body?: string) =>
      bothOf(async (headers) => {
        const sent = { method, headers: { ...headers, ...more }, ...(body !== undefined && { body }) }
        return fetchDeclared(running.address, path, sent)
      })
    await bare('GET', '/nowhere')
    const refused = await bare('GET', '/api/purchase-invoices')
    assert.equal(refused.errors_ar.message, inArabic({ id: 'unauthenticated', values: {} }))
    await bare('DELETE', create)
    await bothOf((headers) => tenant.get('/api/purchase-invoices', { ...headers, 'x-api-version': '20240101' }))
    await bothOf((headers) => tenant.get('/api/purchase-invoices?size=0&page=x', headers))
    await bothOf((headers) => tenant.get('/api/purchase-invoices/01980000-0000-7000-8000-000000000000', headers))
    await bothOf((headers) => tenant.post(create, '<a/>', { ...headers, 'content-type': 'application/xml' }))
    await bothOf((headers) => tenant.post('/api/purchase-invoices/BP-NONE', aPurchaseInvoice(), headers))
    const reader = await running.tenant({ scope: 'documents:read' })
    const path = `/api/purchase-invoices/${reader.profileId}`
    await bothOf((headers) => reader.post(path, aPurchaseInvoice(), headers))
    const numbered = aPurchaseInvoice({ document_number: 'AR-1' })
    assert.equal((await tenant.post(create, numbered)).status, 201)
    const taken = await bothOf((headers) => tenant.post(create, numbered, headers))
    assert.match(taken.errors_ar.document_number, /^رقم المستند \u2068AR-1\u2069 مستخدم في فاتورة مشتريات/)
  })

  test('a credit note by reference, and other operations with a body', async () => {
    const { json } = await tenant.post(create, aPurchaseInvoice())
    const wanted = { discrepancy_response: 'DL8.61.1.A', lines: [{ line: 99 }] }
    const path = `/api/purchase-invoices/${json.id}/credit-notes`
    const { errors, errors_ar: texts } = await bothOf((headers) => tenant.post(path, wanted, headers))
    assert.match(errors['lines[0].line'], /^Line must be from 1 to /)
    assert.match(texts['lines[0].line'], /^يجب أن يكون رقم البند من /)
    await bothOf((headers) => tenant.post('/api/webhooks', { url: 'https://127.0.0.1/' }, headers))
    await bothOf((headers) => tenant.post('/api/business-profiles', { tin: '9' }, headers))
    await bothOf((headers) => tenant.post('/api/clients', { name: 'a', scope: 'everything' }, headers))
  })

  test('lines of a batch', async () => {
    const ndjson = { 'content-type': 'application/x-ndjson' }
    const lines = ['{', jsonOf(aPurchaseInvoice({ issue_date: 'x' })), jsonOf(aPurchaseInvoice())].join('\n')
    const results = async (headers: Readonly<Record<string, string>>) =>
      (await tenant.post(`${create}/batch`, lines, { ...ndjson, ...headers })).text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    const [unreadable, refused, created] = await results(arabic)
    assert.match(unreadable.body.errors_ar.message, inArabicScript)
    assert.deepEqual(Object.keys(refused.body.errors_ar), ['issue_date'])
    assert.equal(created.status, 201)
    assert.deepEqual(
      (await results({})).map(({ body }) => 'errors_ar' in body),
      [false, false, false],
    )
  })

  test('a repeated request gets the first answer, in its languages', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await tenant.post(create, {}, { ...key, ...arabic })
    const again = await tenant.post(create, {}, key)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.headers.get('content-language'), 'en, ar')
  })

  test('an OAuth error has its description in Arabic too', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ask = (headers: Readonly<Record<string, string>>) =>
      fetchDeclared(running.address, '/oauth/token', { method: 'POST', headers: { ...form, ...headers }, body: 'a=b' })
    const [english, both] = [await ask({}), await ask(arabic)]
    assert.deepEqual(Object.keys(english.json), ['error', 'error_description'])
    const { error_description_ar: text, ...rest } = both.json
    assert.deepEqual(rest, english.json)
    assert.match(text, inArabicScript)
    assert.equal(both.headers.get('content-language'), 'en, ar')
  })
})
