import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { buildServer } from '../../src/api/http/server.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice, aSupplier } from '../support/requests/requests.ts'
import { eachService, type Tenant, type TestService } from '../support/service/service.ts'

// docs/sandbox.md, "Letting time pass", call by call.

const advance = '/sandbox/clock/advance'
const minute = 60_000

eachService('sandbox clock', (start) => {
  let running: TestService
  let tenant: Tenant
  let admin: Tenant
  before(async () => {
    running = await start()
    tenant = await running.tenant()
    admin = await running.tenant({ scope: 'admin' })
  })

  test('a status that never comes is overdue after 30 minutes, which take a moment', async () => {
    const id = await created('1000000031')
    await eventually(async () => {
      const { toC3, toC5 } = (await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)).json
      return toC3.status === 'SUBMITTED' && toC5.status === 'APPROVED'
    })
    const began = Date.now()
    const advanced = await admin.post(advance, { by: '30m' })
    assert.equal(advanced.status, 200, advanced.text)
    assert.ok(advanced.json.ahead_ms >= 30 * minute)
    assert.ok(Math.abs(Date.parse(advanced.json.now) - Date.now() - advanced.json.ahead_ms) < minute)
    const entry = await eventually(async () => (await logOf(id)).find(({ event }) => event === 'MLS_OVERDUE_C3'))
    assert.ok(Date.now() - began < 5_000)
    const receipt = (await logOf(id)).find(({ event }) => event === 'RECEIPT_FROM_C3')
    assert.ok(entry.timestamp - (receipt?.timestamp ?? 0) >= 30 * minute)
    const document = (await tenant.get(`/api/purchase-invoices/${id}`)).json
    assert.equal(document.meta_info.peppol_status.overall_status, 'PENDING')
    await delay(100)
    assert.deepEqual(
      (await logOf(id)).filter(({ event }) => event.startsWith('MLS_OVERDUE')).map(({ event }) => event),
      ['MLS_OVERDUE_C3'],
    )
  })

  test('retries are due and a leg stalls without a day of waiting', async () => {
    const id = await created('1000000024')
    await eventually(async () => {
      await admin.post(advance, { by: 'PT1H' })
      await delay(50)
      const { toC3 } = (await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)).json
      return toC3.status === 'STALLED'
    }, 30_000)
    const attempts = (await logOf(id)).filter(({ event }) => /^TRANSMISSION_(RETRY|FAILED)_C3$/.test(event))
    assert.equal(attempts.length, 12)
  })

  test('the time of a document is the real one, whatever the sandbox has come to', async () => {
    await admin.post(advance, { by: '1d' })
    const id = await created('1987654321')
    const [first] = await logOf(id)
    assert.equal(first?.event, 'DOCUMENT_CREATED')
    assert.ok(Math.abs((first?.timestamp ?? 0) - Date.now()) < minute)
  })

  test('only an administrator lets time pass, by a duration, forward, and for ten years at most', async () => {
    assert.equal((await tenant.post(advance, { by: '30m' })).status, 403)
    const wrong = 'By must be a duration of at least a second, such as 30m, 1h30m, 2d or PT30M'
    for (const by of ['-30m', '0s', 'soon', 30]) {
      const answer = await admin.post(advance, { by })
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.json, { errors: { by: wrong } })
    }
    assert.deepEqual((await admin.post(advance, {})).json, { errors: { by: 'By is mandatory' } })
    assert.equal((await admin.post(advance, '{"by": ')).status, 400)
    assert.deepEqual((await admin.post(advance, { by: '4000d' })).json, {
      errors: { by: 'The clock of the sandbox may be 3650 days ahead at most' },
    })
  })

  test('without the sandbox there is no such operation', async () => {
    const parts = { ...running.service.parts, gatewayName: 'another', sandboxClock: undefined }
    const server = buildServer(parts, pino({ level: 'silent' }))
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    for (const tried of [headers, { 'content-type': 'application/json' }]) {
      const answer = await server.inject({ method: 'POST', url: advance, headers: tried, payload: '{"by":"30m"}' })
      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { errors: { message: `No such operation: POST ${advance}` } })
    }
    await server.close()
  })

  async function created(endpoint: string): Promise<string> {
    const supplier = aSupplier({ endpoint_id: endpoint, endpoint_scheme_id: '0235' })
    const answer = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ accounting_supplier_party: supplier }),
    )
    assert.equal(answer.status, 201, answer.text)
    return answer.json.id
  }

  async function logOf(id: string): Promise<readonly { readonly event: string; readonly timestamp: number }[]> {
    return (await tenant.get(`/api/purchase-invoices/${id}/peppol-status-logs`)).json
  }
})
