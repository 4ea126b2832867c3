import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { invoiceTable } from '../../../test/support/files/table.ts'
import { inline, row, stylesXml, workbook } from '../../../test/support/files/workbook.ts'
import { readDocuments } from '../../document-files/document-file.ts'
import { readXlsx } from '../../document-files/xlsx/read-xlsx.ts'
import { writtenXlsx } from '../../document-files/xlsx/written-xlsx.ts'
import { refusedSheet } from './result-files.ts'
import type { UploadedDocument } from './upload-documents.ts'

const family = 'purchase-invoices'

/** Each document of a spreadsheet: what is sent of it, or what is wrong with its cells. */
async function readingsOf(bytes: Uint8Array) {
  const source = async function* () {
    yield bytes
  }
  const read = await readDocuments({ name: 'a.xlsx', family, encoding: undefined }, source, 10_000)
  const readings: (readonly [key: string | undefined, text: string | undefined, cells: readonly string[]])[] = []
  for await (const { key, text, problems } of read.documents())
    readings.push([key, text, problems.map(({ column, reason }) => `${column} ${reason.id} ${reason.values.value}`)])
  return readings
}

/** All rows of a sheet as those of refused documents. */
async function refusedOf(bytes: Uint8Array) {
  const sheet = await readXlsx(bytes, 10_000)
  const refused = sheet.rows.slice(1).map((one): UploadedDocument => ({ ...document, rows: [one.row] }))
  return buffer(writtenXlsx(refusedSheet(sheet, refused, { language: 'en', family }), new Date(0)))
}

const document: UploadedDocument = {
  position: 0,
  key: undefined,
  rows: [],
  check: 'REFUSED',
  outcome: undefined,
  isRepeat: false,
  documentId: undefined,
  documentNumber: undefined,
  approval: undefined,
  errors: [],
  warnings: [],
}

/** What programs make of a cell. The styles: zeros in front, a date, a percentage. */
const cells = {
  number: '><v>451</v>',
  'number with decimals': '><v>19.989999999999998</v>',
  'number of 17 digits': '><v>2.3456789012345601E+16</v>',
  'number of 23 digits': '><v>70331234567890128000000</v>',
  'decimals of 22 digits': '><v>12345678901234567890.12</v>',
  'zeros in front': 's="1"><v>84512</v>',
  'zeros in front of 17 digits': 's="1"><v>23456789012345601</v>',
  date: 's="2"><v>46218</v>',
  percentage: 's="3"><v>0.05</v>',
  'percentage below one': 's="3"><v>0.0005</v>',
  'percentage of 17 digits': 's="3"><v>0.12345678901234567</v>',
  'formula without a result': '><f>B2*2</f>',
  'formula with a result': '><f>B2*2</f><v>7</v>',
  'truth value': 't="b"><v>1</v>',
  error: 't="e"><v>#REF!</v>',
  'day as text': 't="d"><v>2026-07-15</v>',
  ...Object.fromEntries(
    ['000451', '451.0', '1.23E+15', '5%', '03/04/2026', '1.500', "'+971", '=A1', '_x0041_', ' 7'].map((text) => [
      text,
      inline(text),
    ]),
  ),
}

test('what was refused of a sheet is refused again, and what was sound has the same value, cell by cell', async () => {
  const { headings, rows } = invoiceTable()
  const of = 'accounting_supplier_party'
  const changed = [
    ...[`${of}.company_id`, 'payment_means[0].payee_financial_account.id', 'order_reference.id', 'issue_date', 'note'],
    ...[`${of}.party_tax_scheme.company_id`, `${of}.telephone`, 'line.quantity', 'line.price.base_amount'],
    ...['line.classified_tax_category.percent', 'line.commodity_classification.item_classification_code'],
    ...['payment_means[0].payment_means_code', 'line.allowances[0].multiplier_factor_numeric', 'document'],
  ]
  const all = [...new Set([...headings, ...changed])]
  const letters = all.map((_, at) => `${at < 26 ? '' : 'A'}${String.fromCharCode(65 + (at % 26))}`)
  const cellsOf = (inside: (heading: string) => string) =>
    Object.fromEntries(all.map((heading, at) => [letters[at] ?? '', inside(heading)]))
  const usual = (heading: string) => rows[0]?.[headings.indexOf(heading)] ?? ''
  const variants = changed.flatMap((heading) => Object.values(cells).map((inside) => [heading, inside] as const))
  // Rows of other keys belong to no document, or to that of another row.
  const written = variants.filter(([heading, inside]) => heading !== 'document' || /<v>\d{3,15}</.test(inside))
  const body = written.map(([changedOne, inside], at) =>
    row(
      at + 2,
      cellsOf((heading) =>
        heading === changedOne ? inside : inline(heading === 'document' ? `D-${at}` : usual(heading)),
      ),
    ),
  )
  const head = row(1, cellsOf(inline))
  const file = await workbook(head + body.join(''), { 'xl/styles.xml': stylesXml('000000', 'dd/mm/yyyy', '0%') })
  const before = await readingsOf(file)
  assert.equal(before.length, written.length)
  assert.ok(before.filter(([, , wrong]) => wrong.length > 0).length > 100)
  const again = await readingsOf(await refusedOf(file))
  // Such a cell is shown as an error until somebody types its value.
  const unsaved = (wrong: string) => wrong.replace(/ cell_\w+ #N\/A$/, ' cell_formula_unsaved undefined')
  assert.deepEqual(
    again.map(([key, text, wrong]) => [key, text, wrong.map(unsaved)]),
    before,
  )
})
