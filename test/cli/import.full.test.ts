import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { idempotencyKey } from '../../src/application/idempotency-key.ts'
import { run } from '../../src/cli/run.ts'
import { allOrganisations } from '../../src/store/accounts/organisations.ts'
import { unlimitedRoom } from '../../src/store/room.ts'
import { openStore } from '../../src/store/store.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { documentsOf } from '../support/files/documents-of.ts'
import { commandLine, firstStart } from '../support/processes/command-line.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { KeptTerminal } from '../support/terminal.ts'

// bin/selfbill import: documents from a file, with or without a running service.

const root = new URL('../../', import.meta.url).pathname

describe('bin/selfbill import', () => {
  const { folder, selfbill: silently } = commandLine()
  before(() => firstStart(join(folder, 'data')))
  const selfbill = (args: readonly string[]) => silently(args, { LOG_LEVEL: 'silent' })
  const profile = ['--profile', 'BP-DEMO000001']

  test('issues what it can, reports refusals and does nothing twice', async () => {
    const file = join(folder, 'july.ndjson')
    const lines = Array.from({ length: 30 }, (_, at) => jsonOf(aPurchaseInvoice({ document_number: `JULY-${at}` })))
    lines[7] = jsonOf(aPurchaseInvoice({ issue_date: 'x' }))
    await writeFile(file, lines.join('\n'))
    const first = await selfbill(['import', ...profile, file])
    const summary = first.stdout.slice(first.stdout.indexOf('29 issued'))
    assert.equal(
      summary,
      `29 issued, 0 of them with fatal findings; 1 refused\nrefused documents and reasons: ${file}.refused.ndjson\n` +
        `results by row: ${file}.results.csv\n`,
      first.stderr,
    )
    assert.equal(first.code, 1)
    const refused = JSON.parse(await readFile(`${file}.refused.ndjson`, 'utf8'))
    assert.equal(refused.line, 8)
    assert.ok(refused.errors.issue_date)
    assert.deepEqual(refused.error_codes, { issue_date: { id: 'must_be_date', values: { field: 'issue_date' } } })
    assert.equal(refused.request, lines[7])
    const again = await selfbill(['import', ...profile, file])
    assert.equal(again.stdout, summary)
    assert.equal(again.stderr, 'already imported; nothing to do\n')
  })

  test('resumes after a stop, even when the last documents were not recorded', async () => {
    const file = join(folder, 'august.ndjson')
    await writeFile(file, Array.from({ length: 40 }, () => jsonOf(aPurchaseInvoice())).join('\n'))
    await selfbill(['import', ...profile, file])
    const progress = JSON.parse(await readFile(`${file}.progress`, 'utf8'))
    assert.equal(progress.issued, 40)
    // As after a kill with 32 documents issued and 16 of them recorded.
    await writeFile(`${file}.progress`, JSON.stringify({ ...progress, done: 16, issued: 16 }))
    const again = await selfbill(['import', ...profile, file])
    assert.match(again.stdout, /^40 issued/m)
    const check = await selfbill(['check'])
    assert.match(check.stdout, /its chain of 69 links holds/)
    await writeFile(file, jsonOf(aPurchaseInvoice()))
    const other = await selfbill(['import', ...profile, file])
    assert.equal(other.code, 2)
    assert.match(other.stderr, /belongs to another import \(another content\): move it away to start again/)
  })

  test('goes on after more than a day only with the rows that a person found issued', async () => {
    const file = join(folder, 'old.ndjson')
    const countNow = async () => Number(/chain of (\d+) links/.exec((await selfbill(['check'])).stdout)?.[1])
    await writeFile(file, Array.from({ length: 60 }, () => jsonOf(aPurchaseInvoice())).join('\n'))
    const before = await countNow()
    await selfbill(['import', ...profile, file])
    assert.equal(await countNow(), before + 60)
    const progress = JSON.parse(await readFile(`${file}.progress`, 'utf8'))
    // As after a kill two days ago, before the second group was saved; nothing keeps the answers.
    const savedAt = progress.savedAt - 2 * 86_400_000
    await writeFile(`${file}.progress`, JSON.stringify({ ...progress, done: 16, issued: 16, savedAt }))
    const store = await openStore({ dataDir: join(folder, 'data') }, Date.now())
    await store.database.query(sql('delete from idempotency_answers'))
    await store.close()
    const refused = await selfbill(['import', ...profile, file])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /would be issued twice: 17-60\n.*--issued-rows/)
    const wrong = await selfbill(['import', ...profile, '--issued-rows', '16', file])
    assert.match(wrong.stderr, /--issued-rows names 16, and the rows in question are 17-60/)
    assert.match((await selfbill(['import', ...profile, '--issued-rows', '3-', file])).stderr, /must be rows such as/)
    assert.equal(await countNow(), before + 60)
    const again = await selfbill(['import', ...profile, '--issued-rows', '17-50, 52', file])
    assert.match(again.stdout, /^25 issued/m, again.stderr)
    assert.equal(await countNow(), before + 69)
    // A run that was stopped again still knows the rows.
    await writeFile(
      `${file}.progress`,
      JSON.stringify({ ...JSON.parse(await readFile(`${file}.progress`, 'utf8')), done: 48 }),
    )
    await selfbill(['import', ...profile, file])
    assert.equal(await countNow(), before + 69)
    // A version that did not write the time: that of the file counts.
    const { savedAt: _, ...older } = progress
    await writeFile(`${file}.progress`, JSON.stringify({ ...older, done: 16 }))
    assert.equal((await selfbill(['import', ...profile, '--dry-run', file])).code, 0)
    const long = new Date(Date.now() - 2 * 86_400_000)
    await utimes(`${file}.progress`, long, long)
    assert.equal((await selfbill(['import', ...profile, file])).code, 2)
  })

  test('waits for a document that a stopped import holds, and says what it waits for', async () => {
    const file = join(folder, 'held.ndjson')
    const text = jsonOf(aPurchaseInvoice())
    await writeFile(file, text)
    const environment = { ...process.env, LOG_LEVEL: 'silent', DATA_DIR: join(folder, 'data') }
    const store = await openStore({ dataDir: environment.DATA_DIR }, Date.now())
    const [organisation] = await allOrganisations(store.database)
    const key = await idempotencyKey({
      orgId: organisation?.id ?? '',
      accountId: 'import',
      action: ['IMPORT', 'purchase-invoices/BP-DEMO000001'],
      key: `${createHash('sha256').update(text).digest('hex')}-1`,
      body: Buffer.from(text),
    })
    // As after a kill: its mark is left, and dies by itself.
    const held = await store.idempotency.begin(key, Date.now(), unlimitedRoom)
    assert.equal(held.kind, 'begun')
    const terminal = new KeptTerminal(environment)
    const imported = run(['import', ...profile, file], terminal)
    await eventually(async () => terminal.printed.stderr !== '')
    // As if a minute had passed.
    await store.database.query(sql('update idempotency_marks set dies_at = dies_at - 60000'))
    await store.close()
    const code = await imported
    const { stdout, stderr } = terminal.printed
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^1 issued/m)
    assert.match(stderr, /another import of this file, or one that was stopped, holds the document of line 1: waiting/)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
  })

  test('the CSV example is two documents with three lines, and every figure is kept as written', async () => {
    const file = join(folder, 'import.csv')
    await copyFile(join(root, 'examples/import.csv'), file)
    const documents = await documentsOf(file)
    const [first, second] = documents.map(({ text }) => text ?? '')
    assert.equal(documents.length, 2)
    assert.equal(JSON.parse(first ?? '').document_lines.length, 2)
    assert.match(second ?? '', /"base_amount":18\.004/)
    assert.match(second ?? '', /"endpoint_scheme_id":"0235"/)
    const imported = await selfbill(['import', ...profile, file])
    assert.match(imported.stdout, /^2 issued, 0 of them with fatal findings; 0 refused$/m, imported.stderr)
  })

  test('an unknown heading ends the import; contradictory rows and rows without a number are refused', async () => {
    const file = join(folder, 'odd.csv')
    await writeFile(file, 'document,isue_date,document_lines\n1,2026-07-15,x\n')
    const unknown = await selfbill(['import', ...profile, file])
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /Row 1: These columns name no field: isue_date, document_lines/)
    await writeFile(file, 'document,issue_date,line.quantity\n1,2026-07-15,1\n1,2026-07-16,many\n2,2026-07-15,1\n')
    const documents = await documentsOf(file)
    assert.deepEqual(
      documents.map(({ rows, problems }) => [rows, problems]),
      [
        [
          '2-3',
          [
            'Row 3: issue_date is 2026-07-16, but 2026-07-15 in row 2 of the same document',
            'Row 3: line.quantity is not a number: many',
          ],
        ],
        ['4', []],
      ],
    )
  })

  test('reading many rows of one document takes linear time', { timeout: 60_000 }, async () => {
    const file = join(folder, 'long.csv')
    await writeFile(file, `document,line.name\n${'1,n\n'.repeat(200_000)}`)
    const [document, ...more] = await documentsOf(file)
    assert.ok(document?.text)
    assert.equal(JSON.parse(document.text).document_lines.length, 200_000)
    assert.deepEqual(more, [])
  })

  test('a file of another kind is refused with a reason and nothing is issued', async () => {
    const cases = [
      [
        'bars.csv',
        'document|issue_date\n1|2026-07-15\n',
        /There is no column "Document" or "Document number"[\s\S]*name no field: document\|issue_date/,
      ],
      ['stated.csv', 'sep=#\ndocument#issue_date\n', /sep= in its first line must name a comma, semicolon, tab/],
      ['short.csv', 'document,issue_date\n1\n', /^ {2}Row 2: there are 1 cells for 2 columns/m],
      ['pretty.json', JSON.stringify(JSON.parse(jsonOf(aPurchaseInvoice())), null, 2), /No line is a JSON object/],
    ] as const
    for (const [name, text, message] of cases) {
      const file = join(folder, name)
      await writeFile(file, text)
      const { code, stdout, stderr } = await selfbill(['import', ...profile, file])
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, name)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^ +at /m, 'no stack')
    }
  })

  test('an unknown profile ends the import before any document is refused', async () => {
    const file = join(folder, 'nobody.ndjson')
    await writeFile(file, jsonOf(aPurchaseInvoice()))
    const { code, stderr } = await selfbill(['import', '--profile', 'BP-NOBODY', file])
    assert.equal(code, 1)
    assert.match(stderr, /^selfbill import: Demo has no business profile BP-NOBODY$/m)
  })

  test('a family, a profile and one file are required', async () => {
    for (const args of [
      ['import', 'x'],
      ['import', ...profile],
      ['import', ...profile, '--family', 'x', 'y'],
    ]) {
      assert.equal((await selfbill(args)).code, 2)
    }
  })
})
