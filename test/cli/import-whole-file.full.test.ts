import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { asXlsx } from '../support/files/spreadsheet.ts'
import { invoiceTable, type Table, withCell, written } from '../support/files/table.ts'
import { inline, row, workbook } from '../support/files/workbook.ts'
import { commandLine, firstStart } from '../support/processes/command-line.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'

// bin/selfbill import reads a file to its end before it issues anything, and says what became of
// each row.

describe('imports of whole files', () => {
  const { folder, selfbill: silently } = commandLine()
  before(() => firstStart(join(folder, 'data')))
  const selfbill = (args: readonly string[]) => silently(args, { LOG_LEVEL: 'silent' })
  const profile = ['--profile', 'BP-DEMO000001']
  const table = invoiceTable()
  const apart: Table = { ...table, rows: [0, 2, 1, 3, 4].map((at) => table.rows[at] ?? []) }
  const csv = async (name: string, text: string) => {
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }
  const resultsOf = async (file: string) => {
    const [headings = '', ...rows] = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
    assert.equal(headings, '\ufeffrow,status,document_number,id,reason')
    return rows.map((row) => row.split(','))
  }

  test('rows that stand apart are one invoice, and the results name it for each row', async () => {
    const file = await csv('apart.csv', written(apart))
    const { stdout, stderr } = await selfbill(['import', ...profile, file])
    assert.match(
      stdout,
      /^rows 2, 4: issued \S+ [0-9a-f-]{36}\nrow 3: issued .*\nrows 5-6: issued .*\n3 issued, /,
      stderr,
    )
    const results = await resultsOf(`${file}.results.csv`)
    assert.deepEqual(
      results.map(([row, status]) => [row, status]),
      ['2', '4', '3', '5', '6'].map((row) => [row, 'issued']),
    )
    assert.equal(results[0]?.[3], results[1]?.[3])
    assert.notEqual(results[0]?.[3], results[2]?.[3])
  })

  test('findings and refusals of rows have what codes mean, and the proposed repair', async () => {
    const category = 'line.classified_tax_category.id'
    const units = withCell(
      withCell(table, 4, 'line.unit_code', () => 'kg'),
      5,
      'line.unit_code',
      () => 'ballast',
    )
    const file = await csv('codes.csv', written(withCell(units, 2, category, () => 'VAT')))
    const { stdout } = await selfbill(['import', ...profile, '--dry-run', file])
    assert.match(stdout, /one of S \(standard rate\), Z \(zero rate\), E \(exempt\)/)
    assert.match(stdout, /Row 4: line\.unit_code: .* Replace kg with KGM \(kilogram\) \(IBR-CL-23\)$/m)
    assert.match(stdout, /Row 5: line\.unit_code: .* ballast is not in it; common codes: EA \(each\), KGM \(kilogram\)/)
    await selfbill(['import', ...profile, file])
    const results = await readFile(`${file}.results.csv`, 'utf8')
    assert.match(results, /Replace kg with KGM \(kilogram\)/)
  })

  test('a dry run stores nothing and lists every row with its result', async () => {
    const wrong = withCell(
      withCell(apart, 4, 'line.quantity', () => 'many'),
      5,
      'line.unit_code',
      () => 'nonsense',
    )
    const file = await csv('dry.csv', written(withCell(wrong, 3, 'issue_date', () => '15/07/2026')))
    const before = (await selfbill(['check'])).stdout
    const tried = await selfbill(['import', ...profile, '--dry-run', file])
    assert.equal(tried.code, 1)
    assert.match(tried.stdout, /^rows 2, 4: would be refused\n {2}Row 4: line\.quantity is not a number: many$/m)
    assert.match(tried.stdout, /^row 3: would be refused\n {2}Row 3: issue_date is not written year first: 15\/07/m)
    assert.match(tried.stdout, /^rows 5-6: (fails rules|would be refused)\n {2}Row 5: line\.unit_code: /m)
    assert.match(tried.stdout, /nothing is stored$/m)
    const results = await resultsOf(`${file}.dry-run.csv`)
    assert.deepEqual(
      results.map(([row]) => row),
      ['2', '4', '3', '5', '6'],
    )
    assert.match(results[1]?.join(',') ?? '', /Row 4: line\.quantity is not a number: many/)
    const dated = await selfbill(['import', ...profile, '--dry-run', '--dates', 'dd/mm/yyyy', file])
    assert.doesNotMatch(dated.stdout, /issue_date/)
    assert.match(dated.stdout, /Row 4: line\.quantity/)
    assert.equal((await selfbill(['check'])).stdout, before)
    assert.equal(existsSync(`${file}.progress`), false)
  })

  test('while a row belongs to no document nothing is issued, and every problem is listed at once', async () => {
    const unplaced = withCell(
      withCell(table, 3, 'document', () => ''),
      5,
      'line.quantity',
      () => 'x',
    )
    const file = await csv('unplaced.csv', written(unplaced))
    const { code, stdout, stderr } = await selfbill(['import', ...profile, file])
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
    assert.match(stderr, /nothing is issued, because rows belong to no document:\n {2}Row 3: document is empty/)
    const results = await readFile(`${file}.results.csv`, 'utf8')
    assert.match(results, /^3,refused,,,"?Row 3: document is empty/m)
    assert.match(results, /^5,refused,.*line\.quantity is not a number: x/m)
    assert.equal(existsSync(`${file}.progress`), false)
    await writeFile(file, written(table))
    assert.match((await selfbill(['import', ...profile, file])).stdout, /^3 issued/m)
  })

  test('one unreadable file does not end a run over many', async () => {
    const files = [
      await csv('empty.csv', ''),
      await csv('first.csv', written(table)),
      await csv('bytes.csv', Buffer.from(written(table), 'utf8').toString('latin1').slice(0, 900)),
      join(folder, 'missing.csv'),
      await csv('last.ndjson', jsonOf(aPurchaseInvoice())),
    ]
    await writeFile(files[2] ?? '', Buffer.from([0x64, 0xff, 0x0a]))
    const { code, stdout, stderr } = await selfbill(['import', ...profile, ...files])
    assert.equal(code, 2)
    assert.match(stderr, /empty\.csv: There is no document in the file/)
    assert.match(stderr, /bytes\.csv: byte 2, on line 1, is 0xFF/)
    assert.match(stderr, /missing\.csv cannot be read/)
    assert.match(stdout, /^3 issued[\s\S]*^1 issued/m)
  })

  test('another spreadsheet and another kind of file are refused by their ending, with what to do', async () => {
    const files = await Promise.all(['list.xlsx', 'old.xls', 'list.txt'].map((name) => csv(name, 'PK')))
    const { code, stderr } = await selfbill(['import', ...profile, ...files])
    assert.equal(code, 2)
    assert.match(stderr, /list\.xlsx: The file is damaged, or is not an \.xlsx file/)
    assert.match(stderr, /old\.xls: A spreadsheet \(\.xls\) cannot be read\. Save it as \.xlsx or "CSV UTF-8" first/)
    assert.match(
      stderr,
      /list\.txt: Files with the ending \.txt are not accepted; use one of \.csv, \.tsv, \.xlsx, \.ndjson/,
    )
  })

  test('a spreadsheet is issued as its table says, and again it issues nothing', async () => {
    const file = join(folder, 'july.xlsx')
    await writeFile(file, await asXlsx(table, { 'line.quantity': 'number', issue_date: 'day' }))
    const { stdout, stderr } = await selfbill(['import', ...profile, file])
    assert.match(stdout, /^rows 2-3: issued .*\nrow 4: issued .*\nrows 5-6: issued .*\n3 issued, /, stderr)
    assert.equal((await resultsOf(`${file}.results.csv`)).length, 5)
    assert.match((await selfbill(['import', ...profile, file])).stdout, /3 issued/)
    const refused = await selfbill(['import', ...profile, '--encoding', 'utf-8', file])
    assert.equal(refused.code, 2)
  })

  test('a template passes the check as it is, and never replaces a file', async () => {
    for (const name of ['template.xlsx', 'template.csv']) {
      const file = join(folder, name)
      const written = await selfbill(['template', '--names', 'ar', file])
      assert.equal(written.code, 0)
      const [, line = ''] = /then: selfbill (.*)/.exec(written.stdout) ?? []
      const command = line.split(' ').map((word) => (word === 'BP' ? (profile[1] ?? '') : word))
      assert.match((await selfbill([...command, '--dry-run'])).stdout, /^2 pass/m, line)
      assert.match((await selfbill(['template', file])).stderr, /is there already/)
      const { stdout } = await selfbill(['import', ...profile, '--dry-run', file])
      assert.match(stdout, /^2 pass, 0 fail rules, 0 would be refused/m)
    }
    assert.match((await selfbill(['template', join(folder, 'a.txt')])).stderr, /must end with \.xlsx or \.csv/)
  })

  test('formulas of a spreadsheet are named on the terminal', async () => {
    const file = join(folder, 'formulas.xlsx')
    const head = row(1, { A: inline('document'), B: inline('line.quantity') })
    await writeFile(file, await workbook(head + row(2, { A: inline('1'), B: '><f>1+1</f><v>2</v>' })))
    const { stderr } = await selfbill(['import', ...profile, '--dry-run', file])
    assert.match(stderr, /formulas\.xlsx: Row 2: Formulas in line\.quantity: 1/)
  })

  test('lines of NDJSON with one number are refused together, and a broken line by itself', async () => {
    const lines = ['N-1', 'N-2', 'N-1', 'N-3'].map((number) => jsonOf(aPurchaseInvoice({ document_number: number })))
    lines[3] = (lines[3] ?? '').slice(0, -20)
    const file = await csv('numbers.ndjson', lines.join('\n'))
    const { code, stdout } = await selfbill(['import', ...profile, file])
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^line 1: refused\n {2}Line 1: document_number N-1 is also that of another document, in line 3$/m,
    )
    assert.match(stdout, /^line 2: issued N-2 /m)
    assert.match(stdout, /^line 3: refused\n {2}Line 3: .* in line 1$/m)
    assert.match(stdout, /^line 4: refused\n {2}The body is not valid JSON/m)
    const refused = (await readFile(`${file}.refused.ndjson`, 'utf8')).trim().split('\n')
    assert.deepEqual(
      refused.map((line) => JSON.parse(line).request),
      [lines[0], lines[2], lines[3]],
    )
    const codes = refused.map((line) => JSON.parse(line).error_codes.message)
    assert.deepEqual(
      codes.map(({ id, values }) => values.reason_id ?? id),
      ['file_number_repeated', 'file_number_repeated', 'not_json'],
    )
  })

  test('an import that an older version began continues behind its rows and issues none of them twice', async () => {
    const file = await csv('older.csv', written(apart))
    await selfbill(['import', ...profile, file])
    const { resultsBytes: _, ...progress } = JSON.parse(await readFile(`${file}.progress`, 'utf8'))
    // Before, row 2 was a document, row 3, and row 4.
    await writeFile(`${file}.progress`, JSON.stringify({ ...progress, done: 2, issued: 2 }))
    const before = (await selfbill(['check'])).stdout
    const again = await selfbill(['import', ...profile, file])
    assert.match(
      again.stdout,
      /^rows 2, 4: refused\n {2}Row 2: an older version of Selfbill issued row 2 as a document/m,
    )
    assert.doesNotMatch(again.stdout, /^row 3: /m)
    // The key of these rows is what it was, so they are not issued again.
    assert.match(again.stdout, /^rows 5-6: issued /m)
    assert.match(again.stdout, /^3 issued, .* 1 refused$/m)
    assert.equal((await selfbill(['check'])).stdout, before)
  })
})
