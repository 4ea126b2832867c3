import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, type ReceivedRequest, Receiver } from '../support/network/receiver.ts'
import { aPurchaseInvoice, aSalesCreditNote } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// A receiver as clients of the neighbouring service have: it checks that service's signature over
// the raw body and reads its declared members (docs/decisions/0053).

eachService('webhooks in compatibility mode', (start) => {
  let running: TestService
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    running = await start({
      SECRET_KEY: '5e'.repeat(32),
      TOKEN_ISSUER: 'https://selfbill.example/',
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    })
  })
  after(() => receiver.close())

  const receivedBy = (tenant: Tenant) => receiver.received.filter(({ url }) => url === `/${tenant.orgId}`)

  async function aSubscriber(compatibility: string) {
    const tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
    await tenant.send('PATCH', '/api/organisation', { compatibility })
    const { json: webhook } = await tenant.post('/api/webhooks', { url: receiver.url(`/${tenant.orgId}`) })
    return { tenant, webhook: { id: String(webhook.id), secret: String(webhook.secret) } }
  }

  async function received(tenant: Tenant, count: number): Promise<readonly ReceivedRequest[]> {
    return eventually(async () => (receivedBy(tenant).length >= count ? receivedBy(tenant) : undefined))
  }

  test('each delivery has both signatures and both sets of members', async () => {
    const { tenant, webhook } = await aSubscriber('x-neighbour')
    const invoice = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const note = await tenant.post(`/api/sales-credit-notes/${tenant.profileId}`, aSalesCreditNote())
    const deliveries = await received(tenant, 6)
    const events = deliveries.map((delivery) => readAsNeighbour(delivery, webhook.secret))
    assert.deepEqual([...new Set(events.map(({ event_type }) => event_type))].toSorted(), [
      'purchase.invoice.create',
      'purchase.invoice.update',
      'sale.credit_note.create',
      'sale.credit_note.update',
    ])
    for (const event of events) {
      const [family, document] =
        event.resource_id === invoice.json.id ? ['purchase-invoices', invoice] : ['sales-credit-notes', note]
      assert.equal(event.resource_id, document.json.id)
      assert.equal(event.resource_url, `https://selfbill.example/api/${family}/${document.json.id}`)
      assert.deepEqual([event.org_id, event.profile_id], [tenant.orgId, tenant.profileId])
    }
    assert.equal(new Set(events.map(({ webhook_event_id }) => webhook_event_id)).size, events.length)
    const { json: feed } = await tenant.get('/api/events')
    for (const { body, headers } of deliveries) {
      const verified = Object(
        new Webhook(webhook.secret).verify(body, {
          'webhook-id': String(headers['webhook-id']),
          'webhook-timestamp': String(headers['webhook-timestamp']),
          'webhook-signature': String(headers['webhook-signature']),
        }),
      )
      const inFeed = feed.items.find((event: { id: string }) => event.id === verified.id)
      assert.deepEqual({ ...verified, ...inFeed }, verified, 'the entry of the feed is there as a whole')
    }
  })

  test('after a rotation the new secret signs', async () => {
    const { tenant, webhook } = await aSubscriber('x-neighbour')
    const { json } = await tenant.send('POST', `/api/webhooks/${webhook.id}/rotate`)
    await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const [delivery] = await received(tenant, 1)
    assert.ok(delivery)
    assert.doesNotThrow(() => readAsNeighbour(delivery, json.secret))
    assert.throws(() => readAsNeighbour(delivery, webhook.secret), /signature/)
  })

  test('in strict mode deliveries have none of this', async () => {
    const { tenant, webhook } = await aSubscriber('off')
    await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const [delivery] = await received(tenant, 1)
    assert.ok(delivery)
    assert.deepEqual(Object.keys(JSON.parse(delivery.body)), ['id', 'type', 'timestamp', 'cursor', 'data'])
    assert.ok(!Object.keys(delivery.headers).some((name) => name.startsWith('x-neighbour')))
    assert.throws(() => readAsNeighbour(delivery, webhook.secret), /signature/)
  })
})

/**
 * Throws unless the signature over the raw body is right and every declared member has its type.
 */
function readAsNeighbour({ headers, body }: ReceivedRequest, secret: string): Record<keyof typeof declared, string> {
  const expected = createHmac('sha256', secret).update(body, 'utf8').digest('base64')
  if (headers['x-neighbour-signature'] !== expected) throw new Error('the signature is wrong')
  const event = JSON.parse(body)
  for (const [name, syntax] of Object.entries(declared)) assert.match(String(event[name]), syntax, name)
  return event
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const declared = {
  org_id: uuid,
  event_type: /^(sale|purchase)\.(invoice|credit_note)\.(create|update)$/,
  profile_id: /^\S+$/,
  resource_id: uuid,
  resource_url: /^https:\/\//,
  event_timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  webhook_event_id: uuid,
}
