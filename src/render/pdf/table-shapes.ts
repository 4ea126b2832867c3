import type { Block, Cell, Piece } from '../page/page.ts'

export function isTable(block: Block): block is Table {
  return block.kind === 'table'
}

/**
 * A long table with the distinct shapes of each column (every digit replaced by 0), and the shape
 * of each piece. All digits have the same width, so the layout measures only the shapes to know the
 * width of ten thousand cells. A table that is short or has too many shapes gets none, and is laid
 * out by its cells.
 */
export function shapedTable(table: Table, shortRowsMax: number): ShapedTable {
  const shapes = table.rows.length <= shortRowsMax ? undefined : new TableShapes(table)
  return shapes?.areFew ? shapes.slice() : { ...table, shapes: null, isShaped: false }
}

/** The shapes of a table, and its rows with them, all or in slices. */
export class TableShapes {
  readonly #table: Table
  readonly #columns: readonly { readonly main: Shapes; readonly below: Shapes }[]

  constructor(table: Table) {
    this.#table = table
    this.#columns = table.columns.map(() => ({ main: new Shapes(), below: new Shapes() }))
    for (const row of table.rows) this.#shaped(row)
  }

  /** Whether the table can be laid out with its shapes. */
  get areFew(): boolean {
    return this.#columns.every(({ main, below }) => main.all.length + below.all.length <= shapesMax)
  }

  /**
   * The table with only these rows, and all shapes, so that every slice has the same column widths.
   */
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
   * For each column, texts as wide as its content: all its shapes, or the longest when there are
   * too many.
   */
  readonly shapes: readonly { readonly main: readonly string[]; readonly below: readonly string[] }[] | null
  /** Pieces outside the wide columns have a `shape`: an index into the list. */
  readonly isShaped: boolean
}

type Table = Extract<Block, { readonly kind: 'table' }>

type ShapedPiece = Piece & { readonly shape: number }

const shapesMax = 300
/** Used when there are too many shapes. A wider text breaks its line. */
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
