import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { anMls } from '../support/delivery/mls.ts'
import { eventually } from '../support/eventually.ts'
import { type PhossApStub, startPhossAp } from '../support/network/phoss-ap-stub.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService, type StartService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The full path with an access point: a create, both legs out, receipts, and statuses in through
// `POST /gateway/inbound`.

const serviceProviderId = '0242:990001'
const authorityId = '0242:000006-TESTBED.3001'
const secret = randomBytes(24).toString('hex')

eachService('access point', (start) => {
  let stub: PhossApStub
  let running: TestService
  let tenant: Tenant
  before(async () => {
    stub = await startPhossAp()
    running = await startWith(start, stub)
    tenant = await running.tenant()
  })
  after(() => stub.close())

  test('a document is sent on both legs, confirmed and approved', async () => {
    const id = await create(tenant)
    const { toC3, toC5 } = await eventually(async () => {
      const { json } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
      return json.toC3.status === 'SUBMITTED' && json.toC5.status === 'SUBMITTED' && json
    })
    const stranger = await bring(running, anMls({ referenceId: toC3.transmissionUuid, ...from('0242:000307') }))
    assert.match(stranger.body.errorMessage, /^WRONG_SENDER: /)
    await bring(running, anMls({ referenceId: toC3.transmissionUuid, ...from('0242:000306-DESK') }))
    await bring(running, anMls({ referenceId: toC5.transmissionUuid, ...from(authorityId) }))
    await untilStatus(tenant, id, 'APPROVED')
    const { json: snapshot } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
    for (const leg of [snapshot.toC3, snapshot.toC5]) {
      assert.equal(leg.status, 'APPROVED')
      assert.equal(leg.transmissionResponse.messageId, `${leg.transmissionUuid}@phoss-ap`)
      assert.equal(leg.transmissionResponse.overallDurationToTransmit, 446)
      assert.equal(stub.submitted.filter((uuid) => uuid === leg.transmissionUuid).length, 1)
    }
    const { json: log } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status-logs`)
    assert.doesNotMatch(JSON.stringify(log), /UNVERIFIED/)
  })

  test('a refusal by the network or the receiver ends the document with their message', async () => {
    stub.behave = (corner) => (corner === 'C3' ? 'unregistered' : 'delivered')
    const id = await create(tenant)
    await untilStatus(tenant, id, 'REJECTED')
    const { json: snapshot } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
    assert.equal(snapshot.toC3.status, 'FAILED')
    assert.match(
      snapshot.toC3.transmissionResponse.transmissionErrors[0].description,
      /not registered in the Peppol Network/,
    )
  })

  test('a transmission that the access point retries itself is never handed over twice', async () => {
    stub.behave = (corner) => (corner === 'C3' ? 'retrying' : 'unreported')
    const id = await create(tenant)
    const leg = await eventually(async () => {
      const { json } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
      return json.toC3.status === 'RETRYING' && json.toC5.status === 'SUBMITTED' && json.toC3
    })
    assert.match(leg.transmissionResponse.transmissionErrors[0].description, /Connection refused/)
    stub.deliver(leg.transmissionUuid)
    const { status } = await bring(running, anMls({ referenceId: leg.transmissionUuid, ...from('0242:000306') }))
    assert.equal(status, 200)
    const { json } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
    assert.equal(json.toC3.status, 'APPROVED')
    assert.equal(stub.submitted.filter((uuid) => uuid === leg.transmissionUuid).length, 1)
  })

  test('an absent or slow access point costs time but no attempt, and gets nothing twice', async () => {
    stub.behave = (corner) => (corner === 'C3' ? 'lost' : 'delivered')
    const port = Number(new URL(stub.url).port)
    await stub.close()
    const id = await create(tenant)
    const away = await eventually(async () => {
      const { json } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
      return json.toC3.status === 'RETRYING' && json.toC5.status === 'RETRYING' && json
    })
    assert.match(away.toC5.transmissionResponse.transmissionErrors[0].description, /cannot be reached: .*ECONNREFUSED/)
    await stub.listen(port)
    await eventually(async () => {
      const { json } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)
      return json.toC3.status === 'SUBMITTED' && json.toC5.status === 'SUBMITTED'
    }, 60_000)
    const { json: log } = await tenant.get(`/api/purchase-invoices/${id}/peppol-status-logs`)
    const retries: { event: string; message: string }[] = log
    const messages = retries.filter(({ event }) => event === 'TRANSMISSION_RETRY_C3').map(({ message }) => message)
    assert.match(messages[0] ?? '', /the access point is unavailable, not counted as an attempt$/)
    assert.match(messages.at(-1) ?? '', /; attempt 1 of 12, will retry$/)
    for (const { transmissionUuid } of [away.toC3, away.toC5]) {
      assert.equal(stub.submitted.filter((uuid) => uuid === transmissionUuid).length, 1)
    }
  })

  test('the access point understands our answers', async () => {
    const unknown = await bring(
      running,
      anMls({ referenceId: '00000000-0000-4000-8000-000000000000', ...from(authorityId) }),
    )
    assert.deepEqual([unknown.status, unknown.body], [200, { countryCodeC4: 'AE' }])
    const refused = await bring(running, '<Invoice/>')
    assert.equal(refused.status, 200)
    assert.equal(refused.body.retry, 'none')
    assert.match(refused.body.errorMessage, /^UNREADABLE: /)
    const elsewhere = anMls({ referenceId: '00000000-0000-4000-8000-000000000000', receiverId: '0242:000001' })
    assert.match((await bring(running, elsewhere)).body.errorMessage, /^NOT_FOR_US: /)
  })

  test('its clock cannot be advanced', async () => {
    const admin = await running.tenant({ scope: 'admin' })
    assert.equal((await admin.post('/sandbox/clock/advance', { by: '30m' })).status, 404)
  })

  test('nothing is read without the secret; without a configured secret the operation does not exist', async () => {
    const mls = anMls({ referenceId: '00000000-0000-4000-8000-000000000000' })
    for (const headers of [{}, { 'x-selfbill-secret': 'x' }, { authorization: `Bearer ${tenant.token}` }]) {
      const answer = await fetch(`${running.address}/gateway/inbound`, { method: 'POST', body: mls, headers })
      assert.equal(answer.status, 401)
      assert.deepEqual(await answer.json(), {
        errors: { message: 'The secret of the access point is missing or wrong' },
        error_codes: { message: { id: 'secret_wrong', values: {} } },
      })
    }
    const sandbox = await start()
    assert.equal((await bring(sandbox, mls)).status, 404)
  })

  test('a wrong type, encoding or size is answered in the usual shape of errors', async () => {
    for (const [headers, body, status, message] of [
      [{ 'content-type': 'application/json' }, '{}', 415, /application\/xml/],
      [{ 'content-type': 'xml' }, '<a/>', 415, /application\/xml/],
      [{ 'content-encoding': 'gzip' }, 'x', 415, /must not be compressed/],
      [{}, Buffer.alloc(10 * 1024 * 1024 + 1, 0x20), 413, /10MB/],
    ] as const) {
      const answer = await bring(running, body, headers)
      assert.equal(answer.status, status)
      assert.match(answer.body.errors.message, message)
    }
    assert.match((await bring(running, Buffer.alloc(9 * 1024 * 1024, 0x20))).body.errorMessage, /^UNREADABLE/)
  })
})

function startWith(start: StartService, stub: PhossApStub): Promise<TestService> {
  return start({
    GATEWAY: 'phoss-ap',
    GATEWAY_URL: stub.url,
    GATEWAY_TOKEN: stub.token,
    INBOUND_SECRET: secret,
    SERVICE_PROVIDER_ID: serviceProviderId,
    C5_RECEIVER_ID: authorityId,
    'TUNING.gateway_timeout_ms': '1000',
  })
}

/** The status comes from this party and goes to us. */
function from(senderId: string) {
  return { senderId, receiverId: serviceProviderId }
}

async function create(tenant: Tenant): Promise<string> {
  const answer = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
  assert.equal(answer.status, 201, answer.text)
  return answer.json.id
}

async function untilStatus(tenant: Tenant, id: string, status: string): Promise<void> {
  await eventually(async () => {
    const { json } = await tenant.get(`/api/purchase-invoices/${id}`)
    return json.meta_info.peppol_status.overall_status === status
  })
}

/** As phoss-ap sends it. */
async function bring(
  { address }: TestService,
  envelope: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
) {
  const { status, json } = await fetchDeclared(address, '/gateway/inbound', {
    method: 'POST',
    body: envelope,
    headers: { 'content-type': 'application/xml', 'x-selfbill-secret': secret, ...headers },
  })
  return { status, body: json }
}
