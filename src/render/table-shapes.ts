import type { Block, Cell, Piece } from './page.ts'

/**
 * The different shapes in each column of a long table, each digit told as 0: since digits are all as wide as one another, the
 * widest shape is as wide as the column must be, and the layout need not measure ten thousand cells. Null for a table that is
 * short, or has too many shapes to measure; those are laid out by their cells.
 */
export function tableShapes({ columns, rows }: Table, shortRowsMax: number): readonly ColumnShapes[] | null {
  if (rows.length <= shortRowsMax) return null
  const shapes = columns.map(({ width }, at) =>
    width === 'wide' ? { main: [], below: [] } : shapesIn(rows.flatMap((row) => row[at] ?? [])),
  )
  return shapes.some(({ main, below }) => main.length + below.length > shapesMax) ? null : shapes
}

export interface ColumnShapes {
  readonly main: readonly string[]
  readonly below: readonly string[]
}

type Table = Extract<Block, { readonly kind: 'table' }>

const shapesMax = 300

function shapesIn(cells: readonly Cell[]): ColumnShapes {
  return {
    main: [...new Set(cells.map(({ main }) => shapeOf(main)))],
    below: [...new Set(cells.flatMap(({ below }) => below.map(shapeOf)))],
  }
}

function shapeOf(piece: Piece): string {
  return ('figure' in piece ? piece.figure : piece.words).replaceAll(/[0-9]/g, '0')
}
