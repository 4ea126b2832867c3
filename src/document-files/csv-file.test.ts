import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requests } from '@selfbill/pint-ae/document'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { readCsv } from './csv-file.ts'
import { lastRowOfEarlier } from './earlier-rows.ts'
import { FileUnreadable, problemMessage } from './problem.ts'
import { rangesOf } from './read-document.ts'

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
      rows: rangesOf(document),
      problems: english(document.problems),
    })),
  }
}
