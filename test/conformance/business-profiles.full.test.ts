import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBuyer, anAddress, aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Business profiles through the API: docs/contract.md#requests.

const path = '/api/business-profiles'
const scope = 'documents:read documents:write profiles'

eachService('business profiles', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope })
  })

  test('a new profile gets an id and reads back unchanged', async () => {
    const { email: _, ...party } = aBuyer()
    const added = await tenant.post(path, { ...party, email: 'ap@harbour.example', logo_url: null, contact_name: ' ' })
    assert.equal(added.status, 201, added.text)
    assert.match(added.json.profile_id, /^BP-[0-9A-HJKMNP-TV-Z]{10}$/)
    const { profile_id, created_at, updated_at, ...rest } = added.json
    assert.deepEqual(rest, {
      ...JSON.parse(JSON.stringify(party)),
      email: 'ap@harbour.example',
      org_id: tenant.orgId,
      status: 'ACTIVE',
    })
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
    assert.equal(updated_at, created_at)
    const read = await tenant.get(`${path}/${profile_id}`)
    assert.equal(read.status, 200)
    assert.equal(read.text, added.text)
    assert.equal(read.headers.get('etag'), '"1"')
    assert.equal((await tenant.get(`${path}/${profile_id}`, { 'if-none-match': '"1"' })).status, 304)
  })

  test('the caller may choose an id that is not used yet', async () => {
    const added = await tenant.post(path, aBuyer({ profile_id: 'ERP-0001-a' }))
    assert.equal(added.json.profile_id, 'ERP-0001-a')
    const again = await tenant.post(path, aBuyer({ profile_id: 'ERP-0001-a' }))
    assert.equal(again.status, 409)
    assert.deepEqual(again.json.errors, { profile_id: 'Profile ID ERP-0001-a is taken' })
    const elsewhere = await running.tenant({ scope })
    assert.equal((await elsewhere.post(path, aBuyer({ profile_id: 'ERP-0001-a' }))).status, 201)
    for (const profile_id of ['a b', 'a_b', 'x'.repeat(65), 'ü', '../x']) {
      const refused = await tenant.post(path, aBuyer({ profile_id }))
      assert.deepEqual(Object.keys(refused.json.errors), ['profile_id'], profile_id)
    }
  })

  test("the party is checked like a document's buyer, with all wrong fields at once", async () => {
    const wrong = {
      tin: undefined,
      authority_name: undefined,
      email: 1,
      postal_address: anAddress({ city_name: undefined }),
      party_identification_scheme_id: '0088',
      org_id: tenant.orgId,
      created_at: 1,
      statu: 'ACTIVE',
    }
    const added = await tenant.post(path, aBuyer(wrong))
    assert.equal(added.status, 400)
    const expected = [
      'authority_name',
      'created_at',
      'email',
      'org_id',
      'party_identification_id',
      'postal_address.city_name',
      'statu',
      'tin',
    ]
    assert.deepEqual(Object.keys(added.json.errors).toSorted(), expected)
    assert.equal(added.json.errors.statu, 'statu is not a known field; did you mean status?')
    const { json } = await tenant.post(path, aBuyer())
    const replaced = await tenant.send('PUT', `${path}/${json.profile_id}`, aBuyer(wrong))
    assert.deepEqual(Object.keys(replaced.json.errors).toSorted(), expected)
    assert.equal((await tenant.get(`${path}/${json.profile_id}`)).headers.get('etag'), '"1"', 'nothing was changed')
  })

  test('a replacement is complete and applies to later documents', async () => {
    const { json: added } = await tenant.post(path, aBuyer({ contact_name: 'Accounts' }))
    const address = `${path}/${added.profile_id}`
    const issue = () => tenant.post(`/api/purchase-invoices/${added.profile_id}`, aPurchaseInvoice())
    const first = await issue()
    const replaced = await tenant.send('PUT', address, aBuyer({ name: 'Harbour Works' }))
    assert.equal(replaced.status, 200, replaced.text)
    assert.equal(replaced.headers.get('etag'), '"2"')
    assert.equal(replaced.json.name, 'Harbour Works')
    assert.equal('contact_name' in replaced.json, false)
    assert.equal(replaced.json.created_at, added.created_at)
    assert.equal((await tenant.get(address)).text, replaced.text)
    const buyers = [first, await issue()].map(({ json }) => json.accounting_customer_party)
    assert.deepEqual(
      buyers.map(({ name, contact_name }) => [name, contact_name]),
      [
        ['Harbour Manufacturing', 'Accounts'],
        ['Harbour Works', undefined],
      ],
    )
    const { json: still } = await tenant.get(`/api/purchase-invoices/${first.json.id}`)
    assert.deepEqual(still.accounting_customer_party, buyers[0], 'what is issued stays')
    const renamed = await tenant.send('PUT', address, aBuyer({ profile_id: 'BP-OTHER' }))
    assert.deepEqual(renamed.json.errors, { profile_id: 'Profile ID must be the one in the address' })
    assert.equal((await tenant.send('PUT', address, aBuyer({ profile_id: added.profile_id }))).status, 200)
  })

  test('a stale profile version is refused with If-Match', async () => {
    const { json } = await tenant.post(path, aBuyer())
    const put = (tag: string) => tenant.send('PUT', `${path}/${json.profile_id}`, aBuyer(), { 'if-match': tag })
    assert.equal((await put('"1"')).status, 200)
    for (const tag of ['"1"', 'W/"2"', '2', '"3", "1"']) {
      const stale = await put(tag)
      assert.equal(stale.status, 412, tag)
      assert.deepEqual(stale.json.errors, {
        message: `The business profile has changed since you read it: ${json.profile_id}`,
      })
    }
    assert.equal((await put('"1", "2"')).status, 200)
    assert.equal((await put('*')).status, 200)
    const tags = await Promise.all(Array.from({ length: 8 }, () => put('"4"')))
    assert.deepEqual(tags.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(412)])
  })

  test('a document issued during a replacement has one complete profile', async () => {
    const named = (at: number) => aBuyer({ name: `Buyer ${at}`, party_name: `Buyer ${at} LLC` })
    const { json } = await tenant.post(path, named(0))
    const creates = Array.from({ length: 30 }, () =>
      tenant.post(`/api/purchase-invoices/${json.profile_id}`, aPurchaseInvoice()),
    )
    for (let at = 1; at <= 5; at += 1) {
      assert.equal((await tenant.send('PUT', `${path}/${json.profile_id}`, named(at))).status, 200)
    }
    const issued = await Promise.all(creates)
    for (const { status, text, json: document } of issued) {
      assert.equal(status, 201, text)
      const { name, party_name } = document.accounting_customer_party
      assert.equal(party_name, `${name} LLC`)
      const ubl = (await tenant.get(`/api/purchase-invoices/${document.id}/xml`)).text
      assert.ok(ubl.includes(`>${party_name}<`))
    }
  })

  test('an inactive profile issues nothing, and a replacement does not activate it', async () => {
    const { json } = await tenant.post(path, aBuyer({ status: 'INACTIVE' }))
    const address = `${path}/${json.profile_id}`
    assert.equal(json.status, 'INACTIVE')
    const create = () => tenant.post(`/api/purchase-invoices/${json.profile_id}`, aPurchaseInvoice())
    const refused = await create()
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.json.errors, { message: `Business profile is not active: ${json.profile_id}` })
    assert.equal((await tenant.send('PUT', address, aBuyer())).json.status, 'INACTIVE')
    assert.equal((await tenant.send('PUT', address, aBuyer({ status: 'ACTIVE' }))).json.status, 'ACTIVE')
    assert.equal((await create()).status, 201)
    assert.equal((await tenant.post(path, aBuyer({ status: 'COMPLETED' }))).status, 400)
  })

  test('the list is paged, oldest first', async () => {
    const lister = await running.tenant({ scope })
    const ids = [lister.profileId]
    for (let at = 0; at < 12; at += 1) ids.push((await lister.post(path, aBuyer())).json.profile_id)
    const shown: string[] = []
    const sizes: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await lister.get(`${path}?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`)
      shown.push(...json.items.map(idOf))
      sizes.push(json.items.length)
      cursor = json.next
    }
    assert.deepEqual([shown, sizes], [ids, [5, 5, 3]])
    const { json: whole } = await lister.get(path)
    assert.deepEqual([whole.items.map(idOf), whole.next], [ids, null])
    assert.deepEqual(whole.items[3], (await lister.get(`${path}/${ids[3]}`)).json)
    assert.equal((await lister.get(`${path}?limit=101`)).status, 400)
    assert.equal((await lister.get(`${path}?status=ACTIVE`)).status, 400)
  })

  test('an unknown profile is a 404 for every caller', async () => {
    const other = await running.tenant({ scope })
    const { json } = await other.post(path, aBuyer())
    for (const id of ['BP-NOBODY', json.profile_id, "x' or 1=1"]) {
      const address = `${path}/${encodeURIComponent(id)}`
      for (const answer of [await tenant.get(address), await tenant.send('PUT', address, {})]) {
        assert.equal(answer.status, 404)
        assert.deepEqual(answer.json.errors, { message: `Business profile not found with id: ${id}` })
      }
    }
  })

  test('scope documents:read may read profiles, scope profiles may change them', async () => {
    const tenants = await Promise.all(
      ['documents:read', 'profiles', 'documents:write', 'admin'].map((word) => running.tenant({ scope: word })),
    )
    const statuses = tenants.map(async (who) => [
      (await who.get(path)).status,
      (await who.get(`${path}/${who.profileId}`)).status,
      (await who.post(path, aBuyer())).status,
      (await who.send('PUT', `${path}/${who.profileId}`, aBuyer())).status,
    ])
    assert.deepEqual(await Promise.all(statuses), [
      [200, 200, 403, 403],
      [200, 200, 201, 200],
      [403, 403, 403, 403],
      [403, 403, 403, 403],
    ])
  })

  test('a repeated request adds one profile', async () => {
    const once = await running.tenant({ scope })
    const headers = { 'idempotency-key': 'profile-1' }
    const [first, second] = [await once.post(path, aBuyer(), headers), await once.post(path, aBuyer(), headers)]
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal(second.headers.get('etag'), '"1"')
    assert.equal((await once.get(path)).json.items.length, 2)
  })

  test('thirty requests a minute are allowed', async () => {
    const limited = await start({ 'TUNING.profile_rate_limit_per_minute': '30' })
    const caller = await limited.tenant({ scope })
    assert.equal((await caller.get(path)).headers.get('x-ratelimit-limit'), '30')
    assert.equal((await caller.get('/api/purchase-invoices')).headers.get('x-ratelimit-limit'), '1000000')
    await limited.stop()
  })
})

function idOf({ profile_id }: { readonly profile_id: string }): string {
  return profile_id
}
