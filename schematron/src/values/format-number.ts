import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'

/**
 * `format-number` with the default decimal format: digits `0` and `#`, a point, grouping commas, a
 * percent or per-mille sign, text around them, and a picture for negative numbers after `;`.
 * Rounds halves to even. Source: Functions and Operators 3.1, 4.7.
 *
 * @throws EvaluationError for a picture that is not valid
 */
export function formatNumber(value: Decimal | number, picture: string): string {
  const [positive = '', negative, ...others] = picture.split(';')
  if (others.length > 0) return refuse(picture)
  const pictures = [positive, negative ?? positive].map((text) => partsOf(text, picture))
  const isNegative = value instanceof Decimal ? value.sign < 0 : value < 0 || Object.is(value, -0)
  const part = pictures[isNegative ? 1 : 0] ?? refuse(picture)
  const sign = isNegative && negative === undefined ? '-' : ''
  if (!(value instanceof Decimal)) {
    if (Number.isNaN(value)) return 'NaN'
    if (!Number.isFinite(value)) return `${sign}${part.before}Infinity${part.after}`
  }
  const exact = value instanceof Decimal ? value : shortestDecimal(value)
  const size = exact.abs().times(Decimal.of(part.factor))
  return `${sign}${part.before}${digitsOf(size, part)}${part.after}`
}

/** The decimal with the fewest digits that reads back as this double. */
export function shortestDecimal(value: number): Decimal {
  const [digits = '0', exponent = '0'] = value.toExponential().split('e')
  const size = Decimal.from(digits)
  const shift = Number(exponent)
  return shift < 0 ? size.shiftedRight(-shift) : size.times(powerOfTen(shift))
}

interface Picture {
  readonly before: string
  readonly after: string
  readonly factor: number
  readonly wholeMin: number
  readonly fractionMin: number
  readonly fractionMax: number
  /** The number of digits to the right of each comma; `every` stands for all its multiples. */
  readonly commas: ReadonlySet<number>
  readonly every: number
  /** The number of decimals to the left of each comma behind the point. */
  readonly fractionCommas: ReadonlySet<number>
}

function partsOf(text: string, picture: string): Picture {
  const found = /^([^0#.,]*)([0#,]*)(\.?)([0#,]*)([^0#.,]*)$/.exec(text)
  const [, before = '', whole = '', point = '', fraction = '', after = ''] = found ?? []
  const [wholeDigits, fractionDigits] = [whole, fraction].map((part) => part.replaceAll(',', '')) as [string, string]
  const isOrdered = /^#*0*$/.test(wholeDigits) && /^0*#*$/.test(fractionDigits)
  const isSplit = whole.includes(',,') || fraction.includes(',,') || whole.endsWith(',') || fraction.startsWith(',')
  const around = before + after
  const signs = around.match(/[%\u2030]/g) ?? []
  if (
    !found ||
    !isOrdered ||
    isSplit ||
    fraction.endsWith(',') ||
    wholeDigits + fractionDigits === '' ||
    signs.length > 1
  )
    return refuse(picture)
  const zeros = [wholeDigits, fractionDigits].map((digits) => digits.replaceAll('#', '').length)
  const [wholeMin = 0, fractionMin = 0] = zeros
  const isEmpty = wholeMin === 0 && fractionMin === 0
  const commas = placesOf([...whole].reverse().join(''))
  const [first = 0] = commas
  const isRegular =
    first > 0 &&
    commas.every((place, at) => place === first * (at + 1)) &&
    wholeDigits.length <= first * (commas.length + 1)
  return {
    before,
    after,
    factor: around.includes('%') ? 100 : around.includes('\u2030') ? 1000 : 1,
    wholeMin: isEmpty && fractionDigits === '' ? 1 : wholeMin,
    // `#.#` asks for no digit, so one decimal is shown.
    fractionMin: isEmpty && point !== '' && fractionDigits !== '' ? 1 : fractionMin,
    fractionMax: fractionDigits.length,
    commas: new Set(commas),
    every: isRegular ? first : 0,
    fractionCommas: new Set(placesOf(fraction)),
  }
}

/** How many digits stand before each comma. */
function placesOf(part: string): readonly number[] {
  return part
    .split(',')
    .slice(0, -1)
    .map((_, at, all) => all.slice(0, at + 1).join('').length)
}

function digitsOf(size: Decimal, picture: Picture): string {
  const { wholeMin, fractionMin, fractionMax, commas, every, fractionCommas } = picture
  const rounded = roundedHalfEven(size, fractionMax).rescaled(fractionMax).toString()
  const [digits = '', decimals = ''] = rounded.split('.')
  let fraction = decimals
  while (fraction.length > fractionMin && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  const plain = (digits === '0' ? '' : digits).padStart(wholeMin, '0')
  const whole = [...plain].map((digit, at) => {
    const left = plain.length - at
    return at > 0 && (every > 0 ? left % every === 0 : commas.has(left)) ? `,${digit}` : digit
  })
  const grouped = [...fraction].map((digit, at) => (fractionCommas.has(at) ? `,${digit}` : digit))
  return fraction === '' ? whole.join('') : `${whole.join('')}.${grouped.join('')}`
}

/** Rounds to a number of decimals, which may be negative; a half goes to the even neighbour. */
export function roundedHalfEven(value: Decimal, places: number): Decimal {
  if (places >= value.scale) return value
  if (isBeyond(value, places)) return Decimal.zero
  const shift = powerOfTen(Math.abs(places))
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
  if (places >= value.scale) return value
  if (isBeyond(value, places)) return Decimal.zero
  const shift = powerOfTen(Math.abs(places))
  if (places > 0) return value.times(shift).roundHalfUp().dividedBy(shift, places)
  return value
    .dividedBy(shift, value.scale - places)
    .roundHalfUp()
    .times(shift)
}

/** Whether a number is less than half of the unit that it is rounded to. */
function isBeyond({ coefficient }: Decimal, places: number): boolean {
  return -places > String(coefficient).length
}

function powerOfTen(exponent: number): Decimal {
  return Decimal.of(10n ** BigInt(exponent))
}

function refuse(picture: string): never {
  throw new EvaluationError(`${JSON.stringify(picture)} is not a picture of a number`)
}

const half = Decimal.from('0.5')
const two = Decimal.of(2)
