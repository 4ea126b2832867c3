import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { aPurchaseInvoice, aSupplier } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

// A clerk chooses a known supplier instead of typing it (docs/decisions/0169). All of this without
// scripts: buttons of the form.

const party = 'accounting_supplier_party'

eachService('known suppliers in the form', (start) => {
  const begun = async (language = 'en', role: 'clerk' | 'admin' = 'clerk') => {
    const { browser, member } = await signedInTo(await start.shared(), { role })
    const { tenant } = member
    if (language === 'ar') await browser.submit('/console/preferences', { language, back: '/console/new' })
    const bill = async (name: string, overrides = {}) => {
      const request = aPurchaseInvoice({ accounting_supplier_party: aSupplier({ party_name: name, ...overrides }) })
      const { json, status, text } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
      assert.equal(status, 201, text)
      return json
    }
    const address = `/console/new?family=purchase-invoices&profile=${tenant.profileId}`
    return { browser, tenant, bill, address }
  }

  test('a form without a supplier lists the known ones; a choice fills it in and keeps what was typed', async () => {
    const { browser, bill, address, tenant } = await begun()
    const { id, document_number: number } = await bill('Gulf <Metals>')
    await bill('Zayed Trading')
    const first = await browser.open(address)
    assert.match(first.text, new RegExp(`value="pick-${id}"[^>]*><bdi>Gulf &#60;Metals&#62;</bdi>`))
    const typed = { ...formIn(first.text), note: 'kept', 'document_lines[0].name': 'Copper' }
    const picked = await browser.submit('/console/new', { ...typed, do: `pick-${id}` })
    assert.equal(picked.status, 200)
    assert.ok(picked.text.includes(`The supplier is filled in from invoice \u2068${number}\u2069.`))
    assert.match(picked.text, /Nothing is missing to bill this supplier/)
    assert.match(picked.text, /The IBAN is not filled in\.[^<]*<a href="#[^"]*payee_financial_account/)
    const form = formIn(picked.text)
    const own = aSupplier({ party_name: 'Gulf <Metals>' })
    assert.deepEqual(
      [form[`${party}.party_name`], form[`${party}.email`], form.note, form['document_lines[0].name']],
      ['Gulf <Metals>', own.email, 'kept', 'Copper'],
    )
    const { json } = await tenant.get('/api/drafts?of=everybody')
    assert.equal(json.items[0]?.party_name ?? 'Gulf <Metals>', 'Gulf <Metals>', 'the draft has the supplier')
  })

  test('a search finds by part of a name and by TRN, with its button and while somebody types', async () => {
    const { browser, bill, address } = await begun()
    await bill('Gulf Metals')
    await bill('Zayed Trading')
    const form = formIn((await browser.open(address)).text)
    const found = await browser.submit('/console/new', { ...form, supplier_search: 'metal', do: 'suppliers' })
    assert.match(found.text, /<bdi>Gulf Metals<\/bdi>/)
    assert.doesNotMatch(found.text, /<bdi>Zayed Trading<\/bdi>/)
    assert.equal(formIn(found.text).supplier_search, 'metal')
    const entered = await browser.submit('/console/new', { ...form, supplier_search: 'metal', do: 'enter' })
    assert.match(entered.text, /<bdi>Gulf Metals<\/bdi>/, 'so does the key Enter without scripts')
    const part = await browser.open('/console/new/suppliers?supplier_search=zayed')
    assert.match(part.text, /^<ul[^>]*><li><button[^>]*><bdi>Zayed Trading/)
    assert.match((await browser.open('/console/new/suppliers?supplier_search=10023456')).text, /Gulf Metals/)
    assert.match(
      (await browser.open('/console/new/suppliers?supplier_search=nobody')).text,
      /No known supplier matches/,
    )
  })

  test('an address with a supplier begins with it, says what is missing, and shows its agreement', async () => {
    const { browser, tenant, bill, address } = await begun('en', 'admin')
    const agreed = async (name: string, tin: string) => {
      await browser.submit('/console/settings/agreements/new', {
        agreement_number: `SBA <${name}>`,
        business_profile_id: tenant.profileId,
        supplier_name: name,
        supplier_tin: tin,
        valid_from: '2020-01-01',
      })
      const { json } = await tenant.get('/api/agreements')
      return json.items.at(-1).agreement_id
    }
    const unbilled = await browser.open(`${address}&supplier=${await agreed('Noor Printing', '1007777777')}`)
    assert.match(unbilled.text, /filled in from its agreement/)
    assert.match(unbilled.text, /Missing to bill this supplier:/)
    assert.match(unbilled.text, /<a href="#f-accounting_supplier_party-email">Supplier: E-mail<\/a>/)
    assert.match(unbilled.text, /id="f-accounting_supplier_party-email-problem"/)
    assert.match(unbilled.text, /Self-billing agreement \u2068SBA &#60;Noor Printing&#62;\u2069, valid since/)
    const { document_number: refused, id } = await bill('Moved Trading', { endpoint_id: '1000000011' })
    await eventually(async () => (await tenant.get(`/api/documents?text=${id}`)).json.items[0].status === 'REJECTED')
    const moved = await browser.open(`${address}&supplier=${id}`)
    assert.ok(
      moved.text.includes(`filled in from invoice \u2068${refused}\u2069. <strong>That invoice was not accepted`),
    )
    const other = await bill('Zayed Trading')
    assert.match(
      (await browser.open(`${address}&supplier=${other.id}`)).text,
      /No self-billing agreement with this supplier/,
    )
    assert.match((await browser.open('/console/drafts')).text, /There are no drafts/, 'an address saves nothing')
    const stranger = await begun()
    const { id: known } = await stranger.bill('Known Trading')
    const unrecorded = await stranger.browser.open(`${stranger.address}&supplier=${known}`)
    assert.match(unrecorded.text, /filled in from invoice/)
    assert.doesNotMatch(unrecorded.text, /No self-billing agreement/, 'nobody records agreements there')
    const hidden = await stranger.browser.open(`${stranger.address}&supplier=${other.id}`)
    assert.match(hidden.text, /This supplier is not known any more/)
    assert.doesNotMatch(hidden.text, /Zayed/)
  })

  test('in Arabic too', async () => {
    const { browser, bill, address } = await begun('ar')
    const { id } = await bill('مؤسسة النور')
    assert.match((await browser.open(`${address}&supplier=${id}`)).text, /لا ينقص شيء لإصدار فاتورة هذا المورّد/)
    assert.match((await browser.open(address)).text, /البحث عن مورّد معروف/)
  })
})
