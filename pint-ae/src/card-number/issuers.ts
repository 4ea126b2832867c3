import { hasLuhnDigit } from './check-digits.ts'

/**
 * Whether the digits are a card number: a known issuer, one of its lengths, and a valid check
 * digit.
 */
export function isCardNumber(digits: string): boolean {
  return (
    issuers.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits)) && hasLuhnDigit(digits)
  )
}

/** Prefixes assigned by ISO/IEC 7812. */
const issuers: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  // Visa.
  [/^4/, [13, 16, 19]],
  // Mastercard.
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  // American Express.
  [/^3[47]/, [15]],
  // Diners Club.
  [/^3(?:0[0-5]|095|[689])/, [14, 16, 17, 18, 19]],
  // JCB.
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  // Maestro, Discover, UnionPay, RuPay, Mada.
  [/^(?:5[0678]|6|8[12])/, [16, 17, 18, 19]],
  // Maestro's short cards. Its full ranges would match too many other numbers of these lengths.
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 14, 15]],
  // Mir.
  [/^220[0-5]/, [16, 17, 18, 19]],
  // Mada, Troy, Humo, Uzcard.
  [/^(?:9682|9792|9860|8600)/, [16]],
]
