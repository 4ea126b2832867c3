import type { Decimal } from '@selfbill/schematron/decimal'
import { gulfTime } from '../document/gulf-time.ts'
import { figure, type Piece } from './page.ts'

/**
 * `-31866.84` as `−31,866.84`: all digits, in groups of three, the same in every language, with the
 * minus sign of all our figures.
 */
export function grouped(number: Decimal): string {
  const [whole = '', places] = number.toString().replace('-', '−').split('.')
  const inGroups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return places === undefined ? inGroups : `${inGroups}.${places}`
}

/** `1,584.34 AED` */
export function money(number: Decimal, currency: string): Piece {
  return figure(`${groupedMoney(number)} ${currency}`)
}

/** An amount in a column; the facts above it name the currency. */
export function amount(number: Decimal | undefined): Piece {
  return figure(number === undefined ? '' : groupedMoney(number))
}

/** `45` as `45.00`: amounts of a document have two decimals in every currency. */
export function groupedMoney(number: Decimal): string {
  return grouped(number.rescaled(2))
}

/** A price with the decimals of its currency, and more if it was sent with more. */
export function price(number: Decimal, currency: string): string {
  return grouped(number.normalized().rescaled(decimalsOf(currency)))
}

function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}

// ISO 4217; all other currencies have two decimals.
const withoutDecimals: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)
const withThreeDecimals: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** An instant (ms since 1970) in Gulf Standard Time: `2026-11-21 14:05`. */
export function gulfMoment(instant: number): string {
  const [date, time] = gulfTime(instant)
  return `${date} ${time.slice(0, 5)}`
}
