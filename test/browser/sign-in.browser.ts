import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { removeUser } from '../../src/store/people/users.ts'
import { aMember, type Member } from '../support/console/members.ts'
import { type AnotherSite, anotherSite } from './another-site.ts'
import { type Started, start } from './started.ts'

// Signing in and out in a browser, and what strangers try with links, cookies and forms.

const page = '/console/settings/profiles'

for (const javaScriptEnabled of [true, false]) {
  describe(`sign-in, ${javaScriptEnabled ? 'with scripts' : 'without scripts'}`, () => {
    let started: Started
    before(async () => {
      started = await start()
    })
    after(() => started?.stop())
    const tab = async () => (await started.open({ javaScriptEnabled })).newPage()

    test('a link signs in once, for the page that was asked for', async () => {
      const member = await aMember(started.running)
      const link = `/console/sign-in/${await member.link()}`
      const own = await tab()
      await own.goto(page)
      await own.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
      await own.goto(link)
      await own.reload()
      await own.getByRole('button', { name: 'Continue' }).click()
      assert.equal(pathOf(own), page)
      const stranger = await tab()
      await stranger.goto(link)
      await stranger.getByRole('button', { name: 'Continue' }).click()
      await stranger.getByText('was used already').waitFor()
      await stranger.goto(page)
      assert.equal(pathOf(stranger), '/console/sign-in')
      await own.reload()
      assert.equal(pathOf(own), page)
    })

    test('a planted cookie is never signed in', async () => {
      const thief = await aMember(started.running)
      const victim = await aMember(started.running, { name: 'Victim' })
      const thiefs = await tab()
      await signIn(thiefs, thief)
      const [own] = await thiefs.context().cookies()
      for (const planted of [own?.value ?? '', 'A'.repeat(43)]) {
        const context = await started.open({ javaScriptEnabled, session: planted })
        const victims = await context.newPage()
        await signIn(victims, victim)
        const after = (await context.cookies()).find(({ name }) => name === 'selfbill')
        assert.ok(after && after.value !== planted && after.httpOnly)
        const again = await (await started.open({ javaScriptEnabled, session: planted })).newPage()
        await again.goto(page)
        assert.equal(pathOf(again), '/console/sign-in', 'the planted cookie opens nothing')
      }
    })

    test('an ended session leads to the sign-in, and back to the page', async () => {
      const member = await aMember(started.running, { name: 'Amina Rashid' })
      const [here, there] = [await tab(), await tab()]
      await signIn(here, member)
      await signIn(there, member)
      await here.goto(page)
      await openMenu(there)
      await there.getByRole('button', { name: 'Sign out everywhere' }).click()
      await there.getByText('All your sessions are ended.').waitFor()
      await here.goto(`${page}/new`)
      await here.getByText('Your session has ended').waitFor()
      await signIn(here, member)
      assert.equal(pathOf(here), `${page}/new`)
      // A form that was open when the session ended changes nothing.
      const sessions = started.running.service.parts.people
      await sessions.signOutEverywhere(member.userId)
      await openMenu(here)
      await here.getByRole('button', { name: 'العربية' }).click()
      await here.goto(page)
      assert.match(pathOf(here), /^\/console\/sign-in/)
    })

    test('a person who signs out leaves nothing behind', async () => {
      const member = await aMember(started.running, { name: 'Amina Rashid' })
      const own = await tab()
      await signIn(own, member)
      await own.goto(`${page}/new`)
      await openMenu(own)
      await own.getByRole('button', { name: 'Sign out', exact: true }).click()
      await own.getByText('You are signed out.').waitFor()
      await own.goBack()
      assert.equal(await own.getByText('Amina Rashid').count(), 0)
      await own.goto(page)
      assert.equal(pathOf(own), '/console/sign-in')
    })

    test('a removed person is signed out', async () => {
      const member = await aMember(started.running, { role: 'clerk' })
      const own = await tab()
      await signIn(own, member)
      const { store, now } = started.running.service.parts
      await removeUser(store.database, member.tenant.orgId, member.userId, now())
      await own.goto(page)
      assert.equal(pathOf(own), '/console/sign-in')
    })

    test('language and theme are chosen in the menu and stay', async () => {
      const own = await tab()
      await signIn(own, await aMember(started.running))
      await openMenu(own)
      await own.getByRole('button', { name: 'Dark' }).click()
      await openMenu(own)
      await own.getByRole('button', { name: 'العربية' }).click()
      await own.goto(page)
      const root = own.locator('html')
      assert.deepEqual(
        [await root.getAttribute('lang'), await root.getAttribute('dir'), await root.getAttribute('data-theme')],
        ['ar', 'rtl', 'dark'],
      )
    })
  })
}

