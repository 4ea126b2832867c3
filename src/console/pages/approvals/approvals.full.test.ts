import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 } from 'uuid'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { jsonOf, requests } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { newLoginLink } from '../../../people/login-link.ts'
import { addUser } from '../../../store/people/users.ts'

const settings = '/console/settings/approvals'
const unknown = '0197f2a4-5a50-7c3e-8f0e-2f5f6c1b7d99'

async function colleagueOf(running: TestService, orgId: string, name: string): Promise<Browser> {
  const { store, now } = running.service.parts
  const user = { orgId, id: v7(), name, role: 'clerk', createdAt: now() } as const
  await addUser(store.database, { ...user, email: undefined })
  const { secret, statement } = newLoginLink(user, now())
  await store.database.transaction([statement])
  const browser = (await consoleOver(running)).browser()
  assert.equal((await browser.submit(`/console/sign-in/${secret}`)).status, 303)
  return browser
}

eachService('approvals in the console', (start) => {
  test('an administrator sets the rule; a form that needs a second person waits, and a colleague approves it', async () => {
    const running = await start()
    const { browser, member } = await signedInTo(running, { role: 'admin', name: 'Amina Rashid' })
    const { tenant } = member
    const wrong = await browser.submit(settings, { amount_from: 'much', approvers: 'clerk' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="f-amount_from-problem"/)
    const either = await browser.submit(settings, { amount_from: '1,500', approvers: 'clerk' })
    assert.match(either.text, /can be \u2068?1500\u2069? or \u2068?1\.500/)
    const saved = (await browser.follow(browser.submit(settings, { amount_from: '0.50', approvers: 'clerk' }))).text
    assert.match(saved, /wait for a second person now\.[^$]*name="amount_from"[^>]*value="0.5"/)
    const { json: invoice } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      requests['purchase-invoices'](),
    )
    const credit = jsonOf({ discrepancy_response: 'DL8.61.1.D' })
    const address = `/console/documents/purchase-invoices/${invoice.id}/credit`
    const asked = await browser.submit(address, { do: 'issue', request: credit })
    assert.match(asked.location ?? '', /^\/console\/approvals\/[0-9a-f-]{36}$/, asked.text)
    const page = asked.location ?? ''
    const own = (await browser.open(page)).text
    assert.match(own, /You wrote it, so another person approves it\./)
    assert.match(own, /DL8\.61\.1\.D/)
    assert.match(own, /<h1>Purchase credit note: Waiting<\/h1>/)
    assert.match(own, new RegExp(`<dt>Of</dt>\\s*<dd><a [^>]*${invoice.id}"><bdi>${invoice.document_number}</bdi>`))
    assert.match(own, /<iframe class="printed" src="[^"]+\/print" sandbox/)
    assert.doesNotMatch(own, /Approve and issue/)
    const waiting = (await browser.open('/console/approvals')).text
    assert.match(waiting, /Waiting[^$]*<span class="count figure">1<\/span>/)
    assert.match(waiting, /">Purchase credit note<\/a>/)
    const omar = await colleagueOf(running, tenant.orgId, 'Omar')
    const shown = (await omar.open(page)).text
    const digest = /name="digest" value="([0-9a-f]{64})"/.exec(shown)?.[1] ?? ''
    assert.match(shown, /Approve and issue/)
    const stale = (await omar.follow(omar.submit(`${page}/approve`, { digest: '0'.repeat(64) }))).text
    assert.match(stale, /Not done:/)
    const noteless = await omar.submit(`${page}/return`, { note: '' })
    assert.equal(noteless.status, 422)
    const done = (await omar.follow(omar.submit(`${page}/approve`, { digest }))).text
    assert.match(done, /approved and issued\.[^$]*\/console\/documents\/purchase-credit-notes\/[0-9a-f-]{36}"/)
    const [note] = (await tenant.get('/api/documents?family=purchase-credit-notes')).json.items
    assert.ok(done.includes(`<h1>Purchase credit note ${note.document_number}: Approved</h1>`), done)
    assert.match(done, /<dt>Issued as<\/dt>/)
    assert.doesNotMatch(done, /Nothing is issued or sent yet|<dt>Document<\/dt>/)
    const list = (await omar.open('/console/approvals?status=APPROVED')).text
    assert.match(list, /">Purchase credit note<\/a>/)
    assert.match(list, /<h1>Approved documents<\/h1>/)
    const second = await browser.submit(address, { do: 'issue', request: credit })
    assert.equal(second.location, undefined, 'nothing is left to credit')
    assert.match((await browser.follow(browser.submit(`${settings}/remove`))).text, /issued at once again\./)
  })

  test('who may not decide sees who can, and no button; an author may always withdraw', async () => {
    const running = await start.shared()
    const { browser: amina, member } = await signedInTo(running, { role: 'admin' })
    const { tenant } = member
    const clerk = await colleagueOf(running, tenant.orgId, 'Omar')
    const other = await colleagueOf(running, tenant.orgId, 'Sara')
    const set = (approvers: string) => amina.submit(settings, { amount_from: '0', approvers })
    await set('admin')
    const invoice = requests['purchase-invoices']()
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, invoice)
    const address = `/console/documents/purchase-invoices/${json.id}/credit`
    const request = jsonOf({ discrepancy_response: 'DL8.61.1.D' })
    const page = (await clerk.submit(address, { do: 'issue', request })).location ?? ''
    const seen = async (browser: Browser) => {
      const { text } = await browser.open(page)
      const has = (action: string) => text.includes(`action="${page}/${action}"`)
      return [has('approve'), has('return'), /Only an administrator approves or returns it/.test(text)]
    }
    assert.deepEqual(await seen(clerk), [false, true, false], 'its author')
    assert.deepEqual(await seen(other), [false, false, true])
    assert.deepEqual(await seen(amina), [true, true, false])
    await set('clerk')
    assert.deepEqual(await seen(other), [true, true, false])
    // What waits still needs an administrator when nothing waits any more.
    await amina.submit(`${settings}/remove`)
    assert.deepEqual(await seen(other), [false, false, true])
    assert.equal((await other.submit(`${page}/return`, { note: 'Wrong quantity' })).status, 403)
  })

  test('a viewer sees what waits and decides nothing', async () => {
    const { browser } = await signedInTo(await start.shared(), { role: 'viewer' })
    assert.match((await browser.open('/console/approvals')).text, /Nothing is here\./)
    assert.equal((await browser.open(settings)).status, 403)
    assert.equal((await browser.submit(`/console/approvals/${unknown}/approve`, { digest: 'x' })).status, 403)
  })
})
