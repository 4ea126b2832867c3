import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bareResponse } from '../../src/exchange/gateway.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { newAccount } from '../support/service/tenants.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Legs that wait, by what stopped them; retries and reports of an administrator, and of an operator
// across organisations.

const unknownId = '01900000-0000-7000-8000-000000000000'
const scope = 'documents:read documents:write admin'

eachService('waiting legs', (start) => {
  let running: TestService
  let tenant: Tenant
  let other: Tenant
  let operator: Readonly<Record<string, string>>
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope })
    other = await running.tenant({ scope })
    const { token } = await newAccount(running.service.parts.store, running.config, other.orgId, `${scope} operator`)
    operator = { authorization: `Bearer ${token}` }
  })
  const query = (text: string, ...values: readonly (string | number)[]) =>
    running.service.parts.store.database.query(sql(text, ...values))

  /**
   * A delivered document whose C3 leg is then made to look stopped. After a retry the sandbox says
   * that it has the document: SUBMITTED.
   */
  async function stopped(who: Tenant, cause: string, more = "status = 'STALLED'"): Promise<string> {
    const created = await who.post(`/api/purchase-invoices/${who.profileId}`, aPurchaseInvoice())
    const id: string = created.json.id
    await eventually(async () => {
      const [document] = await query(
        'select overall_status from documents where org_id = $1 and id = $2',
        who.orgId,
        id,
      )
      return document?.overall_status === 'APPROVED'
    })
    await query(
      `update legs set ${more}, cause = $3, transmission_response = $4, updated_at = updated_at + 1
       where org_id = $1 and document_id = $2 and corner = 'C3'`,
      who.orgId,
      id,
      cause,
      JSON.stringify(bareResponse('TIMEOUT', `${cause} after 31 s`)),
    )
    return id
  }
  const statusOf = async (id: string, corner = 'C3') => {
    const rows = await query('select status from legs where document_id = $1 and corner = $2', id, corner)
    return rows.map(({ status }) => status)
  }

  test('stalled legs are grouped by their cause, and listed page by page', async () => {
    const one = await stopped(tenant, 'The line is down')
    const two = await stopped(tenant, 'The line is down')
    const three = await stopped(tenant, 'Certificate expired')
    const { status, json } = await tenant.get('/api/legs?state=stalled')
    assert.equal(status, 200)
    assert.deepEqual(
      json.items.map(({ cause, count, is_capped }: Record<string, unknown>) => ({ cause, count, is_capped })),
      [
        { cause: 'The line is down', count: 2, is_capped: false },
        { cause: 'Certificate expired', count: 1, is_capped: false },
      ],
    )
    const [line, certificate] = json.items
    assert.deepEqual(new Set(line.sample.map((leg: { document_id: string }) => leg.document_id)), new Set([one, two]))
    assert.equal(certificate.sample[0].document_id, three)
    assert.equal(certificate.sample[0].error, 'Certificate expired after 31 s')
    assert.equal(line.oldest_since, line.sample.map(({ since }: { since: string }) => since).sort()[0])
    const cause = encodeURIComponent('The line is down')
    const first = await tenant.get(`/api/legs?state=stalled&cause=${cause}&limit=1`)
    const second = await tenant.get(`/api/legs?state=stalled&cause=${cause}&limit=1&cursor=${first.json.next}`)
    const shown = [...first.json.items, ...second.json.items]
    assert.deepEqual(new Set(shown.map(({ document_id }: { document_id: string }) => document_id)), new Set([one, two]))
    assert.equal(second.json.next, null)
    assert.deepEqual((await other.get('/api/legs?state=stalled')).json.items, [])
  })

  test('pages end between the two legs of a document, which wait since the same moment', async () => {
    const own = await running.tenant({ scope: 'documents:read documents:write' })
    const ids = [await stopped(own, 'x'), await stopped(own, 'x')]
    const both = "update legs set status = 'STALLED', cause = 'Both', updated_at = 5, next_attempt_at = null"
    await query(`${both} where org_id = $1`, own.orgId)
    const shown: string[] = []
    for (let cursor = ''; ; ) {
      const { json } = await own.get(`/api/legs?state=stalled&cause=Both&limit=1${cursor}`)
      shown.push(...json.items.map((one: Record<string, unknown>) => `${one.document_id} ${one.leg}`))
      if (json.next === null) break
      cursor = `&cursor=${json.next}`
    }
    const expected = ids.flatMap((id) => [`${id} C3`, `${id} C5`])
    assert.deepEqual(shown.toSorted(), expected.toSorted())
  })

  test('overdue and waiting legs have their own causes', async () => {
    const overdue = "status = 'SUBMITTED', submitted_at = 1, mls_overdue_at = 2"
    const id = await stopped(tenant, 'No status from 0242:990001', overdue)
    const { json } = await tenant.get('/api/legs?state=overdue')
    assert.equal(json.items[0].cause, 'No status from 0242:990001')
    assert.equal(json.items[0].sample[0].document_id, id)
    const later = Date.now() + 3_600_000
    const waits = await stopped(tenant, 'Busy', `status = 'RETRYING', next_attempt_at = ${later}`)
    const untried = await stopped(tenant, 'x', `status = 'PENDING', next_attempt_at = ${later}`)
    await query('update legs set cause = null where org_id = $1 and document_id = $2', tenant.orgId, untried)
    const waiting = (await tenant.get('/api/legs?state=waiting')).json.items
    assert.deepEqual(new Set(waiting.map(({ cause }: { cause: string }) => cause)), new Set(['Busy', 'Not tried yet']))
    const busy = await tenant.get('/api/legs?state=waiting&cause=Busy')
    assert.deepEqual(
      [busy.json.items[0].document_id, busy.json.items[0].next_attempt_at],
      [waits, new Date(later).toISOString()],
    )
    const fresh = await tenant.get('/api/legs?state=waiting&cause=Not%20tried%20yet')
    assert.equal(fresh.json.items[0].document_id, untried)
    await query("update legs set status = 'APPROVED', cause = null where org_id = $1", tenant.orgId)
  })

  test('wrong parameters are a 400', async () => {
    for (const wrong of ['state=gone', 'state=stalled&cursor=x', 'state=stalled&cause=x&size=0'])
      assert.equal((await tenant.get(`/api/legs?${wrong}`)).status, 400, wrong)
    const cursor = `1-${unknownId}`
    assert.equal((await tenant.get(`/api/legs?state=stalled&cursor=${cursor}`)).status, 400)
  })

  test('a retry of one cause leaves the others', async () => {
    const one = await stopped(tenant, 'The line is down')
    const two = await stopped(tenant, 'Certificate expired')
    const foreign = await stopped(other, 'The line is down')
    const retried = await tenant.post('/api/legs/retry', { cause: 'The line is down' })
    assert.equal(retried.status, 200, retried.text)
    assert.equal(retried.json.retried.length, 1)
    assert.deepEqual(retried.json.left, { count: 0, is_capped: false })
    await eventually(async () => (await statusOf(one))[0] === 'SUBMITTED')
    assert.deepEqual(await statusOf(two), ['STALLED'])
    assert.deepEqual(await statusOf(foreign), ['STALLED'])
    const named = await tenant.post('/api/legs/retry', { document_id: two, leg: 'C3' })
    assert.equal(named.status, 200, named.text)
    await eventually(async () => (await statusOf(two))[0] === 'SUBMITTED')
    const again = await tenant.post('/api/legs/retry', { document_id: two })
    assert.equal(again.status, 409)
    assert.match(again.text, /There is no stalled leg of /)
    const uuid = (await other.get('/api/legs?state=stalled')).json.items[0].sample[0].transmission_uuid
    assert.equal((await tenant.post('/api/legs/retry', { transmission_uuid: uuid })).status, 409)
    assert.equal((await other.post('/api/legs/retry', { transmission_uuid: uuid })).status, 200)
    await eventually(async () => (await statusOf(foreign))[0] === 'SUBMITTED')
  })

  test('a retry names exactly one cause, document or transmission', async () => {
    for (const wrong of [
      {},
      { cause: 'x', document_id: unknownId },
      { transmission_uuid: unknownId, leg: 'C3' },
      { document_id: unknownId, leg: 'C4' },
    ]) {
      assert.equal((await tenant.post('/api/legs/retry', wrong)).status, 400, JSON.stringify(wrong))
    }
  })

  test('only an operator acts across organisations', async () => {
    const id = await stopped(tenant, 'An outage of everybody')
    const body = { cause: 'An outage of everybody', org_id: tenant.orgId }
    assert.equal((await other.post('/api/legs/retry', body)).status, 403)
    assert.equal((await other.get(`/api/legs?state=stalled&org_id=${tenant.orgId}`)).status, 403)
    assert.equal((await other.get('/api/legs?state=stalled&org_id=all')).status, 403)
    const report = { document_id: id, org_id: tenant.orgId }
    assert.equal((await other.post('/api/legs/report-again', report)).status, 403)
    const all = await other.get('/api/legs?state=stalled&org_id=all', operator)
    const found = all.json.items.find(({ cause }: { cause: string }) => cause === body.cause)
    assert.equal(found.sample[0].org_id, tenant.orgId)
    const retried = await other.post('/api/legs/retry', { ...body, org_id: 'all' }, operator)
    assert.equal(retried.json.retried.length, 1)
    await eventually(async () => (await statusOf(id))[0] === 'SUBMITTED')
    const unnamed = { document_id: id, org_id: 'all' }
    assert.equal((await other.post('/api/legs/retry', unnamed, operator)).status, 400)
    assert.equal((await other.post('/api/legs/report-again', unnamed, operator)).status, 400)
  })

  test('a rejected report is made again, once', async () => {
    const id = await stopped(tenant, 'x', "status = 'APPROVED'")
    const body = { document_id: id }
    const refused = await tenant.post('/api/legs/report-again', body)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /The document cannot be reported again: its report, transmission .* is APPROVED/)
    await query("update legs set status = 'REJECTED' where document_id = $1 and corner = 'C5'", id)
    assert.equal((await other.post('/api/legs/report-again', body)).status, 404)
    const reported = await tenant.post('/api/legs/report-again', body)
    assert.equal(reported.status, 202, reported.text)
    assert.equal(reported.json.document_id, id)
    const { json: audited } = await tenant.get('/api/audit?action=reportAgain')
    assert.deepEqual(
      audited.items.map(({ target }: { target: unknown }) => target),
      [{ kind: 'document', id }],
    )
    await eventually(async () => (await statusOf(id, 'C5')).includes('APPROVED'))
    const listed = await tenant.get(`/api/documents?text=${reported.json.transmission_uuid}`)
    assert.equal(listed.json.items[0].c5.status, 'APPROVED', 'the latest report counts')
    assert.equal((await tenant.post('/api/legs/report-again', { document_id: unknownId })).status, 404)
    assert.equal((await tenant.post('/api/legs/report-again', {})).status, 400)
  })

  test('without scope admin legs can be read, but not retried', async () => {
    const reader = await running.tenant({ scope: 'documents:read documents:write' })
    assert.equal((await reader.post('/api/legs/retry', { cause: 'x' })).status, 403)
    assert.equal((await reader.post('/api/legs/report-again', { document_id: unknownId })).status, 403)
    assert.equal((await reader.get('/api/legs?state=stalled')).status, 200)
  })
})
