import { withAsciiDigits } from './ascii-digits.ts'
import { hasLuhnDigit } from './check-digits.ts'

/**
 * Masks a full card number (12 to 19 digits without blanks, dots and hyphens, Luhn) with asterisks
 * and its last four digits. Returns any other text unchanged. For the member declared as a card
 * number; free text uses the stricter `findsCardNumber`. Source: docs/contract.md#cards.
 */
export function maskCardNumber(text: string): string {
  const digits = withAsciiDigits(text).replace(/[\s.\u2010-\u2015\u2212-]/g, '')
  const isCard = /^[0-9]{12,19}$/.test(digits) && hasLuhnDigit(digits)
  return isCard ? '*'.repeat(digits.length - 4) + digits.slice(-4) : text
}
