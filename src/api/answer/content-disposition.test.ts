import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentDisposition } from './content-disposition.ts'

test('keeps a plain name', () => {
  assert.equal(
    contentDisposition('attachment', 'SB-000001.pdf'),
    `attachment; filename="SB-000001.pdf"; filename*=UTF-8''SB-000001.pdf`,
  )
})

test('a name cannot end the header, close its quotes or point to another folder', () => {
  const header = contentDisposition('inline', '../a"b;c%\r\nX: 1\\فاتورة (1).pdf')
  assert.match(header, /^[\x20-\x7e]*$/)
  assert.equal(header.split('"').length, 3)
  assert.ok(!header.includes('/') && !header.includes('\\'))
  assert.ok(header.endsWith(`UTF-8''..-a%22b%3Bc%25X%3A%201-%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9%20%281%29.pdf`))
})
