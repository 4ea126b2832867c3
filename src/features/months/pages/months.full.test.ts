import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import {
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  type Members,
} from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

const attack = `"><script>alert(1)</script>`

eachService('the VAT return in the console', (start) => {
  async function begun() {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    const { tenant } = member
    const issue = async (family: string, request: Members) => {
      const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
      assert.equal(status, 201, text)
      return json
    }
    const supplier = aSupplier({ name: attack, party_name: attack })
    const invoice = await issue('purchase-invoices', aPurchaseInvoice({ accounting_supplier_party: supplier }))
    await issue('purchase-credit-notes', aPurchaseCreditNote({ accounting_supplier_party: supplier }))
    return { browser, invoice, trn: invoice.accounting_supplier_party.party_tax_scheme.company_id }
  }

  test('shows the sums of a month, and each figure leads to its documents', async () => {
    const { browser, invoice, trn } = await begun()
    const page = await browser.open('/console/month?month=2026-07')
    assert.equal(page.status, 200)
    assert.match(page.text, /<h1>VAT return: \u2068July 2026\u2069<\/h1>/)
    assert.doesNotMatch(page.text, /<script>alert/)
    assert.ok(page.text.includes(`href="/console/suppliers/${trn}"`))
    const plain = page.text.replaceAll('&#38;', '&').replaceAll('&amp;', '&')
    const [, behind = ''] = /href="([^"]*vat_category=S[^"]*)">[^<]*1[^<]*invoice</.exec(plain) ?? []
    assert.match(behind, /family=purchase-invoices/)
    const list = await browser.open(behind)
    assert.ok(list.text.includes(invoice.document_number), behind)
    assert.match((await browser.open('/console/month?month=2020-01')).text, /No document was issued in this period/)
    assert.equal((await browser.open('/console/month?month=soon')).status, 422)
    const file = await browser.open('/console/month/file?month=2026-07')
    assert.ok(file.text.includes(invoice.id))
  })

  test('a supplier has a page with its documents, agreements and the totals of a month', async () => {
    const { browser, invoice, trn } = await begun()
    const page = await browser.open(`/console/suppliers/${trn}?month=2026-07`)
    assert.equal(page.status, 200)
    for (const said of [invoice.document_number, 'There is no agreement with this supplier yet', 'Totals of a month'])
      assert.ok(page.text.includes(said), said)
    assert.doesNotMatch(page.text, /<script>alert/)
    const document = await browser.open(`/console/documents/purchase-invoices/${invoice.id}`)
    assert.ok(document.text.includes(`href="/console/suppliers/${trn}"`))
    const list = await browser.open('/console/documents?view=all')
    assert.ok(list.text.includes(`href="/console/suppliers/${trn}"`))
    assert.match(
      (await browser.open('/console/suppliers/199999999999903')).text,
      /There is no document of this supplier/,
    )
    assert.equal((await browser.open(`/console/suppliers/${trn}?month=soon`)).status, 404)
  })
})
