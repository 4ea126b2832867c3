import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { JudgingThreads } from '../../src/judging/judging-threads.ts'
import { JobExceeded, ShareExceeded } from '../../src/threads/job.ts'
import { patternOf, schemaOf, ublOf, writeRuleBooks } from '../support/rules/rule-books.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// POST /api/validate: our rules and the operator's rule books, with limits. Source:
// docs/decisions/0092.

const directory = mkdtempSync(join(tmpdir(), 'selfbill-validate-'))
after(() => rmSync(directory, { recursive: true, force: true }))
const golden = readFileSync(new URL('../golden/cases/purchase-invoice/document.xml', import.meta.url), 'utf8')
const quick = patternOf('/*', '<assert id="A-1" flag="fatal" test="cbc:ID">An id.</assert>')
const ruleOfOurName = patternOf('/*', '<report id="ibr-co-16" flag="warning" test="true()">Not ours.</report>')
/** Compares every note with every other: minutes for a hundred thousand of them. */
const costly = patternOf(
  '/*',
  '<assert id="B-1" test="every $a in cbc:Note, $b in cbc:Note satisfies concat($a, $b) ne \'x\'">Costly.</assert>',
)
writeRuleBooks(directory, {
  'a/rulebook.json': { name: 'Book A', version: '3.1', customization_ids: ['urn:a'] },
  'a/a.sch': schemaOf(quick + ruleOfOurName),
  'b/rulebook.json': { version: '1', customization_ids: ['urn:b'] },
  'b/b.sch': schemaOf(costly),
})
const notes = (count: number) => ublOf('Invoice', { id: 'urn:b' }, '<cbc:Note>n</cbc:Note>'.repeat(count))

eachService('validate', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start({ RULEBOOKS_DIR: directory })
    tenant = await running.tenant({ scope: 'documents:read' })
  })

  const validate = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) =>
    fetchDeclared(running.address, '/api/validate', {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/xml', ...headers },
      body,
    })

  test('our rules judge a document of ours, and the answer names them', async () => {
    const { status, json } = await validate(golden)
    assert.deepEqual([status, json.valid, json.findings], [200, true, []])
    assert.deepEqual([json.rule_book.name, json.rule_book.version], ['PINT AE Self-Billing', '1.0.4'])
    const broken = golden.replace(/(<cbc:PayableAmount[^>]*>)[^<]*</, '$11.00<')
    const english = (await validate(broken)).json
    const arabic = (await validate(broken, { 'accept-language': 'ar' })).json
    assert.deepEqual([english.valid, english.findings[0].reasonCode], [false, 'IBR-CO-16'])
    assert.match(arabic.findings[0].text, /\p{Script=Arabic}/u)
  })

  test("an operator's rule book judges its documents, and keeps its own words in Arabic", async () => {
    const { status, json } = await validate(ublOf('Invoice', { id: 'urn:a' }), { 'accept-language': 'ar' })
    assert.deepEqual([status, json.valid, json.rule_book.name, json.rule_book.version], [200, false, 'Book A', '3.1'])
    const findings = json.findings.map(({ reasonCode, text }: Record<string, string>) => `${reasonCode} ${text}`)
    assert.deepEqual(findings, ['A-1 An id.', 'IBR-CO-16 Not ours.'])
    const valid = await validate(ublOf('Invoice', { id: 'urn:a' }, '<cbc:ID>1</cbc:ID>'))
    assert.equal(valid.json.valid, true)
  })

  test('an unknown id is a 400 at its field that lists the known ids', async () => {
    const { status, json } = await validate(ublOf('Invoice', { id: 'urn:nobody' }))
    assert.equal(status, 400)
    assert.match(json.errors['cbc:CustomizationID'], /urn:nobody; known: .*selfbilling-1@ae-1, .*urn:a, urn:b$/)
    const arabic = await validate(ublOf('Invoice', { id: 'urn:nobody' }), { 'accept-language': 'ar' })
    assert.match(arabic.json.errors_ar['cbc:CustomizationID'], /\p{Script=Arabic}.*urn:nobody/u)
  })

  test('text that is not XML, and a document type declaration, are a 400 with the reason', async () => {
    for (const text of ['', 'hello', '<a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>']) {
      const { status, json } = await validate(text)
      assert.equal(status, 400, text)
      assert.match(json.errors.message, /^The XML cannot be read: ./)
    }
  })

  test('other encodings are read as the document declares', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${ublOf('Invoice', { id: 'urn:a' }, '<cbc:ID>\u00e9</cbc:ID>')}`
    assert.equal((await validate(new Uint8Array(Buffer.from(text, 'latin1')))).json.valid, true)
  })

  test('a start with a wrong rule book ends with its file and rule', async () => {
    const wrong = mkdtempSync(join(tmpdir(), 'selfbill-wrong-book-'))
    writeRuleBooks(wrong, {
      'a/rulebook.json': { version: '1', customization_ids: ['urn:a'] },
      'a/a.sch': schemaOf(quick.replace('cbc:ID', 'no-such(1)')),
    })
    await assert.rejects(start({ RULEBOOKS_DIR: wrong }), {
      name: 'SchematronError',
      message: /^a\/a\.sch.*A-1.*no-such/,
    })
    rmSync(wrong, { recursive: true })
  })

  test('while a costly rule runs for one organisation, others and other operations are answered', async () => {
    const other = await running.tenant({ scope: 'documents:read' })
    const slow = validate(notes(8_000)).then(({ status }) => ({ status, at: performance.now() }))
    const answered = await fetchDeclared(running.address, '/api/validate', {
      method: 'POST',
      headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/xml' },
      body: ublOf('Invoice', { id: 'urn:a' }, '<cbc:ID>1</cbc:ID>'),
    })
    assert.equal(answered.status, 200)
    assert.equal((await other.get('/api/purchase-invoices')).status, 200)
    const quickAt = performance.now()
    assert.ok((await slow).at > quickAt, 'the costly document took no longer than the others: make it longer')
  })
})

test('a document that exceeds its time is given up, and the next one is judged', async () => {
  // The next one also waits for a new thread, which takes more than a second on a busy machine.
  const judging = new JudgingThreads({ gaps: true }, directory, { jobMs: 6_000, threads: 1 })
  try {
    const bytes = (xml: string) => new TextEncoder().encode(xml)
    await judging.check()
    const long = judging.judge(bytes(notes(100_000)), 'one', 0)
    const next = judging.judge(bytes(ublOf('Invoice', { id: 'urn:a' })), 'two', 0)
    await assert.rejects(long, (error: unknown) => error instanceof JobExceeded && error.limit === 'time')
    assert.equal((await next).kind, 'judged')
  } finally {
    await judging.close()
  }
})

test('one organisation may have only so many documents waiting', async () => {
  const judging = new JudgingThreads({ gaps: true }, directory, { waitingOfOneMax: 2, threads: 1 })
  try {
    const bytes = new TextEncoder().encode(ublOf('Invoice', { id: 'urn:a' }))
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => judging.judge(bytes, 'one', 0)))
    const refused = results.filter((one) => one.status === 'rejected' && one.reason instanceof ShareExceeded)
    assert.ok(refused.length >= 3 && refused.length < 6, String(refused.length))
    assert.equal((await judging.judge(bytes, 'two', 0)).kind, 'judged')
  } finally {
    await judging.close()
  }
})
