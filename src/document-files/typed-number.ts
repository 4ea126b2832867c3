import { numberCharactersMax } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'

/**
 * A number as a person typed it, decided by its form. A comma is a decimal one in `1,5` and
 * `1.500,25`, and groups thousands in `1,500.25` and `1,500,000`. `1,500` may be either, so it is
 * ambiguous. Arabic digits have separators of their own. Source: docs/decisions/0178.
 */
export function typedNumber(text: string): Decimal | 'ambiguous' | undefined {
  if (text.length > numberCharactersMax) return undefined
  const typed = text.trim().replaceAll(arabicDigits, latin).replaceAll('\u060c', ',')
  const plain = Decimal.parse(typed)
  if (plain !== undefined) return plain
  if (ambiguous.test(typed)) return 'ambiguous'
  for (const shape of shapes) {
    const { whole, part } = shape.exec(typed)?.groups ?? {}
    if (whole !== undefined)
      return Decimal.parse(whole.replaceAll(/[^-\d]/g, '') + (part === undefined ? '' : `.${part}`))
  }
  return undefined
}

/** Arabic digits, and those of Persian and Urdu. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

function latin(digit: string): string {
  return String(digit.charCodeAt(0) % 16)
}

/** Up to three digits, a comma and three: thousands, or three decimals. */
const ambiguous = /^-?[1-9]\d{0,2},\d{3}$/

// U+066B is the decimal separator of Arabic digits, U+066C their thousands separator.
const shapes = [
  /^(?<whole>-?\d+)[,\u066b](?<part>\d+)$/,
  /^(?<whole>-?\d{1,3}(?:[\s\u066c]\d{3})+)(?:[.,\u066b](?<part>\d+))?$/,
  /^(?<whole>-?\d{1,3}(?:,\d{3})+)[.\u066b](?<part>\d+)$/,
  /^(?<whole>-?\d{1,3}(?:,\d{3}){2,})$/,
  /^(?<whole>-?\d{1,3}(?:\.\d{3})+)[,\u066b](?<part>\d+)$/,
]

/** The two readings of an ambiguous number: `1,500` is 1500 or 1.500. */
export function readingsOf(text: string): { readonly thousands: string; readonly decimals: string } {
  const typed = text.trim().replaceAll(arabicDigits, latin).replaceAll('\u060c', ',')
  return { thousands: typed.replace(',', ''), decimals: typed.replace(',', '.') }
}
