import { isBlank } from '../xml/blank.ts'

/**
 * Orders untyped text, read as a double, against a number: negative, 0, positive, or NaN when they
 * have no order. It follows Saxon, whose verdict counts in the network, where Saxon departs from
 * XPath: text `-0.0` is less than zero, and text `NaN` is more than any number. This applies only
 * between untyped text and a number; two typed numbers compare as in XPath. Source: measured with
 * Saxon-HE 12.9 and 9.9.1-8; docs/rulebook.md, "Where Saxon leaves XPath".
 */
export function orderOfUntyped(text: number, other: number): number {
  if (Number.isNaN(other)) return Number.NaN
  if (text < other) return -1
  if (text > other || Number.isNaN(text)) return 1
  return text === 0 ? signOfZero(text) - signOfZero(other) : 0
}

/**
 * Compared with an xs:integer, Saxon reads whole numbers as integers, which have no negative zero:
 * `-0` equals 0 there.
 */
export function besideInteger(text: string, double: number): number {
  return Object.is(double, -0) && isWholeNumber(text) ? 0 : double
}

function signOfZero(zero: number): number {
  return Object.is(zero, -0) ? -1 : 0
}

/**
 * Only digits after the sign: `-0`, not `-0.0` or `-0e0`. Saxon accepts at most 15 digits in a
 * whole number.
 */
function isWholeNumber(text: string): boolean {
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) digits += 1
    else if (code !== minus && !isBlank(code)) return false
  }
  return digits <= digitsMax
}

const minus = 45
const zero = 48
const nine = 57
const digitsMax = 15
