import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { isAcceptedShare, lineNetByRule, shareByRule } from './rule-arithmetic.ts'

const decimal = Decimal.from
const below = (limit: number, decimalsMax: number) =>
  fc
    .tuple(
      fc.nat(decimalsMax),
      fc.double({ min: 0, max: limit, maxExcluded: true, noNaN: true }),
      fc.bigInt(0n, 10n ** 20n - 1n),
    )
    .map(([scale, whole, fraction]) =>
      Decimal.of(BigInt(Math.floor(whole)) * 10n ** BigInt(scale) + (fraction % 10n ** BigInt(scale)), scale),
    )

test('ibr-147-ae accepts the net amount, for every size of operands', () => {
  const amounts = fc.array(
    below(1e9, 2).map((amount) => ({ amount })),
    { maxLength: 5 },
  )
  const operands = fc.record({ quantity: below(1e4, 20), price: below(1e7, 20), charges: amounts, allowances: amounts })
  fc.assert(
    fc.property(operands, fc.constantFrom('1', '3', '0.7', '1000'), (some, base) => {
      const line = { ...some, baseQuantity: decimal(base) }
      const net = lineNetByRule(line)
      assert.equal(net.scale, 2)
      // Repeats the rule: texts become doubles, and both sides are rounded the same way.
      const sum = (items: readonly { amount: Decimal }[]) =>
        items.reduce((total, item) => total + Number(String(item.amount)), 0)
      const goods = Number(String(line.quantity)) * (Number(String(line.price)) / Number(base))
      const expected = Math.round((goods + sum(line.charges) - sum(line.allowances)) * 100) / 100
      // Adding zero turns minus zero into zero.
      assert.equal(Math.round(Number(String(net)) * 100) / 100, expected + 0)
    }),
    { numRuns: 500 },
  )
})

test('a negative tie goes towards +∞, and nothing is minus zero', () => {
  const line = { quantity: Decimal.one, price: decimal('0.125'), baseQuantity: Decimal.one, charges: [] }
  assert.equal(String(lineNetByRule({ ...line, allowances: [{ amount: decimal('0.25') }] })), '-0.12')
  assert.equal(
    String(lineNetByRule({ ...line, price: decimal('0.001'), allowances: [{ amount: decimal('0.00') }] })),
    '0.00',
  )
  assert.equal(Object.is(lineNetByRule({ ...line, price: Decimal.zero, allowances: [] }).coefficient, 0), true)
})

test('ibr-131/146-ae: the share they compute is accepted, other cents are not', () => {
  fc.assert(
    fc.property(below(1e11, 2), below(500, 20), (base, percent) => {
      const share = shareByRule(base, percent)
      assert(share)
      assert(isAcceptedShare(share, base, percent))
      assert(!isAcceptedShare(share.plus(decimal('0.02')), base, percent))
    }),
    { numRuns: 300 },
  )
  // The double just below one half rounds down.
  assert.equal(String(shareByRule(decimal('0.01'), decimal('49.999999999999994'))), '0.00')
  assert.equal(isAcceptedShare(decimal('0.01'), decimal('0.01'), decimal('49.999999999999994')), false)
  // The rule also accepts an unrounded share with two decimals.
  assert(isAcceptedShare(decimal('12.5'), decimal('50'), decimal('25')))
  assert.equal(shareByRule(decimal('999999999999.99'), decimal('100000000000')), undefined)
})
