import { withAsciiDigits } from './ascii-digits.ts'
import { hasLuhnDigit } from './check-digits.ts'

/**
 * Replaces what looks like a full card number (12 to 19 digits after removing blanks, dots and
 * hyphens, Luhn) by asterisks and its last four digits; any other text is returned as it is. It is
 * for the member that is declared to hold a card number; `findsCardNumber` is for free text and
 * asks for more. Source: docs/contract.md#cards.
 */
export function maskCardNumber(text: string): string {
  const digits = withAsciiDigits(text).replace(/[\s.\u2010-\u2015\u2212-]/g, '')
  const isCard = /^[0-9]{12,19}$/.test(digits) && hasLuhnDigit(digits)
  return isCard ? '*'.repeat(digits.length - 4) + digits.slice(-4) : text
}
