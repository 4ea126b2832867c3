import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { aLine, aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

const attack = `"><script>alert(1)</script>`

eachService('handled documents in the console', (start) => {
  const failed = async (role: 'viewer' | 'clerk') => {
    const { browser, member } = await signedInTo(await start.shared(), { role, name: 'Amina Rashid' })
    const { tenant } = member
    const broken = aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'NONE' })] })
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, broken)
    return { browser, address: `/console/documents/purchase-invoices/${json.id}` }
  }

  test('a clerk marks a document as handled, finds it by the filter, and undoes it', async () => {
    const { browser, address } = await failed('clerk')
    assert.match((await browser.open('/console/documents')).text, /Rules failed/)
    assert.match((await browser.open(address)).text, /\/handled">Mark as handled/)
    const marked = (await browser.follow(browser.submit(`${address}/handled`, { note: attack }))).text
    assert.match(marked, /The document is marked as handled\./)
    assert.match(marked, /<dt>Handled<\/dt><dd><bdi>[^<]*&#60;script&#62;[^$]*By \u2068Amina Rashid\u2069/)
    assert.doesNotMatch(marked, /<script>alert/)
    assert.doesNotMatch(marked, /Mark as handled/)
    assert.match((await browser.open('/console/documents')).text, /Nothing needs your attention\./)
    assert.match((await browser.open('/console/documents?view=all&handled=true')).text, /Handled: <bdi>[^<]*alert\(1\)/)
    assert.match((await browser.open('/console/documents?view=all&handled=false')).text, /No document matches/)
    const undone = (await browser.follow(browser.submit(`${address}/handled/undo`))).text
    assert.match(undone, /no longer marked as handled[^$]*Mark as handled/)
  })

  test('a note that the API refuses comes back in the form; a viewer marks nothing', async () => {
    const { browser, address } = await failed('clerk')
    for (const note of ['', `long ${'x'.repeat(500)}`]) {
      const refused = await browser.submit(`${address}/handled`, { note })
      assert.equal(refused.status, 422)
      assert.match(refused.text, /id="f-note-problem"/)
      assert.ok(refused.text.includes(`value="${note}"`))
    }
    const viewer = await failed('viewer')
    assert.doesNotMatch((await viewer.browser.open(viewer.address)).text, /Mark as handled/)
    assert.equal((await viewer.browser.open(`${viewer.address}/handled`)).status, 403)
    for (const action of ['handled', 'handled/undo'])
      assert.equal((await viewer.browser.submit(`${viewer.address}/${action}`, { note: 'x' })).status, 403)
  })
})
