import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { aPerson, type TestPerson } from '../support/service/people.ts'
import type { Tenant } from '../support/service/test-service.ts'
import { reads } from './reads.ts'
import { type Started, start } from './started.ts'
import { Watch } from './watch.ts'

// A draft is kept while somebody types, with scripts (docs/decisions/0157).

describe('drafts in a browser', () => {
  let started: Started
  let tenant: Tenant
  let clerk: TestPerson
  let page: Page
  let watch: Watch
  const name = 'accounting_supplier_party.name'
  before(async () => {
    started = await start(async (running) => {
      tenant = await running.tenant()
    })
    clerk = await aPerson(started.running, tenant.orgId, { role: 'clerk', name: 'Salim' })
    page = await (await started.open({ session: clerk.session.secret, language: 'en' })).newPage()
    watch = new Watch(page, started.running.address)
  })
  after(() => started?.stop())

  const begin = async () => {
    await page.goto(`/console/new?family=purchase-invoices&profile=${tenant.profileId}`)
    await page.locator(`[name="${name}"]`).waitFor()
  }
  const type = (text: string) => page.locator(`[name="${name}"]`).pressSequentially(text)
  const typed = () => page.locator(`[name="${name}"]`).inputValue()
  const parties = async (): Promise<readonly (string | null)[]> =>
    (await clerk.get('/api/drafts')).json.items.map((one: { party_name: string | null }) => one.party_name)

  test('typing saves by itself, and Reload and Back find the draft', async () => {
    await begin()
    await type('Gulf Metals')
    await reads(page, 'Saved as a draft:')
    assert.match(page.url(), /\/console\/new\?draft=/)
    await page.reload()
    assert.equal(await typed(), 'Gulf Metals')
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await page.goBack()
    assert.equal(await typed(), 'Gulf Metals')
  })

  test('a page that is left at once keeps what was typed last, and a form that was sent is found by Back', async () => {
    await begin()
    await type('Left at once')
    await page.goto('/console/documents')
    await eventually(async () => (await parties()).includes('Left at once'))
    await begin()
    await type('Checked')
    await page.locator('button[value="json"]').click()
    await page.locator('[name="request"]').waitFor()
    await page.goto('/console/documents')
    await page.goBack()
    assert.equal(await typed(), 'Checked')
    assert.equal((await parties()).filter((party) => party === 'Checked').length, 1)
  })

  test('a session that ends is said in the page, which saves after the sign-in', async () => {
    await begin()
    await page.context().clearCookies()
    await type('Typed without a session')
    await reads(page, 'Your session has ended')
    assert.equal(await typed(), 'Typed without a session')
    const url = started.running.address
    await page.context().addCookies([{ name: 'selfbill', value: clerk.session.secret, url, httpOnly: true }])
    await reads(page, 'Saved as a draft:')
    assert.ok((await parties()).includes('Typed without a session'))
  })

  test('a second tab says so, and both keep what was typed', async () => {
    await begin()
    await type('First tab')
    await reads(page, 'Saved as a draft:')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.locator(`[name="${name}"]`).fill('Second tab')
    await reads(other, 'Saved as a draft:')
    await type(' goes on')
    await reads(page, 'This draft was changed in another tab')
    const kept = await parties()
    assert.ok(kept.includes('Second tab') && kept.includes('First tab goes on'), String(kept))
    await other.close()
  })

  test('the form and the list are sound', async () => {
    await page.goto('/console/drafts')
    await reads(page, 'Gulf Metals')
    assert.deepEqual(await watch.violations(), [])
    await begin()
    assert.deepEqual(await watch.violations(), [])
    assert.deepEqual(watch.faults, [])
  })
})
