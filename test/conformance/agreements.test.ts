import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aPurchaseInvoice, aSalesInvoice, type Members } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Agreements on self-billing, and the warning about an invoice without one. Source:
// docs/decisions/0081.

eachService('agreements', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope })
  })

  const scope = 'documents:read documents:write profiles'
  const agreement = (own: Tenant, overrides: Members = {}): Members => ({
    agreement_number: 'SBA-1',
    business_profile_id: own.profileId,
    supplier_name: 'Gulf Metals Trading LLC',
    supplier_tin: '1002345678',
    valid_from: '2026-07-01',
    ...overrides,
  })
  const add = async (own: Tenant, overrides: Members = {}) => {
    const added = await own.post('/api/agreements', agreement(own, overrides))
    assert.equal(added.status, 201, added.text)
    return added.json
  }
  const warningsOf = ({ json }: Answered): readonly string[] =>
    (json.document ?? json).meta_info.peppol_status.validation_results
      .map(({ reasonCode }: { reasonCode: string }) => reasonCode)
      // The same invoice is issued again and again here.
      .filter((code: string) => code !== 'SB-DUPLICATE')

  test('an agreement is added, read, listed and ended', async () => {
    const own = await running.tenant({ scope })
    const added = await add(own)
    const { agreement_id: id, created_at, updated_at, ...rest } = added
    assert.deepEqual(rest, { ...agreement(own), valid_to: null })
    assert.ok(Date.parse(created_at) > 1_700_000_000_000 && updated_at === created_at)
    assert.deepEqual((await own.get(`/api/agreements/${id}`)).json, added)
    const other = await add(own, { supplier_tin: '1009999999', valid_to: '2026-07-31' })
    const found = async (query: string) =>
      (await own.get(`/api/agreements?${query}`)).json.items.map((one: Members) => one.agreement_id)
    assert.deepEqual(await found(''), [id, other.agreement_id])
    const first = await own.get('/api/agreements?limit=1')
    assert.equal(first.json.items[0].agreement_id, id)
    assert.deepEqual(await found(`limit=1&cursor=${first.json.next}`), [other.agreement_id])
    assert.equal((await own.get(`/api/agreements?cursor=${first.json.next}`)).json.next, null)
    assert.deepEqual(await found('supplier_tin=1009999999'), [other.agreement_id])
    assert.deepEqual(await found('valid_on=2026-07-31'), [id, other.agreement_id])
    assert.deepEqual(await found('valid_on=2026-08-01'), [id])
    assert.deepEqual(await found('valid_on=2026-06-30'), [])
    assert.deepEqual(await found('business_profile_id=BP-NONE'), [])
    const ended = await own.post(`/api/agreements/${id}/end`, { valid_to: '2026-09-30' })
    assert.equal(ended.status, 200, ended.text)
    assert.equal(ended.json.valid_to, '2026-09-30')
    const today = await own.post(`/api/agreements/${id}/end`, {})
    assert.match(today.json.valid_to, /^20[0-9]{2}-/)
  })

  test('wrong agreements are refused by member', async () => {
    const refused = async (overrides: Members) => {
      const answer = await tenant.post('/api/agreements', agreement(tenant, overrides))
      assert.equal(answer.status, 400, answer.text)
      return answer.json.errors
    }
    assert.deepEqual(await refused({ business_profile_id: 'BP-NONE' }), {
      business_profile_id: 'Business profile not found with id: BP-NONE',
    })
    assert.deepEqual(await refused({ valid_to: '2026-06-30' }), {
      valid_to: 'Valid to must not be before valid from',
    })
    assert.deepEqual(await refused({ supplier_tin: '2', valid_from: undefined }), {
      supplier_tin: 'Supplier TIN must be exactly 10 characters starting with 1',
      valid_from: 'Valid from is mandatory',
    })
    const { agreement_id: id } = await add(tenant)
    const early = await tenant.post(`/api/agreements/${id}/end`, { valid_to: '2026-06-30' })
    assert.deepEqual([early.status, early.json.errors], [400, { valid_to: 'Valid to must not be before valid from' }])
    const unknown = '/api/agreements/01900000-0000-7000-8000-000000000000'
    assert.equal((await tenant.get(unknown)).status, 404)
    assert.equal((await tenant.post(`${unknown}/end`, {})).status, 404)
    const reader = await running.tenant()
    assert.equal((await reader.post('/api/agreements', agreement(reader))).status, 403)
  })

  test('an invoice is checked from the first agreement on, by profile, supplier and day', async () => {
    const own = await running.tenant({ scope })
    const issue = (overrides: Members = {}, query = '') =>
      own.post(`/api/purchase-invoices/${own.profileId}${query}`, aPurchaseInvoice(overrides))
    assert.deepEqual(warningsOf(await issue()), [], 'without any agreement nothing is checked')
    await add(own, { supplier_tin: '1009999999' })
    const warned = await issue()
    assert.equal(warned.status, 201, warned.text)
    assert.deepEqual(warningsOf(warned), ['SB-AGREEMENT'])
    const [finding] = warned.json.meta_info.peppol_status.validation_results
    assert.equal(finding.flag, 'warning')
    assert.equal(finding.field, 'accounting_supplier_party.tin')
    assert.notEqual(warned.json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    const xml = await own.get(`/api/purchase-invoices/${warned.json.id}/xml`)
    assert.doesNotMatch(xml.text, /agreement=/)
    assert.deepEqual(warningsOf(await issue({}, '?dry_run=true')), ['SB-AGREEMENT'])
    const sale = await own.post(`/api/sales-invoices/${own.profileId}?dry_run=true`, aSalesInvoice())
    assert.deepEqual(warningsOf(sale), [])
    await add(own, { valid_from: '2026-07-15', valid_to: '2026-07-15' })
    assert.deepEqual(warningsOf(await issue()), [])
    assert.deepEqual(warningsOf(await issue({ issue_date: '2026-07-14' })), ['SB-AGREEMENT'])
    assert.deepEqual(warningsOf(await issue({ issue_date: '2026-07-16' })), ['SB-AGREEMENT'])
  })

  test('a resubmission is checked too, and keeps its attachments', async () => {
    const own = await running.tenant({ scope })
    await add(own, { supplier_tin: '1009999999' })
    const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }
    const path = `/api/purchase-invoices/${own.profileId}`
    const failed = await own.post(path, aPurchaseInvoice({ payment_means: undefined, attachments: [file] }))
    assert.equal(failed.json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    const again = `/api/purchase-invoices/${failed.json.id}/${own.profileId}`
    const corrected = await own.send('PUT', again, aPurchaseInvoice())
    assert.equal(corrected.status, 200, corrected.text)
    assert.deepEqual(warningsOf(corrected), ['SB-AGREEMENT'])
    assert.equal(corrected.json.attachments.length, 1)
  })
})
