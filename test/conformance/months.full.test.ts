import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from '../../src/document-files/xlsx/read-xlsx.ts'
import { eventually } from '../support/eventually.ts'
import {
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'

// The sums of a month for the VAT return, and the documents behind them.

eachService('a month', (start) => {
  async function begun(more = '') {
    const scope = `documents:read documents:write profiles ${more}`.trim()
    const tenant = await (await start.shared()).tenant({ scope })
    const issue = async (family: string, request: Members) => {
      const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
      assert.equal(status, 201, text)
      return json
    }
    return { tenant, issue }
  }

  test('adds up what documents say, in AED, and lists exactly the documents behind each figure', async () => {
    const { tenant, issue } = await begun()
    const invoice = await issue('purchase-invoices', aPurchaseInvoice())
    const foreign = await issue('purchase-invoices', aPurchaseInvoice({ ...inCurrency(), issue_date: '2026-07-31' }))
    const note = await issue('purchase-credit-notes', aPurchaseCreditNote())
    const sale = await issue('sales-invoices', aSalesInvoice())
    await issue('purchase-invoices', aPurchaseInvoice({ issue_date: '2026-08-01', due_date: '2026-09-01' }))
    const broken = aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) })
    const failed = await issue('purchase-invoices', aPurchaseInvoice({ accounting_supplier_party: broken }))
    await eventually(async () => {
      const { json } = await tenant.get('/api/documents?status=PENDING')
      return json.items.length === 0
    })
    const { status, json, text } = await tenant.get('/api/documents/month?month=2026-07')
    assert.equal(status, 200, text)
    assert.deepEqual([json.from, json.to, json.currency], ['2026-07-01', '2026-07-31', 'AED'])
    const { purchases, sales } = json
    const aed = (document: typeof invoice) =>
      document === foreign ? round(document.totals.tax_exclusive_amount * 3.6725) : document.totals.tax_exclusive_amount
    assert.deepEqual([purchases.total.invoices, purchases.total.credit_notes], [2, 1])
    assert.equal(purchases.total.invoiced_net, round(aed(invoice) + aed(foreign)))
    assert.equal(purchases.total.credited_net, aed(note))
    assert.equal(purchases.total.net, round(aed(invoice) + aed(foreign) - aed(note)))
    assert.equal(purchases.total.vat, round(purchases.total.invoiced_vat - purchases.total.credited_vat))
    assert.deepEqual([sales.total.invoices, sales.total.net], [1, aed(sale)])
    assert.deepEqual(
      purchases.by_status.map((sum: { status: string; is_counted: boolean; invoices: number }) => [
        sum.status,
        sum.is_counted,
        sum.invoices,
      ]),
      [
        ['APPROVED', true, 2],
        ['VALIDATION_FAILED', false, 1],
      ],
    )
    const [category] = purchases.by_vat_category
    assert.deepEqual([category.vat_category, category.net], ['S', purchases.total.net])
    assert.equal(purchases.by_party[0].trn, invoice.accounting_supplier_party.party_tax_scheme.company_id)
    assert.deepEqual([purchases.has_more_parties, purchases.without_figures], [false, 0])
    const listed = async (filters: string) => {
      const { json: page, text: said } = await tenant.get(`/api/documents?from=2026-07-01&to=2026-07-31&${filters}`)
      assert.ok(Array.isArray(page.items), said)
      return page.items.map(({ id }: { id: string }) => id).toSorted()
    }
    const ids = (...documents: readonly { id: string }[]) => documents.map(({ id }) => id).toSorted()
    assert.deepEqual(await listed('counted=true&vat_category=S&family=purchase-invoices'), ids(invoice, foreign))
    assert.deepEqual(await listed('counted=false'), ids(failed))
    assert.deepEqual(await listed('vat_category=Z'), [])
    const trn = sale.accounting_customer_party.party_tax_scheme.company_id
    assert.deepEqual(await listed(`billed_to_vat=${trn}&family=sales-invoices`), ids(sale))
    const [item] = (await tenant.get(`/api/documents?text=${sale.id}`)).json.items
    assert.equal(item.buyer_trn, trn)
  })

  test('a document whose later report is accepted counts, and is listed among what counts', async () => {
    const { tenant, issue } = await begun('admin')
    const supplier = aSupplier({ endpoint_id: '1000000045' })
    const { id } = await issue('purchase-invoices', aPurchaseInvoice({ accounting_supplier_party: supplier }))
    const becomes = (isIt: (document: { status: string; c5: { status: string } }) => boolean) =>
      eventually(async () => {
        const { json } = await tenant.get(`/api/documents?text=${id}`)
        return isIt(json.items[0])
      })
    const shown = async () => {
      const { json } = await tenant.get('/api/documents/month?month=2026-07')
      const listed = async (counted: boolean) =>
        (await tenant.get(`/api/documents?counted=${counted}`)).json.items.length
      return [json.purchases.total.invoices, await listed(true), await listed(false)]
    }
    await becomes(({ status }) => status === 'REJECTED')
    assert.deepEqual(await shown(), [0, 0, 1])
    const again = await tenant.post('/api/legs/report-again', { document_id: id })
    assert.equal(again.status, 202, again.text)
    await becomes(({ c5 }) => c5.status === 'APPROVED')
    assert.deepEqual(await shown(), [1, 1, 0])
    const rows = (await tenant.get('/api/documents/month/file?month=2026-07')).text
    assert.match(rows, /,REJECTED,yes,/)
  })

  test('a quarter, one supplier, and the file, whose counted rows add up to the sums', async () => {
    const { tenant, issue } = await begun()
    const first = await issue('purchase-invoices', aPurchaseInvoice())
    await issue('purchase-invoices', aPurchaseInvoice({ issue_date: '2026-09-30', due_date: '2026-10-01' }))
    await issue('purchase-credit-notes', aPurchaseCreditNote())
    const trn = first.accounting_supplier_party.party_tax_scheme.company_id
    const { json } = await tenant.get(`/api/documents/month?month=2026-07&months=3&party_trn=${trn}`)
    assert.deepEqual([json.to, json.purchases.total.invoices], ['2026-09-30', 2])
    const nobody = await tenant.get('/api/documents/month?month=2026-07&party_trn=199999999999903')
    assert.deepEqual(nobody.json.purchases.by_status, [])
    for (const more of ['', `&party_trn=${trn}`]) {
      const file = await tenant.get(`/api/documents/month/file?month=2026-07&months=3${more}`)
      assert.equal(file.status, 200, file.text)
      assert.match(file.headers.get('content-disposition') ?? '', /vat-2026-07-01-2026-09-30\.csv/)
      const [head = '', ...rows] = file.text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
      assert.ok(head.includes('vat_category'))
      assert.equal(rows.length, 3)
      const net = rows.filter((cells) => cells[7] === 'yes').reduce((sum, cells) => sum + Number(cells[9]), 0)
      assert.equal(round(net), json.purchases.total.net)
    }
    assert.equal(
      (await tenant.get('/api/documents/month/file?month=2026-07&party_trn=199999999999903')).text.split('\r\n').length,
      2,
    )
  })

  test('the file has words as headings for people, and a spreadsheet has days and exact amounts', async () => {
    const { tenant, issue } = await begun()
    const supplier = aSupplier({ name: '=1+1', party_name: '=1+1' })
    const note = await issue('purchase-credit-notes', aPurchaseCreditNote({ accounting_supplier_party: supplier }))
    const file = '/api/documents/month/file?month=2026-07'
    const fields = (await tenant.get(file, { 'accept-language': 'ar' })).text.split('\r\n')
    assert.match(fields[0] ?? '', /^\ufeff?issue_date,family,document_number,/)
    const words = (await tenant.get(`${file}&headings=words`)).text.split('\r\n')
    assert.match(words[0] ?? '', /^\ufeff?Issue date,Kind,Document number,/)
    const { trn, own } = partiesOf(note)
    const figures = `${note.document_number},${note.id},'=1+1,${trn},`
    assert.ok(fields[1]?.startsWith(`${note.issue_date},purchase-credit-notes,${figures}`), fields[1])
    assert.match(fields[1] ?? '', /,(PENDING|APPROVED),yes,S,/)
    assert.ok(words[1]?.startsWith(`${note.issue_date},Purchase credit note,${figures}`), words[1])
    assert.match(words[1] ?? '', /,(On the way|Approved),Yes,Standard rate \(5 %\),/)
    const named = await tenant.get(`${file}&own_trn=${own}`)
    assert.ok(named.headers.get('content-disposition')?.includes(`vat-${own}-2026-07-01-2026-07-31.csv`))
    const sheet = await tenant.get(`${file}&format=xlsx`, { 'accept-language': 'ar' })
    assert.match(sheet.headers.get('content-disposition') ?? '', /vat-2026-07-01-2026-07-31\.xlsx/)
    const { rows, formulas } = await readXlsx(sheet.bytes, 10)
    assert.deepEqual([rows.length, formulas.size], [2, 0])
    assert.equal(rows[0]?.cells[0], 'تاريخ الإصدار')
    assert.equal(rows[0]?.cells.length, fields[0]?.split(',').length)
    const { cells = [], kinds = [] } = rows[1] ?? {}
    assert.deepEqual([cells[1], cells[7], cells[8]], ['إشعار دائن ضريبي (مشتريات)', 'نعم', 'النسبة الأساسية (5 %)'])
    assert.deepEqual([kinds[0], cells[4], kinds[9], kinds[10]], ['day', '=1+1', 'number', 'number'])
    const sums = (await tenant.get('/api/documents/month?month=2026-07')).json.purchases.total
    assert.deepEqual([Number(cells[9]), Number(cells[10])], [sums.net, sums.vat])
    assert.equal((await tenant.get(`${file}&format=pdf`)).status, 400)
    assert.equal((await tenant.get(`${file}&headings=none`)).status, 400)
  })

  test('what is not a month is refused, and a name that is a formula is text in the file', async () => {
    const { tenant, issue } = await begun()
    for (const query of ['?month=', '?month=2026-13', '?month=2026-7', '?month=2026-07&months=4']) {
      for (const path of ['/api/documents/month', '/api/documents/month/file']) {
        assert.equal((await tenant.get(path + query)).status, 400, path + query)
      }
    }
    assert.equal((await tenant.get('/api/documents/month')).status, 200)
    const supplier = aSupplier({ name: '=1+1', party_name: '=1+1' })
    await issue('purchase-invoices', aPurchaseInvoice({ accounting_supplier_party: supplier }))
    assert.match((await tenant.get('/api/documents/month/file?month=2026-07')).text, /,'=1\+1,/)
  })
})

function partiesOf({ accounting_supplier_party: seller, accounting_customer_party: buyer }: Members) {
  const trnOf = (party: unknown) => JSON.parse(JSON.stringify(party)).party_tax_scheme.company_id
  return { trn: trnOf(seller), own: trnOf(buyer) }
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
