import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertNothingHeld } from '../../../../test/support/console/console.ts'
import { hiddenIn } from '../../../../test/support/console/form-in.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { inFullRunOnly } from '../../../../test/support/effort.ts'
import { aLine, aPurchaseInvoice, aSalesInvoice, requests } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { families } from '../documents/family.ts'

eachService('documents before they are sent', (start) => {
  test('a copy of a document is a new draft of today, without its number and files', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const { tenant } = member
    const dates = { issue_date: '2026-07-15', due_date: '2026-08-14' }
    for (const family of families) {
      const first = requests[family]({ ...dates, document_number: `Copied-${family}` })
      const { json } = await tenant.post(`/api/${family}/${tenant.profileId}`, first)
      const copy = await browser.open(`/console/new?family=${family}&copy=${json.id}`)
      assert.match(copy.text, new RegExp(`A copy of \u2068Copied-${family}\u2069, issued today`))
      const form = allIn(copy.text)
      assert.equal(form.document_number ?? '', '')
      const [issued, due] = [form.issue_date, form.due_date].map((date) => Date.parse(date ?? ''))
      assert.equal((due ?? 0) - (issued ?? 0), 30 * 86_400_000)
      assert.ok(Math.abs(Date.now() - (issued ?? 0)) < 2 * 86_400_000)
      const checked = await browser.submit('/console/new', { ...form, do: 'check' })
      assert.match(checked.text, /All mandatory rules passed/)
      const done = await browser.submit('/console/new', { ...allIn(checked.text), do: 'issue' })
      assert.match(done.location ?? '', new RegExp(`^/console/documents/${family}/`), checked.text)
    }
    const stranger = await signedInTo(running, { role: 'clerk' })
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, requests['purchase-invoices']())
    const hidden = await stranger.browser.open(`/console/new?family=purchase-invoices&copy=${json.id}`)
    assert.equal(hidden.status, 404)
  })

  test('a copy says that files stay behind, and a credit note by reference is made again from its invoice', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const { tenant } = member
    const { json: invoice } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      requests['purchase-invoices']({
        attachments: [{ file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }],
      }),
    )
    const copy = await browser.open(`/console/new?family=purchase-invoices&copy=${invoice.id}`)
    assert.match(copy.text, /A copy of [^ ]+ without its files/)
    const { json: note } = await tenant.post(`/api/purchase-invoices/${invoice.id}/credit-notes`, {
      discrepancy_response: 'DL8.61.1.D',
      lines: [{ line: 1, quantity: 1 }],
    })
    const page = `/console/documents/purchase-credit-notes/${note.id}`
    const again = await browser.open(`/console/new?family=purchase-credit-notes&copy=${note.id}`)
    assert.equal(again.location, page)
    assert.match((await browser.open(page)).text, /Open the invoice and credit it again/)
  })

  test('a clerk fills in a form, sees messages at their fields, then the verdict, and issues it once', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const { profileId } = member.tenant
    const choose = await browser.open('/console/new')
    assert.match(choose.text, new RegExp(`<option value="${profileId}"`))
    const first = await browser.open(`/console/new?family=purchase-invoices&profile=${profileId}`)
    assert.match(first.text, /name="document_currency_code" type="text" value="AED"/)
    const filled = { ...formOf(profileId), do: 'check' }
    const wrong = await browser.submit('/console/new', {
      ...filled,
      'document_lines[0].quantity': 'two',
      'accounting_supplier_party.name': '',
    })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="f-document_lines-0-quantity-problem"/)
    assert.match(wrong.text, /id="f-accounting_supplier_party-name-problem"/)
    assert.match(wrong.text, /value="two"/)
    const checked = await browser.submit('/console/new', filled)
    assert.equal(checked.status, 200)
    assert.match(checked.text, /All mandatory rules passed/)
    assert.match(checked.text, /1,050\.00 AED/)
    assert.equal(await count(member), 0)
    const issuing = { ...filled, ...hiddenIn(checked.text, 'do" value="issue'), do: 'issue' }
    const [one, other] = [await browser.submit('/console/new', issuing), await browser.submit('/console/new', issuing)]
    assert.match(one.location ?? '', /^\/console\/documents\/purchase-invoices\/[0-9a-f-]{36}$/)
    assert.equal(other.location, one.location)
    assert.equal(await count(member), 1)
    assertNothingHeld(running)
  })

  test('an empty form names and marks each field that must be filled in', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    for (const [family, party] of [
      ['purchase-invoices', 'Supplier'],
      ['sales-invoices', 'Customer'],
      ['purchase-credit-notes', 'Supplier'],
    ] as const) {
      const first = await browser.open(`/console/new?family=${family}&profile=${member.tenant.profileId}`)
      const empty = await browser.submit('/console/new', { ...allIn(first.text), family, do: 'check' })
      assert.equal(empty.status, 422)
      assert.match(empty.text, new RegExp(`<a href="#f-[^"]+-party_name">${party}: Legal name</a>: <bdi>Enter a value`))
      const problems = /<ul class="problems">(.*?)<\/ul>/s.exec(empty.text)?.[1] ?? ''
      assert.doesNotMatch(problems, /<code>/, `${family}: no path of the API`)
      const required = [...empty.text.matchAll(/<(?:input|select|textarea) [^>]*>/g)].map(([tag]) => tag)
      const blank = required.filter((tag) => tag.includes(' required=') && !/ value="[^"]/.test(tag))
      assert.ok(blank.length > 10)
      for (const tag of blank.filter((one) => !one.includes('document_number'))) {
        const id = /id="([^"]+)"/.exec(tag)?.[1]
        assert.ok(tag.includes('aria-invalid="true"'), `${family}: ${id} is marked`)
        assert.ok(problems.includes(`href="#${id}"`), `${family}: ${id} is linked`)
      }
    }
  })

  test('lines come and go without a script, and what was typed stays', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const filled = formOf(member.tenant.profileId)
    const two = await browser.submit('/console/new', { ...filled, do: 'add' })
    assert.match(two.text, /name="lines" value="0,1"/)
    const typed = { ...filled, lines: '0,1', 'document_lines[1].name': 'Second <i>' }
    const one = await browser.submit('/console/new', { ...typed, do: 'remove-0' })
    assert.match(one.text, /name="document_lines\[0\]\.name" type="text" value="Second &#60;i&#62;"/)
    assert.doesNotMatch(one.text, /document_lines\[1\]/)
    assert.doesNotMatch(one.text, /value="remove-/)
    for (const lines of ['', '-1', '1e9', 'x', '99999', '0,0,0'])
      assert.equal((await browser.submit('/console/new', { ...filled, lines, do: 'add' })).status, 200)
  })

  test('a document has as many lines as wanted: the form shows some, and the others stay', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    let { text } = await browser.submit('/console/new', { ...formOf(member.tenant.profileId), do: 'check' })
    for (let line = 1; line < 8; line += 1) {
      text = (await browser.submit('/console/new', { ...allIn(text), do: 'add' })).text
      const typed = { ...allIn(text), [`document_lines[${line}].name`]: `No ${line + 1}` }
      text = (await browser.submit('/console/new', { ...typed, do: 'form' })).text
    }
    assert.match(text, /name="lines" value="3,4,5,6,7"/)
    assert.match(plain(text), /Lines [^ ]*4[^ ]* to [^ ]*8[^ ]* of [^ ]*8/)
    const earlier = await browser.submit('/console/new', { ...allIn(text), do: 'show-0' })
    assert.match(earlier.text, /name="lines" value="0,1,2,3,4"/)
    assert.match(earlier.text, /name="document_lines\[1\]\.name" type="text" value="No 2"/)
    const later = await browser.submit('/console/new', { ...allIn(earlier.text), do: 'show-5' })
    assert.match(later.text, /name="document_lines\[7\]\.name" type="text" value="No 8"/)
  })

  test('rows of a spreadsheet become lines, and a cell that cannot is named', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const filled = formOf(member.tenant.profileId)
    const rows = (price: string) =>
      [
        'Item\tDescription\tQty\tUnit\tUnit price',
        ...Array.from({ length: 20 }, (_, at) => `No ${at}\tBolts\t2\tEA\t${price}`),
      ].join('\r\n')
    const refused = await browser.submit('/console/new', { ...filled, paste: rows('1,500'), do: 'paste' })
    assert.match(refused.text, /<details class="card" id="paste" open/)
    assert.match(refused.text, /Row [^ ]*2[^ ]*, [^ ]*Unit price[^ ]*: “[^ ]*1,500[^ ]*” can be/)
    assert.match(refused.text, /name="lines" value="0"/)
    const added = await browser.submit('/console/new', { ...filled, paste: rows('10.00'), do: 'paste' })
    assert.match(added.text, /name="lines" value="1,2,3,4,5"/)
    assert.match(added.text, /name="document_lines\[1\]\.name" type="text" value="No 0"/)
    const checked = await browser.submit('/console/new', { ...allIn(added.text), do: 'check' })
    // 1,000.00 of the form and 400.00 of the rows, with 5 % VAT.
    assert.match(checked.text, /1,470\.00 AED/)
  })

  test('the JSON tab takes what the form has, keeps every digit, and refuses what is no JSON', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const filled = { ...formOf(member.tenant.profileId), 'document_lines[0].price.base_amount': '500.1234567890123456' }
    const json = await browser.submit('/console/new', { ...filled, do: 'json' })
    const text = areaIn(json.text)
    assert.match(text, /"base_amount": 500\.1234567890123456/)
    const hidden = { ...hiddenIn(json.text, 'do" value="check'), do: 'check' }
    const checked = await browser.submit('/console/new', { ...hidden, request: text })
    assert.match(checked.text, /All mandatory rules passed/)
    const back = await browser.submit('/console/new', { ...hidden, request: text, do: 'form' })
    assert.match(back.text, /name="document_lines\[0\]\.price\.base_amount" type="text" value="500\.1234567890123456"/)
    const form = { ...hiddenIn(checked.text, 'do" value="issue'), request: text }
    const issued = await browser.submit('/console/new', { ...form, do: 'issue' })
    const { json: stored } = await member.tenant.get(`/api/${issued.location?.split('/').slice(-2).join('/')}/request`)
    assert.ok(stored)
    const broken = await browser.submit('/console/new', { ...hidden, request: '{"</textarea><script>' })
    assert.equal(broken.status, 422)
    assert.match(broken.text, /not valid JSON/)
    assert.match(broken.text, /&#60;\/textarea&#62;&#60;script&#62;/)
  })

  test('what was changed after the check is checked again before anything is issued', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const filled = formOf(member.tenant.profileId)
    const checked = await browser.submit('/console/new', { ...filled, do: 'check' })
    const later = { ...filled, ...hiddenIn(checked.text, 'do" value="issue'), 'document_lines[0].quantity': '3' }
    const again = await browser.submit('/console/new', { ...later, do: 'issue' })
    assert.equal(again.location, undefined)
    assert.match(again.text, /You changed something after the check/)
    assert.match(again.text, /1,575\.00 AED/)
    assert.equal(await count(member), 0)
  })

  test('a rule that fails is said at its field, with its repair', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const unit = { 'document_lines[0].unit_code': 'Kilo' }
    const checked = await browser.submit('/console/new', { ...formOf(member.tenant.profileId), ...unit, do: 'check' })
    assert.match(checked.text, /id="f-document_lines-0-unit_code-problem"/)
    assert.match(checked.text, /<a href="#f-document_lines-0-unit_code">Line [^ ]*1[^ ]*: Unit<\/a>/)
    const fix = plain(/name="fix" value="([^"]*)"/.exec(checked.text)?.[1] ?? '')
    const form = { ...formOf(member.tenant.profileId), ...unit, ...hiddenIn(checked.text, 'do" value="check') }
    const cured = await browser.submit('/console/new', { ...form, fix, do: 'check' })
    assert.match(cured.text, /All mandatory rules passed/)
    assert.match(cured.text, /name="document_lines\[0\]\.unit_code" type="text" value="KGM"/)
    const byHand = await browser.submit('/console/new', {
      ...form,
      fix,
      'document_lines[0].unit_code': 'EA',
      do: 'check',
    })
    assert.match(byHand.text, /name="document_lines\[0\]\.unit_code" type="text" value="EA"/)
  })

  test('a failing document is stored as it was checked, with its repair still proposed', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const filled = { ...formOf(member.tenant.profileId), 'document_lines[0].unit_code': 'Kilo' }
    const { text } = await browser.submit('/console/new', { ...filled, do: 'check' })
    const fix = plain(/name="fix" value="([^"]*)" checked=/.exec(text)?.[1] ?? '')
    assert.notEqual(fix, '')
    const form = { ...filled, ...hiddenIn(text, 'do" value="check'), fix }
    const button = /name="do" value="(issue[^"]*)"/.exec(text)?.[1] ?? ''
    const stored = await browser.submit('/console/new', { ...form, do: button })
    assert.match(stored.location ?? '', /^\/console\/documents\/purchase-invoices\//, stored.text)
    const { json } = await member.tenant.get(`/api/purchase-invoices/${stored.location?.split('/').at(-1)}`)
    assert.equal(json.document_lines[0].unit_code, 'Kilo')
    assert.equal(json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
  })

  test('a repair that only adds says so', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const line = aLine({ standard_item_identification: { id: '4006381333931' } })
    const request = JSON.stringify(aPurchaseInvoice({ document_lines: [line] }))
    const named = { family: 'purchase-invoices', profile: member.tenant.profileId, mode: 'json' }
    const { text } = await browser.submit('/console/new', { ...named, request, do: 'check' })
    assert.match(text, /Repair it: add [^ ]*scheme[^ ]* [^ ]*0160[^ ]* to “[^”]*GTIN[^”]*”; what you entered stays/)
    assert.doesNotMatch(text, /change “[^”]*GTIN/)
  })

  test('the sandbox fills in an example of every family, which passes', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    for (const family of families) {
      const named = { family, profile: member.tenant.profileId }
      const filled = await browser.submit('/console/new', { ...named, do: 'example' })
      const { text } = await browser.submit('/console/new', { ...allIn(filled.text), do: 'check' })
      assert.match(text, /All mandatory rules passed/, family)
    }
  })

  test('a failed document is repaired in its form: proposals, verdict beside the old one, resubmission once', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const { id, path } = await failed(member)
    const shown = await browser.open(path)
    assert.match(shown.text, /type="checkbox" name="fix" value="\[\[&#34;\/accounting_supplier_party\/postal_address/)
    const form = allIn(shown.text)
    const part = await browser.submit(path, { ...form, do: 'check' })
    assert.match(part.text, /Repaired/)
    assert.doesNotMatch(part.text, /value="resubmit"/)
    const paid = { ...allIn(part.text), 'payment_means[0].payment_means_code': '10' }
    const whole = await browser.submit(path, { ...paid, do: 'check' })
    assert.match(whole.text, /All mandatory rules passed/)
    assert.doesNotMatch(whole.text, /<h3>Left/)
    const sending = { ...allIn(whole.text), do: 'resubmit' }
    for (let press = 0; press < 2; press += 1) {
      const sent = await browser.submit(path, sending)
      assert.equal(sent.location, `/console/documents/purchase-invoices/${id}`, sent.text)
    }
    const { json } = await member.tenant.get(`/api/purchase-invoices/${id}`)
    assert.notEqual(json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    assert.equal((await browser.open(path)).location, `/console/documents/purchase-invoices/${id}`)
    assertNothingHeld(running)
  })

  test('a failed document is repaired as JSON too', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { id, path } = await failed(member)
    const json = await browser.submit(path, { ...allIn((await browser.open(path)).text), do: 'json' })
    const request = areaIn(json.text).replace(/\n}$/, ',\n"payment_means":[{"payment_means_code":"10"}]\n}')
    const whole = await browser.submit(path, { ...allIn(json.text), request, do: 'check' })
    assert.match(whole.text, /All mandatory rules passed/)
    const sent = await browser.submit(path, { ...allIn(whole.text), request: areaIn(whole.text), do: 'resubmit' })
    assert.equal(sent.location, `/console/documents/purchase-invoices/${id}`)
  })

  test('a long document is repaired by the lines that failed', { skip: inFullRunOnly }, async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const lines = Array.from({ length: 40 }, (_, at) =>
      aLine({ unit_code: at === 33 ? 'NONE' : 'EA', name: `No ${at}` }),
    )
    const request = aPurchaseInvoice({ document_lines: lines })
    const { json } = await member.tenant.post(`/api/purchase-invoices/${member.tenant.profileId}`, request)
    const path = `/console/documents/purchase-invoices/${json.id}/repair`
    const shown = await browser.open(path)
    assert.match(shown.text, /name="lines" value="33"/)
    assert.ok(shown.text.length < 42_000, `${shown.text.length}`)
    const form = { ...allIn(shown.text), 'document_lines[33].unit_code': 'EA' }
    const checked = await browser.submit(path, { ...form, do: 'check' })
    assert.match(checked.text, /All mandatory rules passed/)
    const sent = await browser.submit(path, { ...allIn(checked.text), do: 'resubmit' })
    assert.match(sent.location ?? '', /purchase-invoices/)
    const { json: stored } = await member.tenant.get(`/api/purchase-invoices/${json.id}`)
    assert.equal(stored.document_lines.length, 40)
    assert.equal(stored.document_lines[20].name, 'No 20')
  })

  test('a form with as many lines as it shows stays below 100 KiB, with all that the page loads', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const filled = formOf(member.tenant.profileId)
    for (const language of ['en', 'ar']) {
      await browser.submit('/console/preferences', { language, return: '/console/new' })
      const { text } = await browser.submit('/console/new', { ...filled, lines: '0,1,2,3', do: 'add' })
      assert.match(text, /name="lines" value="0,1,2,3,4"/)
      const assets = [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]*)"/g)].map(([, path = '']) => path)
      const sizes = await Promise.all(assets.map(async (path) => Buffer.byteLength((await browser.open(path)).text)))
      const bytes = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(text))
      assert.ok(sizes.length === 5 && bytes < 102_400, `${language}: ${bytes}`)
    }
  })

  test('a repair of a document that changed meanwhile says so and sends nothing', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { id, path, request } = await failed(member)
    const shown = await browser.open(path)
    const form = allIn(shown.text)
    await member.tenant.send('PUT', `/api/purchase-invoices/${id}/${member.tenant.profileId}`, {
      ...request,
      note: 'Another',
    })
    for (const act of ['check', 'resubmit']) {
      const answered = await browser.submit(path, { ...form, do: act })
      assert.equal(answered.status, 409)
      assert.match(answered.text, /Someone changed this document/)
    }
    const { json } = await member.tenant.get(`/api/purchase-invoices/${id}`)
    assert.equal(json.note, 'Another')
  })

  test('a hostile text of a failed document stays text', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const attack = `"><script>alert(1)</script><img src=x onerror=a>`
    const { path } = await failed(member, attack)
    const { text } = await browser.open(path)
    assert.ok(text.includes('&#60;script&#62;'))
    assert.ok(!text.includes('<script>alert') && !text.includes('<img'))
  })

  for (const [family, request] of [
    ['purchase-invoices', aPurchaseInvoice],
    ['sales-invoices', aSalesInvoice],
  ] as const) {
    test(`an invoice is credited in three steps until nothing is left: ${family}`, async () => {
      const running = await start.shared()
      const { browser, member } = await signedInTo(running, { role: 'clerk' })
      const lines = { document_lines: [aLine({ quantity: 10 }), aLine({ quantity: 4 }), aLine({ quantity: 3 })] }
      const { json } = await member.tenant.post(`/api/${family}/${member.tenant.profileId}`, request(lines))
      const path = `/console/documents/${family}/${json.id}/credit`
      assert.match((await browser.open(path)).text, /Step [^ ]*1[^ ]* of 3/)
      const none = await browser.submit(path, { which: 'some', do: 'amounts' })
      assert.equal(none.status, 422)
      const amounts = await browser.submit(path, { which: 'some', line: '2', do: 'amounts' })
      assert.match(amounts.text, /name="quantity-2" type="text" value="4"/)
      const chosen = { ...hiddenIn(amounts.text, 'do" value="check'), discrepancy_response: 'DL8.61.1.D', do: 'check' }
      const much = await browser.submit(path, { ...chosen, 'quantity-2': '5' })
      assert.equal(much.status, 422)
      assert.match(much.text, /id="f-quantity-2-problem"><bdi>At most [^ ]*4[^ ]* are left/)
      const draft = await browser.submit(path, { ...chosen, 'quantity-2': '4' })
      assert.match(draft.text, /All mandatory rules passed/)
      const issuing = { ...hiddenIn(draft.text, 'do" value="issue'), do: 'issue' }
      const [one, other] = [await browser.submit(path, issuing), await browser.submit(path, issuing)]
      const notes = family === 'purchase-invoices' ? 'purchase-credit-notes' : 'sales-credit-notes'
      assert.match(one.location ?? '', new RegExp(`^/console/documents/${notes}/`))
      assert.equal(other.location, one.location)
      const left = await browser.open(path)
      assert.match(left.text, /name="line" value="2" disabled=""/)
      assert.match(left.text, /name="line" value="3">/)
      const rest = await browser.submit(path, { which: 'all', discrepancy_response: 'DL8.61.1.A', do: 'check' })
      await browser.submit(path, { ...hiddenIn(rest.text, 'do" value="issue'), do: 'issue' })
      assert.match((await browser.open(path)).text, /Nothing of this invoice is left/)
      assertNothingHeld(running)
    })
  }

  test('a lower price is credited by an amount of a line', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const lines = { document_lines: [aLine({ quantity: 10 }), aLine({ quantity: 4 })] }
    const { json } = await member.tenant.post(
      `/api/purchase-invoices/${member.tenant.profileId}`,
      aPurchaseInvoice(lines),
    )
    const path = `/console/documents/purchase-invoices/${json.id}/credit`
    const amounts = await browser.submit(path, { which: 'some', line: '1', do: 'amounts' })
    assert.match(amounts.text, /name="amount-1"/)
    assert.match(amounts.text, /For a lower price\. Left: .*1000\.00 AED/)
    const chosen = { ...hiddenIn(amounts.text, 'do" value="check'), do: 'check' }
    const typed = { ...chosen, discrepancy_response: 'DL8.61.1.C', 'quantity-1': '10' }
    const much = await browser.submit(path, { ...typed, 'amount-1': '1000.01' })
    assert.match(much.text, /id="f-amount-1-problem"><bdi>At most [^ ]*1000.00[^ ]* are left/)
    const both = await browser.submit(path, { ...typed, 'quantity-1': '3', 'amount-1': '50' })
    assert.match(both.text, /id="f-amount-1-problem"><bdi>Send either a quantity or an amount/)
    const draft = await browser.submit(path, { ...typed, 'amount-1': '50' })
    assert.match(draft.text, /All mandatory rules passed/)
    const issued = await browser.submit(path, { ...hiddenIn(draft.text, 'do" value="issue'), do: 'issue' })
    const note = await member.tenant.get((issued.location ?? '').replace('/console/documents', '/api'))
    const nets = note.json.document_lines.map((line: { net_amount: number }) => line.net_amount)
    assert.deepEqual(nets, [50])
  })

  test('a failed invoice is not credited but repaired', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { id } = await failed(member)
    const { text } = await browser.open(`/console/documents/purchase-invoices/${id}/credit`)
    assert.match(text, new RegExp(`href="/console/documents/purchase-invoices/${id}/repair"`))
  })

  test('a viewer can do none of it, and unknown documents have no page', async () => {
    const running = await start.shared()
    const { browser } = await signedInTo(running, { role: 'viewer' })
    const id = '00000000-0000-7000-8000-000000000000'
    const paths = [
      '/console/new',
      `/console/documents/sales-invoices/${id}/repair`,
      `/console/documents/sales-invoices/${id}/credit`,
    ]
    for (const path of paths) {
      assert.equal((await browser.open(path)).status, 403, path)
      for (const act of ['check', 'issue', 'resubmit', 'add'])
        assert.equal((await browser.submit(path, { do: act })).status, 403, path)
    }
    for (const role of ['clerk', 'admin', 'operator'] as const) {
      const { browser: other } = await signedInTo(running, { role: role })
      assert.deepEqual(await Promise.all(paths.map(async (path) => (await other.open(path)).status)), [200, 404, 404])
      assert.equal((await other.open(`/console/documents/sales-credit-notes/${id}/credit`)).status, 404)
      assert.equal((await other.open(`/console/documents/letters/${id}/repair`)).status, 404)
    }
  })

  test('an ended session sends nothing', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const filled = { ...formOf(member.tenant.profileId), do: 'check' }
    const checked = await browser.submit('/console/new', filled)
    const issuing = { ...hiddenIn(checked.text, 'do" value="issue'), do: 'issue' }
    await running.service.parts.people.signOutEverywhere(member.userId)
    assert.equal((await browser.submit('/console/new', issuing)).location, '/console/sign-in')
    assert.equal(await count(member), 0)
  })
})

