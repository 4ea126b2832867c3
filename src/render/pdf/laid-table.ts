import type { Block, Cell, Label, Language } from '@selfbill/pint-ae/page'
import { type LaidPiece, laidPiece, textOf } from './laid-piece.ts'
import { latinWidth } from './latin-width.ts'

/**
 * A table with what the layout needs to know beforehand, so that Typst measures neither columns nor
 * rows. Columns get their widths from the distinct shapes of their texts (every digit replaced by
 * 0): all digits are equally wide, so a few shapes stand for ten thousand cells. A row gets its
 * height from its number of lines, if its item surely fits its column.
 */
export interface LaidTable {
  readonly kind: 'table'
  readonly title: Label
  readonly columns: readonly LaidColumn[]
  /** The texts to measure: in the usual size, and in the small size below it. */
  readonly shapes: { readonly main: readonly string[]; readonly below: readonly string[] }
  readonly rows: readonly LaidRow[]
  /** Whether the figures of a row share a cell, which takes half the time of a cell for each. */
  readonly joined: boolean
}

interface LaidColumn {
  readonly title: Label
  readonly width: 'narrow' | 'figure' | 'wide'
  /**
   * Indices into the shapes of the table. Empty for a wide column, which takes the remaining width.
   */
  readonly main: readonly number[]
  readonly below: readonly number[]
}

interface LaidRow {
  readonly cells: readonly LaidCell[]
  /** Lines of the tallest cell, if no text breaks its line. */
  readonly lines: number
  /** Width of the wide cells in em of each size; null if it is not known. */
  readonly wide: readonly [main: number, below: number] | null
  /** Whether it may continue on the next page. */
  readonly breaks: boolean
}

/** The indices of a narrow cell's shapes are in `at`: first the main text, then those below. */
interface LaidCell {
  readonly main: LaidPiece
  readonly below: readonly LaidPiece[]
  readonly at?: readonly number[]
}

type Table = Extract<Block, { readonly kind: 'table' }>

/** `cellsMax`: a table of more rows has joined figures. */
export function laidTable(table: Table, language: Language, cellsMax: number): LaidTable {
  const [main, below] = [new Shapes(), new Shapes()]
  const used = table.columns.map(() => ({ main: new Set<number>(), below: new Set<number>() }))
  const rows = table.rows.map((row) => {
    const cells = row.map((cell, column) => {
      const laid = {
        main: laidPiece(cell.main, language),
        below: cell.below.map((piece) => laidPiece(piece, language)),
      }
      const own = used[column]
      if (own === undefined || table.columns[column]?.width === 'wide') return laid
      const at = [main.placeOf(laid.main), ...laid.below.map((piece) => below.placeOf(piece))]
      for (const [line, place] of at.entries()) own[line === 0 ? 'main' : 'below'].add(place)
      return { ...laid, at }
    })
    const wide = row.filter((_, column) => table.columns[column]?.width === 'wide')
    return {
      cells,
      lines: 1 + Math.max(...row.map((cell) => cell.below.length)),
      wide: wideWidth(wide),
      breaks: isLong(row),
    }
  })
  const columns = table.columns.map((column, at) => ({
    ...column,
    main: [...(used[at]?.main ?? [])],
    below: [...(used[at]?.below ?? [])],
  }))
  const shapes = { main: main.all, below: below.all }
  return { kind: 'table', title: table.title, columns, shapes, rows, joined: table.rows.length > cellsMax }
}

class Shapes {
  readonly #places = new Map<string, number>()

  get all(): readonly string[] {
    return [...this.#places.keys()]
  }

  placeOf(piece: LaidPiece): number {
    const shape = (typeof piece === 'string' ? piece : piece.join('')).replaceAll(/[0-9]/g, '0')
    const place = this.#places.get(shape) ?? this.#places.size
    this.#places.set(shape, place)
    return place
  }
}

/** Null for other letters than Latin ones: their widths depend on each other. */
function wideWidth(cells: readonly Cell[]): readonly [number, number] | null {
  const [main, below] = [cells.map((cell) => cell.main), cells.flatMap((cell) => cell.below)].map((pieces) =>
    Math.max(0, ...pieces.map((piece) => latinWidth(textOf(piece)) ?? Number.NaN)),
  )
  return main === undefined || below === undefined || Number.isNaN(main + below) ? null : [main, below]
}

/** A longer row, such as one with a note of 5,000 characters, could exceed the page. */
function isLong(row: readonly Cell[]): boolean {
  const characters = row.flatMap(({ main, below }) => [main, ...below]).map((piece) => textOf(piece).length)
  return characters.reduce((sum, length) => sum + length, 0) >= unbrokenMax
}

const unbrokenMax = 600
