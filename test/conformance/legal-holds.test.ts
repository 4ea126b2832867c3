import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { operations } from '../../src/features/index.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

eachService('legal holds', (start) => {
  let running: TestService
  let possessions: Possessions
  before(async () => {
    running = await start.shared()
    possessions = await possessionsOf(running, 'HELD')
  })

  test('an administrator holds a document and releases it; its view and the audit log show it', async () => {
    const { tenant } = possessions
    for (const family of families) {
      const id = possessions.id({ id: '', method: 'GET', path: `/api/${family}/{id}` }, 'id')
      const path = `/api/${family}/${id}`
      const hold = await tenant.send('PUT', `${path}/legal-hold`, { reason: 'Dispute 12' })
      assert.equal(hold.status, 200, hold.text)
      assert.equal(hold.json.reason, 'Dispute 12')
      assert.ok(hold.json.held_by !== '' && Date.parse(hold.json.held_since) > 0)
      assert.deepEqual((await tenant.get(path)).json.meta_info.legal_hold, hold.json)
      const again = await tenant.send('PUT', `${path}/legal-hold`, { reason: 'Dispute 13' })
      assert.deepEqual(again.json, { ...hold.json, reason: 'Dispute 13' })
      const [listed] = (await tenant.get(`/api/documents?text=${id}`)).json.items
      assert.equal(listed.held_since, hold.json.held_since)
      assert.deepEqual((await tenant.get(`/api/${family}`)).json.content[0].meta_info.legal_hold, again.json)
      assert.equal((await tenant.send('DELETE', `${path}/legal-hold`)).status, 204)
      assert.equal((await tenant.send('DELETE', `${path}/legal-hold`)).status, 204)
      assert.equal((await tenant.get(path)).json.meta_info.legal_hold, undefined)
      const { items: entries } = (await tenant.get('/api/audit?limit=10')).json
      const actions = entries.filter(({ target }: { readonly target: { readonly id: string } }) => target.id === id)
      assert.equal(actions.length, 4)
      assert.equal(actions.at(-1).detail.reason, 'Dispute 12')
    }
  })

  test('a hold on the organisation is a setting of it', async () => {
    const { tenant } = possessions
    const hold = await tenant.send('PUT', '/api/organisation/legal-hold', { reason: 'Audit of 2026' })
    assert.equal(hold.status, 200, hold.text)
    assert.deepEqual((await tenant.get('/api/organisation')).json.legal_hold, hold.json)
    assert.equal((await tenant.send('DELETE', '/api/organisation/legal-hold')).status, 204)
    assert.equal((await tenant.get('/api/organisation')).json.legal_hold, undefined)
  })

  test('only administrators hold and release, with a reason; a retention has its limits', async () => {
    const plain = await running.tenant({ scope: 'documents:read documents:write profiles' })
    const { tenant } = possessions
    for (const { method, path } of operations.filter((one) => one.path.endsWith('/legal-hold'))) {
      const body = method === 'PUT' ? { reason: 'x' } : undefined
      assert.equal((await plain.send(method, path.replace('{id}', tenant.orgId), body)).status, 403)
    }
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(501) }, { reason: 'x', since: 1 }]) {
      assert.equal((await tenant.send('PUT', '/api/organisation/legal-hold', body)).status, 400)
    }
    for (const retention_years of [4, 31, 5.5, 'seven']) {
      const refused = await tenant.send('PATCH', '/api/organisation', { retention_years })
      assert.deepEqual([refused.status, Object.keys(refused.json.errors)], [400, ['retention_years']])
    }
    const operation = operations.find(({ id }) => id === 'holdSalesInvoice')
    assert.ok(operation && bodyFor(operation))
  })
})
