import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readXlsx } from '../../src/document-files/xlsx/read-xlsx.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The list of documents as a file. Source: docs/decisions/0173.

eachService('the export of the list', (start) => {
  let running: TestService
  let tenant: Tenant
  const numbers = Array.from({ length: 205 }, (_, at) => `X-${String(at).padStart(3, '0')}`)
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
    const lines = numbers.map((number, at) =>
      JSON.stringify(
        aPurchaseInvoice({
          document_number: number,
          note: 'x',
          ...(at === 0 && { issue_date: '2026-07-01', document_number: '=1+1' }),
        }),
      ),
    )
    const path = `/api/purchase-invoices/${tenant.profileId}/batch`
    const { status, text } = await tenant.post(path, lines.join('\n'), { 'content-type': 'application/x-ndjson' })
    assert.equal(status, 200, text)
  })

  test('every document has a row, in the order of the list, and no text is a formula', async () => {
    const { status, text, headers } = await tenant.get('/api/documents/export?sort=number&order=ascending')
    assert.equal(status, 200)
    assert.match(String(headers.get('content-disposition')), /documents\.csv/)
    const [headings = '', first = '', ...rest] = text.trimEnd().split('\r\n')
    assert.match(headings, /^\ufeff?Document number,Kind,Issue date,Seller,/)
    assert.match(first, /^'=1\+1,Purchase invoice,2026-07-01,/)
    assert.doesNotMatch(text, /purchase-invoices|[A-Z]{4}_|PENDING|APPROVED|\dZ,/)
    assert.equal(rest.length, numbers.length - 1)
    assert.equal(rest.at(-1)?.split(',')[0], numbers.at(-1))
  })

  test('a spreadsheet has days, exact amounts and the language of the request', async () => {
    const listed = (await tenant.get('/api/documents?from=2026-07-01&to=2026-07-01')).json.items
    const path = '/api/documents/export?format=xlsx&from=2026-07-01&to=2026-07-01'
    const { bytes } = await tenant.get(path, { 'accept-language': 'ar' })
    const { rows, formulas } = await readXlsx(bytes, 10)
    assert.equal(rows[0]?.cells[0], 'رقم المستند')
    assert.equal(rows.length, 2)
    const [number, family, day, , , currency, amount] = rows[1]?.cells ?? []
    assert.deepEqual([number, family, day, currency], ['=1+1', 'فاتورة مشتريات', '2026-07-01', 'AED'])
    assert.deepEqual([rows[1]?.kinds[2], rows[1]?.kinds[6]], ['day', 'number'])
    assert.equal(Number(amount), listed[0].payable_amount)
    const created = new Date(listed[0].created_at)
    const [csv = ''] = (await tenant.get('/api/documents/export?from=2026-07-01&to=2026-07-01')).text
      .split('\r\n')
      .slice(1)
    const gulf = new Date(created.getTime() + 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    assert.equal(csv.split(',')[12], gulf)
    assert.equal(rows[1]?.cells[12], gulf.slice(0, 10))
    const heads = ['الطرف الآخر', 'الهيئة الاتحادية للضرائب', 'وقت الإنشاء (بتوقيت الخليج)']
    assert.deepEqual(
      [9, 10, 12].map((at) => rows[0]?.cells[at]),
      heads,
    )
    assert.equal(formulas.size, 0)
  })

  test('filters are those of the list, and another organisation sees nothing of it', async () => {
    const rowsOf = async (of: Tenant, query: string) =>
      (await of.get(`/api/documents/export?${query}`)).text.trimEnd().split('\r\n').length - 1
    assert.equal(await rowsOf(tenant, 'family=sales-invoices'), 0)
    assert.equal(await rowsOf(tenant, 'text=X-01'), 10)
    assert.equal(await rowsOf(await running.tenant(), ''), 0)
    assert.equal((await tenant.get('/api/documents/export?format=pdf')).status, 400)
    assert.equal((await tenant.get('/api/documents/export?cursor=x')).status, 400)
  })
})
