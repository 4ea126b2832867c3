import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { eventually } from '../support/eventually.ts'
import { aCustomer, aLine, aPurchaseInvoice, requests } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

const broken = { document_lines: [aLine({ unit_code: 'NONE' })] }

eachService('handled documents', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  const attention = async (tenant: Tenant) => {
    const { items } = (await tenant.get('/api/documents?attention=true')).json
    const { by_attention: reasons } = (await tenant.get('/api/documents/summary?days=0')).json
    const count = reasons.reduce((sum: number, one: { readonly count: number }) => sum + one.count, 0)
    return { listed: items.length, count }
  }
  const listed = async (tenant: Tenant, id: string) => (await tenant.get(`/api/documents?text=${id}`)).json.items[0]

  test('a failed document of each family leaves what needs attention, and comes back', async () => {
    const tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    for (const family of families) {
      const { json } = await tenant.post(`/api/${family}/${tenant.profileId}`, requests[family](broken))
      const path = `/api/${family}/${json.id}/handled`
      assert.deepEqual(await attention(tenant), { listed: 1, count: 1 })
      const handled = await tenant.send('PUT', path, { note: 'Entered again' })
      assert.equal(handled.status, 200, handled.text)
      assert.equal(handled.json.note, 'Entered again')
      assert.ok(handled.json.handled_by !== '' && Date.parse(handled.json.handled_at) > 0)
      assert.deepEqual(await attention(tenant), { listed: 0, count: 0 })
      const shown = await listed(tenant, json.id)
      assert.deepEqual([shown.handled, shown.attention, shown.status], [handled.json, [], 'VALIDATION_FAILED'])
      assert.equal((await tenant.get('/api/documents?handled=true')).json.items.length, 1)
      assert.equal((await tenant.get('/api/documents?handled=true&attention=true')).json.items.length, 0)
      assert.equal((await tenant.send('PUT', path, { note: 'Entered twice' })).json.note, 'Entered twice')
      assert.equal((await tenant.send('DELETE', path)).status, 204)
      assert.equal((await tenant.send('DELETE', path)).status, 204)
      assert.deepEqual(await attention(tenant), { listed: 1, count: 1 })
      assert.equal((await listed(tenant, json.id)).handled, undefined)
      assert.equal((await tenant.send('PUT', path, { note: 'Done' })).status, 200)
      const { items } = (await tenant.get('/api/audit?limit=10')).json
      const actions = items.filter(({ target }: { readonly target: { readonly id: string } }) => target.id === json.id)
      assert.deepEqual(actions.at(-1).detail, { note: 'Entered again' })
      await tenant.send('DELETE', path)
      await tenant.send('PUT', path, { note: 'Done' })
      assert.deepEqual(await attention(tenant), { listed: 0, count: 0 })
      await tenant.send('DELETE', path)
      assert.equal(
        (await tenant.send('PUT', `/api/${family}/${json.id}/${tenant.profileId}`, requests[family]())).status,
        200,
      )
    }
  })

  test('a correction that fails again needs attention again', async () => {
    const tenant = await running.tenant()
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(broken))
    const path = `/api/purchase-invoices/${json.id}/handled`
    assert.equal((await tenant.send('PUT', path, { note: 'Entered again' })).status, 200)
    const again = aPurchaseInvoice({ ...broken, note: 'second' })
    await tenant.send('PUT', `/api/purchase-invoices/${json.id}/${tenant.profileId}`, again)
    assert.equal((await listed(tenant, json.id)).handled, undefined)
    assert.deepEqual(await attention(tenant), { listed: 1, count: 1 })
  })

  test('a rejected document is handled until a report of it is rejected again', async () => {
    const tenant = await running.tenant()
    const rejected = { accounting_customer_party: aCustomer({ endpoint_id: '1000000049' }) }
    const { json } = await tenant.post(`/api/sales-invoices/${tenant.profileId}`, requests['sales-invoices'](rejected))
    const path = `/api/sales-invoices/${json.id}/handled`
    // A report that is refused behind it would need attention again.
    await eventually(async () => {
      const { c3, c5 } = await listed(tenant, json.id)
      return c3.status === 'REJECTED' && ['APPROVED', 'REJECTED', 'FAILED'].includes(c5.status)
    })
    assert.equal((await tenant.send('PUT', path, { note: 'Credited' })).status, 200)
    assert.deepEqual(await attention(tenant), { listed: 0, count: 0 })
    assert.equal((await listed(tenant, json.id)).status, 'REJECTED')
  })

  test('only a refused document is handled, with a note, by an account that writes', async () => {
    const tenant = await running.tenant()
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const path = `/api/purchase-invoices/${json.id}/handled`
    const refused = await tenant.send('PUT', path, { note: 'x' })
    assert.equal(refused.status, 409)
    assert.ok(refused.text.includes('document_not_refused'), refused.text)
    for (const body of [{}, { note: '' }, { note: 'x'.repeat(501) }, { note: 'x', by: 'me' }])
      assert.equal((await tenant.send('PUT', path, body)).status, 400)
    for (const other of [path.replace('purchase-invoices', 'sales-invoices'), path.replace(json.id, tenant.orgId)]) {
      assert.equal((await tenant.send('PUT', other, { note: 'x' })).status, 404)
      assert.equal((await tenant.send('DELETE', other)).status, 404)
    }
    const reader = await running.tenant({ scope: 'documents:read' })
    assert.equal((await reader.send('PUT', path, { note: 'x' })).status, 403)
    assert.equal((await reader.send('DELETE', path)).status, 403)
  })
})
