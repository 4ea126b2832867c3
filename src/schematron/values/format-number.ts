import { Decimal } from '../../decimal/decimal.ts'
import { EvaluationError } from '../errors.ts'

/**
 * `format-number` with the default decimal format: digits `0` and `#`, a point, grouping commas, a
 * percent or per-mille sign, text around them, and a picture for negative numbers after `;`.
 * Rounds halves to even. Source: XSLT 2.0, 16.4.
 *
 * @throws EvaluationError for a picture that is not valid
 */
export function formatNumber(value: Decimal | number, picture: string): string {
  const [positive = '', negative, ...others] = picture.split(';')
  if (others.length > 0) return refuse(picture)
  const isNegative = value instanceof Decimal ? value.sign < 0 : value < 0 || Object.is(value, -0)
  const part = partsOf(isNegative && negative !== undefined ? negative : positive, picture)
  const sign = isNegative && negative === undefined ? '-' : ''
  if (!(value instanceof Decimal)) {
    if (Number.isNaN(value)) return 'NaN'
    if (!Number.isFinite(value)) return `${sign}${part.before}Infinity${part.after}`
  }
  const exact = value instanceof Decimal ? value : Decimal.from(value.toFixed(20))
  const size = exact.abs().times(Decimal.of(part.factor))
  return `${sign}${part.before}${digitsOf(size, part)}${part.after}`
}

interface Picture {
  readonly before: string
  readonly after: string
  readonly factor: number
  readonly wholeMin: number
  readonly fractionMin: number
  readonly fractionMax: number
  /** Digits between commas; 0 without grouping. */
  readonly group: number
}

function partsOf(text: string, picture: string): Picture {
  const found = /^([^0#.,]*)([0#,]*)(?:\.([0#,]*))?([^0#.,]*)$/.exec(text)
  const [, before = '', whole = '', fraction = '', after = ''] = found ?? []
  const isOrdered = /^[#,]*[0,]*$/.test(whole) && /^0*#*$/.test(fraction)
  if (!found || !isOrdered || whole + fraction === '' || whole.endsWith(',')) return refuse(picture)
  const around = before + after
  return {
    before,
    after,
    factor: around.includes('%') ? 100 : around.includes('\u2030') ? 1000 : 1,
    wholeMin: whole.replaceAll(/[^0]/g, '').length,
    fractionMin: fraction.replaceAll('#', '').length,
    fractionMax: fraction.length,
    group: whole.includes(',') ? whole.length - whole.lastIndexOf(',') - 1 : 0,
  }
}

function digitsOf(size: Decimal, { wholeMin, fractionMin, fractionMax, group }: Picture): string {
  const rounded = roundedHalfEven(size, fractionMax).rescaled(fractionMax).toString()
  const [digits = '', decimals = ''] = rounded.split('.')
  let fraction = decimals
  while (fraction.length > fractionMin && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  const plain = wholeMin === 0 && digits === '0' && fraction !== '' ? '' : digits.padStart(wholeMin, '0')
  const whole = group > 0 ? plain.replace(new RegExp(`\\B(?=(?:.{${group}})+$)`, 'g'), ',') : plain
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Rounds to a number of decimals, which may be negative; a half goes to the even neighbour. */
export function roundedHalfEven(value: Decimal, places: number): Decimal {
  const shift = Decimal.from(`1e${Math.abs(places)}`)
  const scaled = places >= 0 ? value.times(shift) : value.dividedBy(shift, value.scale - places)
  const floor = scaled.floor()
  const order = scaled.minus(floor).compare(half)
  const isOdd = !floor.modulo(two).isZero
  const whole = order > 0 || (order === 0 && isOdd) ? floor.plus(Decimal.one) : floor
  return places >= 0 ? whole.dividedBy(shift, places) : whole.times(shift)
}

/** Rounds to a number of decimals, which may be negative; a half goes up, also below zero. */
export function roundedHalfUp(value: Decimal, places: number): Decimal {
  if (places === 0) return value.roundHalfUp()
  const shift = Decimal.from(`1e${Math.abs(places)}`)
  if (places > 0) return value.times(shift).roundHalfUp().dividedBy(shift, places)
  return value
    .dividedBy(shift, value.scale - places)
    .roundHalfUp()
    .times(shift)
}

function refuse(picture: string): never {
  throw new EvaluationError(`${JSON.stringify(picture)} is not a picture of a number`)
}

const half = Decimal.from('0.5')
const two = Decimal.of(2)
