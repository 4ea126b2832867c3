import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Opened } from '../../../../test/support/console/browser.ts'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { findOrganisation } from '../../../store/accounts/organisations.ts'
import { settingsRoutes } from './routes.ts'

// The settings: what each role may do, secrets that are shown once, and texts of people.

const attack = `"><script>alert(1)</script>`
const unknown = '01900000-0000-7000-8000-000000000000'
const root = '/console/settings'

eachService('the settings', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  async function addUser(browser: Browser, name: string, more: Readonly<Record<string, string>> = {}) {
    const added = await browser.submit(`${root}/users/new`, { name, role: 'viewer', ...more })
    assert.equal(added.status, 303, added.text)
    return added.location ?? ''
  }

  const isHarmless = ({ text }: Opened) => text.includes('&#60;script&#62;') && !text.includes('<script>alert')

  test('a client gets its secret once, a second one, and its end', async () => {
    const { browser } = await signedInTo(running)
    const empty = await browser.submit(`${root}/clients/new`, { name: 'ERP' })
    assert.deepEqual([empty.status, /Tick at least one/.test(empty.text)], [422, true])
    const fields = new URLSearchParams([
      ['name', attack],
      ['scope', 'documents:read'],
      ['scope', 'profiles'],
    ])
    const added = await browser.sendForm(
      `${root}/clients/new`,
      Buffer.from(fields.toString()),
      'application/x-www-form-urlencoded',
    )
    assert.ok(added.status === 200 && isHarmless(added), added.text)
    const secretOf = ({ text }: Opened) => /<pre class="code"[^>]*>([^<]{20,})<\/pre>/.exec(text)?.[1] ?? ''
    const secret = secretOf(added)
    assert.ok(secret !== '' && added.location === undefined && added.setCookies.length === 0)
    const list = await browser.open(`${root}/clients`)
    assert.ok(isHarmless(list) && !list.text.includes(secret))
    assert.ok(list.text.includes('Read documents') && list.text.includes('Change business profiles'))
    const path = [...list.text.matchAll(/href="([^"]+)\/rotate"/g)].at(-1)?.[1] ?? ''
    assert.ok(isHarmless(await browser.open(`${path}/rotate`)) && isHarmless(await browser.open(`${path}/revoke`)))
    const rotated = await browser.submit(`${path}/rotate`, { overlap: '3600' })
    assert.notEqual(secretOf(rotated), secret)
    assert.match((await browser.open(`${root}/clients`)).text, /Two secrets until/)
    assert.equal((await browser.submit(`${path}/revoke`)).location, `${root}/clients`)
    assert.match((await browser.open(`${root}/clients`)).text, /The client is revoked[\s\S]*badge quiet">Revoked/)
    assert.equal((await browser.open(`${path}/rotate`)).status, 404)
    assert.equal((await browser.submit(`${path}/rotate`)).status, 404)
  })

  test('a user is added, changed, gets a login link that works, and is removed', async () => {
    const { browser } = await signedInTo(running)
    const path = await addUser(browser, attack, { email: 'mariam@palm.example' })
    const shown = await browser.open(path)
    assert.ok(isHarmless(shown))
    const linked = await browser.submit(`${path}/login-link`)
    const link = /http:\/\/localhost:8080(\/console\/sign-in\/[\w-]+)</.exec(linked.text)?.[1] ?? ''
    assert.ok(link !== '' && linked.location === undefined, linked.text)
    assert.ok(!(await browser.open(path)).text.includes(link))
    const console = await consoleOver(running)
    const other = console.browser({ 'user-agent': 'Other/1' })
    assert.equal((await other.submit(link)).status, 303)
    assert.equal((await other.open(`${root}/account`)).status, 200)
    const sessions = await browser.open(path)
    const end = /action="([^"]+\/sessions\/[^"]+\/end)"/.exec(sessions.text)?.[1] ?? ''
    assert.ok(sessions.text.includes('Other/1') && end !== '')
    assert.match((await browser.follow(browser.submit(end))).text, /The session is ended/)
    assert.equal((await other.open(`${root}/account`)).location, '/console/sign-in')
    const second = /(\/console\/sign-in\/[\w-]+)</.exec((await browser.submit(`${path}/login-link`)).text)?.[1] ?? ''
    assert.match((await browser.follow(browser.submit(`${path}/sign-out`))).text, /is signed out everywhere/)
    await other.submit(second)
    assert.equal((await other.open(`${root}/account`)).status, 303)
    const wrong = await browser.submit(path, { name: 'Mariam', email: 'nobody', role: 'clerk' })
    assert.deepEqual([wrong.status, /id="f-email-problem"/.test(wrong.text)], [422, true])
    const changed = await browser.follow(browser.submit(path, { name: 'Mariam', role: 'clerk' }))
    assert.match(changed.text, /\u2068Mariam\u2069 is saved/)
    assert.match((await browser.open(`${path}/remove`)).text, /Remove \u2068Mariam\u2069\?/)
    assert.equal((await browser.submit(`${path}/remove`)).location, `${root}/users`)
    assert.equal((await browser.open(path)).status, 404)
  })

  test('the last administrator stays, and nobody makes an operator', async () => {
    const { browser, member } = await signedInTo(running)
    const own = `${root}/users/${member.userId}`
    assert.match((await browser.follow(browser.submit(`${own}/remove`))).text, /role="alert">Not accepted: .*last/)
    assert.equal((await browser.submit(own, { name: 'Amina', role: 'viewer' })).status, 422)
    await addUser(browser, 'Omar', { role: 'operator' })
    assert.ok(!/<td[^>]*><div>Operator/.test((await browser.open(`${root}/users`)).text))
  })

  test('people see and end their own sessions, and no other', async () => {
    const { browser, member } = await signedInTo(running, { role: 'viewer' })
    const console = await consoleOver(running)
    const other = console.browser({ 'user-agent': 'Other/2' })
    await other.submit(`/console/sign-in/${await member.link()}`)
    const { text } = await browser.open(`${root}/account`)
    const end = /action="([^"]+\/sessions\/[^"]+\/end)"/.exec(text)?.[1] ?? ''
    assert.ok(text.includes('Other/2') && text.includes('This browser'))
    assert.equal((await browser.submit(end)).location, `${root}/account`)
    assert.equal((await other.open(`${root}/account`)).status, 303)
    assert.equal((await browser.submit(`${root}/account/sessions/${unknown}/end`)).status, 404)
  })

  test('the organisation changes the format of its numbers, and a wrong one stays in its field', async () => {
    const { browser } = await signedInTo(running)
    const path = `${root}/organisation`
    const { text } = await browser.open(path)
    assert.match(text, /\{prefix\}-\{sequence:6\}/)
    assert.match(text, /PINV-000042/)
    const fields = { default_api_version: '20260507', auto_numbering_enabled: 'yes' }
    const wrong = await browser.submit(path, { ...fields, number_format: attack })
    assert.ok(wrong.status === 422 && isHarmless(wrong) && wrong.text.includes('id="f-number_format-problem"'))
    const saved = await browser.follow(browser.submit(path, { ...fields, number_format: 'PF/{sequence:4}' }))
    assert.match(saved.text, /Saved\.[\s\S]*value="PF\/\{sequence:4\}"/)
    assert.match(saved.text, /<option value="20260507" selected="">/)
  })

  test('a page that was open for long writes back nothing that others have changed since', async () => {
    const { browser, member } = await signedInTo(running, { scope: 'documents:read documents:write profiles admin' })
    const email = 'karim@palm.example'
    const user = await addUser(browser, 'Karim', { role: 'admin', email, language: 'en' })
    const forms = [
      {
        path: user,
        api: `/api/users/${user.split('/').at(-1)}`,
        others: { role: 'viewer', language: 'ar', email: 'karim@oasis.example' },
        own: { name: 'Karim Haddad' },
      },
      {
        path: `${root}/organisation`,
        api: '/api/organisation',
        others: { number_format: 'PF/{sequence:4}', auto_numbering_enabled: false },
        own: { default_api_version: '20260507' },
      },
      {
        path: `${root}/approvals`,
        api: '/api/organisation/approval-rule',
        others: { amount_from: 5000, approvers: 'clerk' },
        own: {},
      },
      {
        path: `${root}/approvals`,
        api: '/api/organisation/approval-rule',
        others: { amount_from: 700, approvers: 'clerk' },
        own: { approvers: 'admin' },
      },
    ]
    for (const { path, api, others, own } of forms) {
      const old = formIn((await browser.open(path)).text, `action="${path}"`)
      const method = api.endsWith('rule') ? 'PUT' : 'PATCH'
      assert.equal((await member.tenant.send(method, api, others)).status, 200)
      const before = (await member.tenant.get(api)).json
      const saved = await browser.submit(path, { ...old, ...own })
      assert.equal(saved.status, 303, `${path} ${saved.text}`)
      const { json: after } = await member.tenant.get(api)
      assert.deepEqual(after, { ...before, ...own }, path)
      // A refusal shows what is there now beside what was typed, and the same holds again.
      if ('name' in own) {
        const refused = await browser.submit(path, { ...old, email: 'nobody', once: 'b' })
        assert.deepEqual([refused.status, /id="f-email-problem"/.test(refused.text)], [422, true])
        const { email, role, former_email } = formIn(refused.text, `action="${path}"`)
        assert.deepEqual({ email, role, former_email }, { email: 'nobody', role: 'viewer', former_email: others.email })
      }
    }
  })

  test('a field that was emptied and cannot be is refused, and not passed over', async () => {
    const { browser } = await signedInTo(running)
    const user = await addUser(browser, 'Karim', { email: 'karim@palm.example' })
    for (const [path, name, said] of [
      [user, 'email', 'cannot be taken away. Enter another one, or remove the user'],
      [user, 'name', 'Enter a value here'],
      [`${root}/organisation`, 'number_format', 'Enter a value here'],
    ] as const) {
      const fields = formIn((await browser.open(path)).text, `action="${path}"`)
      const refused = await browser.submit(path, { ...fields, [name]: ' ' })
      assert.equal(refused.status, 422, name)
      assert.match(refused.text, new RegExp(`id="f-${name}-problem"><bdi>[^<]*${said}`))
    }
    // Without an address nothing is taken away.
    const other = await addUser(browser, 'Omar')
    const fields = formIn((await browser.open(other)).text, `action="${other}"`)
    assert.equal((await browser.submit(other, { ...fields, name: 'Omar Haddad' })).status, 303)
  })

  test('a rule that was switched off meanwhile is not switched on by a page of before', async () => {
    const { browser, member } = await signedInTo(running, { scope: 'documents:read documents:write profiles admin' })
    const [path, api] = [`${root}/approvals`, '/api/organisation/approval-rule']
    await member.tenant.send('PUT', api, { amount_from: 1000, approvers: 'admin' })
    const old = formIn((await browser.open(path)).text, `action="${path}"`)
    await member.tenant.send('DELETE', api)
    const refused = await browser.submit(path, { ...old, approvers: 'clerk' })
    assert.deepEqual([refused.status, /Somebody has changed this/.test(refused.text)], [422, true])
    assert.equal((await member.tenant.get(api)).json.is_on, false)
    const asked = await browser.submit(path, { ...old, amount_from: '500', approvers: 'clerk' })
    assert.equal(asked.status, 303)
    assert.deepEqual((await member.tenant.get(api)).json, { is_on: true, amount_from: 500, approvers: 'clerk' })
  })

  test('content is removed by what the page shows now, and not by what it showed before', async () => {
    const { browser, member } = await signedInTo(running, { scope: 'documents:read documents:write profiles admin' })
    const path = `${root}/organisation/removal`
    const page = (await browser.open(path)).text
    const name = (await member.tenant.get('/api/organisation')).json.name
    const old = { ...formIn(page, `action="${path}"`), name, remove_after_retention: 'yes' }
    const years = async () => {
      const { retention_years, remove_after_retention } = (await member.tenant.get('/api/organisation')).json
      return [retention_years, remove_after_retention]
    }
    await member.tenant.send('PATCH', '/api/organisation', { retention_years: 9 })
    const refused = await browser.submit(path, old)
    assert.deepEqual([refused.status, /Somebody has changed this/.test(refused.text)], [422, true])
    assert.deepEqual(await years(), [9, false])
    const again = { ...formIn(refused.text, `action="${path}"`), name }
    for (let press = 0; press < 2; press += 1) {
      assert.equal((await browser.submit(path, again)).status, 303)
      assert.deepEqual(await years(), [9, true])
    }
  })

  test('sending is switched off and on by the name of the organisation, and by no other form', async () => {
    const { browser, member } = await signedInTo(running)
    const { database } = running.service.parts.store
    const isSending = async () => (await findOrganisation(database, member.tenant.orgId))?.hasPhase2
    const [path, sending] = [`${root}/organisation`, `${root}/organisation/sending`]
    const name = (await findOrganisation(database, member.tenant.orgId))?.name ?? ''
    await browser.submit(path, {
      number_format: '{prefix}-{sequence}',
      default_api_version: '20260101',
      auto_numbering_enabled: 'yes',
    })
    assert.equal(await isSending(), true)
    const asked = await browser.open(sending)
    assert.match(asked.text, /Switch sending off.*never sent.*name="to" value="off"/s)
    const unconfirmed = await browser.submit(sending, { to: 'off', name: `${name} x` })
    assert.ok(unconfirmed.status === 422 && unconfirmed.text.includes('id="f-name-problem"'))
    assert.equal(await isSending(), true)
    const off = await browser.follow(browser.submit(sending, { to: 'off', name }))
    assert.match(off.text, /Documents are sent to the network<\/dt><dd>Off/)
    // A page from before asks for what is already so, and changes nothing.
    await browser.submit(sending, { to: 'off', name })
    assert.equal(await isSending(), false)
    const stored = await member.tenant.post(`/api/purchase-invoices/${member.tenant.profileId}`, aPurchaseInvoice())
    assert.equal(stored.status, 201, stored.text)
    const page = await browser.open(`/console/documents/purchase-invoices/${stored.json.id}`)
    assert.match(page.text, /sending was off for your organisation when it was issued/)
    await browser.submit(sending, { to: 'on', name })
    assert.equal(await isSending(), true)
    const viewer = await signedInTo(running, { role: 'clerk' })
    assert.equal((await viewer.browser.submit(sending, { to: 'off', name })).status, 403)
  })

  test('a profile is changed without losing what the form does not show; a later form loses', async () => {
    const { browser, member } = await signedInTo(running)
    const { profileId } = member.tenant
    const path = `${root}/profiles/${profileId}`
    const form = (await browser.open(path)).text
    const fields = Object.fromEntries(
      [...form.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
        name ?? '',
        (value ?? '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
      ]),
    )
    const emirate = /<option value="([A-Z]{3})" selected/.exec(form)?.[1] ?? ''
    const sent = { ...fields, 'postal_address.country_subentity': emirate, status: 'ACTIVE', name: attack, once: 'a' }
    const before = (await member.tenant.get(`/api/business-profiles/${profileId}`)).json
    const saved = await browser.submit(path, sent)
    assert.equal(saved.status, 303, saved.text)
    const { name, updated_at: _, ...after } = (await member.tenant.get(`/api/business-profiles/${profileId}`)).json
    assert.equal(name, attack)
    const { name: __, updated_at: ___, ...kept } = before
    assert.deepEqual(after, kept)
    assert.ok(isHarmless(await browser.open(path)) && isHarmless(await browser.open(`${root}/profiles`)))
    const late = await browser.submit(path, { ...sent, name: 'Late', once: 'b' })
    assert.deepEqual([late.status, /Somebody changed this profile/.test(late.text)], [422, true])
    const wrong = await browser.submit(path, { ...sent, 'party_tax_scheme.company_id': '12', once: 'c' })
    assert.equal(wrong.status, 422)
  })

  test('the audit log and the requests are filtered in the address', async () => {
    const { browser, member } = await signedInTo(running)
    await addUser(browser, attack)
    const audit = await browser.open(`${root}/audit?action=createUser`)
    assert.ok(isHarmless(audit) && !audit.text.includes('<code>signIn</code>'))
    assert.match((await browser.open(`${root}/audit?to=2020-01-01`)).text, /No entry matches/)
    assert.equal((await browser.open(`${root}/audit?from=soon`)).status, 422)
    assert.ok(isHarmless(await browser.open(`${root}/audit?actor=${encodeURIComponent(attack)}`)))
    await member.tenant.get(`/api/purchase-invoices/${unknown}`)
    const requests = (query: string) => browser.open(`${root}/requests?${query}`)
    await eventually(async () => (await requests('status=4xx')).text.includes('<code>retrievePurchaseInvoice</code>'))
    assert.ok(!(await requests('status=2xx')).text.includes('<code>retrievePurchaseInvoice</code>'))
    assert.match((await requests('from=2020-01-01&to=2020-01-02')).text, /No request matches/)
    assert.equal((await requests('from=soon')).status, 422)
    assert.equal((await requests('cursor=x')).status, 422)
    assert.ok(isHarmless(await requests(`operation=${encodeURIComponent(attack)}`)))
  })

  test('the clock of the sandbox moves on', async () => {
    const { browser } = await signedInTo(running)
    const wrong = await browser.submit(`${root}/clock`, { by: 'soon' })
    assert.deepEqual([wrong.status, /id="f-by-problem"/.test(wrong.text)], [422, true])
    const moved = await browser.follow(browser.submit(`${root}/clock`, { by: '1d' }))
    assert.match(moved.text, /now \u20681\u2069 d \u20680\u2069 h/)
  })

  test('every page that changes something is refused to roles below its own, also over POST', async () => {
    for (const role of ['viewer', 'clerk'] as const) {
      const { browser, member } = await signedInTo(running, { role })
      const above = settingsRoutes.filter(({ access }) => access === 'admin')
      assert.ok(above.length > 20)
      for (const { method, path } of above) {
        const address = path
          .replace('{business_profile_id}', member.tenant.profileId)
          .replace('{user_id}', member.userId)
          .replaceAll(/\{\w+\}/g, unknown)
        const { status } = method === 'GET' ? await browser.open(address) : await browser.submit(address, { name: 'x' })
        assert.equal(status, 403, `${role} ${method} ${address}`)
      }
      const { text } = await browser.open(`${root}/profiles/${member.tenant.profileId}`)
      assert.ok(!text.includes(`action="${root}`) && !text.includes(`href="${root}/users"`))
    }
  })

  test('an administrator changes no operator, and nobody of another organisation', async () => {
    const { browser, member } = await signedInTo(running)
    const stranger = await signedInTo(running)
    const path = `${root}/users/${stranger.member.userId}`
    for (const at of ['', '/remove']) assert.equal((await browser.open(`${path}${at}`)).status, 404)
    for (const at of ['', '/remove', '/login-link', '/sign-out'])
      assert.equal((await browser.submit(`${path}${at}`, { name: 'x' })).status, 404, at)
    const operator = await signedInTo(running, { role: 'operator' })
    const own = await operator.browser.open(`${root}/users/${operator.member.userId}`)
    assert.ok(own.text.includes('/login-link'))
    assert.notEqual(operator.member.tenant.orgId, member.tenant.orgId)
  })
})
