import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formIn } from '../../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../../test/support/console/signed-in.ts'
import { anInvoiceWithEverything } from '../../../../../test/support/requests/everything.ts'
import { aPurchaseInvoice, type Members } from '../../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../../test/support/service/service.ts'

// Rare fields in sections that open on demand (docs/decisions/0170), all without scripts.

eachService('sections of the form', (start) => {
  const begun = async (request: Members = aPurchaseInvoice()) => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { tenant } = member
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
    const copy = await browser.open(`/console/new?family=purchase-invoices&copy=${json.id}`)
    const press = async (form: Record<string, string>, what: string) => {
      const { text } = await browser.submit('/console/new', { ...form, do: what })
      return { text, form: formIn(text) }
    }
    const issued = async (form: Record<string, string>) => {
      const checked = await press(form, 'check')
      assert.match(checked.text, /All mandatory rules passed/, checked.text)
      const done = await browser.submit('/console/new', { ...checked.form, do: 'issue' })
      assert.match(done.location ?? '', /purchase-invoices/, done.text)
      return (await tenant.get(`/api/purchase-invoices/${done.location?.split('/').at(-1)}`)).json
    }
    return { browser, tenant, copy, press, issued }
  }

  test('a section is a button until it is opened; what is entered in it is issued', async () => {
    const { copy, press, issued } = await begun()
    assert.doesNotMatch(copy.text, /name="order_reference\.id"/)
    let page = await press({ ...formIn(copy.text), note: 'kept' }, 'open-references')
    assert.match(page.text, /<details class="section card" id="open-references" open/)
    page = await press({ ...page.form, 'order_reference.id': 'PO-77' }, 'open-supply')
    assert.equal(page.form['order_reference.id'], 'PO-77')
    page = await press({ ...page.form, 'delivery.actual_delivery_date': '2026-07-10' }, 'open-amounts')
    page = await press(
      {
        ...page.form,
        'allowances[0].amount': '10.00',
        'allowances[0].reason': 'Loyalty',
        'allowances[0].tax_category.id': 'S',
      },
      'open-line-0',
    )
    assert.match(page.text, /name="allowances\[1\]\.amount"/, 'one more entry')
    page = await press({ ...page.form, 'document_lines[0].note': 'Fragile' }, 'open-transaction')
    const document = await issued({ ...page.form, 'profile_execution_id[4]': '1' })
    assert.deepEqual(
      [
        document.order_reference.id,
        document.delivery.actual_delivery_date,
        document.note,
        document.profile_execution_id,
      ],
      ['PO-77', '2026-07-10', 'kept', '00001000'],
    )
    assert.deepEqual([document.allowances.length, document.allowances[0].reason], [1, 'Loyalty'])
    assert.equal(document.document_lines[0].note, 'Fragile')
  })

  test('a document with everything is copied, shown and issued without a change', async () => {
    const everything = anInvoiceWithEverything()
    const { copy, issued, tenant, press } = await begun(everything)
    assert.ok(copy.text.length < 60_000, String(copy.text.length))
    assert.match(copy.text, /id="open-references"/)
    assert.match(copy.text, /value="open-payee"[^>]*>[^<]*\(filled in\)/)
    let shown = await press(formIn(copy.text), 'form')
    for (const id of ['supply', 'amounts', 'paying', 'payee', 'transaction', 'more', 'line-0', 'line-1']) {
      shown = await press(shown.form, `open-${id}`)
    }
    for (const id of ['supply', 'payee', 'line-1']) assert.match(shown.text, new RegExp(`id="open-${id}"`))
    const again = await issued(shown.form)
    const { json: sent } = await tenant.get(`/api/purchase-invoices/${again.id}/request`)
    const { document_number: _n, issue_date: _i, due_date: _d, issue_time: _t, attachments: _a, ...rest } = everything
    for (const [name, value] of Object.entries(rest))
      assert.deepEqual(sent[name], JSON.parse(JSON.stringify(value)), name)
  })

  test('an entry whose fields are cleared is gone', async () => {
    const allowance = (reason: string) => ({ amount: 5, reason, tax_category: { id: 'S' } })
    const { copy, issued } = await begun(aPurchaseInvoice({ allowances: [allowance('One'), allowance('Two')] }))
    const form = formIn(copy.text)
    for (const name of Object.keys(form)) if (name.startsWith('allowances[0].')) form[name] = ''
    const { allowances } = await issued(form)
    assert.deepEqual(
      allowances.map(({ reason }: { reason: string }) => reason),
      ['Two'],
    )
  })

  test('a section opens where something in it must be corrected', async () => {
    const { copy, press } = await begun()
    const opened = await press(formIn(copy.text), 'open-supply')
    const wrong = await press({ ...opened.form, 'delivery.delivery_time': 'noon' }, 'check')
    assert.match(wrong.text, /id="f-delivery-delivery_time-problem"/)
    const exported = await press({ ...formIn(copy.text), 'profile_execution_id[7]': '1', open: 'transaction' }, 'check')
    assert.match(exported.text, /id="open-supply"/, exported.text.slice(0, 2000))
  })

  test('a supplier abroad cannot be self-billed: the form says so at the country and above the fields', async () => {
    const { copy, press } = await begun()
    const party = 'accounting_supplier_party'
    const form = {
      ...formIn(copy.text),
      [`${party}.postal_address.country_code`]: 'OM',
      [`${party}.authority_name`]: '',
    }
    const { text, form: next } = await press(form, 'form')
    assert.match(copy.text, /<p[^>]*>AE when empty\. A business abroad cannot be self-billed\./)
    assert.doesNotMatch(copy.text, /class="notice warning[^>]*>A business abroad/)
    assert.match(text, /class="notice warning[^>]*>A business abroad cannot be self-billed: rule IBR-134-AE/)
    assert.match(text, /<input id="f-accounting_supplier_party-postal_address-country_subentity"/)
    assert.equal(next[`${party}.party_tax_scheme.company_id`], '')
    assert.equal(next[`${party}.tin`], '')
    assert.equal(next[`${party}.postal_address.country`], 'Oman')
    const checked = await press(next, 'check')
    assert.match(checked.text, /id="f-accounting_supplier_party-endpoint_id-problem"/)
    const addressed = { ...next, [`${party}.endpoint_id`]: '9900000099', [`${party}.endpoint_scheme_id`]: '0235' }
    assert.match((await press(addressed, 'check')).text, /IBR-134-AE[\s\S]*The seller must have a VAT registration/)
  })
})
