import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { assertNothingHeld } from '../../../../test/support/console/console.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { inFullRunOnly } from '../../../../test/support/effort.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import {
  aCustomer,
  aLine,
  anAddress,
  aSupplier,
  type Members,
  requests,
} from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { type Family, families } from './family.ts'
import { stateOf } from './live.ts'

const attack = `"><script>alert(1)</script><img src=x onerror='a'>`
const tabs = ['', 'log', 'request', 'answer', 'ubl', 'tdd', 'mls', 'revisions', 'attachments', 'code', 'nonsense']

eachService('the page of a document', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  const issue = async ({ tenant }: Member, family: Family, overrides: Members = {}): Promise<string> => {
    const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, requests[family](overrides))
    assert.equal(status, 201, text)
    return `/console/documents/${family}/${json.id}`
  }
  const to = (endpoint: string): Members => ({ accounting_supplier_party: aSupplier({ endpoint_id: endpoint }) })
  const broken: Members = {
    accounting_supplier_party: aSupplier({ postal_address: anAddress({ country_subentity: 'DUBAI' }) }),
  }
  const standing = async (browser: Browser, address: string, words: string) =>
    eventually(async () => {
      const { text } = await browser.open(address)
      return text.includes(words) && text
    })

  test('it says what a document is, how it stands, and what happened on each side', async () => {
    const { browser, member } = await signedInTo(running, { role: 'viewer' })
    const address = await issue(member, 'purchase-invoices', { document_number: 'D-1' })
    const text = await standing(browser, address, 'Everybody who receives it has accepted it.')
    assert.match(text, /<h1>D-1<\/h1>/)
    assert.match(text, /<bdi>Gulf Metals Trading LLC<\/bdi>.*100234567800003/)
    assert.match(text, /210\.00 AED/)
    for (const lane of ['first', 'second']) {
      assert.match(text, new RegExp(`<li class="${lane} good">\\s*<p class="strong">.*Receipt confirmed`))
      assert.match(text, new RegExp(`<li class="${lane} good">\\s*<p class="strong">.*Approved`))
    }
    assert.match(text, /<iframe class="printed" id="printed-frame" src="[^"]+\/print" sandbox title="The document">/)
    assert.doesNotMatch(text, /hx-sse:connect/, 'nothing is under way')
    assertNothingHeld(running)
  })

  test('each state says what happens next, and each role sees what it can do', async () => {
    const rows = [
      {
        overrides: to('1000000049'),
        words: 'The other party and the tax authority rejected it.',
        actions: { viewer: [], clerk: ['credit'], admin: ['report-again', 'credit'] },
      },
      {
        overrides: to('1000000011'),
        words: 'The other party rejected it.',
        actions: { viewer: [], clerk: ['credit'], admin: ['credit'] },
      },
      {
        overrides: to('1000000041'),
        words: 'The tax authority rejected the report.',
        actions: { viewer: [], clerk: ['credit'], admin: ['report-again', 'credit'] },
      },
      {
        overrides: broken,
        words: 'It was not sent, because something in it must be repaired.',
        actions: { viewer: [], clerk: ['repair'], admin: ['repair'] },
      },
    ] as const
    for (const role of ['viewer', 'clerk', 'admin'] as const) {
      const { browser, member } = await signedInTo(running, { role })
      for (const { overrides, words, actions } of rows) {
        const address = await issue(member, 'purchase-invoices', overrides)
        const text = await standing(browser, address, words)
        const offered = [...text.matchAll(/(?:href|action)="[^"]*\/(repair|credit|retry|report-again)"/g)].map(
          ([, name]) => name,
        )
        assert.deepEqual(offered, actions[role], `${role}: ${words}`)
        if (role === 'admin') continue
        for (const action of ['retry', 'report-again'])
          assert.equal((await browser.submit(`${address}/${action}`)).status, 403)
      }
    }
  })

  test('a report is made again by a button, and a refusal is said in words', async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin' })
    const address = await issue(member, 'purchase-invoices', to('1000000045'))
    const wrong = await standing(browser, address, 'The tax authority rejected the report.')
    assert.match(wrong, /If the document is wrong, credit it and issue a corrected copy\./)
    assert.match(wrong, /copy=[0-9a-f-]{36}">Issue a corrected copy/)
    const sent = await browser.follow(browser.submit(`${address}/report-again`))
    assert.match(sent.text, /The document is reported to the tax authority again/)
    const right = await standing(browser, address, 'The tax authority has accepted a later report.')
    assert.match(right, /copy=[0-9a-f-]{36}">Copy</)
    const refused = await browser.follow(browser.submit(`${address}/report-again`))
    assert.match(refused.text, /role="alert">Not done: /)
    const nothing = await browser.submit(`${address}/retry`)
    assert.equal(nothing.location, address)
  })

  test('findings are pinned to their line and field, with the value and the repair', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const lines = [aLine(), aLine({ unit_code: 'KILO' }), aLine({ unit_code: 'KILO' })]
    const address = await issue(member, 'purchase-invoices', { ...broken, document_lines: lines })
    const { text } = await browser.open(address)
    assert.match(text, /<a href="\/console\/rules\/IBR-CL-23">/)
    assert.match(text, /Line \u20682\u2069: Unit</)
    assert.match(text, /Line \u20683\u2069: Unit</)
    assert.match(text, /Found: <bdi class="code">KILO<\/bdi>/)
    assert.match(text, /Proposed repair: change to \u2068KGM\u2069 \(\u2068Line \u20682\u2069: Unit\u2069\)/)
    assert.equal(text.split('/console/rules/IBR-CL-23"').length, 2, 'one group for a rule')
    const link = /href="([^"]*field=[^"]*unit_code#part)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? ''
    const part = await browser.open(link.replace('#part', ''))
    assert.match(part.text, /<h2 id="part"><code>document_lines\[1\]<\/code><\/h2>[^$]*?unit_code&#34;: &#34;KILO/)
  })

  test('it is live while anything is under way, and the stream ends with the last answer', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const waiting = await issue(member, 'purchase-invoices', to('1000000031'))
    const live = await standing(browser, waiting, 'Awaits answer')
    assert.match(
      live,
      /hx-sse:connect="\/console\/documents\/purchase-invoices\/[\w-]+\/live\?seen=[^"]+" hx-sse:close="done"/,
    )
    assert.match(live, /<a class="button" href="[^"]+\?live=off">\s*Pause live updates<\/a>/)
    assert.match(live, /hx-trigger="load, every 15s"/, 'a page without a connection connects again')
    // htmx looks through the page once: a script of its own for the events could come too late.
    const scripts = live.slice(live.indexOf('<body')).match(/<script [^>]*>/g) ?? []
    assert.deepEqual(
      scripts.filter((one) => !one.includes('/downloads.js')),
      [],
    )
    const htmx = await browser.open(/src="([^"]*\/htmx\.js[^"]*)"/.exec(live)?.[1] ?? '')
    assert.match(htmx.text, /registerExtension\("sse"/)
    const paused = await browser.open(`${waiting}?live=off`)
    assert.doesNotMatch(paused.text, /hx-sse:connect/)
    assert.match(paused.text, /<a class="button" href="\/console\/documents\/purchase-invoices\/[\w-]+">\s*Resume/)
    const address = await issue(member, 'purchase-invoices')
    const stream = await browser.open(`${address}/live`)
    assert.match(String(stream.headers['content-type']), /^text\/event-stream/)
    assert.match(stream.text, /<div class="standing" id="standing" hx-swap-oob="true">/)
    assert.match(stream.text, /<div id="progress-live" hx-swap-oob="true">/, 'the last news ends the connecting')
    assert.match(stream.text, /Everybody who receives it has accepted it\.[^$]*event: done\ndata: \n\n$/)
    assert.ok(stream.text.split('\n').every((line) => /^(data: |event: |retry: \d|$)/.test(line)))
    const { json } = await member.tenant.get(`/api/documents?text=${address.split('/').at(-1)}`)
    const again = await browser.open(`${address}/live?seen=${encodeURIComponent(stateOf(json.items[0]))}`)
    assert.doesNotMatch(again.text, /standing/, 'what the page shows already is not sent again')
    assert.match(again.text, /event: done/)
    assertNothingHeld(running)
  })

  test('every tab opens for documents of each family and state, below the allowed weight', {
    skip: inFullRunOnly,
  }, async () => {
    const { browser, member } = await signedInTo(running, { role: 'viewer', language: 'ar' })
    for (const family of families) {
      const address = await issue(member, family)
      for (const tab of tabs) {
        const { status, bytes } = await browser.open(`${address}?tab=${tab}`)
        assert.equal(status, 200, `${family} ${tab}`)
        assert.ok(bytes.length < 40_000, `${family} ${tab}: ${bytes.length} bytes`)
      }
    }
    const failed = await issue(member, 'purchase-invoices', broken)
    for (const tab of tabs) assert.equal((await browser.open(`${failed}?tab=${tab}`)).status, 200, tab)
  })

  test('tabs show the texts themselves, and revisions what changed', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const address = await issue(member, 'purchase-invoices', { ...broken, note: 'First' })
    const id = address.split('/').at(-1)
    const repaired = requests['purchase-invoices']({ note: 'Second' })
    const { status } = await member.tenant.send(
      'PUT',
      `/api/purchase-invoices/${id}/${member.tenant.profileId}`,
      repaired,
    )
    assert.equal(status, 200)
    await standing(browser, address, 'Everybody who receives it has accepted it.')
    const tab = async (name: string) => (await browser.open(`${address}?tab=${name}`)).text
    assert.match(await tab('request'), /&#34;note&#34;: &#34;Second&#34;/)
    assert.match(await tab('answer'), /&#34;overall_status&#34;: &#34;APPROVED&#34;/)
    assert.match(await tab('ubl'), /&#60;cbc:Note&#62;Second&#60;/)
    assert.match(await tab('tdd'), /TaxData/)
    assert.match(await tab('mls'), /<dt>Answer<\/dt><dd>Accepted[^<]*<bdi dir="ltr">\(A[PB]\)</)
    assert.match(await tab('log'), /<code>DOCUMENT_RESUBMITTED<\/code>/)
    const revisions = await tab('revisions')
    assert.match(revisions, /<code>note<\/code>[^$]*First[^$]*Second/)
    assert.match(revisions, /1\u2069 finding cured:[^$]*IBR-128-AE/)
  })

  test('a long document stays a light page, and says what it leaves out', { skip: inFullRunOnly }, async () => {
    const { browser, member } = await signedInTo(running, { role: 'viewer' })
    const line = aLine({ unit_code: 'KILO', description: 'x'.repeat(1000) })
    const address = await issue(member, 'purchase-invoices', {
      document_lines: Array.from({ length: 1_500 }, () => line),
    })
    for (const tab of tabs) {
      const { status, bytes } = await browser.open(`${address}?tab=${tab}`)
      assert.equal(status, 200, tab)
      assert.ok(bytes.length < 40_000, `${tab}: ${bytes.length} bytes`)
    }
    const { text } = await browser.open(address)
    assert.match(text, /This document is too long to show here/)
    assert.match(text, /more findings are in the answer/)
    assert.match((await browser.open(`${address}?tab=ubl`)).text, /Only the beginning is shown/)
    const line1499 = await browser.open(
      `${address}?tab=request&field=${encodeURIComponent('document_lines[1499].unit_code')}`,
    )
    assert.match(line1499.text, /<code>document_lines\[1499\]<\/code>/)
    assertNothingHeld(running)
  })

  test('downloads are whole files under the number of the document', { skip: inFullRunOnly }, async () => {
    const { browser, member } = await signedInTo(running, { role: 'viewer' })
    const file = Buffer.from('%PDF-1.4 contract').toString('base64')
    const attachments = [
      { file_name: `عقد ${attack}.pdf`.replaceAll('/', ''), file_type: 'application/pdf', file_content: file },
    ]
    const address = await issue(member, 'purchase-invoices', { document_number: 'F/1', attachments })
    const id = address.split('/').at(-1)
    for (const [path, type, beginning] of [
      ['pdf', 'application/pdf', '%PDF'],
      ['xml', 'application/xml', '<?xml'],
      ['evidence', 'application/zip', 'PK'],
      ['answer.json', 'application/json', '{'],
      ['request.json', 'application/json', '{'],
      ['log.json', 'application/json', '['],
    ] as const) {
      const { status, headers, text } = await browser.open(`${address}/${path}`)
      assert.equal(status, 200, path)
      assert.ok(String(headers['content-type']).startsWith(type))
      assert.match(String(headers['content-disposition']), /^attachment; filename="/)
      assert.ok(text.startsWith(beginning), path)
    }
    assert.equal(
      (await browser.open(`${address}/xml`)).text,
      (await member.tenant.get(`/api/purchase-invoices/${id}/xml`)).text,
    )
    const listed = await browser.open(`${address}?tab=attachments`)
    const link = /href="(\/console\/documents\/[^"]+\/attachments\/[^"]+)"/.exec(listed.text)?.[1] ?? ''
    const attached = await browser.open(link)
    assert.equal(attached.text, '%PDF-1.4 contract')
    assert.equal(attached.headers['content-type'], 'application/octet-stream')
    assert.equal((await browser.open(`${address}/attachments/${id}x`)).status, 404)
    const print = await browser.open(`${address}/print`)
    assert.match(String(print.headers['content-security-policy']), /frame-ancestors 'self'; sandbox$/)
    assert.match(String(print.headers['content-security-policy']), /^default-src 'none'/)
    assertNothingHeld(running)
  })

  test('hostile texts of a document stay texts on every tab and in the stream', { skip: inFullRunOnly }, async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin' })
    for (const family of families) {
      const party = {
        name: attack,
        party_name: attack,
        postal_address: anAddress({ street_name: attack, country_subentity: attack }),
      }
      const address = await issue(member, family, {
        document_number: `N${attack}`.slice(0, 40),
        note: attack,
        ...(family.startsWith('purchase')
          ? { accounting_supplier_party: aSupplier(party) }
          : { accounting_customer_party: aCustomer(party) }),
        document_lines: [aLine({ name: attack, description: attack, unit_code: 'KILO' })],
      })
      for (const path of [
        ...tabs.map((tab) => `?tab=${tab}`),
        '/live',
        '/print',
        `?tab=request&field=${encodeURIComponent(attack)}`,
      ]) {
        const { text, status } = await browser.open(address + path)
        assert.equal(status, 200, path)
        assert.ok(!text.includes('<script>alert') && !text.includes('<img'), `${family} ${path}`)
      }
    }
  })

  test('documents of others, unknown ids and unknown families have no page', async () => {
    const { browser, member } = await signedInTo(running, { role: 'admin' })
    const address = await issue(member, 'purchase-invoices')
    const stranger = await signedInTo(running, { role: 'operator' })
    const id = address.split('/').at(-1)
    for (const path of [
      '',
      '/live',
      '/print',
      '/pdf',
      '/xml',
      '/evidence',
      '/answer.json',
      '/request.json',
      '/log.json',
      `/attachments/${id}`,
    ]) {
      assert.equal((await stranger.browser.open(address + path)).status, 404, path)
      assert.equal((await browser.open(`/console/documents/sales-invoices/${id}${path}`)).status, 404, path)
      assert.equal((await browser.open(`/console/documents/gifts/${id}${path}`)).status, 404, path)
      assert.equal((await browser.open(`/console/documents/purchase-invoices/none${path}`)).status, 404, path)
    }
    for (const action of ['/retry', '/report-again'])
      assert.equal((await stranger.browser.submit(address + action)).status, 404)
    assertNothingHeld(running)
  })

  test('a refused document says why beside its status, in its list too, and offers a corrected copy', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    for (const [endpoint, words] of [
      ['1000000011', 'The other party rejected it. Remove the cause, credit it, and issue a corrected copy.'],
      ['1000000013', 'It could not be delivered to the other party, so nobody there has seen it. Remove the cause'],
    ] as const) {
      const address = await issue(member, 'purchase-invoices', to(endpoint))
      const text = await standing(browser, address, words)
      assert.match(text, /Reason: <bdi>[^<]{5,}<\/bdi>/)
      assert.match(
        text,
        /href="\/console\/new\?family=purchase-invoices&amp;copy=[0-9a-f-]{36}">Issue a corrected copy/,
      )
    }
    const note = await issue(member, 'purchase-credit-notes', to('1000000011'))
    await standing(browser, note, 'The other party rejected it. Remove the cause, then issue a corrected copy.')
    const list = await browser.open('/console/documents?view=all')
    assert.equal(list.text.match(/Rejected<\/span><div class="hint"><bdi>[^<]{5,}/g)?.length, 3)
  })

  test('a refused credit note leads to its invoice, where all of it is left', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const invoice = await issue(member, 'purchase-invoices', { document_number: 'R-1' })
    const named = { billing_reference: [{ id: 'R-1', issue_date: '2026-07-15' }], ...to('1000000011') }
    const note = await issue(member, 'purchase-credit-notes', named)
    const text = await standing(
      browser,
      note,
      'The other party rejected it. Remove the cause, then credit its invoice again.',
    )
    assert.match(text, new RegExp(`href="${invoice}/credit">Credit its invoice again`))
    assert.equal((await browser.open(`${invoice}/credit`)).status, 200)
  })

  test('a refused credit note of a refused invoice is not credited again', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    await issue(member, 'purchase-invoices', { document_number: 'R-2', ...to('1000000011') })
    const named = { billing_reference: [{ id: 'R-2', issue_date: '2026-07-15' }], ...to('1000000011') }
    const note = await issue(member, 'purchase-credit-notes', named)
    const text = await standing(browser, note, 'The tax authority has accepted it, which is enough.')
    assert.doesNotMatch(text, /Credit its invoice again/)
  })

  test('an invoice and its credit notes lead to each other, and a credited invoice offers no credit', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const invoice = await issue(member, 'purchase-invoices', { document_number: 'K-1' })
    const before = await browser.open(invoice)
    assert.match(before.text, new RegExp(`href="${invoice}/credit"`))
    assert.doesNotMatch(before.text, /Left to credit/)
    const named = { billing_reference: [{ id: 'K-1', issue_date: '2026-07-15' }], document_number: 'K-1-C' }
    const note = await issue(member, 'purchase-credit-notes', named)
    const after = await browser.open(invoice)
    assert.match(after.text, /<dt>Credited<\/dt><dd><bdi[^>]*>210\.00 AED<\/bdi>/)
    assert.match(after.text, /<dt>Left to credit<\/dt><dd><bdi[^>]*>0\.00 AED<\/bdi>/)
    assert.match(after.text, new RegExp(`<a href="${note}"><bdi>K-1-C</bdi></a>`))
    assert.doesNotMatch(after.text, new RegExp(`href="${invoice}/credit"`))
    assert.match((await browser.open(note)).text, new RegExp(`<a href="${invoice}"><bdi>K-1</bdi></a>`))
    const list = await browser.open('/console/documents?view=all')
    assert.match(list.text, /Credited in full/)
    assert.match(list.text, new RegExp(`Credits <a href="${invoice}"><bdi>K-1</bdi></a>`))
    const elsewhere = await issue(member, 'purchase-credit-notes', {
      billing_reference: [{ id: attack.slice(0, 20), issue_date: '2026-07-15' }],
    })
    assert.match((await browser.open(elsewhere)).text, /<dt>Credited invoice<\/dt><dd><bdi>&#34;&#62;&#60;script/)
  })
})
