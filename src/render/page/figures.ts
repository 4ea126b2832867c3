import type { Decimal } from '../../decimal/decimal.ts'
import { gulfTime } from '../../document/gulf-time.ts'
import { figure, type Piece } from './page.ts'

/** `31866.84` as `31,866.84`: all digits, in groups of three, the same in every language. */
export function grouped(number: Decimal): string {
  const [whole = '', places] = number.toString().split('.')
  const inGroups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return places === undefined ? inGroups : `${inGroups}.${places}`
}

/** `1,584.34 AED` */
export function money(number: Decimal, currency: string): Piece {
  return figure(`${grouped(number)} ${currency}`)
}

/** An amount in a column whose heading names the currency. */
export function amount(number: Decimal | undefined): Piece {
  return figure(number === undefined ? '' : grouped(number))
}

/** An instant (ms since 1970) in Gulf Standard Time: `2026-11-21 14:05`. */
export function gulfMoment(instant: number): string {
  const [date, time] = gulfTime(instant)
  return `${date} ${time.slice(0, 5)}`
}
