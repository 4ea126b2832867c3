import { numberCharactersMax } from '@selfbill/pint-ae/json'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { Decimal } from '@selfbill/schematron/decimal'
import { misreadOriginal } from '../encoding/misread.ts'
import { replacementAt } from '../encoding/replacement.ts'
import { isBlank } from './csv-records.ts'
import { readingsOf, typedNumber } from './typed-number.ts'

/**
 * What a cell says, or what a spreadsheet or another program has made of it. A value that may only
 * be right by luck is refused: it would be on a legal document.
 */

interface CellColumn {
  readonly heading: string
  /** The path of the field. */
  readonly name: string
  readonly isFreeText: boolean
}

/** Why a text cannot be trusted; undefined for any other text. */
export function textIn(cell: string, column: CellColumn): Message | undefined {
  const { heading, name, isFreeText } = column
  const found = (value: string) => ({ column: heading, value: visible(value) })
  const text = cell.trim()
  if (words.has(text)) return message('cell_programming_word', found(text))
  if (isFreeText && plain.test(text)) return undefined
  if (replacementAt(cell) !== undefined) {
    return message('cell_replacement', { column: heading, problem: message('text_damaged') })
  }
  if (shortened.test(text)) return message('cell_shortened', found(text))
  if (/^#+$|^#[\p{L}/0_]+[!?]$|^#(N\/A|NV|N\/D|BUSY!)$|^Err:\d+$/u.test(text)) return message('cell_error', found(text))
  if (/^=.?[A-Za-z0-9("]|^[-+@][A-Z]+\(/.test(text)) return message('cell_formula', found(text))
  if (text.includes('??')) return message('cell_question_marks', found(text))
  const original = misreadOriginal(text)
  if (original !== undefined) return message('cell_misread', { ...found(text), text: visible(original) })
  if (isFreeText) return undefined
  if (/^'?\d+\.0+$|^'\d+$/.test(text) || hasLostZero(text, name)) return message('cell_written_as_number', found(text))
  if (madeDate.test(text)) return message('cell_turned_into_date', found(text))
  return undefined
}

/** HS codes are pairs of digits, so an odd number of them has lost the zero in front. */
function hasLostZero(text: string, name: string): boolean {
  return name.endsWith('.item_classification_code') && /^\d(\d\d)+$/.test(text)
}

/** Like `textIn`, for the text that says which document a row belongs to. */
export function keyIn(cell: string, column: string): Message | undefined {
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(cell.trim())) {
    return message('cell_invisible', { column, value: visible(cell) })
  }
  return textIn(cell, { heading: column, name: column, isFreeText: true })
}

/** Keys with the same fold may be one document that somebody wrote in two ways. */
export function keyFold(key: string): string {
  const folded = key.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
  const [, digits] = /^0*(\d+?)(?:[.,]0+)?$/.exec(folded) ?? []
  return digits ?? folded
}

/** A number with a decimal point. */
export function numberIn(cell: string, column: string, marks: DecimalMarks): Decimal | Message {
  const found = { column, value: visible(cell) }
  if (cell.length > numberCharactersMax) return message('cell_not_number', found)
  if (shortened.test(cell)) return message('cell_shortened', found)
  const value = /[Ee]/.test(cell) ? undefined : Decimal.parse(cell)
  if (value === undefined) return noNumber(cell, found)
  if (/\.\d*(?:0{6,}|9{6,})\d{1,2}$/.test(cell) && cell.replaceAll(/\D/g, '').length > 15) {
    return message('cell_not_rounded', found)
  }
  return marks.isAmbiguous(cell) ? message('cell_ambiguous', { ...found, thousands: cell.replace('.', '') }) : value
}

/** What a person may have meant is proposed, in the words of the form. */
function noNumber(cell: string, found: { readonly column: string; readonly value: string }): Message {
  const bare = cell.replace(currencyBefore, '').replace(currencyBehind, '')
  const meant = /[Ee]/.test(bare) ? undefined : typedNumber(bare)
  if (meant === undefined) return message('cell_not_number', found)
  if (meant !== 'ambiguous') return message('cell_number_proposed', { ...found, number: meant.toString() })
  const { thousands, decimals } = readingsOf(bare)
  // `1.200` would be ambiguous again.
  const short = Decimal.from(decimals).normalized().toString()
  return message('cell_number_readings', { ...found, thousands, decimals: short })
}

const currencyBefore = /^(?:[A-Z]{3}|Dhs?\.?|د\.إ\.?|درهم)\s*(?=[\d\u0660-\u0669-])/iu
const currencyBehind = /(?<=[\d\u0660-\u0669])\s*(?:[A-Z]{3}|Dhs?\.?|د\.إ\.?|درهم)$/iu

/**
 * Whether a point in the numbers of a file is a decimal point. `1.500` may be 1500 where decimals
 * have a comma. Excel separates the columns with semicolons there, or with tabs.
 */
export class DecimalMarks {
  #hasPoint = false
  #hasComma = false
  readonly #mayBeComma: boolean

  constructor(separator: string) {
    this.#mayBeComma = separator !== ','
  }

  see(cell: string): void {
    if (this.#hasComma) return
    const text = cell.trim()
    if (/^[-+]?(\d+|\d{1,3}(\.\d{3})+),\d*$/.test(text) && !/^[-+]?[1-9]\d{0,2},\d{3}$/.test(text))
      this.#hasComma = true
    else if (/^[-+]?\d*\.\d+$/.test(text) && !ambiguous.test(text)) this.#hasPoint = true
  }

  isAmbiguous(cell: string): boolean {
    return ambiguous.test(cell) && (this.#hasComma || (this.#mayBeComma && !this.#hasPoint))
  }
}

/** One to three digits, a point and three: it may separate thousands. */
const ambiguous = /^[-+]?[1-9]\d{0,2}\.\d{3}$/

/** As spreadsheets show numbers of many digits. */
const shortened = /^[-+]?\d+(?:[.,]\d+)?[Ee][-+]\d+$/

/** Most texts, and none of those that are damaged. */
const plain = /^(?!.*E-\d|Err:\d|-[A-Z]+\()[A-Za-z0-9 .,:/()&-]*$/

/** Programs write these for what is missing, or for a truth value. */
const words: ReadonlySet<string> = new Set([
  ...['NULL', 'null', 'NaN', 'nan', 'None', '<NA>', 'NaT', 'undefined', '(null)', '\\N', '[object Object]'],
  ...['TRUE', 'FALSE'],
])

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
/** `3-4` and `MAR1` become these. */
const madeDate = new RegExp(`^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2})$`)

/** A cell in a message: short, and with names for invisible characters. */
export function visible(cell: string): string {
  const short = cell.length > shownMax ? `${cell.slice(0, shownMax)}…` : cell
  const named = short.replaceAll(
    /[\p{Cc}\p{Cf}\u00a0\u2028\u2029]/gu,
    (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )
  return isBlank(cell) ? `"${named}"` : named
}

const shownMax = 40
