import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asXlsx } from '../../test/support/files/spreadsheet.ts'
import { invoiceTable, withCell, written } from '../../test/support/files/table.ts'
import { inline, row, stylesXml, workbook } from '../../test/support/files/workbook.ts'
import { readDocuments } from './document-file.ts'
import type { ReadDocument } from './read-document.ts'

const family = 'purchase-invoices'

async function readOf(name: string, bytes: Uint8Array) {
  const source = async function* () {
    yield bytes
  }
  return readDocuments({ name, family, encoding: undefined }, source, 50_000)
}

async function documentsIn(name: string, bytes: Uint8Array): Promise<ReadDocument[]> {
  const documents: ReadDocument[] = []
  for await (const document of (await readOf(name, bytes)).documents()) documents.push(document)
  return documents
}

/** What is wrong with each cell, as row, column and reason. */
async function problemsIn(bytes: Uint8Array) {
  const documents = await documentsIn('a.xlsx', bytes)
  return documents.flatMap(({ problems }) =>
    problems.map(({ place, column, reason }) => [place?.row, column, reason.id, reason.values.value]),
  )
}

test('a spreadsheet gives the documents that the same table gives as CSV', async () => {
  const table = invoiceTable()
  const kinds = { 'line.quantity': 'number', 'line.price.base_amount': 'number', issue_date: 'day' } as const
  const texts = async (name: string, bytes: Uint8Array) => (await documentsIn(name, bytes)).map(({ text }) => text)
  const expected = await texts('a.csv', Buffer.from(written(table)))
  assert.equal(expected.length, 3)
  assert.deepEqual(await texts('a.XLSX', await asXlsx(table)), expected)
  assert.deepEqual(await texts('a.xlsx', await asXlsx(table, kinds)), expected)
})

test('money in a spreadsheet keeps every digit', async () => {
  const amount = '12345678901234567890.12'
  const cells = { A: inline('1'), B: `><v>${amount}</v>` }
  const file = await workbook(row(1, { A: inline('document'), B: inline('line.price.base_amount') }) + row(2, cells))
  assert.ok((await documentsIn('a.xlsx', file))[0]?.text?.includes(`"base_amount":${amount}`))
})

test('a number where digits are no number is named, cell by cell', async () => {
  const headings = [
    'document',
    'accounting_supplier_party.party_tax_scheme.company_id',
    'accounting_supplier_party.telephone',
  ]
  const more = [
    'payment_means[0].payee_financial_account.id',
    'order_reference.id',
    'issue_date',
    'note',
    'line.quantity',
  ]
  const columns = [...'ABCDEFGH']
  const head = Object.fromEntries([...headings, ...more].map((heading, at) => [columns[at] ?? '', inline(heading)]))
  const number = (value: string, style = 0) => `s="${style}"><v>${value}</v>`
  const cells = {
    ...{ A: number('1'), B: number('100567890100003'), C: number('97145550130'), D: number('7.0331234567890128E+22') },
    ...{ E: number('451', 1), F: number('46218'), G: number('46218', 2), H: '><f>B2*2</f>' },
  }
  const file = await workbook(row(1, head) + row(2, cells), { 'xl/styles.xml': stylesXml('000000', 'dd/mm/yyyy') })
  assert.deepEqual(await problemsIn(file), [
    [2, headings[1], 'cell_written_as_number', '100567890100003'],
    [2, headings[2], 'cell_written_as_number', '97145550130'],
    [2, more[0], 'cell_shortened', '70331234567890128000000'],
    [2, more[1], 'cell_written_as_number', '451'],
    [2, more[3], 'cell_turned_into_date', '2026-07-15'],
    [2, more[4], 'cell_formula_unsaved', undefined],
  ])
})

test('rows belong to no document while a spreadsheet may have made one name of several', async () => {
  const head = row(1, { A: inline('document'), B: inline('note') })
  for (const [cell, reason] of [
    ['><f>B2&amp;1</f>', 'cell_formula_unsaved'],
    ['><v>2.3456789012345601E+16</v>', 'cell_shortened'],
    ['><v>101</v>', undefined],
    [inline('23456789012345601'), undefined],
  ] as const) {
    const rows = [2, 3].map((at) => row(at, { A: cell, B: inline('x') })).join('')
    const { problems } = await readOf('a.xlsx', await workbook(head + rows))
    const found = problems.map(({ place, reason: { id, values } }) => [place?.row, id, JSON.stringify(values)])
    const rowsWrong = reason === undefined ? [] : [2, 3]
    assert.deepEqual(
      found.map(([at, id]) => [at, id]),
      rowsWrong.map((at) => [at, 'csv_document_damaged']),
    )
    for (const [, , values] of found) assert.ok(String(values).includes(reason ?? ''), String(values))
  }
})

test('a percentage is its number in a column of rates, and a fraction there is named', async () => {
  const rates = ['line.classified_tax_category.percent', 'line.allowances[0].multiplier_factor_numeric']
  const heads = ['document', ...rates, 'line.quantity']
  const head = Object.fromEntries(heads.map((heading, at) => ['ABCD'[at] ?? '', inline(heading)]))
  const shown = (value: string) => `s="1"><v>${value}</v>`
  const rows = [
    { A: inline('1'), B: shown('0.05'), C: shown('0.005'), D: shown('0.5') },
    { A: inline('2'), B: shown('7.0000000000000007E-2'), C: inline('2.5 %') },
    { A: inline('3'), B: inline('5%'), C: inline('٥%') },
    { A: inline('4'), B: '><v>0.05</v>', C: '><v>0.05</v>', D: inline('5%') },
  ]
  const sheet = row(1, head) + rows.map((cells, at) => row(at + 2, cells)).join('')
  const file = await workbook(sheet, { 'xl/styles.xml': stylesXml('0%') })
  const texts = (await documentsIn('a.xlsx', file)).map(({ text }) => text?.match(/[a-z_]+":[\d.]+/g))
  assert.deepEqual(texts, [
    ['percent":5', 'multiplier_factor_numeric":0.5', 'quantity":0.5'],
    ['percent":7', 'multiplier_factor_numeric":2.5'],
    undefined,
    undefined,
  ])
  assert.deepEqual(await problemsIn(file), [
    [4, rates[1], 'cell_number_proposed', '٥'],
    [5, rates[0], 'cell_rate_as_fraction', '0.05'],
    [5, 'line.quantity', 'cell_not_number', '5%'],
  ])
})

test('texts of a spreadsheet are read as those of CSV: nothing is guessed', async () => {
  const { headings, rows } = invoiceTable()
  const two = withCell({ headings, rows: rows.slice(0, 2) }, 2, 'line.quantity', () => '1.500')
  const table = withCell(two, 3, 'issue_date', () => '03/04/2026')
  const found = await problemsIn(await asXlsx(table, { 'line.price.base_amount': 'number' }))
  assert.deepEqual(
    found.map(([at, column, id]) => [at, column, id]),
    [
      [2, 'line.quantity', 'cell_ambiguous'],
      [3, 'issue_date', 'cell_date_unclear'],
    ],
  )
})

test('formulas are named once a column, with their number and first row', async () => {
  const head = row(1, { A: inline('document'), B: inline('line.quantity') })
  const rows = [2, 3, 4].map((at) => row(at, { A: inline('1'), B: '><f>1+1</f><v>2</v>' })).join('')
  const { warnings = [] } = await readOf('a.xlsx', await workbook(head + rows))
  assert.deepEqual(
    warnings.map(({ place, column, reason }) => [place?.row, column, reason.id, reason.values.count]),
    [[2, 'line.quantity', 'cells_computed', 3]],
  )
})
