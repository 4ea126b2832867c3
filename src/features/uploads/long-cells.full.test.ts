import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceTable, written } from '../../../test/support/files/table.ts'
import { Fault } from '../../api/faults.ts'
import { readUpload } from './read-upload.ts'

// A row may have a million characters. Whatever they are, a file is read in time that grows with its
// length: one that grows with the square of it would take hours, and nobody else would be answered.

const { headings, rows } = invoiceTable()
const [first = []] = rows

/** A text of each repetition that a pattern of ours looks for, and an end that does not fit it. */
const shapes = [
  ['1', ' ', 'x'],
  ['AED', ' ', '1'],
  ['', '\u00a0', 'x'],
  ['', '1', ''],
  ['1.', '0', '1234'],
  ['', '1,', 'x'],
  ['', '\u0660', 'x'],
  ['2026-', '0', 'x'],
  ['', '\u00c3\u00a9', ' '],
  ['"', '"', 'x'],
  ['#', '#', 'x'],
  ['', '4111 ', ''],
] as const
const columns = [
  'document',
  'issue_date',
  'line.name',
  'line.quantity',
  'line.classified_tax_category.percent',
  'accounting_supplier_party.telephone',
]

/** Milliseconds of processor time until the file is read or refused. */
async function timeOf(content: string): Promise<number> {
  const before = process.cpuUsage()
  const file = { name: 'a.csv', bytes: Buffer.from(content), family: 'purchase-invoices', encoding: undefined } as const
  await readUpload({ ...file, dateOrder: undefined }, async () => assert.fail('it is no spreadsheet')).catch(
    (error: unknown) => assert.ok(error instanceof Fault, String(error)),
  )
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

for (const [start, repeated, end] of shapes) {
  test(`cells of ${JSON.stringify(start + repeated.repeat(3) + end)} are read at once`, async () => {
    const long = start + repeated.repeat(200_000 / repeated.length) + end
    for (const column of columns) {
      const row = headings.map((heading, at) => (heading === column ? long : (first[at] ?? '')))
      const ms = await timeOf(written({ headings, rows: [row] }))
      assert.ok(ms < 4_000, `${column}: ${ms} ms`)
    }
    const alone = await timeOf(long)
    assert.ok(alone < 4_000, `a file without a line end: ${alone} ms`)
  })
}