function formOf(profile: string): Record<string, string> {
  const party = 'accounting_supplier_party'
  return {
    family: 'purchase-invoices',
    profile,
    mode: 'form',
    lines: '0',
    issue_date: '2026-07-15',
    due_date: '2026-08-14',
    document_currency_code: 'AED',
    [`${party}.name`]: 'Gulf Metals Trading',
    [`${party}.party_name`]: 'Gulf Metals Trading LLC',
    [`${party}.party_tax_scheme.company_id`]: '100234567800003',
    [`${party}.postal_address.street_name`]: 'Street 8',
    [`${party}.postal_address.city_name`]: 'Dubai',
    [`${party}.postal_address.country_subentity`]: 'DXB',
    [`${party}.company_id`]: '784512',
    [`${party}.authority_name`]: 'Dubai Department of Economy and Tourism',
    [`${party}.email`]: 'accounts@gulf-metals.example',
    [`${party}.telephone`]: '+971 4 555 0100',
    'document_lines[0].name': 'Copper wire',
    'document_lines[0].description': 'Bare bright copper wire',
    'document_lines[0].quantity': '2',
    'document_lines[0].unit_code': 'KGM',
    'document_lines[0].price.base_amount': '500',
    [`${party}.postal_address.country_code`]: 'AE',
    'document_lines[0].classified_tax_category.id': 'S',
    'document_lines[0].commodity_classification.commodity_code': 'G',
    'document_lines[0].commodity_classification.item_classification_code': '74081100',
    'payment_means[0].payment_means_code': '30',
    'payment_means[0].payee_financial_account.id': 'AE070331234567890123456',
  }
}

