import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { inFullRunOnly } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseCreditNote, aPurchaseInvoice, aSupplier, type Members } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// GET /api/events: the changes of an organisation's documents, as a caller sees them.

eachService('events', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  const issue = async (tenant: Tenant, request: Members = aPurchaseInvoice()): Promise<string> => {
    const family = 'credit_note_type_code' in request ? 'purchase-credit-notes' : 'purchase-invoices'
    const answer = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
    assert.equal(answer.status, 201, answer.text)
    return answer.json.id
  }

  /** The document's entries in short: type, overall, participant, authority. */
  const story = async (tenant: Tenant, id: string): Promise<string[]> => {
    const { status, json } = await tenant.get('/api/events?limit=500')
    assert.equal(status, 200)
    const entries: { type: string; data: Record<string, unknown> }[] = json.items
    return entries
      .filter(({ data }) => data.id === id)
      .map(({ type, data }) => [type, data.overall_status, data.participant_status, data.fta_status].join(' '))
  }

  const storyOf = (tenant: Tenant, id: string, length: number) =>
    eventually(async () => {
      const read = await story(tenant, id)
      return read.length >= length && read
    })

  test('the feed has every change of a document with its new state, and nothing else', async () => {
    const tenant = await running.tenant()
    const accepted = await issue(tenant)
    const [created, first, last, ...more] = await storyOf(tenant, accepted, 3)
    assert.equal(created, 'purchase.invoice.created PENDING  ')
    assert.match(first ?? '', /^purchase\.invoice\.updated PENDING (APPROVED | {1,2}APPROVED)$/)
    assert.equal(last, 'purchase.invoice.updated APPROVED APPROVED APPROVED')
    assert.deepEqual(more, [])

    const to = (endpoint_id: string) => ({ accounting_supplier_party: aSupplier({ endpoint_id }) })
    const unregistered = await storyOf(tenant, await issue(tenant, aPurchaseCreditNote(to('1000000013'))), 3)
    assert.equal(unregistered[0], 'purchase.credit_note.created PENDING  ')
    assert.equal(unregistered.at(-1), 'purchase.credit_note.updated REJECTED  APPROVED')
    const refused = await storyOf(tenant, await issue(tenant, aPurchaseInvoice(to('1000000049'))), 3)
    assert.equal(refused.at(-1), 'purchase.invoice.updated REJECTED REJECTED REJECTED')

    const invalid = await issue(tenant, aPurchaseInvoice({ payment_means: undefined }))
    assert.deepEqual(await story(tenant, invalid), ['purchase.invoice.created VALIDATION_FAILED  '])
    const offline = await running.tenant({ phase2: false })
    assert.deepEqual(await story(offline, await issue(offline)), ['purchase.invoice.created   '])
    // Finished documents stay finished, and the feed has each event once.
    assert.equal((await story(tenant, accepted)).length, 3)
    assert.equal((await story(tenant, accepted)).length, 3)
  })

  test('pages go on from `next`, to the end', async () => {
    const tenant = await running.tenant({ phase2: false })
    const ids: string[] = []
    for (let at = 0; at < 5; at += 1) ids.push(await issue(tenant))
    const seen: string[] = []
    let path = '/api/events?limit=2'
    const hasMore: boolean[] = []
    for (;;) {
      const { json } = await tenant.get(path)
      seen.push(...json.items.map((event: { data: { id: string } }) => event.data.id))
      hasMore.push(json.has_more)
      if (json.items.length === 0) break
      path = `/api/events?limit=2&since=${json.next}`
    }
    assert.deepEqual(seen, ids)
    assert.deepEqual(hasMore, [true, true, false, false])
    const again = await tenant.get(path)
    assert.deepEqual(again.json.items, [])
    const latest = await tenant.get('/api/events?since=latest')
    assert.deepEqual(latest.json, { items: [], next: again.json.next, has_more: false })
    const whole = await tenant.get('/api/events')
    const half = await tenant.get(`/api/events?since=${whole.json.items[2].cursor}`)
    assert.deepEqual(half.json.items, whole.json.items.slice(3))
  })

  test("wrong parameters are a 400 that names each; another feed's cursor is a 410", async () => {
    const [tenant, other] = [await running.tenant(), await running.tenant()]
    await issue(other)
    const answer = await tenant.get('/api/events?since=nonsense&limit=0&wait=31&page=1')
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.json.errors, {
      since: 'Since is not a cursor of this feed',
      limit: 'Limit must be a whole number from 1 to 500',
      wait: 'Wait must be a whole number from 0 to 30',
      page: 'page is not a known query parameter; did you mean since?',
    })
    const theirs = await other.get('/api/events?limit=1')
    const foreign = await tenant.get(`/api/events?since=${theirs.json.next}`)
    assert.equal(foreign.status, 410)
    assert.match(foreign.json.errors.message, /^Unknown cursor\. Start again without `since`/)
    assert.deepEqual((await tenant.get('/api/events')).json, { items: [], next: '0', has_more: false })
    assert.deepEqual((await tenant.get('/api/events?since=0')).json, { items: [], next: '0', has_more: false })
    const writer = await running.tenant({ scope: 'documents:write' })
    assert.equal((await writer.get('/api/events')).status, 403)
  })

  test('a long poll is answered as soon as something happens, on this or another instance', {
    skip: inFullRunOnly,
  }, async () => {
    const tenant = await running.tenant({ phase2: false })
    const database = running.service.parts.store.database
    const isWaiting = async () => {
      const rows = await database.query(sql('select slot from long_polls where account = $1', tenant.account))
      return rows.length === 1
    }
    const waiting = tenant.get('/api/events?since=latest&wait=20')
    await eventually(isWaiting)
    const id = await issue(tenant)
    const answer = await waiting
    assert.equal(answer.json.items[0].data.id, id)
    const unheard = tenant.get(`/api/events?since=${answer.json.next}&wait=20`)
    await eventually(isWaiting)
    // Written directly to the database, as another instance would.
    await database.query(
      sql(
        `insert into entries (org_id, document_id, id, event, message, at, revision)
         values ($1, $2, (select coalesce(max(id), 0) + 1 from entries where org_id = $1 and document_id = $2),
           'DOCUMENT_RESUBMITTED', 'Elsewhere', 1, 2)`,
        tenant.orgId,
        id,
      ),
    )
    const heard = await unheard
    assert.equal(heard.json.items[0].type, 'purchase.invoice.updated')
    const before = Date.now()
    const nothing = await tenant.get(`/api/events?since=${heard.json.next}&wait=1`)
    assert.deepEqual(nothing.json, { items: [], next: heard.json.next, has_more: false })
    assert.ok(Date.now() - before >= 990)
  })

  test('an account has five long polls at once; a cancelled one frees its slot', { skip: inFullRunOnly }, async () => {
    const tenant = await running.tenant()
    const gaveUp = new AbortController()
    const url = `${running.address}/api/events?wait=30`
    const headers = { authorization: `Bearer ${tenant.token}` }
    const held = async () => {
      const { store } = running.service.parts
      const rows = await store.database.query(sql('select slot from long_polls where account = $1', tenant.account))
      return rows.length
    }
    const five = Array.from({ length: 5 }, () => fetch(url, { headers, signal: gaveUp.signal }).catch(() => 'gave up'))
    await eventually(async () => (await held()) === 5)
    const sixth = await tenant.get('/api/events?wait=30')
    assert.equal(sixth.status, 429)
    assert.deepEqual(sixth.json.errors, { message: 'At most 5 long polls per account at a time' })
    const retryAfter = Number(sixth.headers.get('retry-after'))
    assert.ok(retryAfter >= 1 && retryAfter <= 32, String(retryAfter))
    assert.equal((await tenant.get('/api/events')).status, 200, 'one that does not wait is answered')
    const other = await running.tenant()
    assert.equal((await other.get('/api/events?wait=1')).status, 200)
    gaveUp.abort()
    assert.deepEqual(await Promise.all(five), Array(5).fill('gave up'))
    await eventually(async () => (await held()) === 0)
  })

  test('a stop answers long polls at once', async () => {
    const stopping = await start()
    const tenant = await stopping.tenant()
    const waiting: Promise<Answered> = tenant.get('/api/events?wait=30')
    const rows = () =>
      stopping.service.parts.store.database.query(sql('select slot from long_polls where account = $1', tenant.account))
    await eventually(async () => (await rows()).length === 1)
    await stopping.stop()
    const answer = await waiting
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json, { items: [], next: '0', has_more: false })
  })
})
