import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { aBuyer, anAddress, aPurchaseInvoice, aSupplier, requests } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Documents of all families in one list, their counts, and their requests.

const unknownId = '01900000-0000-7000-8000-000000000000'

eachService('the overview', (start) => {
  let running: TestService
  let tenant: Tenant
  const ids: string[] = []
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
    for (const family of [
      'purchase-invoices',
      'sales-invoices',
      'purchase-credit-notes',
      'sales-credit-notes',
    ] as const) {
      const created = await tenant.post(`/api/${family}/${tenant.profileId}`, requests[family]())
      assert.equal(created.status, 201, created.text)
      ids.push(created.json.id)
    }
    const supplier = aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) })
    const failed = aPurchaseInvoice({ document_number: 'FAILED-1', accounting_supplier_party: supplier })
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, failed)
    assert.equal(created.status, 201, created.text)
    ids.push(created.json.id)
    // A status that arrives between two pages by change moves its document to a later page.
    await eventually(async () => {
      const { json } = await tenant.get('/api/documents')
      return json.items.every(({ status }: { status: string }) => status !== 'PENDING')
    })
  })
  const idsOf = (answer: Awaited<ReturnType<Tenant['get']>>): readonly string[] => {
    assert.equal(answer.status, 200, answer.text)
    return answer.json.items.map(({ id }: { id: string }) => id)
  }

  test('lists all families, newest or oldest first', async () => {
    assert.deepEqual(idsOf(await tenant.get('/api/documents?order=oldest')), ids)
    const newest = await tenant.get('/api/documents')
    assert.deepEqual(idsOf(newest), ids.toReversed())
    assert.equal(newest.json.next, null)
    assert.equal(newest.json.previous, null)
    assert.deepEqual(idsOf(await tenant.get('/api/documents?family=sales-invoices,sales-credit-notes&order=oldest')), [
      ids[1],
      ids[3],
    ])
  })

  test('of several business profiles the list has the documents of one, and so has its export', async () => {
    const firm = await running.tenant({ scope: 'documents:read documents:write profiles' })
    const client = await firm.post('/api/business-profiles', aBuyer({ profile_id: 'BP-CLIENT', name: 'Palm Trading' }))
    assert.equal(client.status, 201, client.text)
    for (const [profile, number] of [
      [firm.profileId, 'OWN-1'],
      ['BP-CLIENT', 'CLIENT-1'],
    ] as const) {
      const { status, text } = await firm.post(
        `/api/purchase-invoices/${profile}`,
        aPurchaseInvoice({ document_number: number }),
      )
      assert.equal(status, 201, text)
    }
    const listed = async (query: string) =>
      (await firm.get(`/api/documents?${query}`)).json.items.map(
        (item: { document_number: string; business_profile_id: string }) => [
          item.document_number,
          item.business_profile_id,
        ],
      )
    assert.deepEqual(await listed(''), [
      ['CLIENT-1', 'BP-CLIENT'],
      ['OWN-1', firm.profileId],
    ])
    assert.deepEqual(await listed('business_profile_id=BP-CLIENT'), [['CLIENT-1', 'BP-CLIENT']])
    assert.deepEqual(await listed('business_profile_id=BP-CLIENT&text=OWN-1'), [])
    assert.deepEqual(await listed('business_profile_id=BP-NOBODY'), [])
    const { text } = await firm.get('/api/documents/export?business_profile_id=BP-CLIENT')
    assert.match(text, /CLIENT-1.*,BP-CLIENT\r\n$/)
    assert.doesNotMatch(text, /OWN-1/)
  })

  test('an item says who, how much, and how far it is', async () => {
    const created = await tenant.get(`/api/purchase-invoices/${ids[0]}`)
    const { json } = await tenant.get(`/api/documents?text=${ids[0]}`)
    const [item] = json.items
    assert.equal(item.document_number, created.json.document_number)
    assert.equal(item.family, 'purchase-invoices')
    assert.equal(item.issue_date, created.json.issue_date)
    const seller = created.json.accounting_supplier_party
    assert.equal(item.seller_name, seller.party_name ?? seller.name)
    assert.equal(item.currency, created.json.document_currency_code)
    assert.equal(item.payable_amount, created.json.totals.payable_amount)
    assert.equal(typeof item.tax_amount, 'number')
    assert.ok(Date.parse(item.c3.since) > 0 && Date.parse(item.c5.since) > 0)
    assert.deepEqual(Object.keys(item.findings), ['fatal', 'warning'])
  })

  test('pages go forwards and backwards, and back to where they began', async () => {
    const first = await tenant.get('/api/documents?limit=2')
    const second = await tenant.get(`/api/documents?limit=2&cursor=${first.json.next}`)
    const third = await tenant.get(`/api/documents?limit=2&cursor=${second.json.next}`)
    assert.deepEqual([first, second, third].flatMap(idsOf), ids.toReversed())
    assert.equal(third.json.next, null)
    const back = await tenant.get(`/api/documents?limit=2&cursor=${third.json.previous}`)
    assert.deepEqual(idsOf(back), idsOf(second))
    const start_ = await tenant.get(`/api/documents?limit=2&cursor=${back.json.previous}`)
    assert.deepEqual(idsOf(start_), idsOf(first))
    assert.equal(start_.json.previous, null)
    const again = await tenant.get(`/api/documents?limit=2&cursor=${start_.json.next}`)
    assert.deepEqual(idsOf(again), idsOf(second))
  })

  test('pages by day and by change have cursors too', async () => {
    for (const filter of ['from=2000-01-01', 'changed_since=1970-01-01T00:00:00Z']) {
      const first = await tenant.get(`/api/documents?limit=3&${filter}`)
      const second = await tenant.get(`/api/documents?limit=3&${filter}&cursor=${first.json.next}`)
      assert.deepEqual(new Set([...idsOf(first), ...idsOf(second)]), new Set(ids))
      const back = await tenant.get(`/api/documents?limit=3&${filter}&cursor=${second.json.previous}`)
      assert.deepEqual(idsOf(back), idsOf(first))
    }
  })

  test('a cursor belongs to its order, and nothing else is a cursor', async () => {
    const { json } = await tenant.get('/api/documents?limit=1')
    for (const query of [
      `cursor=${json.next}&order=oldest`,
      `cursor=${json.next}&from=2000-01-01`,
      'cursor=abc',
      `cursor=${Buffer.from(JSON.stringify(['documents', 'fn', 'day', unknownId, '1'])).toString('base64url')}`,
      'order=up',
      'family=invoices',
      'family=purchase-invoices,',
      'attention=1',
      'limit=101',
      'c3_status=GONE',
      'from=2026-02-30',
      'changed_since=yesterday',
      'text=',
    ]) {
      const refused = await tenant.get(`/api/documents?${query}`)
      assert.equal(refused.status, 400, query)
    }
  })

  test('attention finds what failed its rules, and says why', async () => {
    const { json } = await tenant.get('/api/documents?attention=true')
    assert.deepEqual(
      json.items.map(({ id, attention }: { id: string; attention: string[] }) => ({ id, attention })),
      [{ id: ids[4], attention: ['failed_rules'] }],
    )
    const [item] = json.items
    assert.ok(item.findings.fatal > 0)
    assert.equal(item.c3, null)
    assert.equal(item.status, 'VALIDATION_FAILED')
  })

  test('a text finds a number, a name, a TRN, an id and a transmission', async () => {
    const [leg] = await running.service.parts.store.database.query(
      sql('select transmission_uuid from legs where org_id = $1 and document_id = $2', tenant.orgId, ids[1] ?? ''),
    )
    assert.deepEqual(idsOf(await tenant.get(`/api/documents?text=${leg?.transmission_uuid}`)), [ids[1]])
    assert.deepEqual(idsOf(await tenant.get(`/api/documents?text=${ids[2]?.toUpperCase()}`)), [ids[2]])
    assert.deepEqual(idsOf(await tenant.get('/api/documents?text=failed-')), [ids[4]])
    const { json: created } = await tenant.get(`/api/purchase-invoices/${ids[0]}`)
    const { name, party_name: partyName, party_tax_scheme: scheme } = created.accounting_supplier_party
    const wanted = (partyName ?? name).slice(0, 6).toUpperCase()
    assert.ok(idsOf(await tenant.get(`/api/documents?text=${encodeURIComponent(wanted)}`)).includes(ids[0] ?? ''))
    assert.ok(idsOf(await tenant.get(`/api/documents?text=${scheme.company_id}`)).includes(ids[0] ?? ''))
    assert.deepEqual(idsOf(await tenant.get('/api/documents?text=nobody')), [])
  })

  test('a document stored before the overview existed shows the figures of its texts', async () => {
    const before_ = (await tenant.get(`/api/documents?text=${ids[4]}`)).text
    await running.service.parts.store.database.query(
      sql(
        `update documents set billed_by_shown = null, billed_to_shown = null, fatal_findings = null, warning_findings = null
         where org_id = $1 and id = $2`,
        tenant.orgId,
        ids[4] ?? '',
      ),
    )
    assert.equal((await tenant.get(`/api/documents?text=${ids[4]}`)).text, before_)
  })

  test('the summary counts by status, day and reason', async () => {
    const { status, json } = await tenant.get('/api/documents/summary')
    assert.equal(status, 200)
    const countOf = (list: { count: number; is_capped: boolean }[]) => list.reduce((sum, { count }) => sum + count, 0)
    assert.equal(countOf(json.by_status), ids.length)
    assert.equal(json.by_day.length, 30)
    assert.deepEqual(json.by_attention[0], { reason: 'failed_rules', count: 1, is_capped: false })
    for (const days of [0, 1, 7]) {
      const fewer = await tenant.get(`/api/documents/summary?days=${days}`)
      assert.deepEqual(fewer.json, { ...json, by_day: json.by_day.slice(0, days) })
    }
    for (const days of ['-1', '31', '1.5', 'all']) {
      const refused = await tenant.get(`/api/documents/summary?days=${days}`)
      assert.equal(refused.status, 400)
      assert.deepEqual(Object.keys(refused.json.errors), ['days'])
    }
  })

  test('the request of a document comes back as it was sent, revision by revision', async () => {
    const address = `/api/purchase-invoices/${ids[4]}`
    const first = await tenant.get(`${address}/request`)
    assert.equal(first.status, 200, first.text)
    assert.equal(first.json.document_number, 'FAILED-1')
    assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8')
    const edited = { ...first.json, note: 'Corrected' }
    const resubmitted = await tenant.send('PUT', `${address}/${tenant.profileId}`, edited)
    assert.equal(resubmitted.status, 200, resubmitted.text)
    assert.deepEqual((await tenant.get(`${address}/request`)).json, edited)
    assert.equal((await tenant.get(`${address}/request?revision=1`)).text, first.text)
    const unknown = await tenant.get(`${address}/request?revision=9`)
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /The request of revision 9 was not kept, or there is no such revision/)
    assert.equal((await tenant.get(`/api/purchase-invoices/${unknownId}/request`)).status, 404)
    assert.equal((await tenant.get(`/api/sales-invoices/${ids[4]}/request`)).status, 404)
    for (const family of families)
      assert.equal((await tenant.get(`/api/${family}/${unknownId}/request?revision=0`)).status, 400)
  })
})
