import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 } from 'uuid'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { formIn, hiddenIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { sql } from '../../../../test/support/databases/any-row.ts'
import { aLine, aPurchaseInvoice, jsonOf, type Members } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { newLoginLink } from '../../../people/login-link.ts'
import { setApprovalRule } from '../../../store/approvals/approval-rules.ts'
import { addUser, type UserLanguage } from '../../../store/people/users.ts'

// What was returned is changed and sent again, and everybody sees that something waits for them
// (docs/decisions/0190). All of it without scripts.

eachService('documents that came back', (start) => {
  /** Amina writes, Omar approves. */
  async function twoClerks(language: UserLanguage = 'en', amountFrom = '0') {
    const running = await start.shared()
    const { browser: amina, member } = await signedInTo(running, { role: 'clerk', name: 'Amina', language })
    const { tenant } = member
    const { parts } = running.service
    await setApprovalRule(parts.store.database, tenant.orgId, { amountFrom, approvers: 'clerk' }, parts.now())
    const user = { orgId: tenant.orgId, id: v7(), name: 'Omar', role: 'clerk', createdAt: parts.now() } as const
    await addUser(parts.store.database, { ...user, email: undefined })
    const { secret, statement } = newLoginLink(user, parts.now())
    await parts.store.database.transaction([statement])
    const omar = (await consoleOver(running)).browser()
    await omar.submit(`/console/sign-in/${secret}`)
    const write = async (body: Members) => {
      const first = await amina.open(`/console/new?family=purchase-invoices&profile=${tenant.profileId}&as=json`)
      const { document_number: _, ...request } = aPurchaseInvoice(body)
      return send(amina, { ...formIn(first.text), request: jsonOf(request), do: 'check' })
    }
    return { amina, omar, tenant, write, parts }
  }

  const send = (browser: Browser, form: Record<string, string>) => browser.submit('/console/new', form)
  const returned = (omar: Browser, page: string) =>
    omar.follow(omar.submit(`${page}/return`, { note: 'The quantity is 10' }))
  const needed = async (browser: Browser) =>
    /class="unseen">\u2068?(\d+)\u2069? for you/.exec((await browser.open('/console/documents')).text)?.[1] ?? '0'

  test('a returned document says that it was not issued, under a title of its state', async () => {
    const { amina, omar, write } = await twoClerks()
    const checked = await write({})
    const page = (await send(amina, { ...formIn(checked.text), do: 'issue' })).location ?? ''
    const waiting = (await omar.open(page)).text
    assert.match(waiting, /<h2 id="printed">What will be issued<\/h2>/)
    assert.match(waiting, /Nothing is issued or sent yet/)
    await returned(omar, page)
    for (const browser of [amina, omar]) {
      const { text } = await browser.open(page)
      assert.match(text, /<a href="\/console\/approvals\?status=RETURNED">Approvals<\/a>/)
      assert.match(text, /<h1>Purchase invoice: Returned<\/h1>/)
      assert.match(text, /<h2 id="printed">What was sent for approval<\/h2>/)
      assert.match(text, /Nothing was issued or sent\./)
      assert.doesNotMatch(text, /Waiting for approval|What will be issued|sent yet|Exactly this is issued/)
    }
    const list = (await amina.open('/console/approvals?status=RETURNED')).text
    assert.match(list, /<h1>Returned documents<\/h1>/)
  })

  test('a returned document becomes a draft with its files, is changed, and is sent again', async () => {
    const { amina, omar, write } = await twoClerks()
    const file = {
      file_name: 'order.csv',
      file_type: 'text/csv',
      file_content: Buffer.from('a,b\n').toString('base64'),
    }
    const checked = await write({ attachments: [file] })
    assert.match(checked.text, /value="issue"[^>]*>Send for approval<\/button>/)
    const page = (await send(amina, { ...formIn(checked.text), do: 'issue' })).location ?? ''
    assert.match(page, /^\/console\/approvals\//)
    assert.deepEqual([await needed(amina), await needed(omar)], ['0', '1'])
    assert.match(
      (await omar.open('/console/documents')).text,
      /\?status=WAITING">.{0,3}1.{0,3} document waits for your/,
    )
    const read = (await omar.open(page)).text
    assert.match(read, /<iframe class="printed" src="[^"]+\/print" sandbox/)
    assert.match(read, /All mandatory rules passed[^$]*<details class="section"><summary>Every field as it was entered/)
    const print = await omar.open(`${page}/print`)
    assert.match(print.text, /not issued yet/)
    assert.match(String(print.headers['content-security-policy']), /frame-ancestors 'self'; sandbox$/)
    await returned(omar, page)
    assert.deepEqual([await needed(amina), await needed(omar)], ['1', '0'])
    assert.match(
      (await amina.open('/console/documents')).text,
      /\?status=RETURNED">.{0,3}1.{0,3} document of yours was/,
    )
    assert.doesNotMatch((await omar.open(page)).text, /Change it and send it again/)
    assert.match((await amina.open(page)).text, /class="primary"[^>]*>Change it and send it again/)
    const changed = await amina.submit(`${page}/change`)
    assert.match(changed.location ?? '', /^\/console\/new\?draft=/)
    const draft = await amina.follow(Promise.resolve(changed))
    assert.match(draft.text, /This is what was returned[^$]*<bdi>order\.csv<\/bdi>/)
    assert.equal(await needed(amina), '0')
    assert.match((await amina.open('/console/drafts')).text, /You have .1. draft/)
    const edited = { ...formIn(draft.text), 'document_lines[0].quantity': '10' }
    await send(amina, { ...edited, do: 'check' })
    assert.equal((await amina.submit(`${page}/change`)).location, changed.location, 'the draft with its changes')
    const kept = await amina.open(changed.location ?? '')
    assert.equal(formIn(kept.text)['document_lines[0].quantity'], '10')
    const again = await send(amina, {
      ...formIn((await send(amina, { ...formIn(kept.text), do: 'check' })).text),
      do: 'issue',
    })
    assert.match(again.location ?? '', /^\/console\/approvals\//)
    assert.notEqual(again.location, page)
    assert.match((await amina.open('/console/drafts')).text, /There are no drafts/)
    assert.match((await omar.open(again.location ?? '')).text, /&#34;quantity&#34;: 10,[^$]*order\.csv/)
  })

  test('a credit note that came back begins with what was sent, and counts until it is sent again', async () => {
    const { amina, omar, tenant } = await twoClerks()
    const lines = [aLine(), aLine({ quantity: 5, name: 'Wire' })]
    const invoice = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ document_lines: lines }),
    )
    const address = `/console/documents/purchase-invoices/${invoice.json.id}/credit`
    const choice = { which: 'some', line: '2', 'quantity-2': '3', discrepancy_response: 'DL8.61.1.C', reason: 'Bent' }
    const drafted = await amina.submit(address, { ...choice, do: 'check' })
    assert.match(drafted.text, /value="issue">Send for approval/)
    const request = jsonOf({ discrepancy_response: 'DL8.61.1.C', reason: 'Bent', lines: [{ line: 2, quantity: 3 }] })
    const page = (await amina.submit(address, { do: 'issue', request })).location ?? ''
    await returned(omar, page)
    const form = await amina.follow(amina.submit(`${page}/change`))
    assert.match(form.text, /name="quantity-2"[^>]*value="3"/)
    assert.doesNotMatch(form.text, /name="quantity-1"/)
    assert.match(form.text, /name="reason"[^>]*value="Bent"/)
    assert.match(form.text, /<option value="DL8\.61\.1\.C" selected/)
    assert.equal(await needed(amina), '1')
    const id = /name="returned" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
    const next = await amina.submit(address, { ...choice, 'quantity-2': '2', returned: id, do: 'check' })
    assert.match(next.text, new RegExp(`name="returned" value="${id}"`))
    const other = jsonOf({ discrepancy_response: 'DL8.61.1.C', lines: [{ line: 2, quantity: 2 }] })
    const sent = await amina.submit(address, { do: 'issue', request: other, returned: id })
    assert.match(sent.location ?? '', /^\/console\/approvals\//)
    assert.equal(await needed(amina), '0')
    assert.doesNotMatch((await omar.open(`${address}?returned=${id}`)).text, /name="returned"/)
  })

  test('a correction that came back begins with what was sent', async () => {
    const { amina, omar, tenant } = await twoClerks()
    const broken = aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'NONE' })] })
    const { json: failed } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, broken)
    const address = `/console/documents/purchase-invoices/${failed.id}/repair`
    const repaired = {
      ...formIn((await amina.open(address)).text),
      'document_lines[0].unit_code': 'KGM',
      note: 'Weighed',
    }
    const checked = await amina.submit(address, { ...repaired, do: 'check' })
    assert.match(checked.text, /value="resubmit"[^>]*>\n?Send for approval/)
    const page = (await amina.submit(address, { ...formIn(checked.text), do: 'resubmit' })).location ?? ''
    assert.match((await omar.open(page)).text, /All mandatory rules passed/)
    await returned(omar, page)
    const form = formIn((await amina.follow(amina.submit(`${page}/change`))).text)
    assert.deepEqual([form['document_lines[0].unit_code'], form.note], ['KGM', 'Weighed'])
    const again = formIn((await amina.submit(address, { ...form, note: 'Weighed twice', do: 'check' })).text)
    const sent = await amina.submit(address, { ...again, do: 'resubmit' })
    assert.match(sent.location ?? '', /^\/console\/approvals\//)
    assert.equal(await needed(amina), '0')
  })

  test('a draft that is sent twice waits once, and what came back meanwhile waits anew', async () => {
    const { amina, omar, write } = await twoClerks()
    const form: Record<string, string> = { ...formIn((await write({})).text), do: 'issue' }
    // No draft has this version, so it stays behind.
    const press = async (what: Record<string, string>) => (await send(amina, { ...what, version: '99' })).location ?? ''
    const page = await press(form)
    assert.match(page, /^\/console\/approvals\//)
    assert.equal(await press(form), page)
    const tab = await amina.open(`/console/new?draft=${form.draft}`)
    const checked = formIn((await send(amina, { ...formIn(tab.text), do: 'check' })).text)
    assert.equal(await press({ ...checked, do: 'issue' }), page)
    assert.equal(await needed(omar), '1')
    await returned(omar, page)
    const draft = formIn((await amina.follow(amina.submit(`${page}/change`))).text)
    const unchanged = formIn((await send(amina, { ...draft, do: 'check' })).text)
    const again = await press({ ...unchanged, do: 'issue' })
    assert.match(again, /^\/console\/approvals\//)
    assert.notEqual(again, page)
    assert.equal(await press({ ...unchanged, do: 'issue' }), again)
    assert.equal(await needed(omar), '1')
    await returned(omar, again)
    const third = await press({ ...unchanged, do: 'issue' })
    assert.ok(third !== '' && third !== page && third !== again, third)
    assert.equal(await needed(omar), '1')
    const shown = (await omar.open(third)).text
    const digest = /name="digest" value="([0-9a-f]{64})"/.exec(shown)?.[1] ?? ''
    assert.match((await omar.follow(omar.submit(`${third}/approve`, { digest }))).text, /approved and issued\./)
    await amina.open('/console/documents') // Shows the notices of before.
    const late = await amina.follow(send(amina, { ...unchanged, version: '99', do: 'issue' }))
    assert.match(late.text, /<h1>Purchase invoice [^<]*: Approved<\/h1>/)
    assert.doesNotMatch(late.text, /waits for a second person/)
  })

  test('a credit note and a correction that are sent twice wait once', async () => {
    const { amina, omar, tenant } = await twoClerks()
    const create = `/api/purchase-invoices/${tenant.profileId}`
    const [{ json: invoice }, { json: failed }] = [
      await tenant.post(create, aPurchaseInvoice()),
      await tenant.post(create, aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'NONE' })] })),
    ]
    const credit = `/console/documents/purchase-invoices/${invoice.id}/credit`
    const chosen = { which: 'all', discrepancy_response: 'DL8.61.1.D', do: 'check' }
    const judged = { ...hiddenIn((await amina.submit(credit, chosen)).text, 'do" value="issue'), do: 'issue' }
    const page = (await amina.submit(credit, judged)).location
    assert.match(page ?? '', /^\/console\/approvals\//)
    assert.equal((await amina.submit(credit, judged)).location, page)
    const repair = `/console/documents/purchase-invoices/${failed.id}/repair`
    const corrected = { ...formIn((await amina.open(repair)).text), 'document_lines[0].unit_code': 'KGM', do: 'check' }
    const checked = { ...formIn((await amina.submit(repair, corrected)).text), do: 'resubmit' }
    const other = (await amina.submit(repair, checked)).location
    assert.match(other ?? '', /^\/console\/approvals\//)
    assert.equal((await amina.submit(repair, checked)).location, other)
    assert.equal(await needed(omar), '2')
  })

  test('an expired document comes back too, and its author may give it up', async () => {
    const { amina, tenant, write, parts } = await twoClerks()
    const page = (await send(amina, { ...formIn((await write({})).text), do: 'issue' })).location ?? ''
    const waiting = await amina.submit(`${page}/change`)
    assert.match((await amina.follow(Promise.resolve(waiting))).text, /did not come back to you/)
    assert.match((await amina.follow(amina.submit(`${page}/close`))).text, /Not done:/)
    await parts.store.database.query(
      sql('update approvals set expires_at = created_at where org_id = $1', tenant.orgId),
    )
    assert.ok((await amina.open('/console/approvals?status=EXPIRED')).text.includes(`<a href="${page}">`))
    assert.ok(!(await amina.open('/console/approvals')).text.includes(`<a href="${page}">`))
    assert.equal(await needed(amina), '1')
    assert.match((await amina.follow(amina.submit(`${page}/close`))).text, /not sent again\./)
    assert.equal(await needed(amina), '0')
    assert.match((await amina.open(page)).text, /look among your drafts/)
  })

  test('what came back to a person who may not send it any more is sent again by an administrator', async () => {
    const { amina, omar, tenant, write, parts } = await twoClerks()
    const sent = async () => (await send(amina, { ...formIn((await write({})).text), do: 'issue' })).location ?? ''
    const [page, expired] = [await sent(), await sent()]
    await returned(omar, page)
    const { database } = parts.store
    const set = (text: string) => database.query(sql(`update ${text} and org_id = $1`, tenant.orgId))
    await set(`approvals set expires_at = created_at where status = 'WAITING'`)
    assert.doesNotMatch((await omar.open(page)).text, /can no longer send it/)
    await set(`users set removed_at = 1 where name = 'Amina'`)
    const seen = (await omar.open(page)).text
    assert.match(seen, /Amina[^<]* can no longer send it: the account was removed/)
    assert.doesNotMatch(seen, /Change it and send it again/, 'a clerk sees whose it was')
    assert.match((await omar.open('/console/approvals?status=RETURNED')).text, /Can no longer send it/)
    assert.equal((await omar.submit(`${page}/close`)).status, 403)
    assert.equal(await needed(omar), '0')
    await set(`users set role = 'admin' where name = 'Omar'`)
    assert.equal(await needed(omar), '2')
    const draft = await omar.follow(omar.submit(`${page}/change`))
    assert.match(draft.text, /This is what was returned/)
    assert.equal(await needed(omar), '1')
    const checked = await send(omar, { ...formIn(draft.text), do: 'check' })
    const again = await send(omar, { ...formIn(checked.text), do: 'issue' })
    assert.match(again.location ?? '', /^\/console\/approvals\//)
    assert.match((await omar.follow(omar.submit(`${expired}/close`))).text, /not sent again\./)
    assert.equal(await needed(omar), '0')
    await set(`users set removed_at = null, role = 'viewer' where name = 'Amina'`)
    assert.match((await omar.open(expired)).text, /Change it and send it again/, 'who may only read cannot send it')
  })

  test('below the amount the button issues; what fails its rules is not sent; in Arabic too', async () => {
    const { write } = await twoClerks('en', '1000000')
    assert.match((await write({})).text, /value="issue"[^>]*>Issue<\/button>/)
    const { amina, omar, write: writeArabic } = await twoClerks('ar')
    const failing = await writeArabic({ document_lines: [aLine({ unit_code: 'NONE' })] })
    assert.match(failing.text, /يمكن إرسال المستند للموافقة عندما/)
    assert.doesNotMatch(failing.text, /value="issue/)
    const checked = await writeArabic({})
    assert.match(checked.text, /إرسال للموافقة<\/button>/)
    const page = (await send(amina, { ...formIn(checked.text), do: 'issue' })).location ?? ''
    await returned(omar, page)
    const own = (await amina.open(page)).text
    assert.match(own, /مستند واحد لك[^$]*تعديله وإرساله من جديد/)
  })
})
