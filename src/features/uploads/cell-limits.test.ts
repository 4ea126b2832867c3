import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hasFewCells } from './cell-limits.ts'

test('a file of 8 MB with the columns of documents has few cells', () => {
  const [headings, row] = readFileSync('examples/import.csv', 'utf8').split(/\r?\n/)
  const rows = `${row}\r\n`.repeat(Math.floor((8 * 1024 * 1024) / Buffer.byteLength(`${row}\r\n`)))
  assert.ok(hasFewCells(Buffer.from(`${headings}\r\n${rows}`)))
  assert.ok(hasFewCells(Buffer.from(`document,note\n1,"${','.repeat(50_000)}"\n`)), 'text in quotes')
})

test('a file of separators has too many', () => {
  for (const separator of [',', ';', '\t', '|', '"",', ' ,']) {
    const row = separator.repeat(9_000)
    assert.ok(!hasFewCells(Buffer.from(separator.repeat(10_001))), separator)
    assert.ok(!hasFewCells(Buffer.from(`${row}\n`.repeat(230))), separator)
    assert.ok(!hasFewCells(Buffer.from(`${row}\n`.repeat(230), 'utf16le')), separator)
  }
})
