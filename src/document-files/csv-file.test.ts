import assert from 'node:assert/strict'
import { text as written } from 'node:stream/consumers'
import { test } from 'node:test'
import { requests } from '@selfbill/pint-ae/document'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { readCsv } from './csv-file.ts'
import { lastRowOfEarlier } from './earlier-rows.ts'
import { FileUnreadable, problemMessage } from './problem.ts'
import { rowsOf } from './read-document.ts'
import { rangesOf } from './row-ranges.ts'
import { writtenCsv } from './written-csv.ts'

// Rows become documents, wherever they are. test/cli/damaged-files.full.test.ts has 200 damaged
// files.

test('rows with the same document belong together wherever they are', async () => {
  const { documents, problems } = await read('document,note,line.name\n1,a,x\n2,b,y\n 1 ,,z\n')
  assert.deepEqual(problems, [])
  assert.deepEqual(
    documents.map(({ rows, text }) => [rows, JSON.parse(text ?? '')]),
    [
      ['2, 4', { note: 'a', document_lines: [{ name: 'x' }, { name: 'z' }] }],
      ['3', { note: 'b', document_lines: [{ name: 'y' }] }],
    ],
  )
})

test('a text that our CSV keeps from being calculated reads back as it was, also when a spreadsheet has saved it', async () => {
  for (const text of ['+971 4 555 0100', '-5 °C', '@home', '=> see annex', "'quoted'"]) {
    const rows = [['1', text, 'x'].map((cell) => ({ kind: 'text', text: cell }) as const)]
    const csv = await written(writtenCsv({ headings: ['document', 'note', 'line.name'], rows }))
    const { documents } = await read(csv.slice(1))
    assert.equal(JSON.parse(documents[0]?.text ?? '{}').note, text)
  }
  const { documents } = await read("document,line.name,line.quantity\n1,x,'-5\n")
  assert.equal(documents[0]?.text, '{"document_lines":[{"name":"x","quantity":-5}]}')
})

test('every wrong cell is a problem of its own, with its row and line', async () => {
  const text = 'document,note,line.name,line.quantity\r\n1,"a\r\nb",x,y\r\n\r\n1,c,=A1,#N/A\r\n2,d,z,1\r\n'
  const { documents } = await read(text)
  assert.deepEqual(documents[0]?.problems, [
    'Row 2: line.quantity is not a number: y',
    'Row 4 (line 5): note is c, but a<U+000D><U+000A>b in row 2 of the same document',
    'Row 4 (line 5): line.name holds a formula instead of its value: =A1',
    'Row 4 (line 5): line.quantity is not a number: #N/A',
  ])
  assert.equal(documents[0]?.text, undefined)
  assert.ok(documents[1]?.text)
})

test('a row that belongs to no document is a problem of the file; the cells of all rows are still looked at', async () => {
  const { documents, problems } = await read('document,line.name,line.quantity\n1,x,1\n,y,2\n1,z\n2,x,much\n')
  assert.deepEqual(problems, [
    'Row 3: document is empty, so the row belongs to no document',
    'Row 4: there are 2 cells for 3 columns: is the row cut off, or are quotes around a line break missing?',
  ])
  assert.deepEqual(documents[1]?.problems, ['Row 5: line.quantity is not a number: much'])
})

test('the key of a document in an import stays what older versions made of it', async () => {
  const text = 'document,line.name\r\n1,"x\r\ny"\r\n\r\n2,z\r\n3,"p\nq"\r\n'
  const { documents } = await read(text)
  assert.deepEqual(
    documents.map(({ keyLine }) => keyLine),
    [4, 6, 8],
  )
})

test('what an older version worked on ends behind its last row', async () => {
  const text = 'document,line.name\n1,a\n1,b\n2,c\n1,d\n3,e\n'
  const rows = [0, 1, 2, 3, 4, 9].map((count) => lastRowOfEarlier(partsOf(text), count, 100))
  assert.deepEqual(await Promise.all(rows), [0, 3, 4, 5, 6, 6])
})