/** What a browser would send: every field with its value, and the ticked boxes. */
function allIn(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input [^>]*>/g)].map(([tag]) => tag)
  const sent = inputs.filter((tag) => !tag.includes('type="checkbox"') && tag.includes(' value="'))
  const chosen = [...text.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => {
      const value = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options)
      return [plain(name), plain(value?.[1] ?? '')] as const
    },
  )
  const fixes = inputs.filter((tag) => tag.includes('name="fix"') && tag.includes(' checked'))
  const patches = fixes.flatMap((tag) => JSON.parse(plain(/ value="([^"]*)"/.exec(tag)?.[1] ?? '[]')))
  return {
    ...Object.fromEntries(
      sent.map((tag) => [
        plain(/ name="([^"]*)"/.exec(tag)?.[1] ?? ''),
        plain(/ value="([^"]*)"/.exec(tag)?.[1] ?? ''),
      ]),
    ),
    ...Object.fromEntries(chosen),
    ...(patches.length > 0 && { fix: JSON.stringify(patches) }),
  }
}

function areaIn(text: string): string {
  return plain(/<textarea[^>]* name="request"[^>]*>\n([^<]*)<\/textarea>/.exec(text)?.[1] ?? '')
}

function plain(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

async function count({ tenant }: Member): Promise<number> {
  return (await tenant.get('/api/documents')).json.items.length
}

async function failed({ tenant }: Member, note?: string) {
  const request = { ...JSON.parse(readFileSync('examples/breaks-rules.json', 'utf8')), ...(note && { note }) }
  const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
  return { id: json.id, request, path: `/console/documents/purchase-invoices/${json.id}/repair` }
}
