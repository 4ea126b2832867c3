import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { familyTitles } from '@selfbill/pint-ae/document'
import { inFullRunOnly } from '../support/effort.ts'
import {
  aCustomer,
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Lists, ids and attachments of all four families: docs/contract.md#operations.

const requests = {
  'purchase-invoices': aPurchaseInvoice,
  'purchase-credit-notes': aPurchaseCreditNote,
  'sales-invoices': aSalesInvoice,
  'sales-credit-notes': aSalesCreditNote,
} as const
type Family = keyof typeof requests
const families: readonly Family[] = [
  'purchase-invoices',
  'purchase-credit-notes',
  'sales-invoices',
  'sales-credit-notes',
]

eachService('lists', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const create = async (from: Tenant, family: Family, overrides: Members = {}) => {
    const answer = await from.post(`/api/${family}/${from.profileId}`, requests[family](overrides))
    assert.equal(answer.status, 201, answer.text)
    return answer
  }
  const numbersOf = ({ json }: Answered): readonly string[] =>
    json.content.map(({ document_number }: { document_number: string }) => document_number)
  const statusOf = (text: string) => text.slice(0, text.lastIndexOf('"meta_info"'))

  test("each family's list holds its documents as single reads return them", async () => {
    for (const family of families) {
      const mine = await running.tenant()
      const empty = await mine.get(`/api/${family}`)
      assert.equal(empty.status, 200)
      assert.equal(empty.text, '{"content":[],"page_number":0,"total_pages":0,"total_elements":0}')
      const created = []
      for (let at = 0; at < 3; at += 1) created.push(await create(mine, family, { document_number: `N-${at}` }))
      const page = await mine.get(`/api/${family}?size=2`)
      assert.deepEqual(numbersOf(page), ['N-2', 'N-1'])
      assert.deepEqual(Object.keys(page.json), ['content', 'page_number', 'total_pages', 'total_elements'])
      assert.deepEqual([page.json.page_number, page.json.total_pages, page.json.total_elements], [0, 2, 3])
      const last = await mine.get(`/api/${family}?size=2&page=1`)
      assert.deepEqual([numbersOf(last), last.json.page_number], [['N-0'], 1])
      const next = await mine.get(`/api/${family}?size=2&before=${page.json.content[1].id}`)
      assert.deepEqual([numbersOf(next), next.json.page_number, next.json.total_elements], [['N-0'], 0, 3])
      const read = await mine.get(`/api/${family}/${created[0]?.json.id}`)
      assert.ok(last.text.includes(statusOf(read.text)), 'an item is the very text of a read')
    }
  })

  test('every filter narrows a list; blank filters do nothing', async () => {
    const mine = await running.tenant()
    const other = aSupplier({
      name: 'Zeta',
      party_name: 'Zeta Trading LLC',
      tin: '1009999999',
      endpoint_id: '1009999999',
      party_tax_scheme: { company_id: '100999999900003', tax_scheme: 'VAT' },
    })
    await create(mine, 'purchase-invoices', { document_number: 'PLAIN' })
    await create(mine, 'purchase-invoices', { document_number: 'ZETA', accounting_supplier_party: other })
    await create(mine, 'purchase-invoices', { document_number: 'LATE', issue_date: '2026-07-16' })
    await create(mine, 'purchase-invoices', { document_number: 'WRONG', payment_means: undefined })
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['document_number=ZETA', ['ZETA']],
      ['billed_by_name=zeta%20TRAD', ['ZETA']],
      ['billed_by_name=gulf', ['WRONG', 'LATE', 'PLAIN']],
      ['billed_to_name=Harbour', ['WRONG', 'LATE', 'ZETA', 'PLAIN']],
      ['billed_by_vat=100999999900003', ['ZETA']],
      ['billed_to_vat=100876543200003', ['WRONG', 'LATE', 'ZETA', 'PLAIN']],
      ['status=VALIDATION_FAILED', ['WRONG']],
      ['status=VALIDATION_FAILED,PENDING,APPROVED', ['WRONG', 'LATE', 'ZETA', 'PLAIN']],
      ['status=REJECTED,VALIDATION_FAILED', ['WRONG']],
      ['document_date=2026-07-16', ['LATE']],
      ['from=2026-07-16', ['LATE']],
      ['to=2026-07-15', ['WRONG', 'ZETA', 'PLAIN']],
      ['from=2026-07-16&to=2026-07-15', []],
      ['changed_since=1970-01-01T00:00:00Z&from=2026-07-16', ['LATE']],
      ['document_date=2026-07-15&billed_by_name=gulf', ['WRONG', 'PLAIN']],
      ['document_number=&status=&page=&size=&before=', ['WRONG', 'LATE', 'ZETA', 'PLAIN']],
    ]
    for (const [query, expected] of cases) {
      const answer = await mine.get(`/api/purchase-invoices?${query}`)
      assert.deepEqual(numbersOf(answer), expected, query)
      assert.equal(answer.json.total_elements, expected.length, query)
    }
  })

  test('credit notes are found by the number of the invoice', async () => {
    for (const family of ['purchase-credit-notes', 'sales-credit-notes'] as const) {
      const mine = await running.tenant()
      await create(mine, family, { document_number: 'BOTH', billing_reference: [{ id: 'I-1' }, { id: 'I-2' }] })
      await create(mine, family, { document_number: 'ONE', billing_reference: [{ id: 'I-2' }] })
      const found = async (number: string) => numbersOf(await mine.get(`/api/${family}?invoice_number=${number}`))
      assert.deepEqual([await found('I-1'), await found('I-2'), await found('i-1')], [['BOTH'], ['ONE', 'BOTH'], []])
    }
  })

  test('all wrong parameters are named at once', async () => {
    const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [
        'status=approved&document_date=2026-02-30&page=-1&size=101',
        {
          status: 'Status must be one or more of PENDING, APPROVED, REJECTED, VALIDATION_FAILED',
          document_date: 'Document date must be a valid date in the form yyyy-MM-dd',
          page: 'Page must be a whole number from 0 to 1000000000',
          size: 'Size must be a whole number from 1 to 100',
        },
      ],
      ['size=0', { size: 'Size must be a whole number from 1 to 100' }],
      ['page=1.5', { page: 'Page must be a whole number from 0 to 1000000000' }],
      ['statuss=APPROVED', { statuss: 'statuss is not a known query parameter; did you mean status?' }],
      ['invoice_number=I-1', { invoice_number: 'invoice_number is not a known query parameter' }],
      ['status=APPROVED&status=REJECTED', { status: 'Status must be sent once' }],
      ['billed_by_vat=%20x', { billed_by_vat: 'Billed by VAT must not begin or end with blanks' }],
      ['before=nonsense', { before: 'Before must be the id of a purchase invoice' }],
    ]
    for (const [query, errors] of cases) {
      const answer = await tenant.get(`/api/purchase-invoices?${query}`)
      assert.deepEqual([answer.status, answer.json.errors], [400, errors], query)
    }
    const { json } = await create(tenant, 'purchase-invoices')
    const both = await tenant.get(`/api/purchase-invoices?before=${json.id}&page=1`)
    assert.deepEqual(both.json.errors, { page: 'Page must not be sent together with before' })
    const elsewhere = await tenant.get(`/api/sales-invoices?before=${json.id}`)
    assert.deepEqual(elsewhere.json.errors, { before: 'Before must be the id of a sales invoice' })
  })

  test('a list of large documents is complete and streamed', { skip: inFullRunOnly }, async () => {
    const mine = await running.tenant()
    const lines = Array.from({ length: 400 }, () => aLine({ description: 'x'.repeat(4000) }))
    for (let at = 0; at < 4; at += 1)
      await create(mine, 'purchase-invoices', { document_number: `N-${at}`, document_lines: lines })
    const answer = await mine.get('/api/purchase-invoices')
    assert.equal(answer.headers.get('content-length'), null, 'it is streamed')
    assert.ok(answer.text.length > 6_000_000)
    assert.deepEqual(numbersOf(answer), ['N-3', 'N-2', 'N-1', 'N-0'])
    assert.equal(answer.json.total_elements, 4)
  })

  test('findings in a list are in the preferred language', async () => {
    const mine = await running.tenant()
    const supplier = aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) })
    await create(mine, 'purchase-invoices', { accounting_supplier_party: supplier })
    const [english, arabic] = [
      await mine.get('/api/purchase-invoices'),
      await mine.get('/api/purchase-invoices', { 'accept-language': 'ar' }),
    ]
    const textIn = ({ json }: Answered) => json.content[0].meta_info.peppol_status.validation_results[0].text
    assert.match(textIn(english), /emirate/)
    assert.match(textIn(arabic), /[\u0600-\u06ff]/)
    assert.equal(arabic.headers.get('content-language'), 'ar')
  })

  test('the ids of a day, in the order they were created', async () => {
    const mine = await running.tenant()
    const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10)
    for (const family of families) {
      const ids = []
      for (let at = 0; at < 3; at += 1) ids.push((await create(mine, family)).json.id)
      const page = await mine.get(`/api/${family}/uuids?created_on=${today}&size=2`)
      assert.deepEqual(page.json, { content: ids.slice(0, 2), page_number: 0, total_pages: 2, total_elements: 3 })
      const last = await mine.get(`/api/${family}/uuids?created_on=${today}&size=2&page=1`)
      assert.deepEqual(last.json.content, ids.slice(2))
      const before = await mine.get(`/api/${family}/uuids?created_on=2020-01-01`)
      assert.deepEqual(before.json, { content: [], page_number: 0, total_pages: 0, total_elements: 0 })
    }
    const missing = await mine.get('/api/purchase-invoices/uuids')
    assert.deepEqual(missing.json.errors, { created_on: 'Created on is mandatory' })
  })

  test('a large attachment is returned byte for byte with its length', async () => {
    const bytes = Buffer.from(Uint32Array.from({ length: 180_001 }, (_, at) => at).buffer)
    const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: bytes.toString('base64') }
    const { json } = await create(tenant, 'purchase-invoices', { attachments: [file] })
    const url = `${running.address}/api/purchase-invoices/${json.id}/attachments/${json.attachments[0].id}/download`
    const headers = { authorization: `Bearer ${tenant.token}` }
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(url, { method, headers })
      assert.equal(response.headers.get('content-length'), String(bytes.length))
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(method === 'GET' ? bytes : Buffer.alloc(0)), method)
    }
  })

  test('attachments are returned byte for byte, as files', async () => {
    const bytes = Buffer.from('%PDF-1.7 \u0000 test')
    const file = { file_name: 'تقرير "1".pdf', file_type: 'application/pdf', file_content: bytes.toString('base64') }
    for (const family of families) {
      const { json } = await create(tenant, family, { attachments: [file] })
      const path = `/api/${family}/${json.id}/attachments/${json.attachments[0].id}/download`
      const response = await fetch(running.address + path, { headers: { authorization: `Bearer ${tenant.token}` } })
      assert.equal(response.status, 200)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
      assert.equal(response.headers.get('content-type'), 'application/pdf')
      assert.match(
        response.headers.get('content-disposition') ?? '',
        /^attachment; filename="[^"]+"; filename\*=UTF-8''%D8/,
      )
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      const none = await tenant.get(`/api/${family}/${json.id}/attachments/none/download`)
      assert.deepEqual([none.status, none.json.errors], [404, { message: 'Attachment not found with id: none' }])
      const stranger = await (await running.tenant()).get(path)
      assert.deepEqual(stranger.json.errors, { message: `${familyTitles[family]} not found with id: ${json.id}` })
    }
  })

  test('on sales the profile bills and the customer is billed', async () => {
    const mine = await running.tenant()
    await create(mine, 'sales-invoices', { document_number: 'S-1' })
    await create(mine, 'sales-invoices', {
      document_number: 'S-2',
      accounting_customer_party: aCustomer({ name: 'Other', party_name: 'Other LLC' }),
    })
    assert.deepEqual(numbersOf(await mine.get('/api/sales-invoices?billed_to_name=other')), ['S-2'])
    assert.deepEqual(numbersOf(await mine.get('/api/sales-invoices?billed_by_name=harbour')), ['S-2', 'S-1'])
  })
})
