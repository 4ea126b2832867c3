import { message } from '@selfbill/pint-ae/messages'
import { FileUnreadable } from '../problem.ts'
import type { CellKind } from './cell-kind.ts'
import { dayOf, sheetNumber } from './sheet-numbers.ts'
import { unescaped, type Workbook } from './workbook.ts'
import { readXmlEvents, XmlBroken } from './xml-events.ts'

export interface SheetRow {
  /** As the spreadsheet shows it, from 1. */
  readonly row: number
  readonly cells: readonly string[]
  readonly kinds: readonly CellKind[]
}

export interface Sheet {
  /** Those with a value. */
  readonly rows: readonly SheetRow[]
  /** The cells with a formula, by column from 0. */
  readonly formulas: ReadonlyMap<number, { readonly row: number; readonly count: number }>
}

/** The rows of a sheet. Throws `FileUnreadable`. Source: ECMA-376, part 1 (18.3.1). */
export function readSheet(xml: string, workbook: Workbook, rowsMax: number): Sheet {
  const reader = new SheetReader(workbook, rowsMax)
  readXmlEvents(xml, reader)
  return reader
}

interface Cell {
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
  hasFormula: boolean
}

class SheetReader implements Sheet {
  readonly rows: SheetRow[] = []
  readonly formulas = new Map<number, { row: number; count: number }>()
  readonly #workbook: Workbook
  readonly #rowsMax: number
  #row = 0
  #cells: string[] = []
  #kinds: CellKind[] = []
  #column = 0
  #cell: Cell | undefined
  #isValue = false
  #isAid = false
  #places = 0

  constructor(workbook: Workbook, rowsMax: number) {
    this.#workbook = workbook
    this.#rowsMax = rowsMax
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    this.#isValue = false
    if (name === 'row') {
      this.#row = rowNumber(attribute('r')) ?? this.#row + 1
      this.#column = 0
      ;[this.#cells, this.#kinds] = [[], []]
    } else if (name === 'c') {
      const column = columnOf(attribute('r')) ?? this.#column
      this.#column = column + 1
      const [type = 'n', style = 0] = [attribute('t'), Number(attribute('s') ?? 0)]
      this.#cell = { column, type, style, value: '', hasFormula: false }
    } else if (name === 'rPh') this.#isAid = true
    else if (this.#cell !== undefined) {
      if (name === 'f') this.#cell.hasFormula = true
      this.#isValue = name === 'v' || (name === 't' && !this.#isAid)
    }
  }

  close(name: string): void {
    this.#isValue = false
    if (name === 'rPh') this.#isAid = false
    if (name === 'c') this.#endCell()
    if (name === 'row') this.#endRow()
  }

  text(text: string): void {
    if (this.#isValue && this.#cell !== undefined) this.#cell.value += text
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (cell === undefined) return
    const { column, hasFormula } = cell
    if (hasFormula) {
      const known = this.formulas.get(column)
      this.formulas.set(column, { row: known?.row ?? this.#row, count: (known?.count ?? 0) + 1 })
    }
    const [text, kind] = this.#valueOf(cell)
    if (text === '') return
    // Cells may be far to the right: all places up to them are counted.
    this.#places += Math.max(0, column + 1 - this.#cells.length)
    if (this.#places > placesMax) throw new FileUnreadable(message('upload_too_many_cells'))
    while (this.#cells.length < column) {
      this.#cells.push('')
      this.#kinds.push('text')
    }
    this.#cells[column] = text
    this.#kinds[column] = kind
  }

  #endRow(): void {
    if (this.#cells.length === 0) return
    if (this.#row > this.#rowsMax) throw new FileUnreadable(message('file_too_many_rows', { max: this.#rowsMax }))
    if (this.#row <= (this.rows.at(-1)?.row ?? 0)) throw new XmlBroken('rows are out of order')
    this.rows.push({ row: this.#row, cells: this.#cells, kinds: this.#kinds })
  }

  #valueOf({ type, style, value, hasFormula }: Cell): readonly [text: string, kind: CellKind] {
    if (value === '') return hasFormula && type !== 'str' ? ['=', 'unsaved'] : ['', 'text']
    if (type === 's') return [this.#workbook.sharedTexts[Number(value)] ?? cutOff(), 'text']
    if (type === 'inlineStr' || type === 'str') return [unescaped(value), 'text']
    if (type === 'b') return [value === '1' ? 'TRUE' : 'FALSE', 'text']
    if (type === 'd') return [value.slice(0, 10), 'day']
    if (type !== 'n') return [value, 'text']
    const format = this.#workbook.formats[style]
    const day = format === 'date' ? dayOf(value, this.#workbook.isFrom1904) : undefined
    if (day !== undefined) return [day, 'day']
    return [sheetNumber(value) ?? cutOff(), format === 'padded' || format === 'percent' ? format : 'number']
  }
}

function rowNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const row = Number(text)
  if (!Number.isInteger(row) || row < 1 || row > 1_048_576) throw new XmlBroken('a row that there is not')
  return row
}

/** `AB12` → 27 */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1]
  if (letters === undefined) throw new XmlBroken('a cell that there is not')
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cutOff(): never {
  throw new XmlBroken('a value that there is not')
}

const placesMax = 2_000_000
