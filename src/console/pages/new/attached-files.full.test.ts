import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { consoleOver } from '../../../../test/support/console/console.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { aPurchaseInvoice, jsonOf } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'

// Files are chosen in the form, kept in the draft, and sent with the document. A page has only their
// digests (docs/decisions/0185).

const csv = { name: 'lines.csv', bytes: Buffer.from('a,b\n1,2\n') }
const pdf = { name: 'order 7.pdf', bytes: Buffer.from('%PDF-1.7\nnot much\n') }

eachService('files in the form', (start) => {
  const begun = async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const first = await browser.open(`/console/new?family=purchase-invoices&profile=${member.tenant.profileId}`)
    assert.match(first.text, /<form class="draft"[^>]* enctype="multipart\/form-data">/)
    const { document_number: _, ...request } = aPurchaseInvoice()
    const fields = { ...fieldsIn(first.text), mode: 'json', request: jsonOf(request) }
    const filled = fieldsIn((await send(browser, { ...fields, do: 'form' })).text)
    return { running, browser, member, filled }
  }

  test('chosen files are kept, found elsewhere, and issued with the document', async () => {
    const { running, browser, member, filled } = await begun()
    const added = await send(browser, { ...filled, do: 'attach' }, [csv, pdf])
    assert.match(added.text, /<bdi>lines\.csv<\/bdi>[\s\S]*<bdi>order 7\.pdf<\/bdi>/)
    assert.doesNotMatch(added.text, new RegExp(pdf.bytes.toString('base64')), 'the page has digests only')
    await browser.submit('/console/sign-out')
    const elsewhere = (await consoleOver(running)).browser()
    await elsewhere.submit(`/console/sign-in/${await member.link()}`)
    const found = await elsewhere.open(`/console/new?draft=${fieldsIn(added.text).draft}`)
    assert.match(found.text, /<bdi>order 7\.pdf<\/bdi>/)
    const checked = await send(elsewhere, { ...fieldsIn(found.text), do: 'check' })
    assert.match(checked.text, /All mandatory rules passed/, checked.text)
    const issued = await send(elsewhere, { ...fieldsIn(checked.text), do: 'issue' })
    const id = /purchase-invoices\/([^/?]+)/.exec(issued.location ?? '')?.[1]
    const { json } = await member.tenant.get(`/api/purchase-invoices/${id}`)
    const names = json.attachments.map(({ file_name: name }: { file_name: string }) => name)
    assert.deepEqual(names, [csv.name, pdf.name])
    const path = `/api/purchase-invoices/${id}/attachments/${json.attachments[1].id}/download`
    assert.equal((await member.tenant.get(path)).text, pdf.bytes.toString())
  })

  test('a file chosen with Check is checked at once, and one that is removed is gone', async () => {
    const { browser, filled } = await begun()
    const checked = await send(browser, { ...filled, do: 'check' }, [csv, pdf])
    assert.match(checked.text, /All mandatory rules passed/, checked.text)
    const left = await send(browser, { ...fieldsIn(checked.text), do: 'detach-0' })
    assert.doesNotMatch(left.text, /<bdi>lines\.csv/)
    assert.match(left.text, /<bdi>order 7\.pdf/)
    const twice = await send(browser, { ...fieldsIn(left.text), do: 'attach' }, [pdf])
    assert.equal(twice.text.match(/<bdi>order 7\.pdf/g)?.length, 1)
    const none = await send(browser, { ...fieldsIn(twice.text), do: 'detach-0' })
    const json = await send(browser, { ...fieldsIn(none.text), do: 'json' })
    assert.doesNotMatch(json.text, /attachments/)
  })

  test('the JSON has digests; text that is not JSON yet loses no file', async () => {
    const { browser, filled } = await begun()
    const added = await send(browser, { ...filled, do: 'attach' }, [csv])
    const json = await send(browser, { ...fieldsIn(added.text), do: 'json' })
    const text = textareaIn(json.text)
    assert.match(text, /"file_content": "draft:sha256:[0-9a-f]{64}"/)
    const broken = await send(browser, { ...fieldsIn(json.text), request: `${text},`, do: 'check' })
    assert.equal(broken.status, 422)
    const again = await browser.open(`/console/new?draft=${fieldsIn(broken.text).draft}`)
    assert.match(textareaIn(again.text), /"file_content": "draft:sha256:/)
    const mended = await send(browser, { ...fieldsIn(again.text), request: text, do: 'check' })
    assert.match(mended.text, /All mandatory rules passed/, mended.text)
  })

  test('typing saves the draft with its files', async () => {
    const { browser, filled } = await begun()
    const added = fieldsIn((await send(browser, { ...filled, do: 'attach' }, [csv])).text)
    const note = { ...added, 'document_lines[0].description': 'Changed' }
    assert.match((await browser.submit('/console/new/draft', note)).text, /Saved as a draft/)
    const found = await browser.open(`/console/new?draft=${added.draft}`)
    const checked = await send(browser, { ...fieldsIn(found.text), do: 'check' })
    assert.match(checked.text, /All mandatory rules passed/, checked.text)
  })

  test('each file that cannot be added is named with the reason, and nothing else is lost', async () => {
    const { browser, filled } = await begun()
    const large = { name: 'large.pdf', bytes: Buffer.concat([pdf.bytes, Buffer.alloc(900_000, 0x41)]) }
    const tooLarge = await send(browser, { ...filled, do: 'attach' }, [large])
    assert.match(tooLarge.text, /large\.pdf[^<]* was not added, because the draft cannot keep it/)
    assert.match(tooLarge.text, /Saved as a draft:/)
    const wrong = [
      { name: 'a.exe', bytes: Buffer.from('MZ') },
      { name: 'empty.csv', bytes: Buffer.alloc(0) },
      { name: 'forged.pdf', bytes: Buffer.from('no PDF at all') },
    ]
    const named = await send(browser, { ...fieldsIn(tooLarge.text), do: 'check' }, wrong)
    assert.match(named.text, /a\.exe[^<]* was not added: choose/)
    assert.match(named.text, /empty\.csv[^<]* was not added: the file is empty/)
    assert.match(named.text, /<bdi>forged\.pdf<\/bdi>[\s\S]*is not of type/, 'the API judges the content')
    const many = Array.from({ length: 21 }, (_, at) => ({ name: `${at}.csv`, bytes: Buffer.from(`${at}\n`) }))
    const full = await send(browser, { ...filled, do: 'attach' }, many)
    assert.match(full.text, /20\.csv[^<]* was not added: a document has at most/)
  })

  test('a file whose draft was deleted elsewhere is named, and never left out in silence', async () => {
    const { browser, filled } = await begun()
    const checked = fieldsIn((await send(browser, { ...filled, do: 'check' }, [csv])).text)
    await browser.submit(`/console/drafts/${checked.draft}/delete`)
    const issued = await send(browser, { ...checked, do: 'issue' })
    assert.equal(issued.status, 422)
    assert.match(issued.text, /The draft that kept this file is gone/)
  })
})

