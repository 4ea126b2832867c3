import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { families } from '../documents/family.ts'

// Totals beside the lines while a form is filled in: the service computes them and stores nothing.

eachService('running totals', (start) => {
  const begun = async (family: string) => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { text } = await browser.open(`/console/new?family=${family}&profile=${member.tenant.profileId}`)
    const line = {
      'document_lines[0].quantity': '3',
      'document_lines[0].price.base_amount': '100.25',
      'document_lines[0].classified_tax_category.id': 'S',
    }
    return { browser, tenant: member.tenant, first: text, form: { ...formIn(text), ...line } }
  }

  for (const family of families) {
    test(`${family}: a quantity and a price are enough`, async () => {
      const { browser, tenant, first, form } = await begun(family)
      assert.match(first, /id="totals"[^>]*>[^$]*appear when a line has a quantity and a price/)
      const { text } = await browser.submit('/console/new/totals', form)
      for (const amount of ['300.75', '15.04', '315.79'])
        assert.ok(text.includes(`${amount} AED`), `${amount}: ${text}`)
      assert.equal((await tenant.get('/api/documents')).json.items.length, 0)
      assert.match((await browser.open('/console/drafts')).text, /There are no drafts/)
    })
  }

  test('discounts, another currency, and lines that are not finished', async () => {
    const { browser, form } = await begun('purchase-invoices')
    const more = {
      ...form,
      open: 'amounts',
      lines: '0,1',
      'document_lines[1].quantity': 'two',
      document_currency_code: 'USD',
      'tax_exchange_rate.calculation_rate': '3.6725',
      'allowances[0].amount': '0.75',
      'allowances[0].tax_category.id': 'S',
    }
    const { text } = await browser.submit('/console/new/totals', more)
    for (const amount of ['300.00', '15.00', '315.00']) assert.ok(text.includes(`${amount} USD`), `${amount}: ${text}`)
  })

  test('without scripts they are there after each button', async () => {
    const { browser, form } = await begun('purchase-invoices')
    const { text } = await browser.submit('/console/new', { ...form, do: 'add' })
    assert.match(text, /id="totals"[^$]*315\.79 AED/)
  })
})
