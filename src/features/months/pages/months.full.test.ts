import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import {
  aCustomer,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
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
    assert.match(file.text, /^\ufeff?Issue date,Kind,/)
    assert.ok(file.text.includes(invoice.id))
    const sheet = await browser.open('/console/month/file?month=2026-07&format=xlsx')
    assert.match(String(sheet.headers['content-disposition']), /vat-2026-07\.xlsx/)
    assert.ok(plain.includes('/console/month/file?month=2026-07&format=xlsx'))
  })

  test('every link of a month leads to the documents of its figure, and a figure that no filter finds has no link', async () => {
    const scope = 'documents:read documents:write profiles admin'
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer', scope })
    const { tenant } = member
    const issue = async (request: Members) => {
      const { status, text } = await tenant.post(`/api/sales-invoices/${tenant.profileId}`, request)
      assert.equal(status, 201, text)
    }
    await issue(aSalesInvoice())
    // Its status does not change between the page and its links.
    await eventually(async () => (await tenant.get('/api/documents?status=APPROVED')).json.items.length === 1)
    const unsent = await tenant.send('PATCH', '/api/organisation', { phase_2_enabled: false })
    assert.equal(unsent.status, 200, unsent.text)
    const address = anAddress({ country_subentity: 'Muscat', country: 'Oman', country_code: 'OM' })
    await issue(
      aSalesInvoice({
        profile_execution_id: '00000001',
        delivery: { delivery_location: { address } },
        accounting_customer_party: aCustomer({
          name: 'Muscat Stone',
          party_name: 'Muscat Stone LLC',
          postal_address: address,
          tin: undefined,
          party_tax_scheme: undefined,
          endpoint_id: '9900000099',
        }),
      }),
    )
    const page = await browser.open('/console/month?month=2026-07')
    const plain = page.text.replaceAll('&#38;', '&').replaceAll('&amp;', '&')
    const links = [...plain.matchAll(/<a href="(\/console\/documents\?[^"]*)">\D*(\d+)\D*invoices?/g)]
    assert.ok(links.length >= 4, plain)
    for (const [, address = '', count] of links) {
      const { text } = await browser.open(address)
      const listed = new Set(text.match(/\/console\/documents\/sales-invoices\/[\w-]+(?=")/g) ?? [])
      assert.equal(listed.size, Number(count), address)
    }
    for (const row of ['Muscat Stone', 'Not sent']) {
      const [, cells = ''] = new RegExp(`${row}(.*?)</tr>`, 's').exec(plain) ?? []
      assert.match(cells, /1\D*invoice/, row)
      assert.doesNotMatch(cells, /<a href="\/console\/documents/, row)
    }
  })

  test('of several companies the page adds up one, and says so when it adds up all', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'admin' })
    const { tenant } = member
    const form = await browser.open('/console/settings/profiles/new')
    const added = await browser.submit('/console/settings/profiles/new', {
      once: /name="once" value="([^"]+)"/.exec(form.text)?.[1] ?? '',
      name: 'Palm Trading',
      party_name: 'Palm Trading LLC',
      'party_tax_scheme.company_id': '100234567100003',
      'postal_address.street_name': 'Street 16',
      'postal_address.city_name': 'Abu Dhabi',
      'postal_address.country_subentity': 'AUH',
      company_id: 'CN-1008765',
      authority_name: 'Abu Dhabi Department of Economic Development',
      email: 'payables@palm.example',
    })
    assert.equal(added.status, 303, added.text)
    const profiles = (await browser.open('/console/settings/profiles')).text.match(/BP-[0-9A-Z]+/g) ?? []
    const second = profiles.find((id) => id !== tenant.profileId) ?? ''
    for (const profile of [tenant.profileId, second]) {
      const { status, text } = await tenant.post(`/api/purchase-invoices/${profile}`, aPurchaseInvoice())
      assert.equal(status, 201, text)
    }
    const all = await browser.open('/console/month?month=2026-07')
    assert.match(all.text, /These figures add up \u2068?2\u2069? companies/)
    assert.match(all.text, /<option value="100234567100003">/)
    const one = await browser.open('/console/month?month=2026-07&own_trn=100234567100003')
    assert.doesNotMatch(one.text, /These figures add up/)
    const plain = one.text.replaceAll('&#38;', '&').replaceAll('&amp;', '&')
    const [, behind = ''] = /href="([^"]*vat_category=S[^"]*)">[^<]*1[^<]*invoice</.exec(plain) ?? []
    assert.match(behind, /billed_to_vat=100234567100003/)
    assert.match(plain, /\/console\/month\/file\?[^"]*own_trn=100234567100003/)
    assert.match(
      plain,
      /name="all_companies" value="yes" required="">\n<span>I know that the file has all \u2068?2\u2069? comp/,
    )
    const asked = '/console/month/evidence?from=2026-07-01&to=2026-09-30&pdf=false'
    const unconfirmed = await browser.open(asked)
    assert.equal(unconfirmed.status, 303)
    assert.equal(unconfirmed.headers.location, '/console/month?month=2026-07&months=3')
    const back = await browser.open('/console/month?month=2026-07&months=3')
    assert.match(back.text, /The evidence has the documents of all companies/)
    assert.equal((await browser.open(`${asked}&all_companies=yes`)).headers['content-type'], 'application/zip')
  })

  test('the evidence of a month is downloaded for one kind of document, and a refusal says why', async () => {
    const { browser } = await begun()
    const page = await browser.open('/console/month?month=2026-07')
    assert.match(
      page.text,
      /action="\/console\/month\/evidence">\n<input type="hidden" name="from" value="2026-07-01">/,
    )
    assert.doesNotMatch(page.text, /all_companies/)
    const asked = '/console/month/evidence?from=2026-07-01&to=2026-07-31&family=purchase-credit-notes&pdf=false'
    const pack = await browser.open(asked)
    assert.equal(pack.headers['content-type'], 'application/zip')
    assert.match(pack.text, /purchase-credit-notes\/[\w-]+\.zip/)
    assert.doesNotMatch(pack.text, /purchase-invoices\/[\w-]+\.zip/)
    const refused = await browser.open('/console/month/evidence?from=2026-07-31&to=2026-07-01')
    assert.equal(refused.status, 400)
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
