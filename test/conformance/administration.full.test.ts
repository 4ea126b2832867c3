import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { decodeJwt } from 'jose'
import { v7 } from 'uuid'
import { scopesOfRole } from '../../src/security/roles.ts'
import { addClient } from '../../src/store/accounts/clients.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { aClient } from '../support/service/clients.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import { newAccount } from '../support/service/tenants.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The organisation and its clients, for accounts with the scope `admin` (docs/contract.md#access).

const scope = 'documents:read documents:write profiles admin'
const unknownId = '01900000-0000-7000-8000-000000000000'

eachService('administration', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope })
  })
  const create = (who: Tenant, more = {}) => who.post(`/api/purchase-invoices/${who.profileId}`, aPurchaseInvoice(more))
  const patch = (who: Tenant, change: Readonly<Record<string, string | boolean | null>>) =>
    who.send('PATCH', '/api/organisation', change)
  const tokenOf = async (id: string, secret: string) => {
    const response = await fetch(`${running.address}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return { status: response.status, token: String(Object(await response.json()).access_token) }
  }

  test('an administrator sees the organisation and changes single members', async () => {
    const shown = await tenant.get('/api/organisation')
    assert.equal(shown.status, 200)
    const { name, created_at, ...rest } = shown.json
    const usual = {
      org_id: tenant.orgId,
      default_api_version: '20260101',
      phase_2_enabled: true,
      auto_numbering_enabled: true,
      number_format: '{prefix}-{sequence:6}',
      retention_years: 7,
      remove_after_retention: false,
    }
    assert.deepEqual(rest, usual)
    assert.match(name, /^Organisation /)
    assert.equal((await patch(tenant, {})).text, shown.text)
    const changed = await patch(tenant, { default_api_version: '20260507', phase_2_enabled: null })
    assert.deepEqual(changed.json, { ...shown.json, default_api_version: '20260507' })
    assert.equal((await tenant.get('/api/organisation')).headers.get('x-api-version'), '20260507', 'it counts at once')
    const wrong = {
      name: 'Another',
      org_id: unknownId,
      default_api_version: '20260102',
      phase_2_enabled: 'yes',
      number_format: 'X',
      colour: 'red',
    }
    const refused = await patch(tenant, wrong)
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys(refused.json.errors).toSorted(), Object.keys(wrong).toSorted())
    assert.equal((await tenant.get('/api/organisation')).text, changed.text)
    await patch(tenant, { default_api_version: '20260101' })
  })

  test('only administrators have access, and only to their own organisation', async () => {
    const plain = await running.tenant({ scope: 'documents:read documents:write profiles' })
    const statuses = [
      await plain.get('/api/organisation'),
      await patch(plain, {}),
      await plain.get('/api/clients'),
      await plain.post('/api/clients', { name: 'x', scope: 'admin' }),
      await plain.post(`/api/clients/${unknownId}/rotate`, {}),
      await plain.send('DELETE', `/api/clients/${unknownId}`),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, Array(6).fill(403))
    const other = await running.tenant({ scope })
    await patch(other, { phase_2_enabled: false })
    assert.equal((await tenant.get('/api/organisation')).json.phase_2_enabled, true)
  })

  test('switching on Phase 2 later sends no old document', async () => {
    const late = await running.tenant({ scope, phase2: false })
    const old = await create(late)
    assert.equal(old.json.meta_info.peppol_status, null)
    assert.equal((await late.get(`/api/purchase-invoices/${old.json.id}/peppol-status-logs`)).status, 403)
    assert.equal((await patch(late, { phase_2_enabled: true })).status, 200)
    const young = await create(late)
    assert.equal(young.json.meta_info.peppol_status.overall_status, 'PENDING')
    await untilSettled(late, young.json.id)
    assert.equal((await late.get(`/api/purchase-invoices/${old.json.id}/peppol-status`)).status, 404)
    assert.equal((await late.get(`/api/purchase-invoices/${old.json.id}`)).json.meta_info.peppol_status, null)
    const { database } = running.service.parts.store
    const legs = await database.query(sql('select distinct document_id from legs where org_id = $1', late.orgId))
    assert.deepEqual(legs, [{ document_id: young.json.id }])
    await patch(late, { phase_2_enabled: false })
    assert.equal((await create(late)).json.meta_info.peppol_status, null)
    assert.equal((await late.get(`/api/purchase-invoices/${young.json.id}/peppol-status`)).status, 403)
  })

  test('without auto-numbering every document needs a number', async () => {
    const own = await running.tenant({ scope })
    await patch(own, { auto_numbering_enabled: false })
    const message = 'Document number is mandatory when auto numbering is disabled'
    for (const number of [undefined, null, ' ', {}, []]) {
      const refused = await create(own, { document_number: number })
      assert.equal(refused.status, 400)
      assert.deepEqual(refused.json.errors, { document_number: message })
    }
    const together = await create(own, { issue_date: undefined })
    assert.deepEqual(together.json.errors, { document_number: message, issue_date: 'Issue date is mandatory' })
    const late = await create(own, { payable_rounding_amount: 5, prepaid_amount: -1 })
    assert.deepEqual(Object.keys(late.json.errors).toSorted(), ['document_number', 'prepaid_amount'])
    const wrong = await create(own, { document_number: 7 })
    assert.deepEqual(wrong.json.errors, { document_number: 'Document number must be text' })
    const first = await create(own, { document_number: 'A-1' })
    assert.equal(first.json.document_number, 'A-1')
    assert.equal((await create(own, { document_number: 'A-1' })).status, 409)
    await patch(own, { auto_numbering_enabled: true })
    assert.equal((await create(own)).json.document_number, 'PINV-000001', 'no number was used up meanwhile')
  })

  test("minted numbers follow the organisation's format and skip used numbers", async () => {
    const own = await running.tenant({ scope })
    assert.equal((await create(own)).json.document_number, 'PINV-000001')
    await patch(own, { number_format: 'HM/{prefix}/{sequence:4}' })
    assert.equal((await create(own)).json.document_number, 'HM/PINV/0002')
    await create(own, { document_number: 'HM/PINV/0003' })
    const next = (await create(own)).json.document_number
    assert.match(next, /^HM\/PINV\/0[1-9][0-9]{2}$/, 'the block with a taken number is skipped')
    const issued = await Promise.all(Array.from({ length: 20 }, () => create(own)))
    assert.equal(new Set(issued.map(({ json }) => json.document_number)).size, 20)
  })

  test('a new client gets a working secret, shown once', async () => {
    const added = await tenant.post('/api/clients', { name: 'ERP', scope: 'documents:write documents:read' })
    assert.equal(added.status, 201, added.text)
    assert.equal(added.headers.get('cache-control'), 'no-store')
    const { client_id, client_secret, created_at, ...rest } = added.json
    assert.deepEqual(rest, { name: 'ERP', scope: 'documents:read documents:write' })
    assert.match(client_secret, /^sbs_[A-Za-z0-9_-]{43}$/)
    const { status, token } = await tokenOf(client_id, client_secret)
    assert.equal(status, 200)
    assert.equal(decodeJwt(token).org_id, tenant.orgId)
    const listed = await tenant.get('/api/clients?limit=100')
    assert.deepEqual(
      listed.json.items.find((client: { client_id: string }) => client.client_id === client_id),
      { client_id, name: 'ERP', scope: rest.scope, created_at },
    )
    assert.ok(!listed.text.includes('sbs_'))
    for (const wrong of [
      {},
      { name: 'x', scope: 'everything' },
      { name: 'x', scope: '' },
      { name: 'x', scope: ['admin'] },
      { name: 'x', scope: 'operator' },
      { name: 'x', scope: 'admin operator' },
    ]) {
      assert.equal((await tenant.post('/api/clients', wrong)).status, 400)
    }
  })

  test('nobody gives a scope that they do not have', async () => {
    const { store } = running.service.parts
    const everything = ['documents:read', 'documents:write', 'profiles', 'admin']
    for (const own of [['admin'], ['admin', 'documents:read'], everything]) {
      const { token } = await newAccount(store, running.config, tenant.orgId, own.join(' '))
      const headers = { authorization: `Bearer ${token}` }
      for (const given of [...everything, everything.join(' ')]) {
        const holds = given.split(' ').every((one) => own.includes(one))
        const added = await tenant.post('/api/clients', { name: 'x', scope: given }, headers)
        assert.equal(added.status, holds ? 201 : 403, `${own} gives ${given}`)
        if (!holds) assert.match(added.json.errors.message, /^Your account does not have the scope .+, so it cannot/)
        const other = await aClient(store, tenant.orgId, given.split(' '))
        const rotated = await tenant.send('POST', `/api/clients/${other.id}/rotate`, undefined, headers)
        assert.equal(rotated.status, holds ? 200 : 403, `${own} rotates ${given}`)
      }
      for (const role of ['viewer', 'clerk', 'admin'] as const) {
        const holds = scopesOfRole[role].every((one) => own.includes(one))
        const added = await tenant.post('/api/users', { name: 'x', role }, headers)
        assert.equal(added.status, holds ? 201 : 403, `${own} adds a ${role}`)
        const { userId } = await aPerson(running, tenant.orgId, { role })
        const link = await tenant.send('POST', `/api/users/${userId}/login-link`, undefined, headers)
        assert.equal(link.status, holds ? 201 : 403, `${own} makes a link for a ${role}`)
      }
    }
  })

  test('an administrator cannot become an operator through the secret of an operator', async () => {
    const operator = { orgId: tenant.orgId, id: v7(), name: 'operator', scopes: ['operator'] }
    const { database } = running.service.parts.store
    await addClient(database, { ...operator, secretHash: undefined, createdAt: Date.now() })
    const address = `/api/clients/${operator.id}/rotate`
    assert.equal((await tenant.post(address, {})).status, 403)
    const { token } = await newAccount(running.service.parts.store, running.config, tenant.orgId, `${scope} operator`)
    assert.equal((await tenant.post(address, {}, { authorization: `Bearer ${token}` })).status, 200)
  })

  test('after a rotation the former secret works for the requested time', async () => {
    const { json: added } = await tenant.post('/api/clients', { name: 'ERP', scope: 'documents:read' })
    const address = `/api/clients/${added.client_id}/rotate`
    const secrets = [added.client_secret]
    const works = () =>
      Promise.all(secrets.map(async (secret) => (await tokenOf(added.client_id, secret)).status === 200))
    const rotate = async (body?: { overlap_seconds: number }) => {
      const rotated = await tenant.send('POST', address, body)
      assert.equal(rotated.status, 200, rotated.text)
      secrets.push(rotated.json.client_secret)
      return rotated.json
    }
    const day = await rotate()
    assert.ok(Math.abs(Date.parse(day.previous_secret_until) - Date.now() - 86_400_000) < 60_000)
    assert.deepEqual(await works(), [true, true])
    const hour = await rotate({ overlap_seconds: 3600 })
    assert.deepEqual(await works(), [true, true, true], 'the first one still has its day')
    assert.equal(hour.previous_secret_until, day.previous_secret_until, 'until the last of them ends')
    await Promise.all([rotate(), rotate()])
    assert.deepEqual(await works(), [true, true, true, true, true], 'two at once lose none')
    const full = await tenant.send('POST', address)
    assert.equal(full.status, 409)
    assert.match(full.json.errors.message, /^The client has 4 former secrets, one valid until 20\d\d-/)
    assert.deepEqual(await works(), [true, true, true, true, true])
    assert.equal('previous_secret_until' in (await rotate({ overlap_seconds: 0 })), false)
    assert.deepEqual(await works(), [false, false, false, false, false, true], 'no overlap ends all of them')
    for (const overlap_seconds of [-1, 2_592_001, 1.5, '60']) {
      assert.equal((await tenant.send('POST', address, { overlap_seconds })).status, 400)
    }
  })

  test('a repeated request gets its secret again, and the stored answer is encrypted', async () => {
    const key = { 'idempotency-key': '0f8fad5b-d9cb-469f-a165-70867728950e' }
    const add = (headers: Readonly<Record<string, string>>) =>
      tenant.post('/api/clients', { name: 'Once', scope: 'documents:read' }, headers)
    const [first, second] = [await add(key), await add(key)]
    assert.equal(first.status, 201, first.text)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    const rotate = () => tenant.send('POST', `/api/clients/${first.json.client_id}/rotate`, undefined, key)
    const [rotated, again] = [await rotate(), await rotate()]
    assert.equal(again.text, rotated.text)
    assert.equal((await tokenOf(first.json.client_id, first.json.client_secret)).status, 200, 'the overlap holds')
    const rows = await running.service.parts.store.database.query(
      sql('select body from idempotency_answers where org_id = $1', tenant.orgId),
    )
    assert.ok(rows.length >= 2)
    for (const { body } of rows) assert.doesNotMatch(String(body), /sbs_|client_id/)
    const short = await add({ 'idempotency-key': 'short' })
    assert.equal(short.status, 400)
    assert.match(short.json.errors.message, /^Idempotency-Key must have at least 20 characters here/)
  })

  test('a revoked client gets no token, and its tokens are refused', async () => {
    const { json } = await tenant.post('/api/clients', { name: 'ERP', scope: 'documents:read' })
    const { token } = await tokenOf(json.client_id, json.client_secret)
    const revoke = () => tenant.send('DELETE', `/api/clients/${json.client_id}`)
    const [first, again] = [await revoke(), await revoke()]
    assert.deepEqual([first.status, first.text, again.status], [204, '', 204])
    assert.equal((await tokenOf(json.client_id, json.client_secret)).status, 401)
    assert.equal((await tenant.get('/api/organisation', { authorization: `Bearer ${token}` })).status, 401)
    assert.equal((await tenant.send('POST', `/api/clients/${json.client_id}/rotate`)).status, 404)
    const listed = await tenant.get('/api/clients?limit=100')
    const shown = listed.json.items.find((client: { client_id: string }) => client.client_id === json.client_id)
    assert.ok(Date.parse(shown.revoked_at) > 0)
    const unknown = await tenant.send('DELETE', `/api/clients/${unknownId}`)
    assert.deepEqual(unknown.json.errors, { message: `Client not found with id: ${unknownId}` })
  })
})

async function untilSettled(tenant: Tenant, id: string): Promise<void> {
  await eventually(async () => {
    const { json } = await tenant.get(`/api/purchase-invoices/${id}`)
    return json.meta_info.peppol_status.overall_status !== 'PENDING'
  })
}
