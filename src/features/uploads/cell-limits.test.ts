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

test('in UTF-16 a letter that has the byte of a separator or of a quote is neither', () => {
  // The second byte of these is that of a separator, a quote or a line end.
  const letters = '\u062c\u0622\u067c\u0609\u3b00\u2c00\u2200\u7c00'
  const text = `document,note\n1,"${letters.repeat(20_000)}"\n`
  const rows = `${','.repeat(9_000)}\n`.repeat(230)
  for (const isBigEndian of [false, true]) {
    const encoding = isBigEndian ? 'utf-16be' : 'utf-16le'
    const bytes = (of: string) => (isBigEndian ? Buffer.from(of, 'utf16le').swap16() : Buffer.from(of, 'utf16le'))
    for (const stated of [undefined, encoding] as const) {
      const mark = stated === undefined ? '\ufeff' : ''
      assert.ok(hasFewCells(bytes(mark + text), stated), encoding)
      assert.ok(hasFewCells(bytes(mark + text.replaceAll('"', '')), stated), encoding)
      assert.ok(!hasFewCells(bytes(mark + rows), stated), encoding)
      const letter = `${','.repeat(9_000)}\u0622\n`.repeat(230)
      assert.ok(!hasFewCells(bytes(mark + letter), stated), 'no quotes hide the separators')
    }
  }
})
