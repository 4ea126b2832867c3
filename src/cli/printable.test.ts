import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from './printable.ts'

test('text of others cannot start a line, move the cursor or change the reading direction', () => {
  assert.equal(
    printable('N-1\nsound\r\u001b[2K\u009b1A\u202e\u061c\u2028'),
    'N-1\\u{a}sound\\u{d}\\u{1b}[2K\\u{9b}1A\\u{202e}\\u{61c}\\u{2028}',
  )
  assert.equal(printable('فاتورة é 12 "x"'), 'فاتورة é 12 "x"')
})
