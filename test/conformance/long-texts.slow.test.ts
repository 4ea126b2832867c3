import '../support/processes/plain-expressions.ts'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { familyOfRequest } from '../../pint-ae/src/document/family.ts'
import { isBase64 } from '../../pint-ae/src/json/base64.ts'
import { readJson } from '../../pint-ae/src/json/read.ts'
import { EvaluationError } from '../../schematron/src/errors.ts'
import { normalizeSpace } from '../../schematron/src/values/blanks.ts'
import { parseDuration } from '../../schematron/src/values/calendar.ts'
import { parseDecimal, parseDouble, parseInteger } from '../../schematron/src/values/cast.ts'
import { parseDate, parseTime } from '../../schematron/src/values/dates.ts'
import { isMatch, regexOf } from '../../schematron/src/values/regex.ts'
import { replaced, tokenize } from '../../schematron/src/values/text.ts'
import { readXml } from '../../schematron/src/xml/read.ts'
import { unpacked } from '../../src/console/packed.ts'
import { takenOut } from '../../src/console/pages/drafts/file-contents.ts'
import { pastedCells } from '../../src/console/pages/drafts/pasted-cells.ts'
import { readXmlEvents, XmlBroken } from '../../src/document-files/xlsx/xml-events.ts'
import { misreadOriginal } from '../../src/encoding/misread.ts'
import { maskDraft } from '../../src/features/drafts/mask-draft.ts'
import { formIn } from '../support/console/form-in.ts'
import { signedInTo } from '../support/console/signed-in.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { uploadBody } from '../support/uploads/upload-files.ts'

// Texts as long as a body may be, where regular expressions have the least room: none is a 5xx.

const long = 8_000_000

test('the expressions of this process have little room', () => {
  assert.throws(() => /^[a-z]+$/.test('a'.repeat(long)), RangeError)
})

test('what reads long texts needs no room for each character', async () => {
  const digits = '1'.repeat(long)
  const blanks = ' '.repeat(long)
  assert.equal(isBase64('Q'.repeat(long)), true)
  assert.equal(isBase64(`${'Q'.repeat(long - 1)}-`), false)
  for (const number of [digits, `1.${digits}`, `1e${digits}`])
    assert.throws(() => readJson(`{"a":${number}}`), { name: 'JsonUnreadable' })
  assert.equal(parseDecimal(`1.${digits}x`), undefined)
  assert.equal(parseInteger(`${digits}x`), undefined)
  assert.equal(parseDouble(digits), Number.POSITIVE_INFINITY)
  assert.equal(parseDate(`${digits}-13-01`), undefined)
  assert.equal(parseTime(`00:00:00.${digits}+99:99`), undefined)
  assert.equal(parseDuration(`P${digits}`), undefined)
  assert.equal(normalizeSpace(`a${blanks}b`), 'a b')
  assert.deepEqual(pastedCells(`"${'a""\n'.repeat(long / 4)}"\tb`)[0]?.[1], 'b')
  assert.equal(misreadOriginal('ا'.repeat(long)), undefined)
  assert.equal(familyOfRequest(`{"invoice_type_code"${blanks}:"${digits}"}`), 'purchase-invoices')
  const card = '4111111111111111 '.repeat(200_000)
  assert.doesNotMatch(maskDraft(card), /4111111111111111/)
  assert.equal(takenOut(`{"file_content":"${'Q'.repeat(long)}"}`).files.contents.size, 1)
  assert.equal(await unpacked({ takeMemory: async () => undefined }, `9.${'Q'.repeat(long)}`), undefined)
  assert.throws(() => readXmlEvents(`<a ${'b="" '.repeat(long / 5)}/>`, {}), XmlBroken)
  assert.equal(readXml(`<?a ${blanks}?><b/>`, undefined, 'all').children.length, 0)
})

test('a pattern of a rule that needs more room than there is cannot be judged', () => {
  const text = 'a'.repeat(long)
  const tooLong = (error: unknown) => error instanceof EvaluationError && /too long for the pattern/.test(error.message)
  assert.throws(() => isMatch(regexOf('^(a|b)*$'), text), tooLong)
  assert.throws(() => replaced(text, '(a|b)+', '', ''), tooLong)
  assert.throws(() => tokenize(text, '(a|b)+c', ''), tooLong)
})

eachService('long texts', (start) => {
  let running: TestService
  before(async () => {
    running = await start()
  })

  test('a document with a file of 6 MB is issued, and shown to who approves it', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk', scope: 'documents:read documents:write' })
    const { tenant } = member
    const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: 'QUJD'.repeat(1_500_000) }
    const request = aPurchaseInvoice({ attachments: [file] })
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
    assert.equal(created.status, 201, created.text.slice(0, 300))
    for (const tab of ['request', 'answer', 'ubl'])
      assert.equal(
        (await browser.open(`/console/documents/purchase-invoices/${created.json.id}?tab=${tab}`)).status,
        200,
      )
    const asked = await tenant.post(
      `/api/approvals?family=purchase-invoices&business_profile_id=${tenant.profileId}`,
      request,
    )
    assert.equal(asked.status, 201, asked.text.slice(0, 300))
    const shown = await browser.open(`/console/approvals/${asked.json.approval_id}`)
    assert.equal(shown.status, 200)
    assert.ok(shown.text.length < 200_000, 'the page is without the file')
  })

  test('the largest file of uploads is received', async () => {
    const tenant = await running.tenant({ scope: 'documents:read documents:write' })
    const line = `${JSON.stringify({ note: 'n'.repeat(1024 * 1024 - 12) })}\n`
    const created = await tenant.post('/api/uploads', uploadBody(tenant, 'large.ndjson', line.repeat(8)))
    assert.equal(created.status, 201, created.text.slice(0, 300))
  })

  test('long members are answered', async () => {
    const tenant = await running.tenant({ scope: 'documents:read documents:write' })
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const good = JSON.stringify(aPurchaseInvoice())
    const texts = ['Q', ' ', '\u00e9', '\\"', '4111111111111111 '].map((fill) => `"${filled(fill)}"`)
    for (const value of [...texts, `1${filled('0')}`])
      for (const name of ['note', 'unknown', 'invoice_type_code']) {
        const answer = await tenant.post(path, `{"${name}":${value},${good.slice(1)}`)
        assert.ok(answer.status < 500, `${name} ${value.slice(0, 30)}: ${answer.text.slice(0, 300)}`)
      }
  })

  test('a form with a pasted cell of 6 MB, a row of 100,000 cells, or a long choice comes back', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const page = await browser.open(`/console/new?family=purchase-invoices&profile=${member.tenant.profileId}`)
    const form = formIn(page.text)
    assert.ok(form['document_lines[0].name'] !== undefined)
    const before = process.cpuUsage().user
    for (const paste of [`"${'a'.repeat(6_000_000)}"`, 'a\t'.repeat(100_000)])
      assert.equal((await browser.submit('/console/new', { ...form, paste, do: 'paste' })).status, 200)
    assert.ok(process.cpuUsage().user - before < 3_000_000, 'in time that grows with the length')
    const profile = 'a'.repeat(200_000)
    assert.equal((await browser.submit('/console/new', { ...form, profile, do: 'check' })).status, 404)
  })
})

function filled(fill: string): string {
  return fill.repeat(Math.floor(long / Buffer.byteLength(fill)))
}
