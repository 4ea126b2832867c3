import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { assertNothingHeld } from '../../../../test/support/console/console.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import {
  aBuyer,
  aCustomer,
  aLine,
  anAddress,
  aPurchaseInvoice,
  aSupplier,
  type Members,
  requests,
} from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { type Family, families } from './family.ts'

const attack = `"><script>alert(1)</script><img src=x onerror='a'>`
const unknownEmirate = { country_subentity: 'DUBAI' }

eachService('the inbox', (start) => {
  const issue = async ({ tenant }: Member, family: Family, overrides: Members = {}) => {
    const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, requests[family](overrides))
    assert.equal(status, 201, text)
    return json
  }
  const party = (family: Family, overrides: Members): Members =>
    family.startsWith('purchase')
      ? { accounting_supplier_party: aSupplier(overrides) }
      : { accounting_customer_party: aCustomer(overrides) }
  /** Until all legs have ended. A document is rejected when the first of its legs is. */
  const settled = (browser: Browser) =>
    eventually(async () => {
      for (const status of ['PENDING', 'SENDING', 'RETRYING', 'SUBMITTED'])
        for (const leg of ['c3_status', 'c5_status'])
          if (numbersIn((await browser.open(`/console/documents?view=all&${leg}=${status}`)).text).length > 0) return
      return true
    })

  test('of several business profiles each document names its own, and one is chosen as a filter', async () => {
    const scope = 'documents:read documents:write profiles'
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer', scope })
    const { tenant } = member
    const list = '/console/documents?view=all'
    await issue(member, 'purchase-invoices', { document_number: 'A-OWN' })
    assert.doesNotMatch((await browser.open(list)).text, /business_profile_id|Business profile/)
    const added = await tenant.post('/api/business-profiles', aBuyer({ profile_id: 'BP-CLIENT', name: attack }))
    assert.equal(added.status, 201, added.text)
    const invoice = aPurchaseInvoice({ document_number: 'A-CLIENT' })
    assert.equal((await tenant.post('/api/purchase-invoices/BP-CLIENT', invoice)).status, 201)
    const all = await browser.open(list)
    assert.doesNotMatch(all.text, /<script>alert/)
    const profiles = all.text.match(/Business profile: <bdi>/g) ?? []
    assert.equal(profiles.length, 2)
    assert.match(all.text, /<select[^>]*name="business_profile_id"/)
    const one = await browser.open(`${list}&business_profile_id=BP-CLIENT`)
    assert.deepEqual(numbersIn(one.text), ['A-CLIENT'])
    assert.match(one.text, /<option value="BP-CLIENT" selected/)
    assert.match(one.text, /\/console\/documents\/export\?[^"]*business_profile_id=BP-CLIENT/)
    const found = await browser.open('/console/search?q=A-')
    assert.match(found.text, /Business profile: <bdi>/)
  })

  test('with many business profiles the page stays below its weight, and their list leads to the documents of each', async () => {
    const scope = 'documents:read documents:write profiles'
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer', language: 'ar', scope })
    const { tenant } = member
    const name = 'شركة الميناء للصناعات التحويلية والتجارة العامة والمقاولات'
    for (let at = 0; at < 12; at += 1) {
      const added = await tenant.post(
        '/api/business-profiles',
        aBuyer({ profile_id: `BP-${at}`, name: `${name} ${at}` }),
      )
      assert.equal(added.status, 201, added.text)
      for (const document_number of [`A-${at}`, `B-${at}`])
        await tenant.post(`/api/purchase-invoices/BP-${at}`, aPurchaseInvoice({ document_number }))
      if (at !== 10) continue
      const list = await browser.open('/console/documents?view=all')
      assert.equal(numbersIn(list.text).length, 20)
      assert.ok(list.text.includes('<option value="BP-10">'))
      assert.ok(list.bytes.length < 39_000, `${list.bytes.length} bytes`)
    }
    const many = await browser.open('/console/documents?view=all&business_profile_id=BP-7')
    assert.deepEqual(numbersIn(many.text), ['B-7', 'A-7'])
    assert.ok(many.text.includes('<option value="BP-7" selected'))
    assert.doesNotMatch(many.text, /<option value="BP-8"/)
    const profiles = await browser.open('/console/settings/profiles')
    assert.ok(many.text.includes('href="/console/settings/profiles"'))
    assert.ok(profiles.text.replaceAll('&#38;', '&').includes('/console/documents?view=all&business_profile_id=BP-8"'))
  })

  test('each view of a new organisation says how to begin, and later what appears there', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    for (const view of ['', '?view=flight', '?view=done', '?view=all'])
      assert.match((await browser.open(`/console/documents${view}`)).text, /There is no document yet\./, view)
    const broken = aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'NONE' })] })
    await member.tenant.post(`/api/purchase-invoices/${member.tenant.profileId}`, broken)
    for (const [view, sentence] of [
      ['?view=flight', 'Nothing is on the way.'],
      ['?view=done', 'No document is approved yet.'],
      ['?view=all&family=sales-invoices', 'No document matches these filters.'],
    ] as const) {
      const { status, text } = await browser.open(`/console/documents${view}`)
      assert.equal(status, 200)
      assert.ok(text.includes(sentence), sentence)
      assert.doesNotMatch(text, /href="\/console\/new"/, 'a viewer issues nothing')
    }
    const clerk = await signedInTo(await start.shared(), { role: 'clerk' })
    assert.match(
      (await clerk.browser.open('/console/documents?view=all')).text,
      /class="button primary" href="\/console\/new"/,
    )
  })

  test('documents of all families are listed by what they need, with their counts', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    for (const family of families) await issue(member, family, { document_number: `OK-${family}` })
    await issue(member, 'purchase-invoices', {
      document_number: 'BAD-1',
      ...party('purchase-invoices', { postal_address: anAddress(unknownEmirate) }),
    })
    await issue(member, 'sales-invoices', {
      document_number: 'NO-1',
      ...party('sales-invoices', { endpoint_id: '1000000049' }),
    })
    await settled(browser)
    const numbers = async (query: string) => numbersIn((await browser.open(`/console/documents?${query}`)).text)
    assert.deepEqual((await numbers('view=attention')).toSorted(), ['BAD-1', 'NO-1'])
    assert.deepEqual((await numbers('view=done')).toSorted(), families.map((family) => `OK-${family}`).toSorted())
    assert.equal((await numbers('view=all')).length, 6)
    const { text } = await browser.open('/console/documents?view=attention')
    assert.deepEqual(
      [...text.matchAll(/view=(\w+)"[^>]*>[^<]*<span class="count figure">([^<]*)</g)].map(
        ([, view, count]) => `${view} ${count}`,
      ),
      ['attention 2', 'flight 0', 'done 4', 'all 6'],
    )
    assert.match(text, /Rules failed: <span class="figure">1<\/span>.*\n?.*Rejected: <span class="figure">1<\/span>/)
    assert.match(text, /<span class="badge bad">Rejected<\/span>/)
    assertNothingHeld(running)
  })

  test('filters narrow the list and stay in the address; wrong ones are named at their field', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    await issue(member, 'purchase-invoices', { document_number: 'A-1', issue_date: '2026-07-01' })
    await issue(member, 'sales-invoices', {
      document_number: 'A-2',
      issue_date: '2026-07-02',
      ...party('sales-invoices', { endpoint_id: '1000000049' }),
    })
    await issue(member, 'purchase-credit-notes', { document_number: 'A-3', issue_date: '2026-07-20' })
    await settled(browser)
    const numbers = async (query: string) =>
      numbersIn((await browser.open(`/console/documents?view=all&${query}`)).text).toSorted()
    assert.deepEqual(await numbers('family=purchase-invoices'), ['A-1'])
    assert.deepEqual(await numbers('from=2026-07-02&to=2026-07-10'), ['A-2'])
    assert.deepEqual(await numbers('c3_status=REJECTED'), ['A-2'])
    assert.deepEqual(await numbers('c5_status=APPROVED'), ['A-1', 'A-3'])
    assert.deepEqual(await numbers('changed=hour'), ['A-1', 'A-2', 'A-3'])
    assert.deepEqual(await numbers('amount_from=999,999.00'), [])
    assert.deepEqual(await numbers('amount_from=0.01&amount_to=999,999&sort=amount'), ['A-1', 'A-2', 'A-3'])
    // Each is 210.00.
    for (const [from, to] of [
      ['209,99', '210,00'],
      ['210', '1.500,25'],
      ['209.99', '1,500.25'],
      ['210.00', '1,500'],
    ] as const)
      assert.deepEqual(await numbers(`amount_from=${from}&amount_to=${to}`), ['A-1', 'A-2', 'A-3'], `${from} ${to}`)
    for (const typed of ['1,50,0', '15,00,5', '1500,50 or so']) {
      const wrong = await browser.open(`/console/documents?view=all&amount_from=${encodeURIComponent(typed)}`)
      assert.deepEqual([wrong.status, /id="f-amount_from-problem"/.test(wrong.text)], [422, true], typed)
    }
    const sorted = await browser.open('/console/documents?view=all&sort=number&order=ascending')
    assert.deepEqual(numbersIn(sorted.text), ['A-1', 'A-2', 'A-3'])
    assert.deepEqual(await numbers('family=&from=&c3_status='), ['A-1', 'A-2', 'A-3'])
    const { text } = await browser.open('/console/documents?view=done&family=purchase-invoices&from=2026-07-01')
    assert.match(text, /<details class="filter-box" open="">|<details class="filter-box" open>/)
    assert.match(text, /<option value="purchase-invoices" selected/)
    assert.match(text, /name="from" type="date" value="2026-07-01"/)
    assert.match(text, /<input type="hidden" name="view" value="done">/)
    const wrong = await browser.open('/console/documents?view=all&from=yesterday&family=gifts&amount_to=much')
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="f-from-problem"/)
    assert.match(wrong.text, /id="f-family-problem"/)
    assert.match(wrong.text, /id="f-amount_to-problem"/)
    const cursor = await browser.open('/console/documents?view=all&cursor=x')
    assert.equal(cursor.status, 422)
    assert.match(cursor.text, /<code>cursor<\/code>/)
  })

  test('a long list has pages both ways, each below the allowed weight', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer', language: 'ar' })
    for (let at = 0; at < 30; at += 1) await issue(member, 'purchase-invoices', { document_number: `L-${at}` })
    const first = await browser.open('/console/documents?view=all')
    assert.equal(numbersIn(first.text).length, 25)
    assert.ok(first.bytes.length < 40_000, `${first.bytes.length} bytes`)
    assert.equal(linkIn(first.text, 'prev'), undefined)
    const second = await browser.open(linkIn(first.text, 'next') ?? '')
    assert.deepEqual(numbersIn(second.text), ['L-4', 'L-3', 'L-2', 'L-1', 'L-0'])
    assert.equal(linkIn(second.text, 'next'), undefined)
    const back = await browser.open(linkIn(second.text, 'prev') ?? '')
    assert.deepEqual(numbersIn(back.text), numbersIn(first.text))
  })

  test('the search finds numbers, names, TRNs and ids, and opens the one that was meant', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    const found = await issue(member, 'purchase-invoices', { document_number: 'Q-1' })
    await issue(member, 'purchase-invoices', { document_number: 'Q-10' })
    await issue(member, 'sales-invoices', { document_number: 'R-1' })
    const search = (text: string) => browser.open(`/console/search?q=${encodeURIComponent(text)}`)
    assert.deepEqual(numbersIn((await search('Q-')).text).toSorted(), ['Q-1', 'Q-10'])
    assert.deepEqual(numbersIn((await search('gulf metals')).text).toSorted(), ['Q-1', 'Q-10'])
    assert.deepEqual(numbersIn((await search('100334455600003')).text), ['R-1'])
    assert.deepEqual(numbersIn((await search('Oasis')).text), ['R-1'], 'a name opens nothing')
    assert.deepEqual(numbersIn((await search('metals')).text).toSorted(), ['Q-1', 'Q-10'], 'the middle of a name')
    const { totals } = found
    assert.deepEqual(numbersIn((await search(`${totals.payable_amount}`)).text).toSorted(), ['Q-1', 'Q-10', 'R-1'])
    const address = `/console/documents/purchase-invoices/${found.id}`
    assert.equal((await search(found.id)).location, address)
    assert.match((await search('q-10')).location ?? '', /^\/console\/documents\/purchase-invoices\//)
    const { json: status } = await member.tenant.get(`/api/purchase-invoices/${found.id}/peppol-status`)
    assert.equal((await search(status.toC5.transmissionUuid)).location, address)
    const exported = await browser.open('/console/documents/export?view=all&q=Q-')
    assert.deepEqual([/Q-10/.test(exported.text), /R-1/.test(exported.text)], [true, false])
    assert.match((await search('Q-')).text, /href="\/console\/documents\/export\?view=all&#38;q=Q-"/)
    assert.match((await search('none')).text, /Nothing was found/)
    assert.match((await browser.open('/console/search')).text, /What are you looking for/)
    assert.equal((await search('x'.repeat(300))).status, 422)
    const stranger = await signedInTo(await start.shared(), { role: 'admin' })
    assert.match((await stranger.browser.open(`/console/search?q=${found.id}`)).text, /Nothing was found/)
  })

  test('hostile texts stay texts in lists and searches', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    for (const family of families) {
      await issue(member, family, {
        document_number: `X${attack}`.slice(0, 40),
        ...party(family, { party_name: attack }),
      })
    }
    for (const address of [
      '/console/documents?view=all',
      `/console/documents?view=${encodeURIComponent(attack)}&family=${encodeURIComponent(attack)}`,
      `/console/search?q=${encodeURIComponent(attack)}`,
      `/console/search?q=X`,
    ]) {
      const { text } = await browser.open(address)
      assert.ok(!text.includes('<script>alert') && !text.includes('<img'), address)
    }
    assert.ok((await browser.open('/console/documents?view=all')).text.includes('&#60;script&#62;alert(1)'))
  })
})

function numbersIn(text: string): string[] {
  return [...text.matchAll(/<a href="\/console\/documents\/[\w-]+\/[\w-]+"><bdi>([^<]*)</g)].map(
    ([, number = '']) => number,
  )
}

function linkIn(text: string, rel: 'prev' | 'next'): string | undefined {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1]?.replaceAll('&#38;', '&')
}
