import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CodeList } from '@selfbill/pint-ae/code-lists'
import type { CatalogueRule } from '@selfbill/pint-ae/rulebook'
import { apiValidator } from '../support/service/api-schemas.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// The public catalogue: every rule and every code list.

eachService('catalogue', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetchDeclared(running.address, path, { headers })
  const rulesAt = async (path: string): Promise<readonly CatalogueRule[]> => {
    const { status, json, text } = await get(path)
    assert.equal(status, 200, text)
    return json.items
  }

  test('it lists every rule of every set, official and ours', async () => {
    const rules = await rulesAt('/api/rules')
    const count = (set: string, official: boolean) =>
      rules.filter((rule) => rule.official === official && rule.sets.some((known) => known === set)).length
    assert.deepEqual(
      ['self-billing', 'billing', 'tdd', 'mls'].map((set) => count(set, true)),
      [302, 302, 58, 31],
    )
    assert.ok(count('self-billing', false) > 15)
    assert.equal(new Set(rules.map(({ id, official }) => `${id} ${official}`)).size, rules.length)
    for (const { id, assertions } of rules) {
      assert.ok(assertions.length > 0)
      for (const { message, context, test } of assertions) {
        assert.ok(context !== '' && test !== '' && message.en !== '', id)
        assert.match(message.ar ?? '', /[\u0621-\u064a]/, id)
      }
    }
  })

  test('filters narrow it and combine', async () => {
    const ours = await rulesAt('/api/rules?official=false&set=billing&severity=warning')
    assert.ok(ours.length > 5)
    assert.ok(
      ours.every(({ official, sets, severity }) => !official && sets.includes('billing') && severity === 'warning'),
    )
    const emirates = await rulesAt('/api/rules?term=IBT-068')
    assert.deepEqual(
      emirates.map(({ id }) => id),
      ['IBR-128-AE'],
    )
    assert.deepEqual(await rulesAt('/api/rules?term=IBT-999'), [])
    for (const [query, errors] of [
      ['set=invoices', { set: 'Set must be one of self-billing, billing, tdd or mls' }],
      ['severity=mild', { severity: 'Severity must be one of fatal or warning' }],
      ['official=yes', { official: 'Official must be true or false' }],
      ['official=', { official: 'Official must not be blank' }],
      ['colour=red', { colour: 'colour is not a known query parameter' }],
    ] as const) {
      const refused = await get(`/api/rules?${query}`)
      assert.equal(refused.status, 400)
      assert.deepEqual(refused.json.errors, errors)
    }
  })

  test('a rule is found by the reasonCode of a finding, ours beside the official one', async () => {
    const [official, ours, ...more] = await rulesAt('/api/rules/ibr-128-ae')
    assert.deepEqual(more, [])
    assert.equal(official?.official, true)
    assert.equal(ours?.official, false)
    const address = ['country_code', 'country_subentity']
    assert.deepEqual(
      ours?.fields,
      [
        'accounting_customer_party.postal_address',
        'accounting_supplier_party.postal_address',
        'delivery.delivery_location.address',
        'payee_party.financial_account.address',
        'payment_means[].payee_financial_account.address',
      ].flatMap((path) => address.map((member) => `${path}.${member}`)),
    )
    const [units, ...others] = await rulesAt('/api/rules/IBR-CL-23')
    assert.deepEqual(others, [])
    assert.deepEqual(units?.fields, ['document_lines[].unit_code'])
    assert.equal(units?.assertions.length, 2)
    const [types] = await rulesAt('/api/rules/IBR-CL-01')
    assert.deepEqual(types?.sets, ['self-billing', 'billing'])
    assert.deepEqual(
      types?.assertions.map(({ sets }) => sets),
      [['self-billing'], ['billing']],
    )
    const unknown = await get('/api/rules/IBR-9999')
    assert.equal(unknown.status, 404)
    assert.deepEqual(unknown.json.errors, { message: 'There is no rule IBR-9999' })
  })

  test('code lists are listed with their counts and returned in full', async () => {
    const { json } = await get('/api/codelists')
    const summaries: readonly { name: string; count: number; rules: readonly string[] }[] = json.items
    assert.ok(summaries.length > 15)
    const ids = new Set((await rulesAt('/api/rules')).map(({ id }) => id))
    for (const { name, count, rules } of summaries) {
      const whole = await get(`/api/codelists/${name}`)
      const list: CodeList = whole.json
      assert.equal(list.codes.length, count)
      assert.equal(new Set(list.codes.map(({ code }) => code)).size, count, name)
      for (const rule of rules) assert.ok(ids.has(rule), `${name}: ${rule}`)
    }
    const emirates = await get('/api/codelists/emirates')
    assert.deepEqual(emirates.json.codes[1], { code: 'DXB', name: 'Dubai' })
    const unknown = await get('/api/codelists/colours')
    assert.equal(unknown.status, 404)
    assert.deepEqual(unknown.json.errors, { message: 'There is no code list colours' })
  })

  test('a matching If-None-Match gets 304 without a body', async () => {
    for (const path of [
      '/api/rules',
      '/api/rules?set=tdd',
      '/api/rules/IBR-001',
      '/api/codelists',
      '/api/codelists/units',
    ]) {
      const first = await get(path)
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"[\w-]{20,}"$/)
      assert.match(first.headers.get('cache-control') ?? '', /public, max-age=\d+/)
      for (const known of [etag, `"other", W/${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': known })
        assert.equal(again.status, 304, known)
        assert.equal(again.text, '')
        assert.equal(again.headers.get('etag'), etag)
      }
      assert.equal((await get(path, { 'if-none-match': '"other"' })).text, first.text)
    }
    const tags = await Promise.all(
      ['/api/rules', '/api/rules?set=tdd'].map(async (path) => (await get(path)).headers.get('etag')),
    )
    assert.equal(new Set(tags).size, 2)
  })

  test('answers fit their OpenAPI schemas', async () => {
    const api = (await get('/openapi.json')).json
    for (const [path, called] of [
      ['/api/rules', '/api/rules'],
      ['/api/rules/{id}', '/api/rules/IBR-001'],
      ['/api/codelists', '/api/codelists'],
      ['/api/codelists/{name}', '/api/codelists/goods-types'],
    ] as const) {
      const fits = apiValidator(api.paths[path].get.responses['200'].content['application/json'].schema)
      assert.equal(fits((await get(called)).json), true, JSON.stringify(fits.errors))
      assert.ok(api.paths[path].get.responses['304'])
      assert.deepEqual(api.paths[path].get.security, [])
    }
  })
})
