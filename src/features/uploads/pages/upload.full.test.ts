import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { v7 } from 'uuid'
import type { Browser, Opened } from '../../../../test/support/console/browser.ts'
import { assertNothingHeld, consoleOver } from '../../../../test/support/console/console.ts'
import { formIn } from '../../../../test/support/console/form-in.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { aBuyer, aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { manyInvoices } from '../../../../test/support/uploads/upload-files.ts'
import { newLoginLink } from '../../../people/login-link.ts'
import { setApprovalRule } from '../../../store/approvals/approval-rules.ts'
import { sql } from '../../../store/database/database.ts'
import { addUser } from '../../../store/people/users.ts'
import { holdUploadsAfterRestore } from '../after-restore.ts'

eachService('uploaded files', (start) => {
  test('a file is checked and issued by the service, and nobody has to wait', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const attack = '<script>alert(1)'
    const requests = Array.from({ length: 60 }, (_, at) => JSON.stringify(aPurchaseInvoice({ note: `No ${at}` })))
    requests[3] = JSON.stringify({ [attack]: 1 })
    requests[4] = readFileSync('examples/breaks-rules.json', 'utf8').replaceAll('\n', '')
    const path = await uploaded(browser, member, `${attack}.ndjson`, requests.join('\n'))
    const checked = await shown(browser, path, 'Ready to issue')
    assert.ok(checked.includes('&#60;script&#62;alert') && !checked.includes('<script>alert'))
    assert.match(checked, /[^ ]1[^ ] cannot be issued/)
    assert.equal(await count(member), 0)
    assert.equal((await browser.open(`${path}?show=all`)).status, 200)
    const begun = await browser.submit(`${path}/issue`, hiddenIn(checked, 'issue'))
    assert.deepEqual([begun.status, begun.headers.location], [303, path])
    const done = await shown(browser, path, '>Done<')
    assert.match(done, /[^ ]58[^ ] issued/)
    assert.match(done, /[^ ]1[^ ] refused/)
    assert.match(done, /[^ ]1[^ ] to repair/)
    assert.match(done, /href="\/console\/documents\/purchase-invoices\/[0-9a-f-]{36}\/repair"/)
    const all = (await browser.open(`${path}?show=all`)).text
    assert.match(all, /href="\/console\/documents\/purchase-invoices\/[0-9a-f-]{36}"/)
    assert.equal(await count(member), 59)
    await browser.submit(`${path}/issue`, hiddenIn(checked, 'issue'))
    assert.equal(await count(member), 59)
    const file = await browser.open(`${path}/refused-rows`)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename=/)
    assert.equal(JSON.parse(file.text).request, requests[3])
    const results = await browser.open(`${path}/results`)
    assert.equal(results.text.trim().split('\r\n').length, 61)
    assert.match((await browser.open('/console/upload')).text, new RegExp(`href="${path}"`))
    const own = (await browser.open(path)).text
    assert.ok(!own.includes(`<code>${member.tenant.profileId}`), 'the profile has its name there')
    assert.ok(own.includes(`<bdi>${aBuyer().name}</bdi>`))
    assertNothingHeld(running)
  })

  test('the buttons say that documents are sent for approval, where a second person approves them', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const { parts } = (await start.shared()).service
    const needs = (amountFrom: string) =>
      setApprovalRule(parts.store.database, member.tenant.orgId, { amountFrom, approvers: 'clerk' }, parts.now())
    await needs('0')
    const sound = await uploaded(browser, member, 'a.csv', manyInvoices(2))
    const all = await shown(browser, sound, 'Ready to issue')
    assert.match(all, /class="primary"[^>]*>Send [^ ]2[^ ] documents for approval</)
    assert.doesNotMatch(all, />Issue /)
    await needs('1000000')
    const some = await shown(browser, sound, 'Ready to issue')
    assert.match(some, /class="primary"[^>]*>[^<]*Issue [^ ]2[^ ] documents[^ ]*, or send for approval</)
    assert.match(some, /other currencies than AED, and those from <bdi[^>]*>1,000,000\.00 AED/)
    await needs('0')
    const failing = readFileSync('examples/breaks-rules.json', 'utf8').replaceAll('\n', '')
    const passing = JSON.stringify(aPurchaseInvoice())
    const mixed = await uploaded(browser, member, 'b.ndjson', [passing, failing].join('\n'))
    const partly = await shown(browser, mixed, 'Ready to issue')
    assert.match(partly, /needs approval and fails rules is refused/)
    await browser.submit(`${mixed}/issue`, hiddenIn(partly, 'issue'))
    const done = await shown(browser, mixed, '>Done<')
    assert.match(done, /[^ ]1[^ ] refused/)
    assert.equal(await count(member), 0)
    const none = await uploaded(browser, member, 'c.ndjson', failing)
    const hopeless = await shown(browser, none, 'Ready to issue')
    assert.match(hopeless, /only those that pass can be approved/)
    assert.doesNotMatch(hopeless, /formaction="[^"]*issue"|action="[^"]*\/issue"/)
  })

  test('the same file is shown as such, and issuing it again is not the proposed choice', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const first = await uploaded(browser, member, 'a.csv', manyInvoices(2))
    await browser.submit(`${first}/issue`, hiddenIn(await shown(browser, first, 'Ready to issue'), 'issue'))
    await shown(browser, first, '>Done<')
    const again = await uploaded(browser, member, 'a.csv', manyInvoices(2))
    const page = await shown(browser, again, 'Ready to issue')
    assert.match(page, /This file was issued before/)
    assert.match(page, new RegExp(`href="${first}"`))
    assert.doesNotMatch(page, /class="primary"/)
    assert.equal((await browser.submit(`${again}/issue`, {})).status, 422)
    const longer = await uploaded(browser, member, 'a.csv', manyInvoices(3))
    const some = await shown(browser, longer, 'Ready to issue')
    assert.match(some, /[^ ]2[^ ] repeat earlier documents/)
    const warned = (await browser.open(`${longer}?show=warned`)).text
    assert.match(
      warned,
      /Document [^<]* has the same parties, date and amount<\/bdi> <a href="\/console\/search\?q=[^"]+"><bdi>/,
    )
    assert.match(some, /class="primary"[^>]*>Issue [^ ]1[^ ] new document</)
  })

  test('an upload that a restore interrupted shows what was issued, and skips what is stored again', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const { database } = running.service.parts.store
    const { orgId } = member.tenant
    const path = await uploaded(browser, member, 'a.csv', manyInvoices(3))
    await browser.submit(`${path}/issue`, hiddenIn(await shown(browser, path, 'Ready to issue'), 'issue'))
    await shown(browser, path, '>Done<')
    // As the backup has it: two of three are issued, and the counts are those of the slice before.
    await database.transaction([
      sql("update uploads set status = 'ISSUING', done = 0, issued = 0 where org_id = $1", orgId),
      sql("delete from upload_results where org_id = $1 and phase = 'ISSUE' and position = 2", orgId),
    ])
    assert.equal(await holdUploadsAfterRestore(database), 1)
    const held = await shown(browser, path, 'Ready to issue')
    assert.match(held, /restored from a backup while this file was being issued/)
    assert.match(held, /[^ ]2[^ ] issued/)
    assert.match(held, /class="primary"[^>]*>Issue the other document</)
    const twin = await uploaded(browser, member, 'a.csv', manyInvoices(3))
    assert.match(await shown(browser, twin, 'Ready to issue'), /This file was issued before/)
    await browser.submit(`${path}/issue`, hiddenIn(held, 'issue'))
    assert.match(await shown(browser, path, '>Done<'), /[^ ]1[^ ] skipped/)
    assert.equal(await count(member), 3)
  })

  test('unknown headings are refused with names near to them, and a page lists all names', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const refused = await sent(browser, member, 'a.csv', 'Document,VAT amount\n1,5\n')
    assert.equal(refused.status, 422)
    assert.match(
      refused.text,
      /name no field: .?VAT amount.?\. Similar names of columns: .?VAT amount \(Expected line VAT amount\)/,
    )
    const [, path = ''] = /href="(\/console\/upload\/columns)"/.exec(refused.text) ?? []
    const pages = await Promise.all(
      ['', '?part=party', '?part=lines', '?part=more'].map(async (part) => (await browser.open(`${path}${part}`)).text),
    )
    for (const [at, name] of [
      [0, 'PO number'],
      [0, 'Expected VAT amount'],
      [1, 'Supplier legal name'],
      [2, 'Unit price'],
      [2, 'مبلغ ضريبة البند المتوقع'],
      [3, 'Bank street'],
    ] as const)
      assert.ok(pages[at]?.includes(name), name)
    const assetsBytes = 68_000
    for (const text of pages) assert.ok(Buffer.byteLength(text) + assetsBytes < 102_400, String(text.length))
  })

  test('a row has the number of its document, also when it was returned and sent again', async () => {
    const running = await start.shared()
    const { browser: amina, member } = await signedInTo(running, { role: 'clerk', name: 'Amina' })
    const { tenant } = member
    const { store, now } = running.service.parts
    await setApprovalRule(store.database, tenant.orgId, { amountFrom: '0', approvers: 'clerk' }, now())
    const user = { orgId: tenant.orgId, id: v7(), name: 'Omar', role: 'clerk', createdAt: now() } as const
    await addUser(store.database, { ...user, email: undefined })
    const { secret, statement } = newLoginLink(user, now())
    await store.database.transaction([statement])
    const omar = (await consoleOver(running)).browser()
    await omar.submit(`/console/sign-in/${secret}`)
    const approve = async (page: string) => {
      const digest = /name="digest" value="([0-9a-f]{64})"/.exec((await omar.open(page)).text)?.[1] ?? ''
      await omar.submit(`${page}/approve`, { digest })
    }
    const path = await uploaded(amina, member, 'a.csv', manyInvoices(2))
    const checked = await shown(amina, path, 'Ready to issue')
    await amina.submit(`${path}/issue`, hiddenIn(checked, 'issue'))
    await shown(amina, path, '>Done<')
    const all = async () => (await amina.open(`${path}?show=all`)).text
    const waiting = await all()
    assert.match(waiting, /[^ ]2[^ ] wait for approval/)
    const [one = '', two = ''] = [...waiting.matchAll(/href="(\/console\/approvals\/[^"]+)"/g)].map(([, to]) => to)
    await approve(one)
    await omar.submit(`${two}/return`, { note: 'The quantity is 10' })
    const back = await all()
    assert.match(back, /[^ ]1[^ ] issued[^$]*[^ ]1[^ ] returned/)
    assert.doesNotMatch(back, /for approval/)
    const draft = await amina.follow(amina.submit(`${two}/change`))
    const again = await amina.submit('/console/new', {
      ...formIn((await amina.submit('/console/new', { ...formIn(draft.text), do: 'check' })).text),
      do: 'issue',
    })
    assert.match(await all(), /[^ ]1[^ ] issued[^$]*[^ ]1[^ ] waits for approval/)
    await approve(again.location ?? '')
    const done = await all()
    assert.match(done, /[^ ]2[^ ] issued/)
    assert.doesNotMatch(done, /for approval|eturned|>Open</)
    const numbers = (await tenant.get('/api/documents')).json.items.map(
      (item: { document_number: string }) => item.document_number,
    )
    const listed = [...done.matchAll(/purchase-invoices\/[0-9a-f-]{36}"><bdi>([^<]+)</g)].map(([, number]) => number)
    assert.deepEqual(listed.toSorted(), numbers.toSorted())
  })

  test('issuing is not the proposed choice when nothing passes, and is not offered for nothing', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const failing = readFileSync('examples/breaks-rules.json', 'utf8').replaceAll('\n', '')
    const failed = await shown(browser, await uploaded(browser, member, 'a.ndjson', failing), 'Ready to issue')
    assert.match(failed, /No document passes the check/)
    assert.match(failed, /<button type="submit">Store [^ ]1[^ ] for repair</)
    const none = await shown(browser, await uploaded(browser, member, 'a.ndjson', '{"note":"x"}'), 'Nothing to issue')
    assert.match(none, /nothing to issue/)
    assert.doesNotMatch(none, /\/issue"/)
  })

  test('each button says what becomes of documents that fail rules, and they can be left out', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const failing = readFileSync('examples/breaks-rules.json', 'utf8').replaceAll('\n', '')
    const lines = [
      JSON.stringify(aPurchaseInvoice()),
      failing,
      JSON.stringify(aPurchaseInvoice({ note: 'b' })),
      failing,
    ]
    const path = await uploaded(browser, member, 'mixed.ndjson', lines.join('\n'))
    const checked = await shown(browser, path, 'Ready to issue')
    const [one, other] = [...checked.matchAll(/<button class="(\w*)" type="submit">(Issue [^<]*)</g)]
    assert.match(String(one?.[2]), /^Issue .?2.?, store .?2.? for repair$/)
    assert.match(String(other?.[2] ?? checked), /Issue .?2.? only/)
    await browser.submit(`${path}/issue`, { ...hiddenIn(checked, 'issue'), failing: 'refuse' })
    const done = await shown(browser, path, '>Done<')
    assert.match(done, /[^ ]2[^ ] issued/)
    assert.match(done, /[^ ]2[^ ] refused/)
    assert.doesNotMatch(done, /to repair/)
    assert.equal(await count(member), 2, 'no number is used for what fails')
    assert.equal((await browser.open(`${path}/refused-rows`)).text.trim().split('\n').length, 2)
  })

  test('every wrong cell is named with its row and column, in the language of the page', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const path = await uploaded(browser, member, 'a.csv', manyInvoices(30, [15, 16, 29]))
    const page = await shown(browser, path, 'Ready to issue')
    for (const row of [16, 17, 30]) {
      assert.match(page, new RegExp(`Row [^ ]${row}[^ ], [^ ]Quantity[^ ]:`))
      assert.match(page, new RegExp(`Row [^ ]${row}[^ ], [^ ]Price[^ ]:`))
    }
    assert.match(page, /is not a number: .?many/)
  })

  test('a file of 8 MiB passes', async () => {
    const { browser, member } = await signedInTo(await start(), { role: 'clerk' })
    const line = `${JSON.stringify({ note: 'n'.repeat(1024 * 1024 - 12) })}\n`
    const { status, text } = await sent(browser, member, 'large.ndjson', line.repeat(8))
    assert.equal(status, 303, text.slice(0, 2_000))
  })

  test('a file that cannot be read comes back with what to choose', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const latin = Buffer.from(manyInvoices(1), 'latin1')
    const refused = await sent(browser, member, 'a.csv', latin)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Read as .?windows-1256.?: .?[^<]*Caf\u00e9/)
    const dates = await sent(browser, member, 'a.csv', manyInvoices(2).replaceAll('2026-07-15', '03/04/2026'))
    for (const said of [
      /2.? dates are not written year first/,
      /Row .?2.?: .?issue_date.?: .?03\/04\/2026/,
      /day first, dd\/mm\/yyyy/,
    ])
      assert.match(dates.text, said)
    assert.equal((await browser.submit('/console/upload', { family: 'purchase-invoices' })).status, 422)
    const example = await browser.open('/console/upload/example/purchase-invoices')
    assert.match(example.text, /^\ufeff?Document,.*Supplier name/)
    const page = await shown(browser, await uploaded(browser, member, 'own.csv', example.text), 'Ready to issue')
    assert.match(page, /[^ ]2[^ ] pass/)
    const sheet = await browser.open('/console/upload/example/purchase-invoices?format=xlsx')
    assert.match(String(sheet.headers['content-disposition']), /purchase-invoices\.xlsx/)
  })

  test('a viewer uploads nothing', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    assert.equal((await browser.open('/console/upload')).status, 403)
    assert.equal((await sent(browser, member, 'a.ndjson', '{}')).status, 403)
  })
})

