import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Test events, filters of deliveries, and replays by filter, with a receiver that really listens.

const admin = 'documents:read documents:write admin'

interface Listed {
  readonly status: string
  readonly event: { readonly id: string; readonly timestamp: string; readonly data: { readonly id: string } }
}

eachService('webhook replays', (start) => {
  let running: TestService
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    running = await start({
      SECRET_KEY: '5e'.repeat(32),
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    })
  })
  beforeEach(() => {
    receiver.answer = (_, response) => response.writeHead(204).end()
  })
  after(() => receiver.close())

  const receivedBy = (tenant: Tenant) => receiver.received.filter(({ url }) => url === `/${tenant.orgId}`)

  const create = async (tenant: Tenant, members: object = {}): Promise<Answered['json']> => {
    const body = JSON.stringify({ url: receiver.url(`/${tenant.orgId}`), ...members })
    const answer = await tenant.post('/api/webhooks', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.json
  }

  const issue = async (tenant: Tenant): Promise<string> => {
    const answer = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    assert.equal(answer.status, 201, answer.text)
    return answer.json.id
  }

  const listed = async (tenant: Tenant, id: string, query = ''): Promise<readonly Listed[]> => {
    const answer = await tenant.get(`/api/webhooks/${id}/deliveries${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.items
  }

  const ids = (deliveries: readonly Listed[]) => deliveries.map(({ event }) => event.data.id)

  test('a test event is signed, tried again and visible like any other, and is not in the feed', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const webhook = await create(tenant, { event_types: ['sales.credit_note.updated', 'purchase.invoice.created'] })
    const path = `/api/webhooks/${webhook.id}`
    receiver.answer = (_, response) => response.writeHead(500).end()
    const sent = await tenant.send('POST', `${path}/test`, { event_type: 'sales.credit_note.updated' })
    assert.equal(sent.status, 202, sent.text)
    const { event } = sent.json
    assert.deepEqual(
      [event.test, event.type, event.data.document_number, event.data.org_id, event.data.overall_status],
      [true, 'sales.credit_note.updated', 'TEST', tenant.orgId, 'APPROVED'],
    )
    const delivery = async () => (await tenant.get(`${path}/deliveries/${event.id}`)).json
    await eventually(async () => (await delivery()).attempts.length > 0)
    assert.equal((await delivery()).attempts[0].status_code, 500)
    receiver.answer = (_, response) => response.writeHead(204).end()
    assert.equal((await tenant.send('POST', `${path}/deliveries/${event.id}/replay`)).status, 202)
    await eventually(async () => (await delivery()).status === 'DELIVERED')
    const { body, headers } = receivedBy(tenant).at(-1) ?? assert.fail()
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    assert.equal(id, event.id)
    const signed = { 'webhook-id': String(id), 'webhook-timestamp': String(at), 'webhook-signature': String(signature) }
    assert.deepEqual(new Webhook(webhook.secret).verify(body, signed), event)
    const usual = await tenant.send('POST', `${path}/test`, {})
    assert.equal(usual.json.event.type, 'sales.credit_note.updated', 'the first that the webhook receives')
    assert.deepEqual((await tenant.get('/api/events')).json.items, [])
    assert.deepEqual(await listed(tenant, webhook.id), [])
    const tests = await listed(tenant, webhook.id, '?test=true')
    assert.deepEqual(
      tests.map((one) => one.event.id),
      [usual.json.event.id, event.id],
    )
    const since = await tenant.get(`/api/events?since=${event.cursor}`)
    assert.equal(since.status, 200, 'its cursor is one of the feed')
  })

  test('a test event of another type, and one for an unknown or inactive webhook, is refused', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const webhook = await create(tenant, { event_types: ['purchase.invoice.created'] })
    const other = await tenant.send('POST', `/api/webhooks/${webhook.id}/test`, { event_type: 'sales.invoice.created' })
    assert.equal(other.status, 400)
    assert.deepEqual(other.json.errors, {
      event_type: 'The webhook does not receive sales.invoice.created; use purchase.invoice.created',
    })
    const unknown = '01900000-0000-7000-8000-000000000000'
    assert.equal((await tenant.send('POST', `/api/webhooks/${unknown}/test`, {})).status, 404)
    assert.equal((await tenant.get(`/api/webhooks/${unknown}/deliveries/evt_0`)).status, 404)
    assert.equal((await tenant.get(`/api/webhooks/${webhook.id}/deliveries/evt_0`)).status, 404)
    await tenant.send('PUT', `/api/webhooks/${webhook.id}`, { url: webhook.url, is_active: false })
    assert.equal((await tenant.send('POST', `/api/webhooks/${webhook.id}/test`, {})).status, 409)
  })

  test('deliveries are filtered by document, status and time, and replayed by the same filters', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const webhook = await create(tenant)
    const documents: string[] = []
    for (let at = 0; at < 4; at += 1) documents.push(await issue(tenant))
    await eventually(async () => (await listed(tenant, webhook.id, '?status=DELIVERED')).length === 4)
    const [first, second, third, fourth] = documents
    const all = await listed(tenant, webhook.id)
    assert.deepEqual(ids(all), documents.toReversed())
    assert.deepEqual(ids(await listed(tenant, webhook.id, `?document_id=${second}`)), [second])
    assert.deepEqual(await listed(tenant, webhook.id, '?status=FAILED'), [])
    const at = all[1]?.event.timestamp
    assert.deepEqual(ids(await listed(tenant, webhook.id, `?from=${at}`)), [fourth, third])
    assert.deepEqual(ids(await listed(tenant, webhook.id, `?to=${at}`)), [second, first])

    const replay = async (body: object) => {
      const answer = await tenant.send('POST', `/api/webhooks/${webhook.id}/replay`, Object(body))
      assert.equal(answer.status, 202, answer.text)
      return [answer.json.replayed, answer.json.next]
    }
    const arrived = () => receivedBy(tenant).map(({ body }) => String(JSON.parse(body).data.id))
    assert.deepEqual(await replay({ filter: { document_id: second } }), [1, null])
    await eventually(async () => arrived().length === 5)
    assert.deepEqual(arrived().slice(4), [second])
    assert.deepEqual(await replay({ filter: { from: at, status: 'DELIVERED' } }), [2, null])
    await eventually(async () => arrived().length === 7)
    assert.deepEqual(arrived().slice(5).toSorted(), [third, fourth].toSorted())
    assert.deepEqual(await replay({ filter: { event_type: 'sales.invoice.created' } }), [0, null])
    assert.deepEqual(await replay({ filter: { status: 'FAILED' } }), [0, null])
    for (const body of [{}, { since: '0', filter: { status: 'FAILED' } }, { filter: { before: 'x' } }]) {
      const answer = await tenant.send('POST', `/api/webhooks/${webhook.id}/replay`, Object(body))
      assert.equal(answer.status, 400, JSON.stringify(body))
    }
  })

  test('a replay of very many says that more are left, and from where to go on', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const webhook = await create(tenant)
    const id = await issue(tenant)
    await eventually(async () => (await listed(tenant, webhook.id, '?status=DELIVERED')).length === 1)
    const { database } = running.service.parts.store
    // Deliveries of the same webhook in the past; nobody looks at their events.
    await database.query(
      sql(
        `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, mark, created_at,
           updated_at, document_id, event_type, event_at)
         with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < 1500)
         select org_id, webhook_id, number, event_id, 'FAILED', 1, mark, created_at, updated_at, document_id, event_type,
           event_at from webhook_deliveries, numbers where org_id = $1 and webhook_id = $2`,
        tenant.orgId,
        webhook.id,
      ),
    )
    const replay = (filter: object) => tenant.send('POST', `/api/webhooks/${webhook.id}/replay`, Object({ filter }))
    const first = await replay({ document_id: id })
    assert.equal(first.json.replayed, 1_000)
    assert.match(first.json.next, /^[0-9a-z]+-[0-9a-f]{10}$/)
    const second = await replay({ document_id: id, before: first.json.next })
    assert.deepEqual([second.json.replayed, second.json.next], [500, null])
  })
})
