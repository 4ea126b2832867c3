import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, type ReceivedRequest, Receiver } from '../support/network/receiver.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Webhooks as a caller sees them, with a real receiver.

const unknownId = '01900000-0000-7000-8000-000000000000'
const admin = 'documents:read documents:write admin'

eachService('webhooks', (start) => {
  let running: TestService
  let receiver: Receiver
  let environment: Readonly<Record<string, string>>
  before(async () => {
    receiver = await Receiver.start()
    environment = {
      SECRET_KEY: '5e'.repeat(32),
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    }
    running = await start(environment)
  })
  beforeEach(() => {
    receiver.answer = (_, response) => response.writeHead(204).end()
  })
  after(() => receiver.close())

  /** A path of the receiver that no other test uses. */
  const target = (tenant: Tenant, path = '') => receiver.url(`/${tenant.orgId}${path}`)

  const receivedBy = (tenant: Tenant, path = ''): readonly ReceivedRequest[] =>
    receiver.received.filter(({ url }) => url === `/${tenant.orgId}${path}`)

  const create = async (tenant: Tenant, members: Readonly<Record<string, unknown>> = {}): Promise<Answered> => {
    const answer = await tenant.post('/api/webhooks', JSON.stringify({ url: target(tenant), ...members }))
    assert.equal(answer.status, 201, answer.text)
    return answer
  }

  const issue = async (tenant: Tenant): Promise<string> => {
    const answer = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    assert.equal(answer.status, 201, answer.text)
    return answer.json.id
  }

  const deliveriesOf = async (tenant: Tenant, id: string, query = ''): Promise<Answered> =>
    tenant.get(`/api/webhooks/${id}/deliveries${query}`)

  test('creates and acceptances are delivered as in the feed, signed', async () => {
    const tenant = await running.tenant({ scope: admin })
    await issue(tenant)
    const { json: webhook } = await create(tenant, { description: 'The ERP' })
    assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const id = await issue(tenant)
    await eventually(async () => receivedBy(tenant).filter(({ body }) => body.includes(id)).length === 3)
    const { json: feed } = await tenant.get('/api/events')
    const verifier = new Webhook(webhook.secret)
    const received = receivedBy(tenant).map(({ body, headers }) => {
      assert.equal(headers['x-selfbill-gateway'], 'sandbox')
      assert.equal(headers['content-type'], 'application/json')
      assert.equal(headers['webhook-id'], JSON.parse(body).id)
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
      return verifier.verify(body, {
        'webhook-id': String(id),
        'webhook-timestamp': String(at),
        'webhook-signature': String(signature),
      })
    })
    const listed = feed.items.filter((event: { data: { id: string } }) => event.data.id === id)
    assert.equal(listed.length, 3)
    for (const event of listed) assert.ok(received.some((one) => JSON.stringify(one) === JSON.stringify(event)))
  })

  test('the secret is shown once and stored encrypted', async () => {
    const tenant = await running.tenant({ scope: admin })
    const key = { 'idempotency-key': 'a-key-that-nobody-else-would-think-of' }
    const body = JSON.stringify({ url: target(tenant), event_types: ['purchase.invoice.created'], is_active: false })
    const first = await tenant.post('/api/webhooks', body, key)
    const { secret, ...webhook } = first.json
    const again = await tenant.post('/api/webhooks', body, key)
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.json, first.json, 'for who knows the key')
    assert.deepEqual((await tenant.get(`/api/webhooks/${webhook.id}`)).json, webhook)
    assert.deepEqual((await tenant.get('/api/webhooks')).json, { items: [webhook], next: null })
    const rotated = await tenant.send('POST', `/api/webhooks/${webhook.id}/rotate`, undefined, key)
    assert.equal(rotated.status, 200)
    assert.match(rotated.json.secret, /^whsec_/)
    assert.notEqual(rotated.json.secret, secret)
    const rotatedAgain = await tenant.send('POST', `/api/webhooks/${webhook.id}/rotate`, undefined, key)
    assert.deepEqual(rotatedAgain.json, rotated.json)
    const { database } = running.service.parts.store
    const rows = [
      ...(await database.query(sql('select secret, former_secret from webhooks where org_id = $1', tenant.orgId))),
      ...(await database.query(sql('select body from idempotency_answers where org_id = $1', tenant.orgId))),
    ]
    assert.equal(rows.length, 3)
    for (const one of [secret, rotated.json.secret])
      assert.equal(JSON.stringify(rows).includes(one.slice('whsec_'.length)), false)
  })

  test('errors of a webhook name its fields', async () => {
    const tenant = await running.tenant({ scope: admin })
    const refused = async (members: object) => {
      const answer = await tenant.post('/api/webhooks', JSON.stringify(members))
      assert.equal(answer.status, 400, answer.text)
      return answer.json.errors
    }
    assert.deepEqual(await refused({}), { url: 'URL is mandatory' })
    assert.deepEqual(await refused({ url: 'http://127.0.0.1/' }), { url: 'URL must be an https address' })
    for (const url of [
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://0xa9fea9fe/',
    ])
      assert.deepEqual(await refused({ url }), { url: 'URL must lead to a public address' }, url)
    for (const url of ['https://8.8.8.8:0/', 'https://receiver.example:0/', 'https://127.0.0.1:0/'])
      assert.deepEqual(await refused({ url }), { url: 'URL must have a port from 1 to 65535' }, url)
    assert.deepEqual(await refused({ url: 'https://a:b@example.com/' }), {
      url: 'URL must not hold a user name or password',
    })
    const wrong = { url: target(tenant), event_types: ['purchase.invoice.deleted'], is_active: 'yes', secret: 'mine' }
    assert.deepEqual(Object.keys(await refused(wrong)).toSorted(), ['event_types[0]', 'is_active', 'secret'])
    const full = await running.tenant({ scope: admin })
    for (let at = 0; at < 20; at += 1) await create(full, { is_active: false })
    const over = await full.post('/api/webhooks', JSON.stringify({ url: target(full) }))
    assert.equal(over.status, 409)
    assert.deepEqual(over.json.errors, { message: 'An organisation has at most 20 webhooks' })
    assert.equal((await full.get('/api/webhooks')).json.items.length, 20)
  })

  test("webhooks need scope admin, and another organisation's webhook is unknown", async () => {
    const [owner, other, reader] = [
      await running.tenant({ scope: admin }),
      await running.tenant({ scope: admin }),
      await running.tenant(),
    ]
    const { json: webhook } = await create(owner)
    await issue(owner)
    const eventId = await eventually(async () => (await deliveriesOf(owner, webhook.id)).json.items[0]?.event.id)
    const body = { url: target(owner) }
    const calls = (tenant: Tenant, id: string) => [
      tenant.get(`/api/webhooks/${id}`),
      tenant.send('PUT', `/api/webhooks/${id}`, body),
      tenant.send('DELETE', `/api/webhooks/${id}`),
      tenant.send('POST', `/api/webhooks/${id}/rotate`),
      tenant.get(`/api/webhooks/${id}/deliveries`),
      tenant.send('POST', `/api/webhooks/${id}/deliveries/${eventId}/replay`),
      tenant.send('POST', `/api/webhooks/${id}/replay`, { since: '0' }),
    ]
    for (const id of [webhook.id, unknownId, 'nonsense']) {
      for (const answer of await Promise.all(calls(other, id))) {
        assert.equal(answer.status, 404)
        assert.deepEqual(answer.json.errors, { message: `Webhook not found with id: ${id}` })
      }
      for (const answer of await Promise.all(calls(reader, id))) assert.equal(answer.status, 403)
    }
    assert.equal((await reader.post('/api/webhooks', JSON.stringify(body))).status, 403)
    assert.equal((await reader.get('/api/webhooks')).status, 403)
    assert.deepEqual((await other.get('/api/webhooks')).json, { items: [], next: null })
    const unknown = await owner.send('POST', `/api/webhooks/${webhook.id}/deliveries/evt_0/replay`)
    assert.equal(unknown.status, 404)
    assert.deepEqual(unknown.json.errors, { message: 'Delivery not found with id: evt_0' })
  })

  test('attempts are listed with their status and the start of the answer, and a delivery can be repeated', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const { json: webhook } = await create(tenant)
    receiver.answer = (_, response) => response.writeHead(500, { 'x-inside': 'secret words' }).end('secret words')
    await issue(tenant)
    const failed = await eventually(async () => {
      const { text, json } = await deliveriesOf(tenant, webhook.id)
      // Null while another attempt is in progress.
      return json.items[0]?.attempts.length > 0 && json.items[0].next_attempt_at !== null && { text, json }
    })
    assert.equal(failed.text.includes('x-inside'), false)
    const [delivery] = failed.json.items
    assert.equal(delivery.status, 'PENDING')
    const [attempt] = delivery.attempts
    assert.deepEqual(Object.keys(attempt), ['at', 'status_code', 'error', 'duration_ms', 'answer_start'])
    assert.deepEqual([attempt.status_code, attempt.answer_start], [500, 'secret words'])
    // The plan says seconds; a busy machine may record the attempt later.
    assert.ok(Date.parse(delivery.next_attempt_at) - Date.parse(attempt.at) <= 120_000)
    assert.notEqual((await tenant.get(`/api/webhooks/${webhook.id}`)).json.failing_since, null)
    receiver.answer = (_, response) => response.writeHead(200).end()
    const replay = () => tenant.send('POST', `/api/webhooks/${webhook.id}/deliveries/${delivery.event.id}/replay`)
    assert.equal((await replay()).status, 202)
    const delivered = await eventually(async () => {
      const { json } = await deliveriesOf(tenant, webhook.id, '?status=DELIVERED')
      return json.items.length === 1 && json.items[0]
    })
    const codes: readonly number[] = delivered.attempts.map((one: { status_code: number }) => one.status_code)
    // How many attempts failed before the answer changed depends on the machine.
    assert.deepEqual([...new Set(codes)], [500, 200])
    assert.equal(codes.indexOf(200), codes.length - 1)
    assert.deepEqual(delivered.event, delivery.event)
    assert.equal(new Set(receivedBy(tenant).map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal((await tenant.get(`/api/webhooks/${webhook.id}`)).json.failing_since, null)
    assert.equal((await deliveriesOf(tenant, webhook.id, '?status=FAILED')).json.items.length, 0)
  })

  test('deliveries are paged, and all since a cursor can be repeated', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const { json: webhook } = await create(tenant)
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) ids.push(await issue(tenant))
    await eventually(async () => receivedBy(tenant).length === 5)
    const seen: string[] = []
    for (let query = '?limit=2'; ; ) {
      const { json } = await deliveriesOf(tenant, webhook.id, query)
      seen.push(...json.items.map((one: { event: { data: { id: string } } }) => one.event.data.id))
      if (json.next === null) break
      query = `?limit=2&cursor=${json.next}`
    }
    assert.deepEqual(seen, ids.toReversed())
    const wrong = await deliveriesOf(tenant, webhook.id, '?limit=0&cursor=x&status=LOST&page=2')
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.json.errors).toSorted(), ['cursor', 'limit', 'page', 'status'])
    const { json: feed } = await tenant.get('/api/events')
    const since = feed.items[2].cursor
    const replayed = await tenant.send('POST', `/api/webhooks/${webhook.id}/replay`, { since })
    assert.equal(replayed.status, 202)
    await eventually(async () => receivedBy(tenant).length === 7)
    const late = receivedBy(tenant).slice(5)
    assert.deepEqual(late.map(({ body }) => JSON.parse(body).data.id).toSorted(), ids.slice(3).toSorted())
    for (const nothing of ['latest', 'x', 'zz-0123456789']) {
      const answer = await tenant.send('POST', `/api/webhooks/${webhook.id}/replay`, { since: nothing })
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.json.errors, { since: 'Since is not a cursor of this feed' })
    }
  })

  test('an inactive webhook waits, an active one continues, a deleted one is gone', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    const { json: webhook } = await create(tenant)
    const path = `/api/webhooks/${webhook.id}`
    const off = await tenant.send('PUT', path, { url: target(tenant, '/off'), is_active: false })
    assert.equal(off.status, 200)
    assert.deepEqual([off.json.is_active, off.json.url, off.json.event_types], [false, target(tenant, '/off'), null])
    await issue(tenant)
    const inactive = await tenant.send('POST', `${path}/replay`, { since: '0' })
    assert.equal(inactive.status, 409)
    assert.deepEqual(inactive.json.errors, { message: `Webhook ${webhook.id} is not active` })
    assert.equal((await tenant.send('PUT', path, { url: target(tenant, '/on') })).json.is_active, true)
    await eventually(async () => receivedBy(tenant, '/on').length === 1)
    receiver.answer = (_, response) => response.writeHead(410).end()
    await issue(tenant)
    const gone = await eventually(async () => {
      const { json } = await tenant.get(path)
      return !json.is_active && json
    })
    assert.equal(gone.disabled.reason, 'GONE')
    const deleted = await tenant.send('DELETE', path)
    assert.equal(deleted.status, 204)
    assert.equal(deleted.text, '')
    assert.equal((await tenant.get(path)).status, 404)
    assert.deepEqual(receivedBy(tenant), [])
    assert.deepEqual(receivedBy(tenant, '/off'), [])
  })

  test('the next instance sends events from the time without an instance', async () => {
    const first = await start(environment)
    const tenant = await first.tenant({ scope: admin, phase2: false })
    receiver.answer = () => undefined
    await create(tenant)
    await issue(tenant)
    await eventually(async () => receivedBy(tenant).length === 1)
    // The other instance may have claimed it, and is stopped during its attempt too.
    await Promise.all([first.stop(), running.stop()])
    receiver.answer = (_, response) => response.writeHead(204).end()
    running = await start(environment)
    await eventually(async () => receivedBy(tenant).length === 2)
    const [one, other] = receivedBy(tenant)
    assert.equal(one?.headers['webhook-id'], other?.headers['webhook-id'])
  })

  test('advancing the sandbox clock makes a day of retries due', async () => {
    const tenant = await running.tenant({ scope: admin, phase2: false })
    receiver.answer = (_, response) => response.writeHead(503).end()
    const { json: webhook } = await create(tenant)
    await issue(tenant)
    for (let attempts = 1; attempts <= 11; attempts += 1) {
      await eventually(async () => {
        const { json } = await deliveriesOf(tenant, webhook.id)
        return json.items[0]?.attempts.length === attempts
      })
      assert.equal((await tenant.post('/sandbox/clock/advance', { by: '8h' })).status, 200)
    }
    const { json } = await deliveriesOf(tenant, webhook.id)
    assert.deepEqual([json.items[0].status, json.items[0].next_attempt_at], ['FAILED', null])
    // Three days of failures switch a webhook off, and these were more.
    assert.equal((await tenant.get(`/api/webhooks/${webhook.id}`)).json.disabled?.reason, 'FAILING')
    receiver.answer = (_, response) => response.writeHead(204).end()
    // A receiver checks the signature against its own clock.
    assert.ok(
      receivedBy(tenant).every(
        ({ headers, at }) => Math.abs(Number(headers['webhook-timestamp']) * 1000 - at) < 60_000,
      ),
    )
  })

  test('nothing is sent to this machine unless the configuration allows it', async () => {
    const strict = await start({ ...environment, WEBHOOK_ALLOWED_RANGES: '' })
    const tenant = await strict.tenant({ scope: admin })
    const { json: webhook } = await tenant.post('/api/webhooks', JSON.stringify({ url: 'https://8.8.8.8/hook' }))
    const names = [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'erp.internal',
      'erp.local',
      'erp.home.arpa',
      'x.onion',
      'erp',
    ]
    for (const url of [target(tenant), ...names.map((name) => `https://${name}:${receiver.port}/`)]) {
      const created = await tenant.post('/api/webhooks', JSON.stringify({ url }))
      const changed = await tenant.send('PUT', `/api/webhooks/${webhook.id}`, { url })
      for (const { status, json } of [created, changed]) {
        assert.equal(status, 400, url)
        assert.deepEqual(json.errors, { url: 'URL must lead to a public address' }, url)
      }
    }
    await strict.stop()
    assert.deepEqual(receivedBy(tenant), [])
  })
})
