import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { messages } from '@selfbill/pint-ae/messages'
import { errorNamed } from '../../src/cli/handlers/explained-errors.ts'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { invoiceTable, withCell, written } from '../support/files/table.ts'
import { commandLine, type Ended, example, firstStart, jsonLines, root } from '../support/processes/command-line.ts'
import { aBuyer, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { patternOf, schemaOf, ublOf, writeRuleBooks } from '../support/rules/rule-books.ts'

// validate, xml, rules and verify.

/** Our rules of self-billed documents, as a verdict names them. */
const { name, version, digest } = (await openRulebook({ gaps: true })).identity('self-billing')
const selfBilling = { name, version, digest }

describe('bin/selfbill judges', () => {
  const { folder, selfbill } = commandLine()

  test('verify refuses a file that is not a pack, a missing file and wrong keys', async () => {
    const file = join(folder, 'no-pack.zip')
    await writeFile(file, 'no pack')
    const checked = await selfbill(['verify', file])
    assert.equal(checked.code, 1)
    assert.match(checked.stdout, /^Verification failed: .*\n$/)
    const missing = join(folder, 'missing.zip')
    const stderr = `selfbill verify: there is no file ${missing}\n`
    assert.deepEqual(await selfbill(['verify', missing]), { code: 2, stdout: '', stderr })
    const wrongKeys = await selfbill(['verify', '--keys', example('README.md'), file])
    assert.match(wrongKeys.stderr, /^selfbill verify: \S+README\.md is not a JSON Web Key Set\n\nUsage: /)
  })

  test('validate judges requests and UBL alike, one line of JSON per file', async () => {
    const xml = await selfbill(['xml', example('purchase-invoice.json')])
    assert.equal(xml.code, 0, xml.stderr)
    assert.match(xml.stdout, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Invoice /)
    const file = join(folder, 'invoice.xml')
    await writeFile(file, xml.stdout)
    const valid = await selfbill(['validate', '--json', file, example('purchase-credit-note.json')])
    assert.equal(valid.code, 0, valid.stderr)
    assert.deepEqual(linesOf(valid), [
      { file, valid: true, rule_book: selfBilling, findings: [] },
      { file: example('purchase-credit-note.json'), valid: true, rule_book: selfBilling, findings: [] },
    ])
    const broken = join(folder, 'broken.xml')
    await writeFile(broken, xml.stdout.replace(/<cbc:PayableAmount([^>]*)>[^<]*</, '<cbc:PayableAmount$1>1.00<'))
    const invalid = await selfbill(['validate', '--json', file, broken])
    assert.equal(invalid.code, 1)
    const [, verdict] = linesOf(invalid)
    assert.equal(verdict?.valid, false)
    assert.deepEqual(
      verdict?.findings.map(({ reasonCode }) => reasonCode),
      ['IBR-CO-16'],
    )
    const [finding] = verdict?.findings ?? []
    assert.deepEqual(Object.keys(finding ?? {}).toSorted(), [
      'field',
      'fix',
      'flag',
      'location',
      'official',
      'reasonCode',
      'test',
      'text',
      'value',
    ])
  })

  test('validate names what a create would refuse by its code, and rules by their id', async () => {
    const request = JSON.parse(await readFile(example('purchase-invoice.json'), 'utf8'))
    const file = join(folder, 'refused.ndjson')
    await writeFile(file, `${JSON.stringify({ ...request, issue_date: 'soon' })}\n{"issue_date":\n`)
    const { stdout } = await selfbill(['validate', '--json', file])
    const verdicts = stdout.trim().split('\n')
    assert.deepEqual(
      verdicts.map((line) => JSON.parse(line).findings.map(({ code }: { code?: { id: string } }) => code?.id)),
      [['must_be_date'], ['not_json']],
    )
  })

  test('validate judges with the rule books in a folder and names them', async () => {
    const directory = join(folder, 'books')
    const rule = patternOf('/*', '<assert id="A-1" flag="fatal" test="cbc:ID">An id.</assert>')
    writeRuleBooks(directory, {
      'a/rulebook.json': { version: '3.1', customization_ids: ['urn:a'], roots: ['Order'] },
      'a/a.sch': schemaOf(rule),
    })
    const [order, strange] = [join(folder, 'order.xml'), join(folder, 'strange-order.xml')]
    await writeFile(order, ublOf('Order', { id: 'urn:a' }))
    await writeFile(strange, ublOf('Order', { id: 'urn:b' }))
    const environment = { RULEBOOKS_DIR: directory }
    const judged = await selfbill(['validate', '--json', order, strange], environment)
    assert.equal(judged.code, 1, judged.stderr)
    const [first, second] = linesOf(judged)
    assert.deepEqual([first?.rule_book?.name, first?.rule_book?.version], ['a', '3.1'])
    assert.deepEqual(
      first?.findings.map(({ reasonCode }) => reasonCode),
      ['A-1'],
    )
    assert.equal(second?.rule_book, undefined)
    assert.match(second?.findings[0]?.text ?? '', /^No rule book judges cbc:CustomizationID urn:b; known: .*urn:a$/)
    writeRuleBooks(directory, { 'a/a.sch': schemaOf(rule.replace('cbc:ID', 'no-such(1)')) })
    const wrong = await selfbill(['validate', '--rulebooks', directory, order])
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /^selfbill validate: a\/a\.sch.*A-1.*no-such/)
  })

  test('check compiles every rule book and prints the problems of all broken ones', async () => {
    const directory = join(folder, 'checked-books')
    const manifest = { version: '1', customization_ids: ['urn:a'] }
    const rule = patternOf('/*', '<assert id="A-1" flag="fatal" test="cbc:ID">An id.</assert>')
    const environment = { RULEBOOKS_DIR: directory, DATA_DIR: join(folder, 'checked-data') }
    writeRuleBooks(directory, { 'a/rulebook.json': manifest, 'a/a.sch': schemaOf(rule) })
    await firstStart(environment.DATA_DIR)
    const sound = await selfbill(['check'], environment)
    assert.equal(sound.code, 0, sound.stderr)
    assert.match(sound.stdout, /^The 1 rule book in \S+checked-books can be used\.$/m)
    writeRuleBooks(directory, {
      'a/a.sch': schemaOf(rule.replace('cbc:ID', 'no-such(1)')),
      'b/rulebook.json': { version: '1', customization_ids: ['urn:b'] },
      'b/b.sch': schemaOf(rule.replace('cbc:ID', '1 +')),
    })
    const wrong = await selfbill(['check'], environment)
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, /^a\/a\.sch.*no-such.*\nb\/b\.sch/m)
    writeRuleBooks(directory, { 'c/rulebook.json': { version: '1' } })
    assert.match((await selfbill(['check'], environment)).stdout, /^RULEBOOKS_DIR: .*customization_ids is missing/m)
  })

  test('validate judges every kind of document by its own rules and refuses any other kind', async () => {
    const golden = join(root, 'test/golden/cases/purchase-invoice')
    const strange = join(folder, 'strange.xml')
    await writeFile(strange, '<Order/>')
    const judged = await selfbill(['validate', '--json', join(golden, 'tdd.xml'), strange])
    assert.equal(judged.code, 1)
    const [report, order] = linesOf(judged)
    assert.equal(report?.valid, true)
    assert.deepEqual(
      order?.findings.map(({ text }) => text),
      [
        'cbc:CustomizationID is missing, so no rule book can be chosen; known: urn:peppol:pint:selfbilling-1@ae-1, ' +
          'urn:peppol:pint:billing-1@ae-1, urn:peppol:taxdata:ae-1, urn:peppol:edec:mls:1.0',
      ],
    )
    const billing = join(folder, 'billing.xml')
    const xml = await readFile(join(golden, 'document.xml'), 'utf8')
    await writeFile(billing, xml.replaceAll('selfbilling', 'billing'))
    const [verdict] = linesOf(await selfbill(['validate', '--json', billing]))
    assert.deepEqual(
      verdict?.findings.map(({ reasonCode }) => reasonCode),
      ['IBR-CL-01'],
    )
    assert.match(verdict?.rule_book?.name ?? '', /^PINT AE Billing/)
    const unknown = join(folder, 'unknown.xml')
    await writeFile(unknown, xml.replaceAll('urn:peppol:pint:selfbilling-1@ae-1', 'urn:cen.eu:en16931:2017'))
    const refused = await selfbill(['validate', unknown])
    assert.equal(refused.code, 1)
    assert.match(
      refused.stdout,
      /unknown\.xml: NOT valid\n {2}fatal XML cbc:CustomizationID: No rule book judges cbc:CustomizationID urn:cen\.eu:en16931:2017; known: urn:peppol/,
    )
  })

  test('validate names the rules that judged, and reads CSV, NDJSON and standard input', async () => {
    const by = ` by ${name} ${version}`
    const table = invoiceTable()
    const file = join(folder, 'july.csv')
    await writeFile(
      file,
      written(
        withCell(
          withCell(table, 3, 'line.unit_code', () => 'KILO'),
          4,
          'due_date',
          () => 'x',
        ),
      ),
    )
    const judged = await selfbill(['validate', file])
    assert.equal(judged.code, 1)
    assert.match(
      judged.stdout,
      new RegExp(`^\\S+july\\.csv, rows 2-3: NOT valid${by}\n {2}fatal IBR-CL-23 row 3 line\\.unit_code: `),
    )
    assert.match(judged.stdout, /july\.csv, row 4: NOT valid\n {2}fatal REQUEST row 4 due_date: /)
    assert.match(judged.stdout, new RegExp(`july\\.csv, rows 5-6: valid${by}\n$`))
    await writeFile(file, written(withCell(table, 3, 'document', () => '')))
    assert.match(
      (await selfbill(['validate', file])).stdout,
      /july\.csv: NOT valid\n {2}fatal FILE row 3 document: Row 3: /,
    )
    const inputs = [
      [written(table), 3],
      [await readFile(example('purchase-invoice.json')), 1],
      [await readFile(join(root, 'test/golden/cases/purchase-invoice/document.xml')), 1],
      [`${jsonOf(aPurchaseInvoice())}\n${jsonOf(aPurchaseInvoice())}\n`, 2],
    ] as const
    for (const [input, count] of inputs) {
      const { stdout, code } = await selfbill(['validate', '-'], {}, input)
      assert.equal(code, 0, stdout)
      assert.equal(
        stdout.split('\n').filter((line) => line.startsWith('standard input') && line.endsWith(by)).length,
        count,
      )
    }
  })

  test('one file that is no text or not there does not end a run over many', async () => {
    const bytes = join(folder, 'bytes.json')
    await writeFile(bytes, Buffer.from([0x7b, 0xff, 0x7d]))
    const cut = join(folder, 'cut.xml')
    await writeFile(cut, '<Invoice>')
    const csv = join(folder, 'empty.csv')
    await writeFile(csv, '')
    const good = example('purchase-invoice.json')
    const verdicts = linesOf(await selfbill(['validate', '--json', bytes, cut, csv, good]))
    assert.deepEqual(
      verdicts.map(({ valid, findings }) => [valid, findings.map(({ reasonCode }) => reasonCode)]),
      [
        [false, ['TEXT']],
        [false, ['XML']],
        [false, ['FILE']],
        [true, []],
      ],
    )
    const missing = await selfbill(['validate', '--json', join(folder, 'missing.json'), good])
    assert.equal(missing.code, 2)
    assert.match(missing.stderr, /there is no file \S+missing\.json/)
    assert.equal(linesOf(missing)[0]?.valid, true)
  })

  test('validate refuses a spreadsheet and other kinds of files by their ending', async () => {
    const texts = { 'list.xls': 'PK', 'notes.md': 'x', 'broken.xml': 'x', none: jsonOf(aPurchaseInvoice()) }
    const files = Object.entries(texts).map(([name, text]) => [join(folder, name), text] as const)
    for (const [file, text] of files) await writeFile(file, text)
    const { code, stdout } = await selfbill(['validate', ...files.map(([file]) => file)])
    assert.equal(code, 1)
    assert.match(stdout, /list\.xls: NOT valid\n {2}fatal FILE: A spreadsheet \(\.xls\) .* "CSV UTF-8" first/)
    assert.match(stdout, /notes\.md: NOT valid\n {2}fatal FILE: Files with the ending \.md .* \.xml, \.csv, .*\.json/)
    assert.match(stdout, /broken\.xml: NOT valid\n {2}fatal XML: /)
    assert.match(stdout, /none: valid/)
  })

  test('validate reads XML in its declared or marked encoding and names one it cannot read', async () => {
    const golden = join(root, 'test/golden/cases/purchase-invoice/document.xml')
    const broken = (await readFile(golden, 'utf8')).replace(/(<cbc:PayableAmount[^>]*>)[^<]*</, '$11.00<')
    const declaring = (encoding: string) => broken.replace('encoding="UTF-8"', `encoding="${encoding}"`)
    const read = {
      'utf-8.xml': Buffer.from(broken),
      'latin-1.xml': Buffer.from(declaring('ISO-8859-1').replace('<cbc:Name>', '<cbc:Name>\u00e9'), 'latin1'),
      'ascii.xml': Buffer.from(declaring('US-ASCII'), 'latin1'),
      'windows.xml': Buffer.from(declaring('windows-1252').replace('<cbc:Name>', '<cbc:Name>\u0080'), 'latin1'),
      'utf-16le.xml': Buffer.from(`\uFEFF${declaring('UTF-16')}`, 'utf16le'),
      'utf-16be.xml': Buffer.from(`\uFEFF${declaring('UTF-16')}`, 'utf16le').swap16(),
    }
    const refused = {
      'mark.xml': [Buffer.from(`\uFEFF${declaring('ISO-8859-1')}`), /ISO-8859-1.*mark of UTF-8/],
      'bytes.xml': [Buffer.from(declaring('US-ASCII').replace('<cbc:Name>', '<cbc:Name>\u00e9'), 'latin1'), /US-ASCII/],
      'unknown.xml': [Buffer.from(declaring('EBCDIC-AE')), /EBCDIC-AE, which is not known/],
    } as const
    const files = [...Object.entries(read), ...Object.entries(refused).map(([name, [bytes]]) => [name, bytes] as const)]
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
    const judged = linesOf(await selfbill(['validate', '--json', ...files.map(([name]) => join(folder, name))]))
    const [first] = judged
    assert.equal(first?.findings[0]?.reasonCode, 'IBR-CO-16')
    for (const [at, name] of Object.keys(read).entries()) {
      assert.deepEqual(judged[at], { ...first, file: join(folder, name) }, name)
    }
    for (const [at, [name, [, reason]]] of Object.entries(refused).entries()) {
      const verdict = judged[Object.keys(read).length + at]
      assert.equal(verdict?.file, join(folder, name))
      assert.deepEqual([verdict?.valid, verdict?.findings.length], [false, 1])
      assert.match(verdict?.findings[0]?.text ?? '', reason)
    }
  })

  test('rules lists a rule a line, or one rule in full', async () => {
    const all = await selfbill(['rules'])
    assert.equal(all.code, 0, all.stderr)
    const rules = all.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
    const official = (set: string) =>
      rules.filter(([, whose, , sets]) => whose === 'official' && sets?.split(',').includes(set))
    assert.deepEqual(
      ['self-billing', 'billing', 'tdd', 'mls'].map((set) => official(set).length),
      [302, 302, 58, 31],
    )
    assert.ok(rules.some(([, whose]) => whose === 'ours'))
    assert.deepEqual(
      rules.find(([id]) => id === 'IBR-002'),
      ['IBR-002', 'official', 'fatal', 'self-billing,billing', 'A document must have a number.'],
    )
    const billing = await selfbill(['rules', '--set', 'tdd', '--arabic'])
    assert.equal(billing.stdout.trimEnd().split('\n').length, 59, 'titles and 58 rules')
    assert.deepEqual(
      jsonLines((await selfbill(['rules', '--set', 'tdd', '--json'])).stdout).map(({ sets }) => sets),
      Array.from({ length: 58 }, () => ['tdd']),
    )
    assert.match(
      billing.stdout,
      /^IBR-TDD-03 +official {2}fatal +tdd +مستند البيانات الضريبية يجب ألا يكون له رقم خاص به\.$/m,
    )
    const one = await selfbill(['rules', 'ibr-cl-23'])
    assert.match(
      one.stdout,
      /^IBR-CL-23: fatal, official\n[\s\S]*fields {3}document_lines\[\]\.unit_code\n[\s\S]*وحدة القياس/,
    )
    assert.equal((await selfbill(['rules', 'IBR-9999'])).code, 1)
    assert.equal((await selfbill(['rules', '--set', 'nonsense'])).code, 2)
  })

  test('explain prints the fields that a path, its end or a business term names', async () => {
    for (const asked of ['document_lines[0].quantity', 'lines.quantity', 'ibt-129']) {
      const quantity = await selfbill(['explain', asked])
      assert.equal(quantity.code, 0, quantity.stderr)
      assert.match(
        quantity.stdout,
        /^quantity: How many units .*\n {2}عدد الوحدات .*\n {2}fields {3}document_lines\[\]\.quantity\n/,
      )
      assert.match(quantity.stdout, /\n {2}terms {4}IBT-129\n {2}example {2}10\n {2}rules {4}IBR-022 /)
    }
    const street = await selfbill(['explain', 'supplier_party.postal_address.street_name'])
    assert.match(street.stdout, /\n {2}terms {4}IBT-035\n/)
    assert.match((await selfbill(['explain', 'WebhookRequest.url'])).stdout, /^url: Address to post to/)
    assert.match((await selfbill(['explain', 'IBT-131'])).stdout, /^net_amount: /)
    assert.match((await selfbill(['explain', 'id'])).stdout, /\n\d+ more; name a longer path/)
    for (const unknown of ['nonsense', 'IBT-999', '']) {
      const { code, stderr } = await selfbill(['explain', unknown])
      assert.equal(code, 1, unknown)
      assert.match(stderr, /nothing is called/)
    }
  })

  test('explain prints a rule as `rules` does, and an error with what to do', async () => {
    const rule = await selfbill(['explain', 'ibr-191-ae'])
    assert.deepEqual([rule.code, rule.stdout], [0, (await selfbill(['rules', 'IBR-191-AE'])).stdout])
    const { code, stdout } = await selfbill(['explain', 'document_not_resubmittable'])
    assert.equal(code, 0)
    assert.match(stdout, /^document_not_resubmittable: document status is still pending .*\n.*VALIDATION_FAILED\n/)
    assert.match(stdout, /\n {2}status {3}400\n {2}values {3}status\n {2}to do {4}Only a document with status /)
    const linked = await selfbill(['explain', 'must_be_public_address', '--json'])
    const [error] = jsonLines(linked.stdout)
    assert.match(String(error?.what_to_do), /selfbill listen \(docs\/cli\.md\).*the sandbox \(docs\/sandbox\.md\)/)
    // `totals` and others may be both.
    for (const id of Object.keys(messages)) assert.notEqual(errorNamed(id)?.what_to_do, '', id)
  })

  test('validate takes a profile and reports every wrong field of a request', async () => {
    const profile = join(folder, 'profile.json')
    await writeFile(profile, jsonOf(aBuyer()))
    const request = join(folder, 'request.json')
    await writeFile(request, jsonOf(aPurchaseInvoice({ issue_date: '2026-02-30', due_date: undefined })))
    const refused = await selfbill(['validate', '--json', '--profile', profile, request])
    assert.equal(refused.code, 1)
    assert.deepEqual(
      linesOf(refused)[0]?.findings.map(({ field, text }) => [field, text]),
      [
        ['issue_date', 'Issue date must be a valid date in the form yyyy-MM-dd'],
        ['due_date', 'Due date is mandatory'],
      ],
    )
    await writeFile(profile, jsonOf(aBuyer({ tin: undefined })))
    const badProfile = await selfbill(['validate', '--profile', profile, request])
    assert.equal(badProfile.code, 2)
    assert.match(badProfile.stderr, /tin: TIN is mandatory for UAE business customers/)
  })

  test('validate refuses hostile or broken XML', async () => {
    const file = join(folder, 'bomb.xml')
    await writeFile(file, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
    const refused = await selfbill(['validate', '--json', file])
    assert.equal(refused.code, 1)
    assert.equal(linesOf(refused)[0]?.findings[0]?.reasonCode, 'XML')
    assert.equal((await selfbill(['validate', join(folder, 'missing.json')])).code, 2)
  })
})

interface Verdict {
  readonly file: string
  readonly valid: boolean
  readonly rule_book?: { readonly name: string; readonly version: string | null }
  readonly findings: readonly { readonly reasonCode: string; readonly field: string; readonly text: string }[]
}

function linesOf({ stdout }: Ended): Verdict[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
