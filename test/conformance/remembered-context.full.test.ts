import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Value } from '../../src/store/database/database.ts'
import { sql } from '../support/databases/any-row.ts'
import { aPurchaseInvoice, aSalesInvoice, type Members } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// A create begins with the organisation and profile of an earlier one. Whatever another instance or
// a command has changed since counts for the very next document (docs/decisions/0123).

eachService('a remembered organisation and profile', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles' })
    await create()
  })

  /** Beside the service, as another instance does. */
  const change = (text: string, ...values: Value[]) =>
    running.service.parts.store.database.query(sql(text, tenant.orgId, ...values))
  const changeProfile = (set: string, ...values: Value[]) =>
    change(`update profiles set ${set}, version = version + 1 where org_id = $1`, ...values)
  const create = (members: Members = {}, path = 'purchase-invoices') =>
    tenant.post(
      `/api/${path}/${tenant.profileId}`,
      (path.startsWith('sales') ? aSalesInvoice : aPurchaseInvoice)(members),
    )

  test('another name of the company is on the next document', async () => {
    const [row] = await change('select party from profiles where org_id = $1')
    const { name, ...party } = JSON.parse(String(row?.party))
    for (const next of ['Harbour Holding', name]) {
      await changeProfile('party = $2', JSON.stringify({ ...party, name: next }))
      const { status, json } = await create()
      assert.equal(status, 201)
      assert.equal(json.accounting_customer_party.name, next)
    }
  })

  test('an inactive profile issues nothing, and wrong requests are refused for it too', async () => {
    await changeProfile("status = 'INACTIVE'")
    for (const members of [{}, { due_date: 'soon' }]) {
      const { status, json } = await create(members)
      assert.equal(status, 400)
      assert.match(JSON.stringify(json.errors), /not active/)
    }
    await changeProfile("status = 'ACTIVE'")
    assert.equal((await create()).status, 201)
  })

  test('numbering and delivery follow the settings of the organisation', async () => {
    await change("update organisations set number_format = 'X-{prefix}-{sequence:4}' where id = $1")
    assert.match((await create()).json.document_number, /^X-/)
    await change('update organisations set auto_numbering = 0, number_format = null where id = $1')
    const { status, json } = await create()
    assert.deepEqual([status, Object.keys(json.errors)], [400, ['document_number']])
    await change('update organisations set auto_numbering = 1, phase2 = 0 where id = $1')
    assert.equal((await create()).json.meta_info.peppol_status, null)
    await change('update organisations set phase2 = 1 where id = $1')
    assert.equal((await create()).json.meta_info.peppol_status.overall_status, 'PENDING')
    assert.equal((await create({}, 'sales-invoices')).status, 201)
  })

  test('the first agreement is asked for at once', async () => {
    const agreement = {
      agreement_number: 'SBA-1',
      business_profile_id: tenant.profileId,
      supplier_name: 'Elsewhere LLC',
      supplier_tin: '1999999999',
      valid_from: '2026-07-01',
    }
    assert.equal((await tenant.post('/api/agreements', agreement)).status, 201)
    const { json } = await create()
    const codes = json.meta_info.peppol_status.validation_results.map((one: { reasonCode: string }) => one.reasonCode)
    assert.ok(codes.includes('SB-AGREEMENT'), codes.join())
  })
})
