import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { aMember, type Member } from '../../../../test/support/console/members.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { dictionary } from '../../../features/dictionary.ts'
import { listUsers } from '../../../store/people/users.ts'

/** Without style sheets and scripts, which are 56 kB, so that a whole page stays below 100 kB. */
const pageBytesMax = 44_000

eachService('the reference and the catalogue', (start) => {
  const visitor = async (running: TestService) => (await consoleOver(running)).browser()
  const signedIn = async (
    running: TestService,
    options: Parameters<typeof aMember>[1] = {},
  ): Promise<{ browser: Browser; member: Member }> => {
    const member = await aMember(running, options)
    const browser = await visitor(running)
    assert.equal((await browser.submit(`/console/sign-in/${await member.link()}`)).status, 303)
    return { browser, member }
  }

  test('a search finds, says that it found nothing, and shows hostile text as text', async () => {
    const { browser } = await signedIn(await start.shared(), { role: 'viewer' })
    const hostile = encodeURIComponent('"><script>alert(1)</script>')
    for (const address of ['/reference', '/console/rules', '/console/codelists/units']) {
      const { status, text } = await browser.open(`${address}?q=${hostile}&page=-1&set=x&severity=y`)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /<script>/)
      assert.match(text, /class="empty"/)
    }
    assert.match((await browser.open('/reference?q=rotate%20secret')).text, /href="\/reference\/rotateWebhookSecret"/)
    assert.match((await browser.open('/console/rules?q=emirate&severity=fatal')).text, /IBR-128-AE/)
    assert.match((await browser.open('/console/codelists/emirates?q=dubai')).text, /<code>DXB</)
    for (const unknown of [
      '/reference/x',
      '/reference/schemas/__proto__',
      '/console/rules/x',
      '/console/codelists/x',
    ]) {
      assert.equal((await browser.open(unknown)).status, 404, unknown)
    }
  })

  test('fields are described in the language of the page, with a value', async () => {
    const running = await start.shared()
    for (const language of ['en', 'ar'] as const) {
      const { browser } = await signedIn(running, { role: 'viewer', language })
      for (const [name, field, example] of [
        ['InvoiceRequest', 'due_date', '2026-08-14'],
        ['PurchaseInvoice', 'payable_amount', '387.46'],
        ['Party', 'tin', '1002345678'],
        ['WebhookRequest', 'url', 'https://erp.example/hooks/selfbill'],
      ] as const) {
        const { text, bytes } = await browser.open(`/reference/schemas/${name}`)
        const { en = '', ar = '' } = dictionary.wordsOf(name, field) ?? {}
        const [shown, other] = [en, ar].map((words) => words.replaceAll(/`([^`]+)`/g, '<code>$1</code>'))
        const isEnglish = language === 'en'
        assert.deepEqual([text.includes(shown ?? ''), text.includes(other ?? '')], [isEnglish, !isEnglish], name)
        assert.ok(text.includes(`<code>${example}</code>`), `${name}.${field} ${example}`)
        assert.ok(bytes.length <= pageBytesMax, `${name} ${bytes.length}`)
      }
      assert.match((await browser.open('/reference/schemas/DocumentLine')).text, /\(IBT-129\)/)
    }
  })

  test('a read shows status, headers and body, of errors too', async () => {
    const { browser } = await signedIn(await start.shared(), { role: 'viewer' })
    const me = await browser.submit('/reference/retrieveMe/try')
    assert.equal(me.status, 200)
    assert.match(me.text, /badge good">200/)
    assert.match(me.text, /x-request-id: /)
    assert.match(me.text, /&#34;role&#34;: &#34;viewer&#34;/)
    const unknown = await browser.submit('/reference/retrieveRule/try', { 'path.id': '"><script>/../x' })
    assert.match(unknown.text, /badge bad">404/)
    assert.doesNotMatch(unknown.text, /<script>/)
    for (const id of ['', '.', '..']) {
      const refused = await browser.submit('/reference/retrieveRule/try', { 'path.id': id })
      assert.equal(refused.status, 422)
      assert.match(refused.text, /Enter a value/)
    }
    const long = await browser.submit('/reference/listRules/try')
    assert.match(long.text, /Only the first/)
    assert.ok(long.bytes.length <= pageBytesMax, String(long.bytes.length))
  })

  test('a change is shown with its organisation first, and is done once', async () => {
    const running = await start.shared()
    const { browser, member } = await signedIn(running, { role: 'admin' })
    const count = async () =>
      (await listUsers(running.service.parts.store.database, member.tenant.orgId, { limit: 100 })).length
    const before = await count()
    const fields = { body: '{"name":"</textarea><script>","role":"viewer"}', once: 'try-it-once-0000000001' }
    const asked = await browser.submit('/reference/createUser/try', fields)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /It runs with your account in the organisation/)
    assert.match(asked.text, /name="confirmed" value="yes"/)
    assert.doesNotMatch(asked.text, /<script>/)
    assert.equal(await count(), before)
    for (let times = 0; times < 2; times += 1) {
      const done = await browser.submit('/reference/createUser/try', { ...fields, confirmed: 'yes' })
      assert.match(done.text, /badge good">201/)
      assert.equal(await count(), before + 1)
    }
    const wrong = await browser.submit('/reference/createUser/try', { body: '{', confirmed: 'yes' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /The body is not valid JSON: [^<]+ at line 1, column 2/)
    const foreign = await browser.submit(
      '/reference/createUser/try',
      { ...fields, confirmed: 'yes' },
      { 'sec-fetch-site': 'cross-site' },
    )
    assert.equal(foreign.status, 403)
  })

  test('declared headers are sent, and shown before a change', async () => {
    const { browser } = await signedIn(await start.shared(), { role: 'admin' })
    const page = await browser.open('/reference/createUser')
    for (const name of ['X-API-VERSION', 'Accept-Language', 'Idempotency-Key'])
      assert.match(page.text, new RegExp(`name="header\\.${name}"`), name)
    const arabic = await browser.submit('/reference/retrieveRule/try', {
      'path.id': 'X-1',
      'header.Accept-Language': 'ar',
    })
    assert.match(arabic.text, /errors_ar/)
    const fields = { body: '{"name":"Two","role":"viewer"}', 'header.Idempotency-Key': 'try-it-with-a-key-of-mine' }
    assert.match(
      (await browser.submit('/reference/createUser/try', fields)).text,
      /Idempotency-Key: try-it-with-a-key-of-mine/,
    )
    const done = () =>
      browser.submit('/reference/createUser/try', { ...fields, confirmed: 'yes', once: crypto.randomUUID() })
    assert.doesNotMatch((await done()).text, /idempotency-replayed/)
    assert.match((await done()).text, /idempotency-replayed: true/)
    const hostile = await browser.submit('/reference/retrieveMe/try', { 'header.X-API-VERSION': 'a\r\nb' })
    assert.match(hostile.text, /Use visible ASCII characters only/)
  })

  test('the only business profile is filled in, and the limit of requests is a number', async () => {
    const { browser, member } = await signedIn(await start.shared(), { role: 'admin' })
    const filled = await browser.open('/reference/createPurchaseInvoice')
    assert.ok(filled.text.includes(`name="path.business_profile_id" type="text" value="${member.tenant.profileId}"`))
    assert.match(filled.text, /[\d,]+\P{L}? a minute, for each account/u)
  })

  test('an operation names its error codes, and each leads to its line in the list', async () => {
    const browser = await visitor(await start.shared())
    const { text } = await browser.open('/reference/createPurchaseInvoice')
    const codes = Array.from(text.matchAll(/href="\/reference\/errors#(\w+)"><code>\1</g), ([, code]) => code)
    assert.ok(codes.includes('document_number_taken') && codes.length > 10, codes.join())
    const list = await browser.open('/reference/errors')
    for (const code of codes) assert.ok(list.text.includes(`<li id="${code}"><code>${code}</code>`), code)
  })

  test('without a session the form leads to the sign-in and back', async () => {
    const running = await start.shared()
    const member = await aMember(running)
    const browser = await visitor(running)
    assert.equal((await browser.open('/reference/retrieveMe/try')).location, '/console/sign-in')
    assert.match((await browser.open('/console/sign-in')).text, /href="\/reference"/)
    const { location = '' } = await browser.submit(`/console/sign-in/${await member.link()}`)
    assert.equal((await browser.open(location)).location, '/reference/retrieveMe')
  })
})
