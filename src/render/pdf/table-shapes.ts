import type { Block, Piece } from '../page/page.ts'

/**
 * A long table with the different shapes in its columns, each digit told as 0, and for each piece
 * which of them it has. Digits are all as wide as one another: the layout measures the shapes, and
 * with them knows how wide ten thousand cells are. A table that is short, or has too many shapes to
 * measure, has none, and is laid out by its cells.
 */
export function shapedTable(table: Table, shortRowsMax: number): ShapedTable {
  const { columns, rows } = table
  if (rows.length <= shortRowsMax) return { ...table, shapes: null }
  const shapes = columns.map(() => ({ main: new Shapes(), below: new Shapes() }))
  const shaped = rows.map((row) =>
    row.map((cell, at) => {
      const own = columns[at]?.width === 'wide' ? undefined : shapes[at]
      return own === undefined
        ? cell
        : { main: own.main.shaped(cell.main), below: cell.below.map((it) => own.below.shaped(it)) }
    }),
  )
  if (shapes.some(({ main, below }) => main.all.length + below.all.length > shapesMax))
    return { ...table, shapes: null }
  return { ...table, rows: shaped, shapes: shapes.map(({ main, below }) => ({ main: main.all, below: below.all })) }
}

export interface ShapedTable extends Table {
  /**
   * One for each column; pieces in all but the wide columns then have a `shape`, its place in the
   * list.
   */
  readonly shapes: readonly { readonly main: readonly string[]; readonly below: readonly string[] }[] | null
}

type Table = Extract<Block, { readonly kind: 'table' }>

type ShapedPiece = Piece & { readonly shape: number }

const shapesMax = 300

class Shapes {
  readonly #places = new Map<string, number>()

  get all(): readonly string[] {
    return [...this.#places.keys()]
  }

  shaped(piece: Piece): ShapedPiece {
    const shape = ('figure' in piece ? piece.figure : piece.words).replaceAll(/[0-9]/g, '0')
    const place = this.#places.get(shape) ?? this.#places.size
    this.#places.set(shape, place)
    return { ...piece, shape: place }
  }
}
