import { Decimal } from '@selfbill/schematron/decimal'

/**
 * The number of a cell as exact decimal text. Spreadsheets keep numbers as binary fractions and
 * write them with 17 digits: 19.99 is 19.989999999999998 in the file, and 0.1 + 0.2 is
 * 0.30000000000000004. Such a number is what the spreadsheet shows of it. A number with more digits
 * was written by a program that has decimals, and stays as it is. Undefined when it is no number.
 */
export function sheetNumber(raw: string): string | undefined {
  const exact = Decimal.parse(raw.trim())
  if (exact === undefined) return undefined
  const text = exact.normalized().toString()
  if (digitsIn(text) <= shownDigits || digitsIn(text) > binaryDigits) return text
  // The shortest text of the same binary fraction. Nothing is computed with it.
  const binary = Number(text)
  const isBinary = Decimal.from(binary.toPrecision(binaryDigits)).equals(exact)
  const shortest = isBinary ? Decimal.from(String(binary)) : exact
  const short = shortest.normalized().toString()
  const spare = digitsIn(short) - shownDigits
  const isResidue = spare > 0 && /\.\d*(?:0{6,}|9{6,})\d{1,2}$/.test(short)
  return isResidue
    ? shortest
        .round(shortest.scale - spare)
        .normalized()
        .toString()
    : short
}

/** Without the zeros in front. */
export function digitsIn(number: string): number {
  return number.replaceAll(/\D/g, '').replace(/^0+/, '').length
}

/** As many as a spreadsheet shows. */
export const shownDigits = 15
const binaryDigits = 17

/** The day of a serial number, as yyyy-mm-dd; undefined for a number that is no day. */
export function dayOf(serial: string, isFrom1904: boolean): string | undefined {
  const days = Math.floor(Number(serial))
  // 1900 was no leap year, but spreadsheets count a 29 February. Nobody invoices for those days.
  if (!(days >= (isFrom1904 ? 0 : 61)) || days > lastDay) return undefined
  return new Date(Date.UTC(isFrom1904 ? 1904 : 1899, isFrom1904 ? 0 : 11, isFrom1904 ? 1 : 30) + days * dayMs)
    .toISOString()
    .slice(0, 10)
}

const dayMs = 24 * 3_600_000
/** 31 December 9999. */
const lastDay = 2_958_465
