/**
 * An exact decimal number: coefficient × 10^-scale, never a binary float.
 *
 * The coefficient is a plain number while it is a safe integer, and a bigint beyond, so that
 * invoice arithmetic rarely needs bigints. The scale is kept as written ("1.50" keeps two
 * decimals); comparison ignores it.
 */
export class Decimal {
  static readonly zero: Decimal = new Decimal(0, 0)
  static readonly one: Decimal = new Decimal(1, 0)
  static readonly hundred: Decimal = new Decimal(100, 0)

  readonly coefficient: number | bigint
  readonly scale: number

  private constructor(coefficient: number | bigint, scale: number) {
    this.coefficient = coefficient
    this.scale = scale
  }

  /** From an integer coefficient and a scale ≥ 0. */
  static of(coefficient: number | bigint, scale = 0): Decimal {
    if (typeof coefficient === 'bigint') return new Decimal(narrow(coefficient), scale)
    assert(Number.isSafeInteger(coefficient), 'a decimal is built from a safe integer or a bigint')
    return new Decimal(coefficient === 0 ? 0 : coefficient, scale)
  }

  /**
   * Reads `-12.50`, `.5`, `5.`, `1e3`; undefined for anything else, including surrounding white
   * space.
   */
  static parse(text: string): Decimal | undefined {
    const parts = decimalSyntax.exec(text)
    if (!parts) return undefined
    const whole = parts[2] ?? ''
    const fraction = parts[3] ?? parts[4] ?? ''
    const exponent = parts[5] === undefined ? 0 : Number(parts[5])
    if (exponent > exponentMax || exponent < -exponentMax) return undefined
    let digits = whole + fraction
    let scale = fraction.length - exponent
    if (scale < 0) {
      digits += '0'.repeat(-scale)
      scale = 0
    }
    const size = digits.length <= 15 ? Number(digits) : narrow(BigInt(digits))
    return new Decimal(parts[1] === '-' && size !== 0 ? -size : size, scale)
  }

  /**
   * Like `parse`, but throws on invalid text. For constants and for text that was checked before.
   */
  static from(text: string): Decimal {
    const decimal = Decimal.parse(text)
    assert(decimal, `not a decimal: ${text}`)
    return decimal
  }

  get sign(): -1 | 0 | 1 {
    return this.coefficient > 0 ? 1 : this.coefficient < 0 ? -1 : 0
  }

