import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { aLine, aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

// What a new document is warned of, a repair and a credit note are warned of too.

const longAgo = /The issue date is [^<]* days ago/

eachService('warnings before a document is sent', (start) => {
  test('the check of a repair warns of what looks unlikely, and offers to send nevertheless', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const failing = aPurchaseInvoice({ payment_means: [] })
    const { json } = await member.tenant.post(`/api/purchase-invoices/${member.tenant.profileId}`, failing)
    const path = `/console/documents/purchase-invoices/${json.id}/repair`
    const dates = { issue_date: '2026-01-02', due_date: '2026-02-02' }
    const paid = { ...dates, 'payment_means[0].payment_means_code': '10' }
    const form = { ...formIn((await browser.open(path)).text), ...paid }
    const checked = await browser.submit(path, { ...form, do: 'check' })
    assert.match(checked.text, longAgo)
    assert.match(checked.text, /value="resubmit"/)
  })

  test('the draft of a credit note warns before it is issued', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const dates = { issue_date: '2026-01-02', due_date: '2026-02-02' }
    const { json } = await member.tenant.post(
      `/api/purchase-invoices/${member.tenant.profileId}`,
      aPurchaseInvoice(dates),
    )
    const path = `/console/documents/purchase-invoices/${json.id}/credit`
    const all = { which: 'all', discrepancy_response: 'DL8.61.1.A', do: 'check' }
    const dated = await browser.submit(path, { ...all, issue_date: '2026-01-03' })
    assert.match(dated.text, longAgo)
    assert.match(dated.text, /value="issue"/)
    assert.doesNotMatch((await browser.submit(path, all)).text, longAgo)
  })

  test('a number that can be read in two ways is refused with both readings', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { json } = await member.tenant.post(
      `/api/purchase-invoices/${member.tenant.profileId}`,
      aPurchaseInvoice({ document_lines: [aLine({ quantity: 4 })] }),
    )
    const copy = await browser.open(`/console/new?family=purchase-invoices&copy=${json.id}`)
    const typed = { ...formIn(copy.text), do: 'check' }
    const price = 'document_lines[0].price.base_amount'
    const either = await browser.submit('/console/new', { ...typed, [price]: '1,500' })
    assert.equal(either.status, 422)
    assert.match(
      either.text,
      /base_amount-problem"><bdi>“\u20681,500\u2069” can be \u20681500\u2069 or \u20681.500\u2069/,
    )
    const decimals = await browser.submit('/console/new', { ...typed, [price]: '1,5' })
    assert.match(decimals.text, /name="document_lines\[0\]\.price\.base_amount" type="text" value="1.5"/)
    const some = { which: 'some', line: '1', discrepancy_response: 'DL8.61.1.D', do: 'check' }
    const path = `/console/documents/purchase-invoices/${json.id}/credit`
    const credited = await browser.submit(path, { ...some, 'quantity-1': '1,500' })
    assert.match(credited.text, /quantity-1-problem"><bdi>“\u20681,500\u2069” can be/)
    assert.match((await browser.submit(path, { ...some, 'quantity-1': '1,5' })).text, /value="issue"/)
  })
})
