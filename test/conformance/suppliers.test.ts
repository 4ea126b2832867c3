import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { aLine, aPurchaseInvoice, aSupplier, type Members } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Suppliers as invoices and agreements name them. Source: docs/decisions/0169.

eachService('known suppliers', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  const scope = 'documents:read documents:write profiles'
  const bill = async (own: Tenant, supplier: Members, overrides: Members = {}) => {
    const request = aPurchaseInvoice({ accounting_supplier_party: aSupplier(supplier), ...overrides })
    const made = await own.post(`/api/purchase-invoices/${own.profileId}`, request)
    assert.equal(made.status, 201, made.text)
    return made.json
  }
  const agree = async (own: Tenant, name: string, tin: string) => {
    const made = await own.post('/api/agreements', {
      agreement_number: `SBA ${name} ${tin}`,
      business_profile_id: own.profileId,
      supplier_name: name,
      supplier_tin: tin,
      valid_from: '2026-07-01',
    })
    assert.equal(made.status, 201, made.text)
    return made.json.agreement_id
  }
  const namesOf = async (own: Tenant, query: string): Promise<readonly string[]> => {
    const { status, text, json } = await own.get(`/api/suppliers?${query}`)
    assert.equal(status, 200, text)
    return json.items.map(({ name }: { name: string }) => name)
  }

  test('a refused invoice is not the one that the next is filled in from, unless there is no other', async () => {
    const own = await running.tenant({ scope })
    const isRefused = (id: string) =>
      eventually(async () => (await own.get(`/api/documents?text=${id}`)).json.items[0].status === 'REJECTED')
    const refused = await bill(own, { party_name: 'Moved Trading', endpoint_id: '1000000011' })
    await isRefused(refused.id)
    const only = (await own.get('/api/suppliers')).json.items[0]
    assert.deepEqual([only.supplier_id, only.last_status], [refused.id, 'REJECTED'])
    const good = await bill(own, { party_name: 'Moved Trading' })
    const again = await bill(own, { party_name: 'Moved Trading', endpoint_id: '1000000011' })
    await isRefused(again.id)
    const [listed, ...more] = (await own.get('/api/suppliers?search=moved')).json.items
    assert.deepEqual([more.length, listed.supplier_id], [0, good.id])
    const { party } = (await own.get(`/api/suppliers/${listed.supplier_id}`)).json
    assert.equal(party.endpoint_id, aSupplier().endpoint_id)
  })

  test('the id of a refused invoice stays valid, and answers the party that was accepted', async () => {
    const own = await running.tenant({ scope })
    const refused = await bill(own, { party_name: 'Moved Trading', endpoint_id: '1000000011' })
    await eventually(async () => (await own.get('/api/suppliers')).json.items[0].last_status === 'REJECTED')
    const good = await bill(own, { party_name: 'MOVED Trading' })
    const failed = await bill(own, { party_name: 'Moved Trading' }, { document_lines: [aLine({ unit_code: 'NONE' })] })
    for (const id of [refused.id, good.id, failed.id]) {
      const { supplier_id, name, party } = (await own.get(`/api/suppliers/${id}`)).json
      assert.deepEqual([supplier_id, name, party.endpoint_id], [good.id, 'MOVED Trading', aSupplier().endpoint_id])
    }
  })

  test('an agreement names who was billed with its TIN last, with any TRN of it, and was not refused', async () => {
    const own = await running.tenant({ scope })
    const trn = (company_id: string) => ({ party_tax_scheme: { company_id, tax_scheme: 'VAT' } })
    const higher = trn('100234567800103')
    const agreed = await agree(own, 'An agreed name', '1002345678')
    await bill(own, {
      party_name: 'Beyond the TIN',
      tin: '1002345679',
      endpoint_id: '1002345679',
      ...trn('100234567900003'),
    })
    const named = async () => (await own.get(`/api/suppliers/${agreed}`)).json.supplier_id
    assert.equal(await named(), agreed)
    const failed = await bill(own, higher, { document_lines: [aLine({ unit_code: 'NONE' })] })
    assert.equal(await named(), failed.id)
    await bill(own, { party_name: 'Branch', ...higher })
    const newest = await bill(own, { party_name: 'Whole' })
    await bill(own, { party_name: 'Branch', ...higher }, { document_lines: [aLine({ unit_code: 'NONE' })] })
    assert.equal(await named(), newest.id)
    const last = await bill(own, { party_name: 'Branch', ...higher })
    assert.equal(await named(), last.id)
  })

  test('of the agreements with one name the newest is listed, and each is found by its TIN', async () => {
    const own = await running.tenant({ scope })
    const mistyped = await agree(own, 'Noor Printing', '1007777777')
    assert.equal((await own.post(`/api/agreements/${mistyped}/end`, { valid_to: '2026-07-02' })).status, 200)
    const right = await agree(own, 'NOOR Printing', '1008888888')
    const listed = async (query: string) =>
      (await own.get(`/api/suppliers?${query}`)).json.items.map(({ supplier_id, tin }: Members) => [supplier_id, tin])
    assert.deepEqual(await listed(''), [[right, '1008888888']])
    assert.deepEqual(await listed('search=noor'), [[right, '1008888888']])
    assert.deepEqual(await listed('search=1008888888'), [[right, '1008888888']])
    assert.deepEqual(await listed('search=1007777777'), [[mistyped, '1007777777']])
  })

  test('each name is listed once, with its newest invoice; agreements add suppliers without one', async () => {
    const own = await running.tenant({ scope })
    await bill(own, { party_name: 'Gulf Metals' })
    const newest = await bill(own, { party_name: 'GULF Metals' }, { issue_date: '2026-07-20' })
    await bill(own, { party_name: 'Zayed Trading' })
    const agreed = await agree(own, 'Noor Printing', '1007777777')
    await agree(own, 'gulf metals', '1002345678')
    assert.deepEqual(await namesOf(own, ''), ['GULF Metals', 'Noor Printing', 'Zayed Trading'])
    const [metals, noor] = (await own.get('/api/suppliers')).json.items
    assert.deepEqual(metals, {
      supplier_id: newest.id,
      name: 'GULF Metals',
      trn: '100234567800003',
      tin: '1002345678',
      last_document_number: newest.document_number,
      last_issue_date: '2026-07-20',
      last_status: metals.last_status,
    })
    assert.deepEqual(
      [noor.supplier_id, noor.trn, noor.tin, noor.last_document_number],
      [agreed, null, '1007777777', null],
    )
  })

  test('a search finds any part of a name, and the beginning of a TRN or TIN, and nothing else', async () => {
    const own = await running.tenant({ scope })
    await bill(own, { party_name: 'Gulf 100% Metals' })
    await bill(own, { party_name: 'مؤسسة النور' })
    await agree(own, 'Noor Printing', '1007777777')
    assert.deepEqual(await namesOf(own, 'search=METAL'), ['Gulf 100% Metals'])
    assert.deepEqual(await namesOf(own, `search=${encodeURIComponent('0%')}`), ['Gulf 100% Metals'])
    assert.deepEqual(await namesOf(own, 'search=l%25m'), [])
    assert.deepEqual(await namesOf(own, `search=${encodeURIComponent('النور')}`), ['مؤسسة النور'])
    assert.deepEqual(await namesOf(own, 'search=10023'), ['Gulf 100% Metals', 'مؤسسة النور'])
    assert.deepEqual(await namesOf(own, 'search=100777'), ['Noor Printing'])
    assert.deepEqual(await namesOf(own, 'search=00234'), [])
  })

  test('pages of one supplier are the list, also through a search', async () => {
    const own = await running.tenant({ scope })
    for (const name of ['Ajman One', 'Bilal Two', 'Centre One']) await bill(own, { party_name: name })
    await agree(own, 'Bilal One', '1007777777')
    for (const search of ['', '&search=one']) {
      const shown: string[] = []
      let cursor: string | null = ''
      for (let page = 0; cursor !== null && page < 10; page += 1) {
        const { json } = await own.get(`/api/suppliers?limit=1${search}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        shown.push(...json.items.map(({ name }: { name: string }) => name))
        cursor = json.next
      }
      assert.deepEqual(shown, await namesOf(own, search))
      assert.deepEqual(
        shown,
        ['Ajman One', 'Bilal One', 'Bilal Two', 'Centre One'].filter((name) => search === '' || name.endsWith('One')),
      )
    }
  })

  test('a supplier has the party of its newest invoice, and what is missing to bill it', async () => {
    const own = await running.tenant({ scope })
    const party = aSupplier({ party_name: 'Whole Trading', contact_name: 'Amal' })
    const { id } = await bill(own, party)
    const whole = (await own.get(`/api/suppliers/${id}`)).json
    assert.deepEqual(whole.party, party)
    assert.deepEqual(whole.missing, [])
    const agreed = (await own.get(`/api/suppliers/${await agree(own, 'Noor Printing', '1007777777')}`)).json
    assert.deepEqual(agreed.party, { name: 'Noor Printing', tin: '1007777777' })
    for (const member of ['postal_address', 'endpoint_id', 'email', 'party_name']) {
      assert.ok(agreed.missing.includes(member), JSON.stringify(agreed))
    }
    const renamed = (await own.get(`/api/suppliers/${await agree(own, 'Whole by another name', '1002345678')}`)).json
    assert.equal(renamed.name, 'Whole Trading', 'who was billed under another name is found by its TIN')
  })

  test('suppliers of another organisation, sales and unknown ids are not found', async () => {
    const [own, other] = [await running.tenant({ scope }), await running.tenant({ scope })]
    const { id } = await bill(other, { party_name: 'Hidden Trading' })
    const agreed = await agree(other, 'Hidden Printing', '1007777777')
    assert.deepEqual(await namesOf(own, ''), [])
    for (const unknown of [id, agreed, '01900000-0000-7000-8000-000000000000', 'x']) {
      const { status, json } = await own.get(`/api/suppliers/${unknown}`)
      assert.deepEqual([status, json.error_codes.message.id], [404, 'supplier_not_found'], JSON.stringify(json))
    }
  })
})