describe('forms of other sites', () => {
  let started: Started
  let other: AnotherSite
  before(async () => {
    started = await start()
    other = await anotherSite()
  })
  after(async () => {
    await other?.stop()
    await started?.stop()
  })

  test('change nothing, whichever page they are sent to', async () => {
    const member = await aMember(started.running, { role: 'operator' })
    const context = await started.open({ language: 'en' })
    const own = await context.newPage()
    await signIn(own, member)
    const attacks = started.routes.filter(({ method }) => method === 'POST')
    assert.ok(attacks.length > 3)
    const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
    for (const [at, { path }] of attacks.entries()) {
      const target = started.running.address + path.replaceAll(/\{\w+\}/g, 'x')
      other.show(attackingForm(target, encodings[at % encodings.length] ?? ''))
      for (const site of [other.crossSite, other.sameSite]) {
        const victims = await context.newPage()
        const answered = victims.waitForResponse((response) => response.url() === target)
        await victims.goto(site)
        const response = await answered
        assert.equal(response.status(), 403, `${path} from ${site}`)
        await victims.close()
      }
    }
    await own.reload()
    assert.equal(await own.locator('html').getAttribute('lang'), 'en')
    assert.equal(await own.getByText('Sign out everywhere').count(), 1)
  })

  test('a script elsewhere can neither read a page nor call one', async () => {
    const member = await aMember(started.running, { role: 'operator' })
    const context = await started.open({ language: 'en' })
    await signIn(await context.newPage(), member)
    other.show('<!doctype html><title>another site</title>')
    const address = JSON.stringify(started.running.address)
    for (const site of [other.crossSite, other.sameSite]) {
      const theirs = await context.newPage()
      await theirs.goto(site)
      const tried = (init: string, path: string) =>
        theirs.evaluate<string>(
          `fetch(${address} + ${JSON.stringify(path)}, ${init}).then((a) => a.text(), (error) => 'refused: ' + error)`,
        )
      assert.match(await tried("{ credentials: 'include' }", page), /^refused/)
      const json =
        "{ method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' }"
      assert.match(await tried(json, '/console/preferences'), /^refused/)
      assert.match(await tried("{ credentials: 'include' }", '/api/me'), /^refused/)
      // No cors: the call may leave, but the console refuses it.
      const sent = theirs.waitForRequest((request) => request.url().endsWith('/console/sign-out/everywhere'))
      await tried("{ method: 'POST', mode: 'no-cors', credentials: 'include' }", '/console/sign-out/everywhere')
      await sent
      await theirs.close()
    }
    const own = await context.newPage()
    await own.goto(page)
    assert.equal(pathOf(own), page)
  })

  test('no other page can put the console into a frame', async () => {
    const member = await aMember(started.running)
    const context = await started.open({ language: 'en' })
    await signIn(await context.newPage(), member)
    other.show(`<!doctype html><iframe src="${started.running.address}${page}"></iframe>`)
    for (const site of [other.crossSite, other.sameSite]) {
      const theirs = await context.newPage()
      await theirs.goto(site)
      const [, frame] = theirs.frames()
      assert.doesNotMatch((await frame?.content()) ?? '', /Business profiles|Amina/)
      assert.match(frame?.url() ?? '', /^chrome-error:/)
      await theirs.close()
    }
  })
})

function attackingForm(target: string, enctype: string): string {
  return `<!doctype html><title>another site</title><form id="f" method="post" enctype="${enctype}" action="${target}">
<input name="language" value="ar"><input name="name" value="Mallory"></form><script>f.submit()</script>`
}

async function signIn(tab: Page, member: Member): Promise<void> {
  await tab.goto(`/console/sign-in/${await member.link()}`)
  await tab.getByRole('button', { name: 'Continue' }).click()
}

async function openMenu(tab: Page): Promise<void> {
  await tab.locator('header summary').click()
}

function pathOf(tab: Page): string {
  return new URL(tab.url()).pathname
}
