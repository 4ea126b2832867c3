import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { requests } from '../../../../test/support/requests/requests.ts'
import { removeContentOf } from '../../../../test/support/service/remove-content.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { type Family, families } from '../../../console/pages/documents/family.ts'
import { findOrganisation } from '../../../store/accounts/organisations.ts'
import { holdDocument } from '../../../store/keeping/document-holds.ts'
import { retentionOf } from '../../../store/keeping/retentions.ts'

const attack = `"><script>alert(1)</script>`
const settings = '/console/settings/organisation'

eachService('legal holds in the console', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  async function issue({ tenant }: Member, family: Family): Promise<string> {
    const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, requests[family]())
    assert.equal(status, 201, text)
    return `${family}/${json.id}`
  }
  const follow = async (browser: Browser, path: string, fields?: Readonly<Record<string, string>>) =>
    (await browser.follow(browser.submit(path, fields))).text

  test('an administrator holds a document of each family, corrects the reason, and releases it', async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin', name: 'Amina Rashid' })
    for (const family of families) {
      const document = await issue(member, family)
      const page = `/console/documents/${document}`
      assert.match((await browser.open(page)).text, /<dt>Legal hold<\/dt><dd>None[^$]*\/hold">Set the hold/)
      assert.doesNotMatch((await browser.open(`${page}/hold`)).text, /Release the hold/)
      const held = await follow(browser, `${page}/hold`, { reason: attack })
      assert.match(held, /The legal hold is set\./)
      assert.match(held, /&#60;script&#62;[^$]*Set by \u2068Amina Rashid\u2069/)
      assert.doesNotMatch(held, /<script>alert/)
      assert.match(await follow(browser, `${page}/hold`, { reason: 'Dispute 12' }), /<bdi>Dispute 12<\/bdi>/)
      const { json } = await member.tenant.get(`/api/${document}`)
      assert.equal(json.meta_info.legal_hold.reason, 'Dispute 12')
      const shown = await browser.open(`${page}/hold`)
      assert.match(shown.text, /name="reason"[^>]*value="Dispute 12"[^$]*Release the hold/)
      assert.match(await follow(browser, `${page}/hold/release`), /The legal hold is released\.[^$]*<dd>None/)
      assert.equal((await member.tenant.get(`/api/${document}`)).json.meta_info.legal_hold, undefined)
    }
  })

  test('a reason that the API refuses comes back in the form', async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin' })
    const page = `/console/documents/${await issue(member, 'sales-invoices')}`
    for (const path of [`${page}/hold`, `${settings}/hold`]) {
      for (const reason of ['', `long ${'x'.repeat(500)}`]) {
        const refused = await browser.submit(path, { reason })
        assert.equal(refused.status, 422)
        assert.match(refused.text, /id="f-reason-problem"/)
        assert.ok(refused.text.includes(`value="${reason}"`))
      }
    }
  })

  test('others see the hold of a document and cannot change it', async () => {
    for (const role of ['viewer', 'clerk'] as const) {
      const { browser, member } = await signedInTo(running, { role })
      const document = await issue(member, 'purchase-invoices')
      const page = `/console/documents/${document}`
      assert.doesNotMatch((await browser.open(page)).text, /Legal hold/)
      const id = document.split('/').at(-1) ?? ''
      const key = { orgId: member.tenant.orgId, family: 'purchase-invoices', id } as const
      const hold = { reason: 'Dispute 13', heldBy: 'Amal', heldAt: 5 }
      assert.ok(await holdDocument(running.service.parts.store.database, key, hold))
      const { text } = await browser.open(page)
      assert.match(text, /Dispute 13/)
      assert.doesNotMatch(text, /\/hold"/)
      for (const path of [`${page}/hold`, `${settings}/hold`]) {
        assert.equal((await browser.open(path)).status, 403)
        assert.equal((await browser.submit(path, { reason: 'x' })).status, 403)
        assert.equal((await browser.submit(`${path}/release`)).status, 403)
      }
    }
  })

  test('an organisation chooses its retention, and holds all its documents', async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin' })
    const { database } = running.service.parts.store
    const retention = () => retentionOf(database, member.tenant.orgId)
    const removal = `${settings}/removal`
    assert.match((await browser.open(removal)).text, /name="retention_years" type="number" value="7"/)
    const name = (await findOrganisation(database, member.tenant.orgId))?.name ?? ''
    const wrong = await browser.submit(removal, { name, retention_years: '4' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="f-retention_years-problem"/)
    const unconfirmed = await browser.submit(removal, {
      name: 'Another',
      retention_years: '10',
      remove_after_retention: 'yes',
    })
    assert.equal(unconfirmed.status, 422)
    assert.match(unconfirmed.text, /id="f-name-problem"/)
    assert.match(unconfirmed.text, /name="retention_years" type="number" value="10"/)
    assert.deepEqual(await retention(), { years: 7, removes: false, hold: undefined })
    await follow(browser, removal, { name, retention_years: '10', remove_after_retention: 'yes' })
    assert.deepEqual(await retention(), { years: 10, removes: true, hold: undefined })
    assert.match(await follow(browser, `${settings}/hold`, { reason: 'Audit 2026' }), /<bdi>Audit 2026<\/bdi>/)
    assert.equal((await retention()).hold?.reason, 'Audit 2026')
    assert.match(await follow(browser, `${settings}/hold/release`), /The legal hold is released/)
    assert.equal((await retention()).hold, undefined)
  })

  test('the page of a document without its content shows what is left', async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin' })
    const document = await issue(member, 'purchase-invoices')
    const page = `/console/documents/${document}`
    await eventually(async () => (await browser.open(page)).text.includes('Everybody who receives it'))
    assert.equal(await removeContentOf(running, member.tenant), 1)
    const { status, text } = await browser.open(page)
    assert.equal(status, 200)
    assert.match(text, /Its content was removed after its retention\.[^$]*210\.00 AED/)
    assert.match(text, /Content removed after its retention/)
    assert.doesNotMatch(text, /\/(?:pdf|xml|evidence|credit|hold|print)"/)
    assert.match((await browser.open(`${page}?tab=log`)).text, /DOCUMENT_CONTENT_REMOVED/)
    assert.equal((await browser.open(`${page}?tab=ubl`)).status, 200)
    assert.match((await browser.open('/console/documents?view=all')).text, /Content removed/)
    assert.equal((await browser.open(`${page}/hold`)).status, 410)
    assert.equal((await browser.submit(`${page}/hold`, { reason: 'Dispute 14' })).status, 410)
  })
})
