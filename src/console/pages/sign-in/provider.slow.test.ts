import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { v7 } from 'uuid'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { anOpenIdProvider, type OpenIdProvider } from '../../../../test/support/network/openid-provider.ts'
import { aPerson } from '../../../../test/support/service/people.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'

// Sign-in by OpenID Connect through the pages, at a real provider on this machine.

eachService('sign-in at a provider, in a browser', (start) => {
  let provider: OpenIdProvider
  let running: TestService
  before(async () => {
    provider = await anOpenIdProvider()
    running = await start({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_NAME: 'Office',
    })
  })
  after(() => provider.close())

  const host = () => new URL(provider.redirectUri).host

  test('a person signs in and is back at the page', async () => {
    const { orgId } = await running.tenant()
    const email = `${v7()}@example.com`
    await aPerson(running, orgId, { role: 'clerk', email })
    provider.signsIn(v7(), { email, email_verified: true })
    const browser = (await consoleOver(running)).browser({ host: host() })
    await browser.open('/console/settings/profiles?page=0')
    const page = await browser.open('/console/sign-in')
    assert.match(
      page.text,
      /<a class="button primary" href="\/console\/sign-in\/provider">Sign in with \u2068Office\u2069</,
    )
    const { location } = await browser.open('/console/sign-in/provider')
    const back = await provider.browse(location ?? '')
    const signedIn = await browser.open(back.pathname + back.search)
    assert.deepEqual([signedIn.status, signedIn.location], [303, '/console/settings/profiles?page=0'])
    assert.equal((await browser.open('/console/settings/profiles')).status, 200)
    assert.ok(!browser.cookies.has('selfbill-provider') && !browser.cookies.has('selfbill-return'))
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
