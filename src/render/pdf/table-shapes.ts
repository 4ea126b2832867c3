import type { Block, Cell, Piece } from '../page/page.ts'

export function isTable(block: Block): block is Table {
  return block.kind === 'table'
}

/**
 * A long table with the different shapes in its columns, each digit written as 0, and for each
 * piece its shape. All digits have the same width: the layout measures the shapes, and then knows
 * how wide ten thousand cells are. A table that is short, or has too many shapes to measure, has
 * none, and is laid out by its cells.
 */
export function shapedTable(table: Table, shortRowsMax: number): ShapedTable {
  const shapes = table.rows.length <= shortRowsMax ? undefined : new TableShapes(table)
  return shapes?.areFew ? shapes.slice() : { ...table, shapes: null, isShaped: false }
}

/** The shapes of a table, and its rows with them, all at once or some at a time. */
export class TableShapes {
  readonly #table: Table
  readonly #columns: readonly { readonly main: Shapes; readonly below: Shapes }[]

  constructor(table: Table) {
    this.#table = table
    this.#columns = table.columns.map(() => ({ main: new Shapes(), below: new Shapes() }))
    for (const row of table.rows) this.#shaped(row)
  }

  /** The table can be laid out with its shapes. */
  get areFew(): boolean {
    return this.#columns.every(({ main, below }) => main.all.length + below.all.length <= shapesMax)
  }

  /** The table with only these rows, and the shapes of all: every slice has the same widths. */
  slice(from?: number, until?: number): ShapedTable {
    const rows = this.#table.rows.slice(from, until)
    const isShaped = this.areFew
    const shapes = this.#columns.map(({ main, below }) =>
      isShaped ? { main: main.all, below: below.all } : { main: main.longest, below: below.longest },
    )
    return { ...this.#table, rows: isShaped ? rows.map((row) => this.#shaped(row)) : rows, shapes, isShaped }
  }

  #shaped(row: readonly Cell[]): readonly Cell[] {
    return row.map((cell, at) => {
      const own = this.#table.columns[at]?.width === 'wide' ? undefined : this.#columns[at]
      return own === undefined
        ? cell
        : { main: own.main.shaped(cell.main), below: cell.below.map((it) => own.below.shaped(it)) }
    })
  }
}

export interface ShapedTable extends Table {
  /**
   * For each column, texts as wide as what it holds: all of its shapes, or the longest when there
   * are too many to measure.
   */
  readonly shapes: readonly { readonly main: readonly string[]; readonly below: readonly string[] }[] | null
  /** Pieces in all but the wide columns have a `shape`: its place in the list. */
  readonly isShaped: boolean
}

type Table = Extract<Block, { readonly kind: 'table' }>

type ShapedPiece = Piece & { readonly shape: number }

const shapesMax = 300
/** Of too many shapes. Something wider than all of these breaks its line. */
const longestMax = 50

class Shapes {
  readonly #places = new Map<string, number>()

  get all(): readonly string[] {
    return [...this.#places.keys()]
  }

  get longest(): readonly string[] {
    return this.all.toSorted((one, other) => other.length - one.length).slice(0, longestMax)
  }

  shaped(piece: Piece): ShapedPiece {
    const shape = ('figure' in piece ? piece.figure : piece.words).replaceAll(/[0-9]/g, '0')
    const place = this.#places.get(shape) ?? this.#places.size
    this.#places.set(shape, place)
    return { ...piece, shape: place }
  }
}
