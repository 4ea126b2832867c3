import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { v7 } from 'uuid'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { anOpenIdProvider, type OpenIdProvider } from '../../../../test/support/network/openid-provider.ts'
import { aPerson } from '../../../../test/support/service/people.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { updateOrganisation } from '../../../store/accounts/organisations.ts'

// Sign-in by OpenID Connect through the pages, at a real provider on this machine.

eachService('sign-in at a provider, in a browser', (start) => {
  let provider: OpenIdProvider
  let running: TestService
  before(async () => {
    provider = await anOpenIdProvider()
    running = await start(environment())
  })
  const environment = () => ({
    'OIDC.issuer': provider.issuer,
    'OIDC.client_id': provider.client.id,
    'OIDC.client_secret': provider.client.secret,
    'OIDC.name': 'Office',
  })
  after(() => provider.close())

  const host = () => new URL(provider.redirectUri).host

  test('a person accepts one of two invitations, and later signs in and is back at the page', async () => {
    const [wanted, other] = [await running.tenant(), await running.tenant()]
    const email = `${v7()}@example.com`
    const { userId } = await aPerson(running, wanted.orgId, { role: 'clerk', email })
    await aPerson(running, other.orgId, { role: 'admin', email })
    const database = running.service.parts.store.database
    await updateOrganisation(database, other.orgId, { name: `<script>alert(1)</script> ${other.orgId}` })
    provider.signsIn(v7(), { email, email_verified: true })
    const browser = (await consoleOver(running)).browser({ host: host() })
    await browser.open('/console/settings/profiles?page=0')
    const page = await browser.open('/console/sign-in')
    assert.match(
      page.text,
      /<a class="button primary" href="\/console\/sign-in\/provider">Sign in with \u2068Office\u2069</,
    )
    const arrive = async () => {
      const { location } = await browser.open('/console/sign-in/provider')
      const back = await provider.browse(location ?? '')
      return browser.open(back.pathname + back.search)
    }
    const arrived = await arrive()
    assert.deepEqual([arrived.status, arrived.location], [303, '/console/sign-in/invitations'])
    assert.ok(!browser.cookies.has('selfbill'), 'nobody is signed in yet')
    const invitations = await browser.open('/console/sign-in/invitations')
    assert.match(invitations.text, /You are invited/)
    assert.equal(invitations.text.split('name="user"').length, 3)
    assert.ok(!invitations.text.includes('<script>alert'))
    const stranger = (await consoleOver(running)).browser({ host: host() })
    const taken = await stranger.follow(stranger.submit('/console/sign-in/invitations', { user: userId }))
    assert.match(taken.text, /began in another browser/)
    const accepted = await browser.submit('/console/sign-in/invitations', { user: userId })
    assert.deepEqual([accepted.status, accepted.location], [303, '/console/settings/profiles?page=0'])
    assert.equal((await browser.open('/console/settings/profiles')).status, 200)
    assert.ok(!browser.cookies.has('selfbill-invited'))
    await browser.submit('/console/sign-out')
    await browser.open('/console/settings/profiles?page=0')
    const signedIn = await arrive()
    assert.deepEqual([signedIn.status, signedIn.location], [303, '/console/settings/profiles?page=0'])
    assert.ok(!browser.cookies.has('selfbill-provider') && !browser.cookies.has('selfbill-return'))
  })

  test('a refusal says why, in both languages', async () => {
    const strict = await start({ ...environment(), 'OIDC.org_claim': 'organisation', 'OIDC.role_claim': 'groups' })
    const { orgId } = await strict.tenant()
    const browser = (await consoleOver(strict)).browser({ host: host() })
    for (const [claims, english, arabic] of [
      [
        { groups: ['admin'] },
        /names another organisation than the one of your account here, or none/,
        /منشأة غير منشأة/,
      ],
      [{ organisation: orgId, groups: [] }, /gives you no role here/, /لا يمنحك/],
    ] as const)
      for (const [language, words] of [
        ['en', english],
        ['ar', arabic],
      ] as const) {
        browser.cookies.set('selfbill-language', language)
        provider.signsIn(v7(), claims)
        const { location } = await browser.open('/console/sign-in/provider')
        const back = await provider.browse(location ?? '')
        assert.match((await browser.follow(browser.open(back.pathname + back.search))).text, words)
      }
  })

  test('the guide and the settings name the address that the service asks the provider to come back to', async () => {
    const browser = (await consoleOver(running)).browser({ host: host() })
    const { location } = await browser.open('/console/sign-in/provider')
    const { pathname } = new URL(new URL(location ?? '').searchParams.get('redirect_uri') ?? '')
    const docs = fileURLToPath(new URL('../../../../docs', import.meta.url))
    const named = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !/^(decisions|node_modules)/.test(file))
      .flatMap((file) => [...readFileSync(join(docs, file), 'utf8').matchAll(/[\w/]*\/console\/sign-in\/[\w/]+/g)])
    assert.ok(named.length >= 2)
    assert.deepEqual([...new Set(named.map(([address]) => address))], [`PUBLIC_URL${pathname}`])
  })

  test('another browser cannot end the sign-in, and a stranger learns why there is no account', async () => {
    provider.signsIn(v7(), { email: 'stranger@example.com', email_verified: true })
    const console = await consoleOver(running)
    const browser = console.browser({ host: host() })
    const { location } = await browser.open('/console/sign-in/provider')
    const back = await provider.browse(location ?? '')
    const other = console.browser({ host: host() })
    assert.match((await other.follow(other.open(back.pathname + back.search))).text, /began in another browser/)
    assert.match((await browser.follow(browser.open(back.pathname + back.search))).text, /You have no account here/)
    assert.ok(!browser.cookies.has('selfbill') && !other.cookies.has('selfbill'))
  })
})
