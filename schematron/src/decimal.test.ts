import assert from 'node:assert/strict'
import { test } from 'node:test'
import Big from 'big.js'
import fc from 'fast-check'
import { Decimal, sum } from './decimal.ts'

// Compared with another library: small numbers, which stay machine integers, and much larger ones.
const digits = fc.oneof(
  fc.bigInt(-999n, 999n),
  fc.bigInt(-(10n ** 15n), 10n ** 15n),
  fc.bigInt(-(10n ** 40n), 10n ** 40n),
)
const decimals = fc.tuple(digits, fc.nat(24)).map(([coefficient, scale]) => Decimal.of(coefficient, scale))
const nonZero = decimals.filter((decimal) => !decimal.isZero)
const places = fc.nat(12)

test('sums, differences and products are exact', () => {
  fc.assert(
    fc.property(decimals, decimals, (left, right) => {
      same(left.plus(right), big(left).plus(big(right)))
      same(left.minus(right), big(left).minus(big(right)))
      same(left.times(right), big(left).times(big(right)))
      same(sum([left, right, left]), big(left).plus(big(right)).plus(big(left)))
      same(left.negated(), big(left).neg())
      same(left.abs(), big(left).abs())
      assert.equal(left.compare(right), big(left).cmp(big(right)))
      assert.equal(left.equals(right), big(left).eq(big(right)))
    }),
    { numRuns: 500 },
  )
})

test('rounding and quotients go half away from zero, once', () => {
  fc.assert(
    fc.property(decimals, nonZero, places, (left, right, decimalPlaces) => {
      const rounded = left.round(decimalPlaces)
      same(rounded, big(left).round(decimalPlaces, Big.roundHalfUp))
      assert.equal(rounded.scale, decimalPlaces)
      const quotient = left.dividedBy(right, decimalPlaces)
      Big.DP = decimalPlaces
      Big.RM = Big.roundHalfUp
      same(quotient, big(left).div(big(right)))
      assert.equal(quotient.scale, decimalPlaces)
    }),
    { numRuns: 500 },
  )
  const ties: readonly (readonly [string, string])[] = [
    ['2.5', '3'],
    ['-2.5', '-3'],
    ['0.5', '1'],
    ['-0.5', '-1'],
    ['-0.4', '0'],
    ['1.4999', '1'],
  ]
  for (const [written, rounded] of ties) assert.equal(String(Decimal.from(written).round(0)), rounded)
  assert.equal(String(Decimal.from('1.005').round(2)), '1.01')
  assert.equal(String(Decimal.of(9007199254740991).dividedBy(Decimal.of(9007199254740990), 0)), '1')
})

test('integers below, above and nearest, and remainders', () => {
  fc.assert(
    fc.property(decimals, nonZero, (left, right) => {
      const value = big(left)
      const whole = value.round(0, Big.roundDown)
      same(left.truncated(), whole)
      same(left.floor(), value.lt(whole) ? whole.minus(1) : whole)
      same(left.ceiling(), value.gt(whole) ? whole.plus(1) : whole)
      const above = value.plus(0.5)
      const down = above.round(0, Big.roundDown)
      same(left.roundHalfUp(), above.lt(down) ? down.minus(1) : down)
      same(left.modulo(right), value.mod(big(right)))
    }),
    { numRuns: 500 },
  )
})

test('a quotient can be rounded half towards zero, and a power of ten divides exactly', () => {
  fc.assert(
    fc.property(decimals, nonZero, places, (left, right, decimalPlaces) => {
      Big.DP = decimalPlaces + 60
      Big.RM = Big.roundDown
      const quotient = big(left).div(big(right))
      const down = quotient.round(decimalPlaces, Big.roundDown)
      const half = new Big(`5e-${decimalPlaces + 1}`)
      const away = quotient.minus(down).abs().gt(half)
        ? down.plus(new Big(`1e-${decimalPlaces}`).times(quotient.s))
        : down
      same(left.dividedHalfDown(right, decimalPlaces), away)
      same(left.shiftedRight(decimalPlaces), big(left).times(`1e-${decimalPlaces}`))
    }),
    { numRuns: 300 },
  )
  assert.equal(String(Decimal.of(5).dividedHalfDown(Decimal.of(2), 0)), '2')
  assert.equal(String(Decimal.of(-5).dividedHalfDown(Decimal.of(2), 0)), '-2')
  assert.equal(String(Decimal.of(7).dividedHalfDown(Decimal.of(4), 0)), '2')
})

test('written text is read back, digit for digit', () => {
  fc.assert(
    fc.property(decimals, (decimal) => {
      const written = String(decimal)
      assert.match(written, /^-?[0-9]+(\.[0-9]+)?$/)
      const read = Decimal.from(written)
      assert.equal(String(read), written)
      assert.equal(read.scale, decimal.scale)
      same(read, new Big(written))
      assert.equal(decimal.toNumber(), Number(written))
      assert(decimal.normalized().equals(decimal))
      assert.doesNotMatch(String(decimal.normalized()), /\.[0-9]*0$/)
      assert.equal(decimal.normalized().key, decimal.rescaled(decimal.scale + 3).key)
    }),
    { numRuns: 500 },
  )
})

test('reads the usual ways of writing a number, and nothing else', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['1e3', '1000'],
    ['1.50', '1.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+1', '1'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['12e-3', '0.012'],
    ['1.5E+2', '150'],
    ['007', '7'],
  ]
  for (const [written, plain] of cases) assert.equal(String(Decimal.parse(written)), plain, written)
  for (const written of [
    '',
    '.',
    '-',
    'e5',
    '1e',
    '1,5',
    ' 1',
    '1 ',
    '0x10',
    'NaN',
    'Infinity',
    '1e101',
    '1e-101',
    '1e99999',
    '--1',
  ]) {
    assert.equal(Decimal.parse(written), undefined, written)
  }
  assert.throws(() => Decimal.from('x'), /not a decimal: x/)
  assert.throws(() => Decimal.of(0.5), /safe integer/)
  assert.throws(() => Decimal.one.dividedBy(Decimal.zero, 2), /division by zero/)
})

function big(decimal: Decimal): Big {
  return new Big(String(decimal))
}

function same(actual: Decimal, expected: Big): void {
  assert.equal(big(actual).toFixed(), expected.toFixed().replace(/^-(0(\.0*)?)$/, '$1'))
}