  get isZero(): boolean {
    return this.coefficient === 0
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    const left = raised(this.coefficient, scale - this.scale)
    const right = raised(other.coefficient, scale - other.scale)
    if (typeof left === 'number' && typeof right === 'number') {
      const sum = left + right
      if (Number.isSafeInteger(sum)) return new Decimal(sum, scale)
    }
    return new Decimal(narrow(BigInt(left) + BigInt(right)), scale)
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated())
  }

  times(other: Decimal): Decimal {
    const scale = this.scale + other.scale
    if (typeof this.coefficient === 'number' && typeof other.coefficient === 'number') {
      const product = this.coefficient * other.coefficient
      if (Number.isSafeInteger(product)) return new Decimal(product === 0 ? 0 : product, scale)
    }
    return new Decimal(narrow(BigInt(this.coefficient) * BigInt(other.coefficient)), scale)
  }

  /** The quotient, rounded once, half away from zero, to `places` decimals. */
  dividedBy(divisor: Decimal, places: number): Decimal {
    assert(!divisor.isZero, 'division by zero')
    const shift = places + divisor.scale - this.scale
    const numerator = raised(this.coefficient, Math.max(0, shift))
    const denominator = raised(divisor.coefficient, Math.max(0, -shift))
    if (typeof numerator === 'number' && typeof denominator === 'number') {
      return new Decimal(divideSafelyHalfAway(numerator, denominator), places)
    }
    return new Decimal(narrow(divideHalfAway(BigInt(numerator), BigInt(denominator))), places)
  }

  /** Rounds half away from zero to `places` decimals. The result has exactly that many. */
  round(places: number): Decimal {
    if (this.scale <= places) return this.rescaled(places)
    const divisor = powerOfTen(this.scale - places)
    if (typeof this.coefficient === 'number' && typeof divisor === 'number') {
      return new Decimal(divideSafelyHalfAway(this.coefficient, divisor), places)
    }
    return new Decimal(narrow(divideHalfAway(BigInt(this.coefficient), BigInt(divisor))), places)
  }

  /** Like `dividedBy`, but rounds an exact half towards zero, as XPath processors do. */
  dividedHalfDown(divisor: Decimal, places: number): Decimal {
    assert(!divisor.isZero, 'division by zero')
    const shift = places + divisor.scale - this.scale
    const numerator = BigInt(raised(this.coefficient, Math.max(0, shift)))
    const denominator = BigInt(raised(divisor.coefficient, Math.max(0, -shift)))
    return new Decimal(narrow(divideHalfDown(numerator, denominator)), places)
  }

  /** The remainder of the division truncated towards zero; it has the sign of this number. */
  modulo(divisor: Decimal): Decimal {
    assert(!divisor.isZero, 'division by zero')
    const scale = Math.max(this.scale, divisor.scale)
    const left = raised(this.coefficient, scale - this.scale)
    const right = raised(divisor.coefficient, scale - divisor.scale)
    if (typeof left === 'number' && typeof right === 'number') {
      const rest = left % right
      return new Decimal(rest === 0 ? 0 : rest, scale)
    }
    return new Decimal(narrow(BigInt(left) % BigInt(right)), scale)
  }

  /** The integer part: truncated towards zero, scale 0. */
  truncated(): Decimal {
    if (this.scale === 0) return this
    const divisor = powerOfTen(this.scale)
    if (typeof this.coefficient === 'number') {
      if (typeof divisor !== 'number') return Decimal.zero
      // Subtract the remainder first, so that the quotient is exact and does not round up to the
      // next integer.
      const whole = (this.coefficient - (this.coefficient % divisor)) / divisor
      return new Decimal(whole === 0 ? 0 : whole, 0)
    }
    return new Decimal(narrow(this.coefficient / BigInt(divisor)), 0)
  }

  /** The greatest integer that is at most this number. */
  floor(): Decimal {
    const whole = this.truncated()
    return this.sign < 0 && whole.compare(this) !== 0 ? whole.minus(Decimal.one) : whole
  }

  /** The smallest integer that is at least this number. */
  ceiling(): Decimal {
    const whole = this.truncated()
    return this.sign > 0 && whole.compare(this) !== 0 ? whole.plus(Decimal.one) : whole
  }

  /** The nearest integer; an exact half rounds towards +∞: -2.5 gives -2. XPath's `round`. */
  roundHalfUp(): Decimal {
    if (this.scale === 0) return this
    const divisor = powerOfTen(this.scale)
    if (typeof this.coefficient === 'number' && typeof divisor === 'number') {
      const rest = this.coefficient % divisor
      const whole = (this.coefficient - rest) / divisor
      const rounded = rest * 2 >= divisor ? whole + 1 : rest * 2 < -divisor ? whole - 1 : whole
      return new Decimal(rounded === 0 ? 0 : rounded, 0)
    }
    return this.plus(half).floor()
  }

  /** Divides by a power of ten, which is always exact. */
  shiftedRight(places: number): Decimal {
    return new Decimal(this.coefficient, this.scale + places)
  }

  /** The same text for equal values, for keys of maps. */
  get key(): string {
    return this.normalized().toString()
  }

  /** The same value written with at least `places` decimals. */
  rescaled(places: number): Decimal {
    if (this.scale >= places) return this
    return new Decimal(raised(this.coefficient, places - this.scale), places)
  }

  /** The same value without trailing zeros after the point. */
  normalized(): Decimal {
    let { coefficient, scale } = this
    if (typeof coefficient === 'bigint') {
      // Counts zeros in the text: repeated division of a long number by ten is quadratic.
      const digits = String(coefficient)
      const zeros = Math.min(scale, digits.length - digits.replace(/0+$/, '').length)
      return zeros === 0 ? this : new Decimal(narrow(coefficient / 10n ** BigInt(zeros)), scale - zeros)
    }
    while (scale > 0 && coefficient % 10 === 0) {
      coefficient /= 10
      scale -= 1
    }
    return scale === this.scale ? this : new Decimal(coefficient, scale)
  }

  negated(): Decimal {
    return this.coefficient === 0 ? this : new Decimal(-this.coefficient, this.scale)
  }

  abs(): Decimal {
    return this.coefficient < 0 ? this.negated() : this
  }

  /** -1, 0 or 1 by value: 1.5 and 1.50 are equal. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale)
    const left = raised(this.coefficient, scale - this.scale)
    const right = raised(other.coefficient, scale - other.scale)
    return left < right ? -1 : left > right ? 1 : 0
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0
  }

  /** Plain notation with exactly `scale` decimals, never an exponent. */
  toString(): string {
    const digits = String(this.coefficient < 0 ? -this.coefficient : this.coefficient)
    const sign = this.coefficient < 0 ? '-' : ''
    if (this.scale === 0) return sign + digits
    const padded = digits.length > this.scale ? digits : '0'.repeat(this.scale - digits.length + 1) + digits
    const point = padded.length - this.scale
    return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`
  }

  /**
   * The nearest double: for display and for rules that use binary floating point, never for money.
   */
  toNumber(): number {
    // A single correctly rounded division of two exact doubles gives the nearest double.
    const power = powers[this.scale]
    if (typeof this.coefficient === 'number' && power !== undefined) return this.coefficient / power
    return Number(this.toString())
  }
}

export function sum(decimals: Iterable<Decimal>): Decimal {
  let total = Decimal.zero
  for (const decimal of decimals) total = total.plus(decimal)
  return total
}

const half = Decimal.of(5, 1)

// Lazy: a greedy repetition keeps a place for each of a million digits, and may run out of its stack.
const decimalSyntax = /^([+-]?)(?:([0-9]+?)(?:\.([0-9]*?))?|\.([0-9]+?))(?:[eE]([+-]?[0-9]{1,4}))?$/
// Far above every limit, and small enough that a short text cannot become a long number.
const exponentMax = 100
const powers: readonly number[] = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)

function powerOfTen(exponent: number): number | bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

function raised(coefficient: number | bigint, exponent: number): number | bigint {
  if (exponent === 0 || coefficient === 0) return coefficient
  const power = powerOfTen(exponent)
  if (typeof coefficient === 'number' && typeof power === 'number') {
    const product = coefficient * power
    if (Number.isSafeInteger(product)) return product
  }
  return narrow(BigInt(coefficient) * BigInt(power))
}

function narrow(coefficient: bigint): number | bigint {
  return coefficient >= -safeMax && coefficient <= safeMax ? Number(coefficient) : coefficient
}

const safeMax = BigInt(Number.MAX_SAFE_INTEGER)

/** The quotient of safe integers, rounded half away from zero. Every step is exact. */
function divideSafelyHalfAway(numerator: number, denominator: number): number {
  const [size, by] = [Math.abs(numerator), Math.abs(denominator)]
  const rest = size % by
  // by - rest instead of 2 × rest, which could exceed the safe integers.
  const quotient = (size - rest) / by + (rest >= by - rest ? 1 : 0)
  return numerator < 0 !== denominator < 0 && quotient !== 0 ? -quotient : quotient
}

function divideHalfAway(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const size = numerator < 0n ? -numerator : numerator
  const by = denominator < 0n ? -denominator : denominator
  const quotient = (2n * size + by) / (2n * by)
  return negative ? -quotient : quotient
}

function divideHalfDown(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const size = numerator < 0n ? -numerator : numerator
  const by = denominator < 0n ? -denominator : denominator
  const rest = size % by
  const quotient = size / by + (2n * rest > by ? 1n : 0n)
  return negative ? -quotient : quotient
}

/** A program that breaks this has a fault: the error is not for callers to handle. */
function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