interface Chosen {
  readonly name: string
  readonly bytes: Buffer
}

/** As a browser sends the form. */
async function send(browser: Browser, fields: Readonly<Record<string, string>>, files: readonly Chosen[] = []) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const chosen = files.length > 0 ? files : [{ name: '', bytes: Buffer.alloc(0) }]
  for (const { name, bytes } of chosen) form.append('files', new Blob([Uint8Array.from(bytes)]), name)
  const { headers, body } = new Response(form)
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  return browser.sendForm('/console/new', bytes, headers.get('content-type') ?? '')
}

/** Every field of the form with its value, as it was shown. */
function fieldsIn(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input [^>]*>/g)].map(([tag]) => tag)
  const named = inputs.filter((tag) => / name="/.test(tag) && !/type="(checkbox|search|file)"/.test(tag))
  const textIn = (tag: string, name: string) => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const chosen = [...text.matchAll(/<select [^>]*name="([^"]*)"[\s\S]*?<\/select>/g)].map(
    ([select, name = '']) => [name, plain(/<option value="([^"]*)" selected/.exec(select)?.[1] ?? '')] as const,
  )
  const fields = Object.fromEntries(named.map((tag) => [textIn(tag, 'name'), textIn(tag, 'value')]))
  const json = text.includes('name="request"') ? { request: textareaIn(text) } : {}
  return { ...fields, ...Object.fromEntries(chosen), ...json }
}

function textareaIn(text: string): string {
  return plain(/<textarea[^>]*name="request"[^>]*>\n([\s\S]*?)<\/textarea>/.exec(text)?.[1] ?? '')
}

function plain(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