/** Uploads a file; the address of its page. */
async function uploaded(browser: Browser, member: Member, name: string, content: string | Buffer): Promise<string> {
  const { status, headers, text } = await sent(browser, member, name, content)
  assert.equal(status, 303, text)
  return String(headers.location)
}

/** The page once it says so. */
function shown(browser: Browser, path: string, words: string): Promise<string> {
  return eventually(async () => {
    const { text } = await browser.open(path)
    return text.includes(words) && text
  })
}

async function sent(browser: Browser, { tenant }: Member, name: string, content: string | Buffer): Promise<Opened> {
  const parts = new FormData()
  const fields = { family: 'purchase-invoices', profile: tenant.profileId }
  for (const [field, value] of Object.entries(fields)) parts.set(field, value)
  parts.set('file', new File([new Uint8Array(Buffer.from(content))], name))
  const encoded = new Response(parts)
  return browser.sendForm(
    '/console/upload',
    Buffer.from(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  )
}

/** The hidden fields of the form that goes to an address with this end. */
function hiddenIn(text: string, end: string): Record<string, string> {
  const form = text.split('<form').find((one) => one.includes(`/${end}"`)) ?? ''
  const inputs = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="([^"]+)"\s+value="([^"]*)"/g) ?? []
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

async function count({ tenant }: Member): Promise<number> {
  return (await tenant.get('/api/documents?limit=100')).json.items.length
}