test('many problems of a document are counted, not listed', async () => {
  const { documents } = await read(`document,line.quantity\n${'1,x\n'.repeat(3_000)}`)
  assert.equal(documents[0]?.problems.length, 1_001)
  assert.equal(documents[0]?.problems.at(-1), '2000 more problems are not listed')
})

test('more rows than a file may have, and no document, are refused', async () => {
  const refusals = [
    [`document\n${'1\n'.repeat(200)}`, /^The file has more than 100 rows\. Split it$/],
    ['document,note\n,\n', /^There is no document in the file$/],
    ['', /^There is no document in the file$/],
  ] as const
  for (const [text, reason] of refusals) {
    await assert.rejects(read(text, 100), (error) => {
      assert.ok(error instanceof FileUnreadable)
      assert.match(inEnglish(problemMessage(error.problem)), reason)
      return true
    })
  }
})

test('everything that is wrong with the headings is named at once; a title above them is called one', async () => {
  const refusals = [
    [
      'Issue date,Issue date,Checked by,Mobile\n1,2,3,4\n',
      [
        /^Row 1: There is no column "Document" or "Document number" \(document, document_number\)/,
        /^Row 1: More than one column is named Issue date$/,
        /^Row 1: These .*: Checked by, Mobile\. Similar .*: Mobile \(Supplier telephone\)\. Delete each of them, or give/,
      ],
    ],
    [
      'Purchases of November,,\nDocument,Issue date,Item\n1,2026-07-15,x\n',
      [/first row, but it says: Purchases of No.*Delete/],
    ],
    [
      'Report 7,as of May\nDocument,Item\n1,x\n',
      [/^Row 1: The headings must be in the first row, but it says: Report 7/],
    ],
    ['Title,Document\n1,x\n', [/^Row 1: These columns name no field: Title\./]],
  ] as const
  for (const [text, reasons] of refusals) {
    await assert.rejects(read(text), (error) => {
      assert.ok(error instanceof FileUnreadable)
      const said = error.problems.map((problem) => inEnglish(problemMessage(problem)))
      assert.equal(said.length, reasons.length, said.join('\n'))
      for (const [at, reason] of reasons.entries()) assert.match(said[at] ?? '', reason)
      return true
    })
  }
})

test('a number with a currency or with separators comes with what to write, as in the form', async () => {
  const cells = {
    '"1,200"': 'line.quantity: 1,200 can be 1200 or 1.2. Write it in one of these ways',
    'AED 2.50': 'line.quantity is not a number: AED 2.50. Write 2.50',
    '"1,200.50 Dhs"': 'line.quantity is not a number: 1,200.50 Dhs. Write 1200.50',
    '"AED 1,200"': 'line.quantity: AED 1,200 can be 1200 or 1.2. Write it in one of these ways',
    '٢٥': 'line.quantity is not a number: ٢٥. Write 25',
    '1E5': 'line.quantity is not a number: 1E5',
    '12 boxes': 'line.quantity is not a number: 12 boxes',
  }
  const { documents } = await read(
    `document,line.quantity\n${Object.keys(cells)
      .map((cell, at) => `${at},${cell}`)
      .join('\n')}`,
  )
  assert.deepEqual(
    documents.map(({ problems }) => problems.map((one) => one.replace(/^Row \d+: /, '')).join()),
    Object.values(cells),
  )
})

async function* partsOf(text: string) {
  yield text
}

async function read(text: string, rowsMax = 10_000) {
  const file = await readCsv(partsOf(text), requests['purchase-invoices'], rowsMax)
  const english = (problems: typeof file.problems) => problems.map((problem) => inEnglish(problemMessage(problem)))
  return {
    problems: english(file.problems),
    documents: [...file.documents()].map((document) => ({
      ...document,
      rows: rangesOf(rowsOf(document)),
      problems: english(document.problems),
    })),
  }
}
