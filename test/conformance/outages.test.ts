import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { recordOutage } from '../../src/store/outages.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// GET /api/outages: what an administrator has to report, and what an operator sees.

interface Listed {
  readonly cause: string
  readonly from: string
}

const from = '2031-03-07T10:00:00.000Z'
const to = '2031-03-07T12:30:00.000Z'

eachService('outages', (start) => {
  let running: TestService
  before(async () => {
    running = await start()
  })
  const listed = async (tenant: Tenant, query = ''): Promise<readonly Listed[]> => {
    const answer = await tenant.get(`/api/outages${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.items
  }

  test('an administrator sees the outages that touched own documents, an operator all', async () => {
    const touched = await running.tenant({ scope: 'documents:read documents:write admin' })
    const other = await running.tenant({ scope: 'admin' })
    const operator = await running.tenant({ scope: 'operator' })
    const { database } = running.service.parts.store
    const created = await touched.post(`/api/purchase-invoices/${touched.profileId}`, aPurchaseInvoice())
    assert.equal(created.status, 201, created.text)
    // After their end nothing moves the legs any more, so they can be made to wait.
    const open = sql(
      "select 1 from legs where org_id = $1 and status not in ('APPROVED', 'NOT_REQUIRED')",
      touched.orgId,
    )
    await eventually(async () => (await database.query(open)).length === 0)
    const later = Date.parse('2040-01-01T00:00:00Z')
    await database.query(
      sql("update legs set status = 'RETRYING', next_attempt_at = $2 where org_id = $1", touched.orgId, later),
    )
    await recordOutage(database, {
      cause: 'gateway',
      reason: 'HTTP 503',
      at: Date.parse(from),
      endedAt: Date.parse(to),
    })
    const away = { cause: 'gateway', access_point: 'default', reason: 'HTTP 503' }
    const expected = { from, to, ...away, documents: 1, report_by: '2031-03-11' }
    const [own] = await listed(touched)
    const { id, ...rest } = { id: '', ...own }
    assert.deepEqual(rest, expected)
    assert.ok(id !== '')
    assert.deepEqual(await listed(other), [])
    assert.deepEqual(await listed(operator), [{ id, ...expected }])
    assert.deepEqual(await listed(operator, '?from=2031-03-07T12:30:00Z&to=2031-03-07T10:00:01Z'), [
      { id, ...expected },
    ])
    assert.deepEqual(await listed(operator, '?from=2031-03-07T12:30:01Z'), [])
    assert.deepEqual(await listed(operator, '?to=2031-03-07T10:00:00Z'), [])
  })

  test('other accounts cannot see them, and a wrong time is refused', async () => {
    const plain = await running.tenant({ scope: 'documents:read documents:write profiles' })
    assert.equal((await plain.get('/api/outages')).status, 403)
    const operator = await running.tenant({ scope: 'operator' })
    assert.equal((await operator.get('/api/outages?from=monday')).status, 400)
  })
})
