import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { invoiceTable, written } from '../../test/support/files/table.ts'
import { plainName } from './column-names.ts'
import { readDocuments } from './document-file.ts'
import { columnNames } from './plain-names.ts'
import { placeOfField, type ReadDocument } from './read-document.ts'
import { templateOf } from './template.ts'
import { writtenCsv } from './written-csv.ts'
import { writtenXlsx } from './xlsx/written-xlsx.ts'

async function documentsIn(name: string, family: (typeof families)[number], bytes: Uint8Array) {
  const source = async function* () {
    yield bytes
  }
  const documents: ReadDocument[] = []
  const read = await readDocuments({ name, family, encoding: undefined }, source, 50_000)
  for await (const document of read.documents()) documents.push(document)
  return documents
}

test('a template reads back as the same documents in every kind, language and form', async () => {
  for (const family of families) {
    const texts = new Set<string>()
    for (const names of ['en', 'ar', undefined] as const) {
      const table = templateOf(family, names, '2026-07-15')
      const known = new Set(columnNames.map(({ path }) => (names === undefined ? path : plainName(path, names))))
      for (const heading of table.headings) assert.ok(known.has(heading), `${heading} has no plain name`)
      for (const [name, content] of [
        ['a.csv', writtenCsv(table)],
        ['a.xlsx', writtenXlsx(table, new Date(0))],
      ] as const) {
        const documents = await documentsIn(name, family, await buffer(content))
        assert.deepEqual(
          documents.map(({ problems }) => problems),
          [[], []],
        )
        texts.add(documents.map(({ text }) => text).join('\n'))
      }
    }
    assert.equal(texts.size, 1, family)
  }
})

test('an error is shown with the name that the file has', async () => {
  const { headings, rows } = invoiceTable()
  const mixed = headings.map((heading, at) =>
    heading === 'line.quantity' ? 'الكمية' : at % 2 === 0 ? (plainName(heading, 'en') ?? heading) : heading,
  )
  const wrong = rows.map((cells, row) =>
    cells.map((cell, at) => (row === 0 && headings[at] === 'line.quantity' ? 'many' : cell)),
  )
  const csv = Buffer.from(written({ headings: mixed, rows: wrong }))
  const [first, second] = await documentsIn('a.csv', 'purchase-invoices', csv)
  assert.deepEqual(
    first?.problems.map(({ column, reason }) => [column, reason.id]),
    [['الكمية', 'cell_not_number']],
  )
  assert.ok(second !== undefined)
  assert.equal(placeOfField(second, 'document_lines[0].quantity').column, 'الكمية')
})

test('two headings for one field are refused by the names that they have', async () => {
  const csv = Buffer.from('document,line.quantity,Quantity\n1,2,2\n')
  await assert.rejects(documentsIn('a.csv', 'purchase-invoices', csv), { message: 'csv_columns_repeated' })
})
