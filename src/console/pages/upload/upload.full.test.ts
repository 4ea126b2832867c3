import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { messages } from '../../../../pint-ae/src/messages/messages.ts'
import type { Browser, Opened } from '../../../../test/support/console/browser.ts'
import { assertNothingHeld } from '../../../../test/support/console/console.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { inFullRunOnly } from '../../../../test/support/effort.ts'
import { invoiceTable, withCell, written } from '../../../../test/support/files/table.ts'
import { aPurchaseInvoice } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { OutcomeUnknown } from '../../../store/database/database.ts'
import { packed } from '../../packed.ts'

eachService('uploaded files', (start) => {
  test('a file is checked, then issued once, and its failed lines can be downloaded', async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const attack = '<script>alert(1)'
    const requests = Array.from({ length: 60 }, (_, at) => JSON.stringify(aPurchaseInvoice({ note: `No ${at}` })))
    requests[3] = JSON.stringify({ [attack]: 1 })
    requests[4] = readFileSync('examples/breaks-rules.json', 'utf8').replaceAll('\n', '')
    const checked = await sent(browser, member, `${attack}.ndjson`, Buffer.from(requests.join('\n')))
    assert.equal(checked.status, 200)
    assert.match(checked.text, /[^ ]60[^ ] documents found/)
    assert.match(checked.text, /[^ ]50[^ ] were checked/)
    assert.ok(checked.text.includes('&#60;script&#62;alert') && !checked.text.includes('<script>alert'))
    assert.equal(await count(member), 0)
    const hidden = hiddenIn(checked.text)
    const done = await browser.submit('/console/upload/issue', hidden)
    assert.match(done.text, /<progress max="60" value="60">/)
    assert.match(done.text, /[^ ]58[^ ] issued/)
    assert.match(done.text, /[^ ]1[^ ] refused/)
    assert.match(done.text, /[^ ]1[^ ] to repair/)
    assert.match(done.text, /href="\/console\/documents\/purchase-invoices\/[0-9a-f-]{36}\/repair"/)
    assert.equal(await count(member), 59)
    await browser.submit('/console/upload/issue', hidden)
    assert.equal(await count(member), 59)
    const file = await browser.submit('/console/upload/failed', hiddenIn(done.text))
    const lines = file.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ line, status }) => [line, status]),
      [[4, 400]],
    )
    assert.equal(lines[0].request, requests[3])
    assert.deepEqual(Object.keys(lines[0].error_codes), Object.keys(lines[0].errors))
    for (const { id } of Object.values<{ id: string }>(lines[0].error_codes)) assert.ok(id in messages, id)
    assert.match(String(file.headers['content-disposition']), /^attachment; filename=/)
    const corrected = file.text.replace(/"request":".*"/, () => `"request":${JSON.stringify(requests[0])}`)
    const again = await sent(browser, member, 'corrected.ndjson', Buffer.from(corrected))
    assert.match(again.text, /All that were checked pass/)
    assertNothingHeld(running)
  })

  test('with a script the results come in slices, and both ways issue the same documents', {
    skip: inFullRunOnly,
  }, async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const requests = Array.from({ length: 55 }, () => JSON.stringify(aPurchaseInvoice()))
    const checked = hiddenIn((await sent(browser, member, 'a.ndjson', Buffer.from(requests.join('\r\n')))).text)
    const first = await browser.submit('/console/upload/slice', checked)
    assert.match(first.text, /<progress max="55" value="50">/)
    assert.match(first.text, /hx-trigger="load"/)
    assert.doesNotMatch(first.text, /name="content"/)
    const last = await browser.submit('/console/upload/slice', { ...checked, ...hiddenIn(first.text) })
    assert.match(last.text, /<progress max="55" value="55">/)
    assert.doesNotMatch(last.text, /hx-trigger/)
    await browser.submit('/console/upload/issue', checked)
    assert.equal(await count(member), 55)
  })

  test('a line that may be issued pauses the upload, which goes on without issuing it twice', async (t) => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const requests = Array.from({ length: 3 }, () => JSON.stringify(aPurchaseInvoice()))
    const checked = hiddenIn((await sent(browser, member, 'a.ndjson', Buffer.from(requests.join('\n')))).text)
    const { database } = running.service.parts.store
    const { transaction } = database
    let lost = 0
    t.mock.method(database, 'transaction', async (...[statements, lane]: Parameters<typeof transaction>) => {
      const results = await transaction(statements, lane)
      if (lost > 0 || !statements.some(({ sql }) => sql.startsWith('insert into documents '))) return results
      lost += 1
      throw new OutcomeUnknown('unplugged')
    })
    const paused = await browser.submit('/console/upload/slice', checked)
    assert.match(paused.text, /<progress max="3" value="0">/)
    assert.match(paused.text, /nothing is issued twice/)
    assert.doesNotMatch(paused.text, /hx-trigger/)
    const done = await browser.submit('/console/upload/slice', { ...checked, ...hiddenIn(paused.text) })
    assert.match(done.text, /<progress max="3" value="3">/)
    assert.deepEqual([lost, await count(member)], [1, 3])
  })

  test('the button counts what can be stored, and is not there for nothing', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const [good, failing] = [aPurchaseInvoice(), JSON.parse(readFileSync('examples/breaks-rules.json', 'utf8'))]
    const page = async (...requests: readonly object[]) => {
      const text = requests.map((request) => JSON.stringify(request)).join('\n')
      return (await sent(browser, member, 'a.ndjson', Buffer.from(text))).text
    }
    assert.match(await page(good, failing, { note: 'x' }), /Issue [^ ]2[^ ] documents</)
    const none = await page({ note: 'x' }, { note: 'y' })
    assert.match(none, /[^ ]2[^ ] fail</)
    assert.doesNotMatch(none, /upload\/slice/)
    assert.match(none, /nothing to issue/)
    const many = await page(...Array.from({ length: 60 }, (_, at) => (at === 1 ? { note: 'x' } : good)))
    assert.match(many, /Issue [^ ]59[^ ] documents</)
  })

  test('a spreadsheet or another kind of file is named, and what to do', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const zip = Buffer.from('PK\u0003\u0004\u00ff', 'latin1')
    const sheet = await sent(browser, member, 'list.XLSX', zip)
    assert.equal(sheet.status, 422)
    assert.match(sheet.text, /Save it as (&#34;|")CSV UTF-8/)
    assert.doesNotMatch(sheet.text, /first row must name the columns/)
    assert.match((await sent(browser, member, 'list.pdf', zip)).text, /use one of [^<]*\.csv, \.tsv, \.ndjson/)
  })

  test('CSV is read as the import reads it, in its encoding', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const csv = readFileSync('examples/import.csv')
    assert.match((await sent(browser, member, 'example.csv', csv)).text, /All that were checked pass/)
    const example = await browser.open('/console/upload/example/purchase-invoices')
    assert.match((await sent(browser, member, 'own.csv', Buffer.from(example.text))).text, /[^ ]2[^ ] documents found/)
    const foreign = Buffer.from(csv.toString().replaceAll('Cartons', 'Cart\u00f6ns'), 'latin1')
    const refused = await sent(browser, member, 'example.csv', foreign)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /<code>windows-1252<\/code>: <bdi>[^<]*Cart\u00f6ns/)
    const stated = await sent(browser, member, 'example.csv', foreign, { encoding: 'windows-1252' })
    assert.match(stated.text, /All that were checked pass/)
    const unknown = await sent(browser, member, 'example.csv', Buffer.from('document,<b>\n1,2\n'))
    assert.match(unknown.text, /These columns name no field: [^ ]*&#60;b&#62;/)
  })

  test('the refused lines of a CSV file come back as CSV that can be corrected and uploaded', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const csv = readFileSync('examples/import.csv', 'utf8').replace('18.004', 'much')
    const checked = hiddenIn((await sent(browser, member, 'july.csv', Buffer.from(csv))).text)
    const done = await browser.submit('/console/upload/issue', checked)
    const file = await browser.submit('/console/upload/failed', { ...checked, ...hiddenIn(done.text) })
    assert.match(String(file.headers['content-disposition']), /july\.failed\.csv/)
    const [headings = '', row = '', ...rest] = file.text.split('\r\n')
    assert.match(headings, /^\ufeffdocument,issue_date,.*,error$/)
    assert.match(row, /^2,.*,much,.*Row 4: line\.price\.base_amount is not a number: much/)
    assert.deepEqual(rest, [''])
    const again = await sent(browser, member, 'again.csv', Buffer.from(file.text.replace(',much,', ',18.004,')))
    assert.match(again.text, /All that were checked pass/)
    const issued = await browser.submit('/console/upload/issue', hiddenIn(again.text))
    assert.match(issued.text, /[^ ]1[^ ] issued/)
    assert.equal(await count(member), 2)
  })

  test('rows that stand apart are one document, also among the refused rows', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const table = invoiceTable()
    const apart = { ...table, rows: [0, 2, 1, 3, 4].map((at) => table.rows[at] ?? []) }
    const wrong = withCell(
      withCell(apart, 4, 'line.quantity', () => 'many'),
      6,
      'line.quantity',
      () => '-1',
    )
    const checkedPage = await sent(browser, member, 'apart.csv', Buffer.from(written(wrong)))
    assert.match(checkedPage.text, /[^ ]3[^ ] documents found/)
    assert.match(checkedPage.text, />2, 4</)
    const done = await browser.submit('/console/upload/issue', hiddenIn(checkedPage.text))
    assert.match(done.text, /Row 4: line\.quantity is not a number: many/)
    assert.match(done.text, /Row 6: [^<]*greater than zero/i)
    assert.equal(await count(member), 1)
    const failed = await browser.submit('/console/upload/failed', {
      ...hiddenIn(checkedPage.text),
      ...hiddenIn(done.text),
    })
    const rows = failed.text.trimEnd().split('\r\n').slice(1)
    assert.deepEqual(
      rows.map((row) => row.split(',')[0]),
      ['101', '101', '103', '103'],
    )
  })

  test('while a row belongs to no document nothing is issued, and every problem is on the page', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'clerk' })
    const table = withCell(invoiceTable(), 3, 'document', () => '')
    const wrong = withCell(table, 5, 'line.quantity', () => '#N/A')
    const refused = await sent(browser, member, 'unplaced.csv', Buffer.from(written(wrong)))
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Row 3: document is empty, so the row belongs to no document/)
    assert.match(refused.text, /Row 5: line\.quantity holds an error|Row 5: line\.quantity is not a number: #N\/A/)
    assert.equal(await count(member), 0)
  })

  test('too much, nothing, and what did not come from us are refused', { skip: inFullRunOnly }, async () => {
    const running = await start.shared()
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const refusals = [
      await sent(browser, member, 'a.ndjson', Buffer.from('{}\n'.repeat(1_001))),
      await sent(browser, member, 'a.ndjson', Buffer.from('\n\n')),
      await sent(browser, member, 'a.ndjson', Buffer.alloc(8 * 1024 * 1024 + 1, 32)),
      await browser.submit('/console/upload', { family: 'purchase-invoices' }),
    ]
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [422, 422, 422, 422],
    )
    const own = { family: 'purchase-invoices', profile: member.tenant.profileId, name: 'a.csv', once: 'k' }
    for (const content of ['', 'x', '99999999999.AA', '20000000.AAAA', '5.H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA'])
      for (const path of ['issue', 'slice', 'failed'])
        assert.equal((await browser.submit(`/console/upload/${path}`, { ...own, content })).status, 422)
    const commas = Buffer.alloc(8 * 1024 * 1024, ',')
    const tooMany = await sent(browser, member, 'a.csv', commas)
    assert.match(tooMany.text, /more than 2,000,000 cells/)
    for (const path of ['issue', 'slice', 'failed']) {
      const lost = await browser.submit(`/console/upload/${path}`, { ...own, content: await packed(commas) })
      assert.equal(lost.status, 422, path)
    }
    const content = await packed(readFileSync('examples/import.csv'))
    const forged = [
      '',
      'x',
      '[',
      'null',
      '[]',
      '{}',
      '{"done":-1,"good":[],"bad":[]}',
      '{"done":0,"good":[],"bad":[null]}',
    ]
    const results = [
      '{}',
      '{"line":1,"status":400,"fatal":0,"errors":[1]}',
      '{"line":1,"status":400,"fatal":0,"errors":null}',
    ]
    for (const text of [...forged, ...results.map((one) => `{"done":0,"good":[],"bad":[${one}]}`)]) {
      for (const path of ['slice', 'failed']) {
        const answer = await browser.submit(`/console/upload/${path}`, {
          ...own,
          content,
          progress: await packed(text),
        })
        assert.equal(answer.status, 422, `${path} ${text}`)
      }
    }
    assert.equal(await count(member), 0)
    assertNothingHeld(running)
  })

  test('a viewer uploads nothing', async () => {
    const { browser, member } = await signedInTo(await start.shared(), { role: 'viewer' })
    assert.equal((await browser.open('/console/upload')).status, 403)
    assert.equal((await sent(browser, member, 'a.ndjson', Buffer.from('{}'))).status, 403)
    for (const path of ['issue', 'slice', 'failed'])
      assert.equal((await browser.submit(`/console/upload/${path}`)).status, 403)
  })
})

async function sent(
  browser: Browser,
  { tenant }: Member,
  name: string,
  bytes: Buffer,
  more: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  const parts = new FormData()
  const fields = { family: 'purchase-invoices', profile: tenant.profileId, ...more }
  for (const [field, value] of Object.entries(fields)) parts.set(field, value)
  parts.set('file', new File([new Uint8Array(bytes)], name))
  const encoded = new Response(parts)
  return browser.sendForm(
    '/console/upload',
    Buffer.from(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  )
}

/** The hidden fields of the form that carries the upload. */
function hiddenIn(text: string): Record<string, string> {
  const form =
    text.split('<form').find((one) => one.includes('name="content"') || one.includes('name="progress"')) ?? ''
  const inputs = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="([^"]+)"\s+value="([^"]*)"/g) ?? []
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

async function count({ tenant }: Member): Promise<number> {
  return (await tenant.get('/api/documents?limit=100')).json.items.length
}
