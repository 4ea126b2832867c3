import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigInvalid } from '../../src/config/environment.ts'
import { writeMembers } from '../../src/config/members.ts'
import { unauthenticated } from '../support/requests/request-errors.ts'
import { aPurchaseInvoice, aSupplier } from '../support/requests/requests.ts'
import { readExposition } from '../support/service/prometheus.ts'
import { eachService } from '../support/service/service.ts'

// Metrics as a monitoring system reads them: their address, their access, and that they contain no
// secrets.

const token = 'a-token-for-tests-of-at-least-32-characters'

eachService('metrics', (start) => {
  const scrape = (address: string, headers: Record<string, string> = {}) => fetch(`${address}/metrics`, { headers })

  test('are off by default', async () => {
    const running = await start()
    assert.equal((await scrape(running.address)).status, 404)
    assert.equal((await scrape(running.address, { authorization: `Bearer ${token}` })).status, 404)
    assert.equal(running.service.metricsAddress(), undefined)
  })

  test('are served by the API with the right token only', async () => {
    const { address, service } = await start({ 'METRICS.token': token })
    assert.equal(service.metricsAddress(), undefined)
    for (const headers of [{}, ...wrong.map((authorization) => ({ authorization }))]) {
      const refused = await scrape(address, headers)
      assert.equal(refused.status, 401)
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
      assert.deepEqual(await refused.json(), unauthenticated)
    }
    const answer = await scrape(address, { authorization: `Bearer ${token}` })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    readExposition(await answer.text())
  })

  test('on their own port they need no token and leave the API', async () => {
    const { address, service } = await start({ 'METRICS.port': '0' })
    const own = service.metricsAddress() ?? ''
    assert.match(own, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.equal((await scrape(own)).status, 200)
    assert.equal((await fetch(`${own}/metrics`, { method: 'HEAD' })).status, 200)
    assert.equal((await fetch(`${own}/metrics`, { method: 'POST' })).status, 404)
    assert.equal((await fetch(`${own}/healthz`)).status, 404)
    assert.equal((await scrape(address)).status, 404)
  })

  test('with a port and a token, both places need the token', async () => {
    const { address, service, stop } = await start({ 'METRICS.port': '0', 'METRICS.token': token })
    const own = service.metricsAddress() ?? ''
    for (const place of [address, own]) {
      assert.equal((await scrape(place)).status, 401)
      assert.equal((await scrape(place, { authorization: `Bearer ${token}x` })).status, 401)
      assert.equal((await scrape(place, { authorization: `Bearer ${token}` })).status, 200)
    }
    await stop()
    await assert.rejects(scrape(own))
  })

  test('count requests and documents without names', async () => {
    const running = await start({ 'METRICS.port': '0' })
    const tenant = await running.tenant()
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const good = await tenant.post(path, aPurchaseInvoice())
    const bad = await tenant.post(
      path,
      aPurchaseInvoice({ payment_means: undefined, profile_execution_id: '00010000' }),
    )
    const refused = await tenant.post(path, aPurchaseInvoice({ accounting_supplier_party: aSupplier({ tin: 'x' }) }))
    assert.deepEqual([good.status, bad.status, refused.status], [201, 201, 400])
    await tenant.get('/api/purchase-invoices/secret-word-in-a-path')
    await tenant.get('/secret-word-in-a-path')
    const text = await (await scrape(running.service.metricsAddress() ?? '')).text()
    const { samples } = readExposition(text)
    const created = 'selfbill_http_request_duration_seconds_count{operation="createPurchaseInvoice"'
    assert.equal(samples.get(`${created},status="2xx"}`), 2)
    assert.equal(samples.get(`${created},status="4xx"}`), 1)
    assert.equal(samples.get('selfbill_http_request_duration_seconds_count{operation="none",status="4xx"}'), 1)
    assert.equal(samples.get('selfbill_documents_total{family="purchase-invoices",validity="valid"}'), 1)
    assert.equal(samples.get('selfbill_documents_total{family="purchase-invoices",validity="invalid"}'), 1)
    const fatal: readonly { flag: string; reasonCode: string }[] = bad.json.meta_info.peppol_status.validation_results
    const rules = new Set(fatal.filter(({ flag }) => flag === 'fatal').map(({ reasonCode }) => reasonCode))
    assert.ok(rules.size > 0)
    for (const rule of rules) assert.equal(samples.get(`selfbill_fatal_findings_total{rule="${rule}"}`), 1)
    assert.ok(
      (samples.get('selfbill_database_duration_seconds_count{call="transaction",outcome="answered"}') ?? 0) >= 2,
    )
    const { orgId, account, profileId, token: bearer } = tenant
    for (const secret of [orgId, account, profileId, bearer, good.json.id, good.json.document_number, 'secret-word']) {
      assert.ok(!text.includes(secret), `${secret} is shown`)
    }
    assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  test("have exactly the names in the operators' guide", async () => {
    const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const promised = new Set(Array.from(guide.matchAll(/^\| `(selfbill_[a-z_]+)/gm), ([, name]) => name))
    const { service } = await start({ 'METRICS.port': '0' })
    const { names } = readExposition(await (await scrape(service.metricsAddress() ?? '')).text())
    assert.deepEqual(names.filter((name) => name.startsWith('selfbill_')).toSorted(), [...promised].toSorted())
    for (const [name] of guide.matchAll(/selfbill_[a-z_]+/g)) {
      assert.ok(promised.has(name.replace(/_(bucket|sum|count)$/, '')) || promised.has(name), `${name} is no metric`)
    }
  })
})

const wrong = ['Bearer', 'Bearer ', `Bearer ${token.slice(1)}`, `Basic ${token}`, token, `Bearer ${token}, ${token}`]

test('a weak token is refused at the start', () => {
  for (const token of ['short', 'x'.repeat(31), `${'x'.repeat(20)} ${'y'.repeat(20)}`, 'ü'.repeat(40)]) {
    assert.throws(() => readConfig({ METRICS: writeMembers([['token', token]]) }), ConfigInvalid)
  }
  assert.throws(() => readConfig({ METRICS: 'host=0.0.0.0' }), /METRICS\.port must be set/)
  assert.throws(() => readConfig({ METRICS: 'port=70000' }), /METRICS\.port must be a whole number/)
})
