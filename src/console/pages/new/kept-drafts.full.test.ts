import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { formIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { sql } from '../../../../test/support/databases/any-row.ts'
import { aBuyer, aPurchaseInvoice, jsonOf } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

// A draft is kept while it is typed: nothing is lost by a sign-out, Back, an expired session,
// another machine, or a second tab (docs/decisions/0157).

const save = '/console/new/draft'
const party = 'accounting_supplier_party.name'

eachService('drafts that are kept', (start) => {
  const begun = async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, {
      role: 'clerk',
      scope: 'documents:read documents:write profiles',
    })
    const first = await browser.open(`/console/new?family=purchase-invoices&profile=${member.tenant.profileId}`)
    const typed: Record<string, string> = { ...fieldsIn(first.text), [party]: 'Gulf Metals' }
    return { running, browser, member, typed }
  }
  const kept = async (browser: Browser, typed: Record<string, string>) => {
    const saved = await browser.submit(save, typed, { 'hx-request': 'true' })
    assert.equal(saved.status, 200, saved.text)
    return { ...saved, fields: { ...typed, ...fieldsIn(saved.text) } }
  }
  const nameAt = async (browser: Browser, draft: string | undefined) =>
    fieldsIn((await browser.open(`/console/new?draft=${draft}`)).text)[party]

  test('what is typed is saved, is found again after a sign-out and on another machine, and has an address', async () => {
    const { running, browser, member, typed } = await begun()
    const saved = await kept(browser, typed)
    assert.match(saved.text, /Saved as a draft:/)
    assert.equal(saved.headers['hx-replace-url'], `/console/new?draft=${typed.draft}`)
    assert.equal(saved.fields.version, '1')
    await browser.submit('/console/sign-out')
    const elsewhere = (await consoleOver(running)).browser()
    await elsewhere.submit(`/console/sign-in/${await member.link()}`)
    const list = await elsewhere.open('/console/drafts')
    assert.match(list.text, /You have .1. draft of .200. at most/)
    assert.match(list.text, new RegExp(`<a href="/console/new\\?draft=${typed.draft}"><bdi>Gulf Metals</bdi></a>`))
    assert.ok(!list.text.includes(`<code>${member.tenant.profileId}`), 'the profile has its name there')
    assert.equal(await nameAt(elsewhere, typed.draft), 'Gulf Metals')
  })

  test('every button saves too, without a script, also what is not JSON yet', async () => {
    const { browser, typed } = await begun()
    const two = await browser.submit('/console/new', { ...typed, do: 'add' })
    const fields = fieldsIn(two.text)
    assert.match((await browser.open(`/console/new?draft=${typed.draft}`)).text, /name="document_lines\[1\]\.name"/)
    const json = await browser.submit('/console/new', { ...fields, mode: 'json', request: '{"note": ', do: 'check' })
    assert.equal(json.status, 422)
    assert.match((await browser.open(`/console/new?draft=${typed.draft}`)).text, /<textarea[^>]*>\n\{&#34;note&#34;: </)
  })

  test('the form stays, with the reason, when what was typed fits into no draft any more', async () => {
    const { running, browser, member, typed } = await begun()
    const { fields, ...first } = await kept(browser, typed)
    assert.match(first.text, /Saved as a draft:/)
    const { database } = running.service.parts.store
    const { orgId } = member.tenant
    const copies = Array.from({ length: 200 }, (_, at) =>
      sql(
        `insert into drafts (org_id, id, user_id, family, profile_id, summary, content, version, writer, created_at,
           updated_at) select org_id, $2, user_id, family, profile_id, summary, content, version, writer, created_at,
           updated_at from drafts where org_id = $1 and id = $3`,
        orgId,
        `copy-${at}`,
        typed.draft ?? '',
      ),
    )
    await database.transaction(copies)
    const stays = async (sent: Readonly<Record<string, string>>) => {
      const shown = await browser.submit('/console/new', { ...sent, [party]: 'Typed since', do: 'add' })
      assert.equal(shown.status, 200, shown.text)
      assert.equal(fieldsIn(shown.text)[party], 'Typed since')
      assert.match(shown.text, /id="draft-kept"[^$]*<strong>[^<]*200/)
    }
    // Somebody was quicker, and then it is gone: both would make another draft.
    const [one, two] = [{ ...fields, version: '7' }, fields]
    await stays({ ...one, writer: '01900000-0000-7000-8000-000000000000' })
    await database.query(sql('delete from drafts where org_id = $1 and id = $2', orgId, typed.draft ?? ''))
    await stays(two)
  })

  test('an ended session answers a part of the page, keeps it as it is, and saves after the sign-in', async () => {
    const { browser, member, typed } = await begun()
    await browser.submit('/console/sign-out/everywhere')
    const ended = await kept(browser, typed)
    assert.match(ended.text, /Your session has ended/)
    assert.match(ended.text, /hx-trigger="every 5s"/)
    assert.equal(ended.fields.version, '0')
    await browser.submit(`/console/sign-in/${await member.link()}`)
    const saved = await kept(browser, ended.fields)
    assert.match(saved.text, /Saved as a draft:/)
    assert.doesNotMatch(saved.text, /hx-trigger/)
    assert.equal(await nameAt(browser, typed.draft), 'Gulf Metals')
  })

  test('a draft whose deletion failed behind the issue answers the same document again, and goes', async () => {
    const { browser, member } = await begun()
    const { tenant } = member
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const copy = await browser.open(`/console/new?family=purchase-invoices&copy=${json.id}`)
    const checked = await browser.submit('/console/new', { ...formIn(copy.text), do: 'check' })
    const form: Record<string, string> = { ...formIn(checked.text), do: 'issue' }
    // No draft has this version, so it is not deleted.
    const issued = await browser.submit('/console/new', { ...form, version: '99' })
    const again = await browser.open(`/console/new?draft=${form.draft}`)
    const rechecked = await browser.submit('/console/new', { ...formIn(again.text), do: 'check' })
    const repeated = await browser.submit('/console/new', { ...formIn(rechecked.text), do: 'issue' })
    assert.match(issued.location ?? '', /^\/console\/documents\/purchase-invoices\//)
    assert.equal(repeated.location, issued.location)
    assert.equal((await browser.open(`/console/new?draft=${form.draft}`)).location, '/console/drafts')
  })

  test('a refusal of before is asked anew, once for all tabs of the draft', async () => {
    const { browser, member } = await begun()
    const { tenant } = member
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const copy = await browser.open(`/console/new?family=purchase-invoices&copy=${json.id}`)
    const press = async (page: string, what: string) => browser.submit('/console/new', { ...formIn(page), do: what })
    const checked = (await press(copy.text, 'check')).text
    const setStatus = async (status: 'ACTIVE' | 'INACTIVE') => {
      const path = `/api/business-profiles/${tenant.profileId}`
      assert.equal((await tenant.send('PUT', path, aBuyer({ status }))).status, 200)
    }
    await setStatus('INACTIVE')
    const refused = await press(checked, 'issue')
    assert.match(refused.text, /This business profile is not active\./)
    await setStatus('ACTIVE')
    const rechecked = (await press(refused.text, 'check')).text
    assert.match(rechecked, /All mandatory rules passed/)
    const other = (await press(rechecked, 'check')).text
    const issued = await press(rechecked, 'issue')
    assert.match(issued.location ?? '', /^\/console\/documents\/purchase-invoices\//, issued.text)
    assert.equal((await press(other, 'issue')).location, issued.location)
  })

  test('a second tab learns of it, and what it typed becomes a draft of its own', async () => {
    const { browser, typed } = await begun()
    await kept(browser, typed)
    const other = fieldsIn((await browser.open(`/console/new?draft=${typed.draft}`)).text)
    await kept(browser, { ...other, [party]: 'Changed there' })
    for (const late of [
      await kept(browser, { ...other, writer: crypto.randomUUID(), [party]: 'Typed here' }),
      await browser.submit('/console/new', {
        ...other,
        writer: crypto.randomUUID(),
        [party]: 'Typed here',
        do: 'check',
      }),
    ]) {
      assert.match(late.text, /This draft was changed in another tab or by somebody else/)
      const { draft } = fieldsIn(late.text)
      assert.notEqual(draft, typed.draft)
      assert.equal(await nameAt(browser, draft), 'Typed here')
    }
    assert.equal(await nameAt(browser, typed.draft), 'Changed there')
    const again = await kept(browser, { ...other, [party]: 'Overtaken' })
    assert.match(again.text, /Saved as a draft:/, 'two saves of one page that overtake each other are no conflict')
  })

  test('an issued draft is gone, and a tab that still shows it learns of it', async () => {
    const { browser, member, typed } = await begun()
    const request = jsonOf(aPurchaseInvoice())
    const filled = { ...typed, mode: 'json', request, do: 'check' }
    const checked = await browser.submit('/console/new', filled)
    assert.match(checked.text, /All mandatory rules passed/, checked.text)
    const fields = { ...fieldsIn(checked.text), request }
    const issued = await browser.submit('/console/new', { ...fields, do: 'issue' })
    assert.match(issued.location ?? '', /^\/console\/documents\/purchase-invoices\//, issued.text)
    assert.deepEqual((await member.tenant.get('/api/documents')).json.items.length, 1)
    const gone = await browser.open(`/console/new?draft=${typed.draft}`)
    assert.equal(gone.location, '/console/drafts')
    const late = await kept(browser, { ...fieldsIn(checked.text), request: '{}', mode: 'json' })
    assert.match(late.text, /This draft was issued or deleted elsewhere/)
    assert.match((await browser.open('/console/drafts')).text, /There are no drafts/)
    const asked = await browser.submit('/console/new', {
      ...fieldsIn(checked.text),
      request: '{"note":"x"}',
      do: 'check',
    })
    assert.notEqual(fieldsIn(asked.text).draft, typed.draft, 'who presses a button keeps what was typed')
    assert.match((await browser.open('/console/drafts')).text, /You have .1. draft of/)
  })

  test('a draft is deleted from the list; a repeated press does no harm', async () => {
    const { browser, typed } = await begun()
    await kept(browser, typed)
    for (const _ of [1, 2]) {
      const gone = await browser.submit(`/console/drafts/${typed.draft}/delete`)
      assert.equal(gone.location, '/console/drafts')
    }
    assert.match((await browser.open('/console/drafts')).text, /There are no drafts/)
  })

  test('a draft beyond the limits is refused with a sentence, and the form goes on', async () => {
    const { running, browser, member, typed } = await begun()
    const large = { ...typed, mode: 'json', request: JSON.stringify({ note: 'x'.repeat(1024 * 1024) }) }
    assert.match((await kept(browser, large)).text, /too large to be kept as a draft/)
    const { database } = running.service.parts.store
    const rows = Array.from({ length: 200 }, (_, at) =>
      sql(
        `insert into drafts (org_id, id, user_id, family, profile_id, summary, content, version, writer, created_at,
           updated_at) values ($1, $2, $3, 'sales-invoices', 'BP', '[]', '{}', 1, 'w', 1, ${Date.now()})`,
        member.tenant.orgId,
        `draft-${at}`,
        member.userId,
      ),
    )
    await database.transaction(rows)
    const checked = await browser.submit('/console/new', { ...typed, do: 'check' })
    assert.match(checked.text, /You have .200. drafts, and no more are kept/)
    assert.equal(fieldsIn(checked.text)[party], 'Gulf Metals')
  })
})

/** Every field of the form with its value. */
function fieldsIn(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input [^>]*>/g)].map(([tag]) => tag)
  const named = inputs.filter((tag) => / name="/.test(tag) && !/type="(checkbox|search)"/.test(tag))
  const textIn = (tag: string, name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  return Object.fromEntries(named.map((tag) => [textIn(tag, 'name'), textIn(tag, 'value')]))
}

function plain(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}
