import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { pino } from 'pino'
import { buildServer } from '../../src/api/http/server.ts'
import { serve } from '../../src/api/operation.ts'
import { coreOperations } from '../../src/api/operations/index.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice, aSupplier } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Each call in docs/sandbox.md, "Letting time pass".

const advance = '/sandbox/clock/advance'
const scope = 'documents:read documents:write admin'
const [minute, hour] = [60_000, 3_600_000]

eachService('sandbox clock', (start) => {
  let running: TestService
  let another: TestService
  let tenant: Tenant
  before(async () => {
    running = await start()
    another = await start()
    tenant = await running.tenant({ scope })
  })

  test('a missing status is overdue after an advance of 30 minutes', async () => {
    const id = await created(tenant, '1000000031')
    await eventually(async () => (await legsOf(tenant, id)) === 'SUBMITTED APPROVED')
    const advanced = await tenant.post(advance, { by: '30m' })
    assert.equal(advanced.status, 200, advanced.text)
    assert.equal(advanced.json.ahead_ms, 30 * minute)
    assert.ok(Math.abs(Date.parse(advanced.json.now) - Date.now() - 30 * minute) < minute)
    await eventually(async () => (await logOf(tenant, id)).some(({ event }) => event === 'MLS_OVERDUE_C3'))
    const document = (await tenant.get(`/api/purchase-invoices/${id}`)).json
    assert.equal(document.meta_info.peppol_status.overall_status, 'PENDING')
    // Each instance has checked again by then.
    for (const instance of [running, another]) await overdueOf(tenant, instance)
    assert.deepEqual(
      (await logOf(tenant, id)).filter(({ event }) => event.startsWith('MLS_OVERDUE')).map(({ event }) => event),
      ['MLS_OVERDUE_C3'],
    )
  })

  test('another organisation is unaffected on every instance and keeps its own limit', async () => {
    const other = await another.tenant({ scope })
    const silent = await created(other, '1000000031')
    const retried = await created(other, '1000000022')
    await eventually(async () => (await legsOf(other, silent)) === 'SUBMITTED APPROVED')
    await eventually(async () => (await legsOf(other, retried)) === 'RETRYING APPROVED')
    const isOverdue = async () => (await logOf(other, silent)).some(({ event }) => event === 'MLS_OVERDUE_C3')
    assert.equal((await tenant.post(advance, { by: '3000d' })).status, 200)
    for (const instance of [running, another]) await overdueOf(tenant, instance)
    assert.equal(await legsOf(other, retried), 'RETRYING APPROVED')
    assert.equal(await isOverdue(), false)
    const advanced = await other.post(advance, { by: '3650d' })
    assert.equal(advanced.json.ahead_ms, 3_650 * 24 * hour, advanced.text)
    await eventually(async () => (await legsOf(other, retried)) === 'APPROVED APPROVED')
    await eventually(isOverdue)
    assert.deepEqual((await other.post(advance, { by: '1s' })).json.errors, { by: tooFar })
  })

  test('concurrent advances on two instances add up, and each answer has its own total', async () => {
    const own = await running.tenant({ scope })
    const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' }
    const calls = [running, another, running, another, running, another].map(({ address }) =>
      fetchDeclared(address, advance, { method: 'POST', headers, body: '{"by":"1h"}' }),
    )
    const answers = (await Promise.all(calls)).map(({ json }) => json)
    assert.deepEqual(answers.map(({ ahead_ms }) => ahead_ms / hour).toSorted(), [1, 2, 3, 4, 5, 6])
    for (const { now, ahead_ms } of answers) assert.ok(Math.abs(Date.parse(now) - Date.now() - ahead_ms) < minute)
  })

  test('advances make retries due until a leg stalls', async () => {
    const own = await running.tenant({ scope })
    const id = await created(own, '1000000024')
    await eventually(async () => {
      await own.post(advance, { by: 'PT1H' })
      return (await legsOf(own, id)).startsWith('STALLED')
    })
    const attempts = (await logOf(own, id)).filter(({ event }) => /^TRANSMISSION_(RETRY|FAILED)_C3$/.test(event))
    assert.equal(attempts.length, 12)
  })

  test('everything written carries the real time despite advances', async () => {
    const own = await running.tenant({ scope })
    const ids = [await created(own, '1000000024')]
    await eventually(async () => (await legsOf(own, ids[0] ?? '')) === 'RETRYING APPROVED')
    assert.equal((await own.post(advance, { by: '40d' })).status, 200)
    ids.push(await created(own, '1987654321'))
    await eventually(async () => (await legsOf(own, ids[1] ?? '')) === 'APPROVED APPROVED')
    for (const id of ids) {
      const log = await logOf(own, id)
      for (const { timestamp } of log) assert.ok(Math.abs(timestamp - Date.now()) < 10 * minute)
      // The log is sorted by time, so the first event stands first.
      assert.equal(log[0]?.event, 'DOCUMENT_CREATED')
    }
    const { items: events } = (await own.get('/api/events')).json
    const times: number[] = events.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp))
    assert.ok(times.length >= 4)
    for (const at of times) assert.ok(Math.abs(at - Date.now()) < 10 * minute)
  })

  test('only an administrator can advance the clock, forward and by at most ten years', async () => {
    const writer = await running.tenant()
    assert.equal((await writer.post(advance, { by: '30m' })).status, 403)
    const wrong = 'By must be a duration of at least a second, such as 30m, 1h30m, 2d or PT30M'
    for (const by of ['-30m', '0s', 'soon', 30]) {
      const answer = await tenant.post(advance, { by })
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.json.errors, { by: wrong })
    }
    assert.deepEqual((await tenant.post(advance, {})).json.errors, { by: 'By is mandatory' })
    assert.equal((await tenant.post(advance, '{"by": ')).status, 400)
    assert.deepEqual((await tenant.post(advance, { by: '4000d' })).json.errors, { by: tooFar })
  })

  test('without the sandbox the operation does not exist', async () => {
    const parts = { ...running.service.parts, gatewayName: 'another', sandboxClock: undefined }
    const server = buildServer(serve(coreOperations, parts), parts, pino({ level: 'silent' }))
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    for (const tried of [headers, { 'content-type': 'application/json' }]) {
      const answer = await server.inject({ method: 'POST', url: advance, headers: tried, payload: '{"by":"30m"}' })
      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json().errors, { message: `No such operation: POST ${advance}` })
    }
    await server.close()
  })

  async function created(owner: Tenant, endpoint: string): Promise<string> {
    const supplier = aSupplier({ endpoint_id: endpoint, endpoint_scheme_id: '0235' })
    const answer = await owner.post(
      `/api/purchase-invoices/${owner.profileId}`,
      aPurchaseInvoice({ accounting_supplier_party: supplier }),
    )
    assert.equal(answer.status, 201, answer.text)
    return answer.json.id
  }

  /** Issues a document without a status, and waits until an advance on the instance has made it overdue. */
  async function overdueOf(owner: Tenant, instance: TestService): Promise<void> {
    const id = await created(owner, '1000000031')
    await eventually(async () => (await legsOf(owner, id)) === 'SUBMITTED APPROVED')
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"by":"30m"}' }
    assert.equal((await fetchDeclared(instance.address, advance, init)).status, 200)
    await eventually(async () => (await logOf(owner, id)).some(({ event }) => event === 'MLS_OVERDUE_C3'))
  }

  /** The statuses of both legs, C3 first. */
  async function legsOf(owner: Tenant, id: string): Promise<string> {
    const { toC3, toC5 } = (await owner.get(`/api/purchase-invoices/${id}/peppol-status`)).json
    return `${toC3.status} ${toC5.status}`
  }

  async function logOf(
    owner: Tenant,
    id: string,
  ): Promise<readonly { readonly event: string; readonly timestamp: number }[]> {
    return (await owner.get(`/api/purchase-invoices/${id}/peppol-status-logs`)).json
  }
})

const tooFar = 'The clock of the sandbox may be 3650 days ahead at most'
