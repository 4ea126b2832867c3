import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '@selfbill/pint-ae/html'
import type { Browser } from '../../test/support/console/browser.ts'
import {
  assertNothingHeld,
  type ConsoleOptions,
  consoleOver,
  type TestConsole,
} from '../../test/support/console/console.ts'
import { aMember, type Member } from '../../test/support/console/members.ts'
import { aPurchaseInvoice } from '../../test/support/requests/requests.ts'
import { fetchDeclared } from '../../test/support/service/fetch-declared.ts'
import { eachService } from '../../test/support/service/service.ts'
import type { TestService } from '../../test/support/service/test-service.ts'
import { action, content, page } from './route.ts'

eachService('the console', (start) => {
  const signedIn = async (
    running: TestService,
    options: Parameters<typeof aMember>[1] = {},
    more: ConsoleOptions = {},
  ): Promise<{ browser: Browser; console: TestConsole; member: Member }> => {
    const member = await aMember(running, options)
    const console = await consoleOver(running, more)
    const browser = console.browser()
    const { status } = await browser.submit(`/console/sign-in/${await member.link()}`)
    assert.equal(status, 303)
    return { browser, console, member }
  }

  test('a login link shows a button, works once, and leads back to the page', async () => {
    const running = await start.shared()
    const member = await aMember(running)
    const console = await consoleOver(running)
    const browser = console.browser()
    const refused = await browser.open('/console/settings/profiles?page=0')
    assert.deepEqual([refused.status, refused.location], [303, '/console/sign-in'])
    const link = await member.link()
    for (let opens = 0; opens < 3; opens += 1) {
      const shown = await browser.open(`/console/sign-in/${link}`)
      assert.equal(shown.status, 200)
      assert.match(shown.text, new RegExp(`<form method="post" action="/console/sign-in/${link}">`))
    }
    const used = await browser.submit(`/console/sign-in/${link}`)
    assert.deepEqual([used.status, used.location], [303, '/console/settings/profiles?page=0'])
    assert.match(used.setCookies.join('\n'), /^selfbill=[\w-]{20,}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/m)
    assert.equal((await browser.open('/console/settings/profiles')).status, 200)
    const other = console.browser()
    assert.equal((await other.submit(`/console/sign-in/${link}`)).location, '/console/sign-in')
    assert.match((await other.open('/console/sign-in')).text, /role="alert">This login link was used already/)
    assert.doesNotMatch((await other.open('/console/sign-in')).text, /This login link was used/)
    assertNothingHeld(running)
  })

  test('over https the cookie is bound to the host; over plain http to others there is no sign-in', async () => {
    const running = await start.shared()
    const member = await aMember(running)
    const console = await consoleOver(running)
    const elsewhere = console.browser({ host: 'selfbill.example' })
    const link = await member.link()
    const shown = await elsewhere.open(`/console/sign-in/${link}`)
    assert.match(shown.text, /only over https/)
    assert.doesNotMatch(shown.text, /action="\/console\/sign-in\//)
    assert.deepEqual((await elsewhere.submit(`/console/sign-in/${link}`)).setCookies, [])
    assert.equal((await console.browser().submit(`/console/sign-in/${link}`)).status, 303)
  })

  test('a form of another site changes nothing', async () => {
    const { browser } = await signedIn(await start.shared())
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
      { 'sec-fetch-site': 'none' },
    ]
    for (const headers of foreign) {
      const answered = await browser.submit('/console/sign-out', {}, headers)
      assert.equal(answered.status, 403, JSON.stringify(headers))
      assert.deepEqual(answered.setCookies, [])
    }
    assert.equal((await browser.open('/console/settings/profiles')).status, 200)
    assert.equal((await browser.submit('/console/sign-out')).location, '/console/sign-in')
    assert.equal((await browser.open('/console/settings/profiles')).status, 303)
  })

  test('signing out everywhere ends every session, and the pages say so', async () => {
    const running = await start.shared()
    const { browser, console, member } = await signedIn(running)
    const other = console.browser()
    await other.submit(`/console/sign-in/${await member.link()}`)
    assert.equal((await other.open('/console/settings/profiles')).status, 200)
    assert.match(
      (await browser.follow(browser.submit('/console/sign-out/everywhere'))).text,
      /All your sessions are ended/,
    )
    const ended = await other.open('/console/settings/profiles')
    assert.equal(ended.location, '/console/sign-in')
    assert.match((await other.open('/console/sign-in')).text, /Your session has ended/)
  })

  test('a form sent after the session leads back to a page, and the sign-in says that it was not sent', async () => {
    const running = await start.shared()
    const console = await consoleOver(running)
    const member = await aMember(running)
    const document = '/console/documents/purchase-invoices/00000000-0000-7000-8000-000000000000'
    const upload = '/console/upload/00000000-0000-7000-8000-000000000000'
    const host = 'http://localhost:8080'
    for (const [sent, referer, expected] of [
      ['/console/upload', undefined, '/console/upload'],
      [`${upload}/issue`, `${host}${upload}/issue`, upload],
      [`${upload}/issue`, 'https://evil.example/console/new', upload],
      [`${document}/credit`, `${host}${document}/credit`, `${document}/credit`],
      [`${document}/retry`, `${host}${document}?tab=log`, `${document}?tab=log`],
      [`${document}/retry`, undefined, document],
    ] as const) {
      const browser = console.browser()
      browser.cookies.set('selfbill', 'ended')
      const refused = await browser.submit(sent, {}, referer === undefined ? {} : { referer })
      assert.equal(refused.location, '/console/sign-in')
      assert.match((await browser.open('/console/sign-in')).text, /what you entered was not sent/)
      const back = await browser.submit(`/console/sign-in/${await member.link()}`)
      assert.equal(back.location, expected, sent)
    }
  })

  test('a new sign-in ends the session that the browser had, and never keeps its secret', async () => {
    const running = await start.shared()
    const { browser, member } = await signedIn(running)
    const before = browser.cookies.get('selfbill') ?? ''
    await browser.submit(`/console/sign-in/${await member.link()}`)
    assert.notEqual(browser.cookies.get('selfbill'), before)
    assert.equal(await running.service.parts.people.signedIn(before), undefined)
  })

  test('every page has the security headers and nothing inline', async () => {
    const running = await start.shared()
    const { browser, console } = await signedIn(running)
    const addresses = console.routes
      .filter(({ method, path }) => method === 'GET' && !path.includes('provider'))
      .map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'))
    for (const address of [...addresses, '/console/nothing', '/console/assets/none.css']) {
      const { headers, text, status } = await browser.open(address)
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      )
      assert.deepEqual(
        [headers['x-content-type-options'], headers['referrer-policy'], headers['cache-control']],
        ['nosniff', 'same-origin', 'private, no-store'],
        address,
      )
      if (status === 303) continue
      assert.doesNotMatch(
        text,
        /<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc="\/console\/assets\/)/,
        address,
      )
      assert.doesNotMatch(text, /(src|href|action)="(https?:)?\/\//, address)
    }
  })

  test('texts of documents never become elements', async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror='a'>`
    const running = await start.shared()
    const { browser } = await signedIn(running, { name: attack })
    const { text, status } = await browser.open('/console/settings/profiles')
    assert.equal(status, 200)
    assert.ok(text.includes('&#34;&#62;&#60;script&#62;alert(1)'))
    assert.ok(!text.includes('<script>alert') && !text.includes('<img'))
  })

  test('the language is the one chosen here, then the person’s, then the browser’s', async () => {
    const running = await start.shared()
    const { browser } = await signedIn(running, { role: 'viewer', language: 'ar' })
    const languageOf = async (headers = {}) =>
      /<html lang="(\w+)" dir="(\w+)" data-theme="(\w+)">/
        .exec((await browser.open('/console/settings/profiles', headers)).text)
        ?.slice(1)
    assert.deepEqual(await languageOf({ 'accept-language': 'en' }), ['ar', 'rtl', 'system'])
    const chosen = await browser.submit('/console/preferences', {
      language: 'en',
      theme: 'dark',
      return: '/console/settings/profiles?page=0',
    })
    assert.equal(chosen.location, '/console/settings/profiles?page=0')
    assert.deepEqual(await languageOf(), ['en', 'ltr', 'dark'])
    for (const language of ['fr', '', '../ar', 'ar; path=/x'])
      await browser.submit('/console/preferences', { language, theme: 'pink' })
    assert.deepEqual(await languageOf(), ['en', 'ltr', 'system'])
    const stranger = await browser.open('/console/sign-in', { cookie: '', 'accept-language': 'ar-AE,en;q=0.5' })
    assert.match(stranger.text, /<html lang="ar" dir="rtl"/)
  })

  test('nobody is led to another site', async () => {
    const { browser } = await signedIn(await start.shared())
    for (const address of [
      'https://evil.example/',
      '//evil.example/console',
      '/\\evil.example',
      '/api/clients',
      '/console/../api',
      'x',
      '/console/sign-out',
    ]) {
      const { location } = await browser.submit('/console/preferences', { theme: 'dark', return: address })
      assert.equal(location, '/console', address)
    }
  })

  test('a role opens what it may, and the navigation shows no more', async () => {
    const running = await start.shared()
    const { browser } = await signedIn(running, { role: 'viewer' })
    const list = await browser.open('/console/settings/profiles')
    assert.doesNotMatch(list.text, /profiles\/new/)
    const refused = await browser.open('/console/settings/profiles/new')
    assert.equal(refused.status, 403)
    assert.match(refused.text, /<h1>Not allowed<\/h1>/)
    assert.equal((await browser.submit('/console/settings/profiles/new', { name: 'x' })).status, 403)
    assert.equal((await browser.open('/console')).location, '/console/documents')
  })

  test('an organisation adds a profile: messages stay at their fields, and a second press does nothing', async () => {
    const running = await start.shared()
    const { browser } = await signedIn(running)
    const form = await browser.open('/console/settings/profiles/new')
    const once = /name="once" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
    const fields = {
      once,
      name: 'Palm <b>Trading',
      party_name: 'Palm Trading LLC',
      'party_tax_scheme.company_id': '100876543200003',
      'postal_address.street_name': 'Street 16',
      'postal_address.city_name': 'Abu Dhabi',
      'postal_address.country_subentity': 'AUH',
      company_id: 'CN-1008765',
      authority_name: 'Abu Dhabi Department of Economic Development',
      email: 'payables@palm.example',
    }
    const wrong = await browser.submit('/console/settings/profiles/new', {
      ...fields,
      once: 'another',
      'party_tax_scheme.company_id': '12',
    })
    assert.equal(wrong.status, 422)
    assert.match(
      wrong.text,
      /aria-invalid="true" aria-describedby="f-party_tax_scheme-company_id-hint f-party_tax_scheme-company_id-problem"/,
    )
    assert.match(wrong.text, /value="Palm &#60;b&#62;Trading"/)
    for (let press = 0; press < 2; press += 1) {
      const sent = await browser.submit('/console/settings/profiles/new', fields)
      assert.deepEqual([sent.status, sent.location], [303, '/console/settings/profiles'], sent.text)
    }
    const list = await browser.open('/console/settings/profiles')
    assert.match(list.text, /role="status">The profile \u2068Palm &#60;b&#62;Trading\u2069 is saved\./)
    assert.equal(list.text.split('<bdi>Palm &#60;b&#62;Trading</bdi>').length - 1, 1)
    assertNothingHeld(running)
  })

  test('trouble has a page with its status', async () => {
    const running = await start.shared()
    const more = [
      page({ path: '/console/test/broken', access: 'anyone', show: () => Promise.reject(new Error('boom')) }),
      page({
        path: '/console/test/unknown',
        access: 'viewer',
        async show({ api }) {
          await api.purchaseInvoices.get('00000000-0000-7000-8000-000000000000')
          return { title: '', body: html`` }
        },
      }),
      action({ path: '/console/test/small', access: 'anyone', bytesMax: 100, act: () => ({ redirect: '/console' }) }),
    ]
    const { browser } = await signedIn(running, { role: 'viewer' }, { more })
    const statusOf = async (opened: Promise<{ status: number; text: string }>) => {
      const { status, text } = await opened
      return [status, /<h1>([^<]+)<\/h1>/.exec(text)?.[1]]
    }
    assert.deepEqual(await statusOf(browser.open('/console/test/broken')), [500, 'Something went wrong'])
    assert.deepEqual(await statusOf(browser.open('/console/test/unknown')), [404, 'Page not found'])
    assert.deepEqual(await statusOf(browser.open('/console/no/such/page')), [404, 'Page not found'])
    assert.deepEqual(await statusOf(browser.submit('/console/test/small', { text: 'x'.repeat(200) })), [
      413,
      'Too large',
    ])
    const unreadable = browser.sendForm('/console/test/small', Buffer.from('{}'), 'application/json')
    assert.deepEqual(await statusOf(unreadable), [400, 'Form not readable'])
    const cut = browser.sendForm(
      '/console/test/small',
      Buffer.from('--b\r\nContent-D'),
      'multipart/form-data; boundary=b',
    )
    assert.deepEqual(await statusOf(cut), [400, 'Form not readable'])
    assertNothingHeld(running)
  })

  test('the search box of every page leads to the search, and blank text and repeats are settled', async () => {
    const running = await start.shared()
    const echo = page({
      path: '/console/test/echo',
      access: 'viewer',
      query: ['q'],
      show: ({ query }) => ({ title: 'Echo', body: html`<p id="q">${query.q}</p>` }),
    })
    const { browser } = await signedIn(running, { role: 'viewer' }, { more: [echo] })
    assert.match((await browser.open('/console/settings/profiles')).text, /role="search" action="\/console\/search"/)
    assert.match((await browser.open('/console/test/echo?q=%20a&q=+SB-1%26+')).text, /<p id="q">SB-1&#38;<\/p>/)
    assert.match((await browser.open('/console/test/echo?q=%20')).text, /<p id="q"><\/p>/)
  })

  test('networks without a session have a rate', async () => {
    const running = await start.shared()
    const console = await consoleOver(running, { publicPerMinute: 3 })
    const browser = console.browser()
    const statuses: number[] = []
    for (let at = 0; at < 5; at += 1) statuses.push((await browser.submit('/console/sign-in/guess')).status)
    assert.deepEqual([statuses.slice(0, 3).every((status) => status === 303), statuses.at(-1)], [true, 429])
  })

  test('files come in by form and go out as a stream', async () => {
    const running = await start.shared()
    const sent: string[] = []
    const more = [
      action({
        path: '/console/test/upload',
        access: 'viewer',
        bytesMax: 4 * 1024 * 1024,
        act({ form }) {
          const file = form.file('file')
          sent.push(`${file?.name} ${file?.type} ${file?.bytes.length} ${form.text('note')} ${form.texts('kind')}`)
          return { redirect: '/console' }
        },
      }),
      content({
        path: '/console/test/{id}/download',
        access: 'viewer',
        async send({ api, params }) {
          const stream = await api.open(`/api/purchase-invoices/${params.id}/xml`)
          return { content: stream, type: 'application/xml', filename: 'حساب "1".xml' }
        },
      }),
    ]
    const { browser, member } = await signedIn(running, { role: 'clerk' }, { more })
    const parts = new FormData()
    parts.set('note', ' two\r\nlines ')
    parts.append('kind', 'a')
    parts.append('kind', 'b')
    parts.set('file', new File([new Uint8Array(3_000_000)], 'lines.csv', { type: 'text/csv' }))
    const encoded = new Response(parts)
    const body = Buffer.from(await encoded.arrayBuffer())
    const type = encoded.headers.get('content-type') ?? ''
    assert.equal((await browser.sendForm('/console/test/upload', body, type)).status, 303)
    assert.deepEqual(sent, ['lines.csv text/csv 3000000 two\r\nlines a,b'])
    const { profileId } = member.tenant
    const { json } = await member.tenant.post(`/api/purchase-invoices/${profileId}`, aPurchaseInvoice())
    const file = await browser.open(`/console/test/${json.id}/download`)
    assert.equal(file.text, (await member.tenant.get(`/api/purchase-invoices/${json.id}/xml`)).text)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="/)
    const missing = await browser.open('/console/test/00000000-0000-7000-8000-000000000000/download')
    assert.equal(missing.status, 404)
    assertNothingHeld(running)
  })

  test('a browser at the address of the service is led to the console, a program gets JSON', async () => {
    const { address } = await start.shared()
    const root = (accept: string) => fetchDeclared(address, '/', { headers: { accept }, redirect: 'manual' })
    const browser = await root('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    assert.deepEqual([browser.status, browser.headers.get('location')], [303, '/console'])
    for (const accept of [
      '*/*',
      'application/json',
      'application/json, text/html;q=0.5',
      'text/html;q=0',
      'nonsense;;q=x',
    ]) {
      assert.equal((await root(accept)).json?.name, 'Selfbill', accept)
    }
    const signIn = await fetch(`${address}/console`, { redirect: 'follow' })
    assert.match(await signIn.text(), /<h1>Sign in<\/h1>/)
  })

  test('the person keeps the language for other browsers', async () => {
    const running = await start.shared()
    const { browser, console, member } = await signedIn(running, { role: 'viewer' })
    await browser.submit('/console/preferences', { language: 'ar' })
    const other = console.browser()
    await other.submit(`/console/sign-in/${await member.link()}`)
    assert.match((await other.open('/console/settings/profiles')).text, /<html lang="ar"/)
  })

  test('assets never change under their address', async () => {
    const console = await consoleOver(await start.shared())
    const browser = console.browser()
    const { text } = await browser.open('/console/sign-in')
    const addresses = [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(
      ([, address]) => address ?? '',
    )
    assert.equal(addresses.length, 4)
    let bytes = text.length
    for (const address of addresses) {
      const asset = await browser.open(address)
      assert.equal(asset.status, 200)
      assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
      bytes += asset.bytes.length
    }
    assert.ok(bytes <= 100_000, `${bytes} bytes for a page`)
    assert.equal((await browser.open('/console/assets/console.css?v=old')).headers['cache-control'], 'no-cache')
  })
})
