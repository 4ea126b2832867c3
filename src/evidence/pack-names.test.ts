import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PackNames } from './pack-names.ts'

const named = (document_number: string, document_sequence = 1) => ({
  family: 'purchase-invoices',
  document_number,
  document_sequence,
})

test('a pack has the number of its document, and letters of any script stay', () => {
  const names = new PackNames()
  for (const [number, path] of [
    ['PINV-2026-0001', 'PINV-2026-0001'],
    ['فاتورة-١٢', 'فاتورة-١٢'],
    ['INV/2026.07:1', 'INV_2026_07_1'],
    ['..', '__'],
    ['NUL', 'NUL_'],
    ['\u200f\u202e', '_'],
  ] as const)
    assert.equal(names.pathOf(named(number)), `purchase-invoices/${path}.zip`)
})

test('equal names on some file system, and shortened ones, have the sequence', () => {
  const names = new PackNames()
  assert.equal(names.pathOf(named('a/1', 1)), 'purchase-invoices/a_1.zip')
  assert.equal(names.pathOf(named('A-1', 2)), 'purchase-invoices/A-1.zip')
  assert.equal(names.pathOf(named('A_1', 3)), 'purchase-invoices/A_1~3.zip')
  assert.equal(names.pathOf({ ...named('A_1', 3), family: 'sales-invoices' }), 'sales-invoices/A_1.zip')
  assert.equal(names.pathOf(named('ي'.repeat(250), 4)), `purchase-invoices/${'ي'.repeat(90)}~4.zip`)
})

test('whatever the numbers are, every name is allowed everywhere and there once', () => {
  const number = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }),
    fc.stringMatching(/^[aA./_ -]{1,3}$/),
  )
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), (numbers) => {
      const names = new PackNames()
      const paths = numbers.map((one, at) => names.pathOf(named(one, at + 1)))
      for (const path of paths) {
        assert.match(path, /^purchase-invoices\/[\p{L}\p{M}\p{N}_~-]+\.zip$/u)
        assert.ok(Buffer.byteLength(path.slice('purchase-invoices/'.length)) <= 220)
      }
      const folded = paths.map((path) => path.normalize('NFKD').toUpperCase().toLowerCase())
      assert.equal(new Set(folded).size, paths.length)
    }),
  )
})
