import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requests } from '@selfbill/pint-ae/document'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { readCsv } from './csv-file.ts'
import { FileUnreadable, problemMessage } from './problem.ts'

// The amounts that a caller expects, as columns of a CSV file.

const headings = [
  'document',
  'expected_totals.payable_amount',
  'expected_totals.tax_amount',
  'line.expected_totals.net_amount',
  'line.expected_totals.tax_amount',
  'line.name',
]

test('totals are the same in every row, and each row has the amounts of its line', async () => {
  const [document] = await read(headings, ['1,210.00,10.00,100.00,5.00,a', '1,210.00,10.00,100,5,b'])
  assert.deepEqual(document?.expected_totals, {
    payable_amount: 210,
    tax_amount: 10,
    lines: [
      { net_amount: 100, tax_amount: 5 },
      { net_amount: 100, tax_amount: 5 },
    ],
  })
  assert.deepEqual(document?.document_lines, [{ name: 'a' }, { name: 'b' }])
})

test('an empty cell expects nothing, and every amount stays with its line', async () => {
  for (const [rows, lines] of [
    [
      ['1,,,,,a', '1,,,7,,b', '1,,,,,c'],
      [{}, { net_amount: 7 }, {}],
    ],
    [
      ['1,,,,,a', '1,,,,,b', '1,,,,2,c'],
      [{}, {}, { tax_amount: 2 }],
    ],
    [
      ['1,,,7,,a', '1,,,,,b'],
      [{ net_amount: 7 }, {}],
    ],
  ] as const) {
    const [document] = await read(headings, rows)
    assert.deepEqual(document?.expected_totals, { lines }, rows.join(' | '))
  }
  const [none, first] = await read(headings, ['1,,,,,a', '2,,10,,,b'])
  assert.equal(none?.expected_totals, undefined)
  assert.deepEqual(first?.expected_totals, { tax_amount: 10 })
})

test('a column with a position keeps it, too', async () => {
  const indexed = ['document', 'line.name', 'expected_totals.lines[1].net_amount']
  const [two, one] = await read(indexed, ['1,a,7', '1,b,7', '2,a,7'])
  assert.deepEqual(two?.expected_totals, { lines: [{}, { net_amount: 7 }] })
  assert.deepEqual(
    one?.expected_totals,
    { lines: [{}, { net_amount: 7 }] },
    'a line too many is refused by the service',
  )
})

test('digits are kept, and what is no amount or differs is named by its row and column', async () => {
  const text = await texts(headings, ['1,0210.10,10.005,,,a'])
  assert.match(text.at(0)?.text ?? '', /"payable_amount":210\.10,"tax_amount":10\.005/)
  const [wrong] = await texts(headings, ['1,210,10,"1,00",,a', '1,211,10,x,,b'])
  assert.equal(wrong?.text, undefined)
  assert.deepEqual(wrong?.problems, [
    'Row 2: line.expected_totals.net_amount is not a number: 1,00. Write 1.00',
    'Row 3: expected_totals.payable_amount is 211, but 210 in row 2 of the same document',
    'Row 3: line.expected_totals.net_amount is not a number: x',
  ])
})

test('headings that name no amount are refused', async () => {
  for (const heading of [
    ...['expected_totals', 'expected_totals.lines', 'expected_totals.lines.net_amount', 'expected_totals.vat'],
    ...['line.expected_totals', 'line.expected_totals.payable_amount', 'line.expected_totals.lines[0].net_amount'],
  ])
    await assert.rejects(texts(['document', heading], ['1,1']), (error) => {
      assert.ok(
        error instanceof FileUnreadable &&
          inEnglish(problemMessage(error.problem)).includes(`name no field: ${heading}`),
        String(error),
      )
      return true
    })
})

async function texts(columns: readonly string[], rows: readonly string[]) {
  const parts = async function* () {
    yield `${[columns.join(','), ...rows].join('\n')}\n`
  }
  const file = await readCsv(parts(), requests['purchase-invoices'], 1_000)
  return [...file.documents()].map(({ text, problems }) => ({
    text,
    problems: problems.map((problem) => inEnglish(problemMessage(problem))),
  }))
}

async function read(columns: readonly string[], rows: readonly string[]) {
  const documents = await texts(columns, rows)
  assert.deepEqual(
    documents.flatMap(({ problems }) => problems),
    [],
  )
  return documents.map(({ text }) => JSON.parse(text ?? ''))
}
