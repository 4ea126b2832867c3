import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceTable, type Table, written } from '../../test/support/files/table.ts'
import { csvRecords } from './csv-records.ts'
import { csvSelection } from './csv-selection.ts'
import { readDocuments } from './document-file.ts'

async function* partsOf(text: string) {
  yield text
}

async function documentsIn(text: string) {
  const source = async function* () {
    yield Buffer.from(text)
  }
  const file = { name: 'a.csv', family: 'purchase-invoices', encoding: undefined } as const
  const texts: (string | undefined)[] = []
  for await (const document of (await readDocuments(file, source, 100)).documents()) texts.push(document.text)
  return texts
}

/** Every cell in ASCII. */
function plain({ headings, rows }: Table): Table {
  return { headings, rows: rows.map((cells) => cells.map((cell) => cell.replaceAll(/[^ -~]/g, 'x'))) }
}

test('selected rows are read as those of their file, whichever separator it has, and whether it states it', async () => {
  const reasons = new Map([2, 3, 4, 5, 6].map((row) => [row, 'a;b|c,d\te']))
  for (const table of [plain(invoiceTable()), invoiceTable()]) {
    const documents = await documentsIn(written(table))
    assert.equal(documents.length, 3)
    for (const [separator, beginning] of [
      ...[',', ';', '\t'].map((each) => [each, ''] as const),
      ...[',', ';', '\t', '|'].map((each) => [each, `sep=${each}\r\n`] as const),
    ]) {
      const text = await csvSelection(partsOf(beginning + written(table, { separator })), reasons, 100)
      assert.deepEqual(await documentsIn(text), documents, JSON.stringify([separator, beginning, table.rows[0]]))
    }
  }
})

test('a file in ASCII that states its separator states it again, without the mark that hides it from Excel', async () => {
  const reasons = new Map([[2, 'wrong']])
  const selected = (text: string) => csvSelection(partsOf(text), reasons, 100)
  assert.equal(await selected('sep=|\ndocument|note\n1|a\n2|b\n'), 'sep=|\r\ndocument|note|error\r\n1|a|wrong\r\n')
  assert.equal(await selected('sep=|\ndocument|note\n1|é\n'), '\ufeffdocument;note;error\r\n1;é;wrong\r\n')
  assert.equal(await selected('document;note\n1;a\n'), '\ufeffdocument;note;error\r\n1;a;wrong\r\n')
  const again = await selected(await selected('sep=|\ndocument|note\n1|a\n'))
  const rows: (readonly string[])[] = []
  for await (const { cells } of csvRecords(partsOf(again), 100)) rows.push(cells)
  assert.deepEqual(rows, [
    ['document', 'note', 'error'],
    ['1', 'a', 'wrong'],
  ])
})
