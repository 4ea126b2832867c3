import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inFullRunOnly } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// The list of an organisation's requests, for administrators and integrators.

const scope = 'documents:read documents:write profiles admin'

interface Listed {
  readonly id: string
  readonly operation: string
  readonly status: number
}

eachService('requests', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })
  const listed = async (tenant: Tenant, query = ''): Promise<readonly Listed[]> => {
    const answer = await tenant.get(`/api/requests${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.items
  }
  /** Waits until the requests with these answers are listed: they are written up to a second later. */
  const recorded = async (tenant: Tenant, answers: readonly Answered[]) => {
    const ids = answers.map(({ headers }) => String(headers.get('x-request-id')))
    return eventually(async () => {
      const found = await listed(tenant, '?limit=100')
      const all = ids.map((id) => found.find((request) => request.id === id))
      return all.includes(undefined) ? undefined : all
    })
  }

  test('a request is listed with what it was about, and without a word of its body', async () => {
    const tenant = await running.tenant({ scope })
    const invoice = aPurchaseInvoice({ document_number: 'SECRET-1', note: 'nobody may read this' })
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, invoice)
    const { id } = created.json
    const read = await tenant.get(`/api/purchase-invoices/${id}`)
    const missing = await tenant.get('/api/purchase-invoices/01900000-0000-7000-8000-000000000000')
    const strange = await tenant.get('/api/purchase-invoices/4111111111111111')
    const refused = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, '{"issue_date": 4111111111111111')
    const answers = [created, read, missing, strange, refused]
    const [first, ...others] = await recorded(tenant, answers)
    const { at, duration_ms, ...rest } = { at: '', duration_ms: -1, ...first }
    assert.deepEqual(rest, {
      id: created.headers.get('x-request-id'),
      account: tenant.account,
      operation: 'createPurchaseInvoice',
      method: 'POST',
      status: 201,
      error_code: null,
      document_id: id,
      document_number: 'SECRET-1',
    })
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
    assert.ok(duration_ms >= 0)
    const about = others.map((one) => Object(one))
    assert.deepEqual(
      about.map(({ operation, status, error_code, document_number }) => [
        operation,
        status,
        error_code,
        document_number,
      ]),
      [
        ['retrievePurchaseInvoice', 200, null, 'SECRET-1'],
        ['retrievePurchaseInvoice', 404, 'document_not_found', null],
        ['retrievePurchaseInvoice', 404, 'document_not_found', null],
        ['createPurchaseInvoice', 400, 'json_unreadable', null],
      ],
    )
    const { text } = await tenant.get('/api/requests')
    for (const secret of ['nobody may read', '4111111111111111', tenant.token]) assert.ok(!text.includes(secret))
  })

  test('filters and the cursor lead through the list', { skip: inFullRunOnly }, async () => {
    const tenant = await running.tenant({ scope })
    const answers: Answered[] = []
    for (const path of ['/api/organisation', '/api/events', '/api/organisation', '/api/clients', '/api/events?since=x'])
      answers.push(await tenant.get(path))
    await recorded(tenant, answers)
    const ids = answers.map(({ headers }) => String(headers.get('x-request-id')))
    const organisation = await listed(tenant, '?operation=retrieveOrganisation')
    assert.deepEqual(
      organisation.map(({ id }) => id),
      [ids[2], ids[0]],
    )
    const failed = await listed(tenant, '?status=4xx')
    assert.deepEqual(
      failed.map(({ id }) => id),
      [ids[4]],
    )
    const first = await tenant.get('/api/requests?operation=retrieveOrganisation&limit=1')
    assert.deepEqual([first.json.items[0].id, first.json.items.length], [ids[2], 1])
    const second = await tenant.get(`/api/requests?operation=retrieveOrganisation&limit=1&cursor=${first.json.next}`)
    assert.deepEqual([second.json.items[0].id, second.json.next], [ids[0], null])
    assert.deepEqual(await listed(tenant, '?from=2999-01-01T00:00:00Z'), [])
    assert.deepEqual(await listed(tenant, '?to=2001-01-01T00:00:00%2B04:00'), [])
    for (const query of ['from=yesterday', 'status=4', 'cursor=x', 'limit=0']) {
      const answer = await tenant.get(`/api/requests?${query}`)
      assert.equal(answer.status, 400, query)
    }
  })

  test('only administrators can list requests', async () => {
    const plain = await running.tenant({ scope: 'documents:read documents:write profiles' })
    const refused = await plain.get('/api/requests')
    assert.equal(refused.status, 403)
    assert.match(String(refused.headers.get('x-request-id')), /^[0-9a-f-]{36}$/)
  })
})
