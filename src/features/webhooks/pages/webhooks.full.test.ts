import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { madeCertificate, Receiver } from '../../../../test/support/network/receiver.ts'
import { aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { webhookRoutes } from './routes.ts'

// The pages of webhooks, with a receiver that really listens.

const unknown = '01900000-0000-7000-8000-000000000000'

eachService('pages of webhooks', (start) => {
  let running: TestService
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    running = await start({
      SECRET_KEY: '5e'.repeat(32),
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    })
  })
  after(() => receiver.close())

  async function withWebhook(description = 'ERP') {
    const person = await signedInTo(running, { scope: 'documents:read documents:write admin' })
    const { browser } = person
    const fields = {
      url: receiver.url(`/${person.member.tenant.orgId}`),
      description,
      is_active: 'yes',
    }
    const added = await browser.submit('/console/webhooks/new', fields)
    assert.equal(added.status, 200, added.text)
    const secret = /whsec_[\w+/=]+/.exec(added.text)?.[0] ?? ''
    const path = /href="(\/console\/webhooks\/[0-9a-f-]{36})"/.exec(added.text)?.[1] ?? ''
    return { ...person, added, secret, path }
  }

  test('a secret is shown in one answer, and nowhere else', async () => {
    const { browser, added, secret, path } = await withWebhook()
    assert.match(secret, /^whsec_.{20,}$/)
    assert.match(added.text, /shown only once/)
    assert.equal(added.headers['cache-control'], 'private, no-store')
    const rotated = await browser.submit(`${path}/rotate`)
    const second = /whsec_[\w+/=]+/.exec(rotated.text)?.[0] ?? ''
    assert.equal(rotated.status, 200, rotated.text)
    assert.notEqual(second, secret)
    for (const answer of [added, rotated]) {
      assert.equal(answer.location, undefined)
      assert.ok(!answer.setCookies.some((cookie) => cookie.includes('whsec')))
    }
    for (const address of ['/console/webhooks', path, `${path}/edit`, `${path}/rotate`, `${path}/delete`]) {
      const { status, text } = await browser.open(address)
      assert.equal(status, 200, address)
      assert.ok(!text.includes('whsec_'), address)
    }
  })

  test('a webhook is changed, switched off and deleted; a second press does no harm', async () => {
    const { browser, path, member } = await withWebhook()
    const url = receiver.url(`/${member.tenant.orgId}`)
    const wrong = await browser.submit(`${path}/edit`, { url: 'http://erp.example', is_active: 'yes' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="f-url-problem"/)
    const saved = await browser.submit(`${path}/edit`, { url, event_types: 'sales.invoice.created' })
    assert.deepEqual([saved.status, saved.location], [303, path])
    const shown = await browser.open(path)
    assert.match(shown.text, /The webhook is saved\.[\s\S]*badge quiet">Off/)
    assert.ok(shown.text.includes('Sales invoice issued') && !shown.text.includes(`${path}/test`))
    assert.match((await browser.follow(browser.submit(`${path}/test`))).text, /Not accepted: .*The webhook is off/)
    for (let press = 0; press < 2; press += 1)
      assert.equal((await browser.submit(`${path}/delete`)).location, '/console/webhooks')
    assert.equal((await browser.open(path)).status, 404)
  })

  test('a page that was open for long changes only what was changed on it', async () => {
    const { browser, path, member } = await withWebhook()
    const api = path.replace('/console', '/api')
    const old = formIn((await browser.open(`${path}/edit`)).text, `action="${path}/edit"`)
    const others = { url: receiver.url('/moved'), is_active: false, event_types: ['sales.invoice.created'] }
    assert.equal((await member.tenant.send('PUT', api, { ...others, description: 'ERP' })).status, 200)
    for (const description of ['ERP Dubai', '']) {
      const saved = await browser.submit(`${path}/edit`, { ...old, description, once: description })
      assert.equal(saved.status, 303, saved.text)
      const { url, is_active, event_types, ...after } = (await member.tenant.get(api)).json
      assert.deepEqual({ url, is_active, event_types }, others)
      assert.equal(after.description, description || null)
    }
    const present = formIn((await browser.open(`${path}/edit`)).text, `action="${path}/edit"`)
    const { event_types: _, ...unticked } = present
    assert.equal((await browser.submit(`${path}/edit`, { ...unticked, is_active: 'yes' })).status, 303)
    const { is_active, event_types } = (await member.tenant.get(api)).json
    assert.deepEqual([is_active, event_types], [true, null])
  })

  test('a test event is followed to its attempts, and delivered again', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end('no <b>stock</b> account')
    const { browser, path } = await withWebhook()
    const sent = await browser.submit(`${path}/test`, { event_type: 'sales.invoice.updated' })
    const address = sent.location ?? ''
    assert.match(address, new RegExp(`^${path}/deliveries/`))
    await eventually(async () => (await browser.open(address)).text.includes('HTTP 500'))
    const failed = (await browser.open(address)).text
    assert.ok(failed.includes('no &#60;b&#62;stock&#60;/b&#62; account'), 'what the target answered')
    assert.ok(failed.includes('&#34;type&#34;: &#34;sales.invoice.updated&#34;'), 'what was sent')
    receiver.answer = (_, response) => response.writeHead(204).end()
    assert.equal((await browser.submit(`${address}/replay`)).location, address)
    await eventually(async () => (await browser.open(address)).text.includes('HTTP 204'))
    assert.match((await browser.open(address)).text, /badge good">Delivered/)
    assert.ok((await browser.open(`${path}?test=yes`)).text.includes(`href="${address}"`))
    assert.ok(!(await browser.open(path)).text.includes(`href="${address}"`))
  })

  test('deliveries are filtered in the address, and all that match are delivered again', async () => {
    receiver.answer = (_, response) => response.writeHead(204).end()
    const { browser, path, member } = await withWebhook()
    const { tenant } = member
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const id: string = created.json.id
    const rows = async (query = '') =>
      (await browser.open(`${path}${query}`)).text.split(`/console/documents/purchase-invoices/${id}"`).length - 1
    await eventually(async () => (await rows('?status=DELIVERED')) > 1)
    assert.equal(await rows('?status=FAILED'), 0)
    assert.equal(await rows('?from=2020-01-01&to=2020-01-02'), 0)
    assert.equal(await rows(`?document=${unknown}`), 0)
    assert.ok((await rows(`?document=${id}&from=2020-01-01`)) > 1)
    const wrong = await browser.open(`${path}?from=soon`)
    assert.deepEqual([wrong.status, /<code>from<\/code>/.test(wrong.text)], [422, true])
    const ask = await browser.open(`${path}/replay?document=${id}`)
    assert.match(ask.text, new RegExp(`name="document" value="${id}"`))
    const before = receiver.received.length
    const replayed = await browser.follow(browser.submit(`${path}/replay`, { document: id }))
    assert.match(replayed.text, /deliveries are on their way again/)
    await eventually(async () => receiver.received.length > before + 1)
    const refused = await browser.follow(browser.submit(`${path}/replay`, { from: 'soon' }))
    assert.match(refused.text, /role="alert">Not accepted/)
  })

  test('texts of callers stay text', async () => {
    const attack = `"><script>alert(1)</script>`
    const { browser, path } = await withWebhook(attack)
    for (const address of [
      path,
      `${path}/edit`,
      '/console/webhooks',
      `${path}?document=${encodeURIComponent(attack)}`,
    ]) {
      const { text } = await browser.open(address)
      assert.ok(!text.includes('<script>alert') && text.includes('&#60;script&#62;'), address)
    }
    const language = await browser.submit('/console/preferences', { language: 'ar' })
    assert.equal(language.status, 303)
    assert.match((await browser.open(path)).text, /خطافات الويب/)
  })

  test('only administrators open them, and a form of others changes nothing', async () => {
    const { path, browser: admin } = await withWebhook()
    for (const role of ['viewer', 'clerk'] as const) {
      const { browser } = await signedInTo(running, { role })
      assert.ok(!(await browser.open('/console/settings/account')).text.includes('href="/console/webhooks"'))
      for (const { method, path: declared } of webhookRoutes) {
        const address = declared.replace('{webhook_id}', path.split('/').at(-1) ?? '').replace('{event_id}', unknown)
        const { status } = method === 'GET' ? await browser.open(address) : await browser.submit(address)
        assert.equal(status, 403, `${role} ${method} ${address}`)
      }
    }
    const stranger = await signedInTo(running)
    for (const [at, status] of [
      ['', 404],
      ['/delete', 404],
      ['/rotate', 404],
    ] as const)
      assert.equal((await stranger.browser.open(`${path}${at}`)).status, status)
    assert.equal((await stranger.browser.submit(`${path}/rotate`)).status, 404)
    assert.equal((await admin.open(path)).status, 200)
  })
})
