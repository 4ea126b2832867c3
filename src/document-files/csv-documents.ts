import type { TSchema } from 'typebox'
import { Decimal } from '../decimal/decimal.ts'
import { damaged } from '../encoding/replacement.ts'
import { type Writable, writeJson } from '../json/write.ts'
import { type Column, Columns } from './csv-columns.ts'
import { csvRecords } from './csv-records.ts'

/**
 * The documents of a CSV file: a row is a line, and consecutive rows with the same `document` form
 * one document. Throws `CsvUnreadable` for text that is not CSV and for an unknown heading. A
 * problem in one document is returned with it, so that the others can be issued.
 */
export async function* csvDocuments(
  parts: AsyncIterable<string>,
  request: TSchema,
): AsyncGenerator<CsvDocument, void, undefined> {
  let columns: Columns | undefined
  let rows: Row[] = []
  for await (const { cells, line } of csvRecords(parts)) {
    if (columns === undefined) {
      columns = new Columns(cells, request)
      continue
    }
    const row = { number: line, cells, document: cells[columns.documentAt] ?? '' }
    const isNext = rows[0] !== undefined && rows[0].document !== row.document
    if (isNext) yield documentOf(rows, columns)
    if (isNext) rows = []
    rows.push(row)
  }
  if (columns !== undefined && rows.length > 0) yield documentOf(rows, columns)
}

export interface CsvDocument {
  /** The line of its first row in the file, from 1. */
  readonly line: number
  /** The request as JSON; undefined when there are problems. */
  readonly text: string | undefined
  readonly problems: readonly string[]
}

interface Row {
  readonly number: number
  readonly cells: readonly string[]
  readonly document: string
}

function documentOf(rows: readonly Row[], columns: Columns): CsvDocument {
  const problems: string[] = []
  const root: Members = new Map()
  const lines: Members[] = []
  for (const [at, row] of rows.entries()) {
    const line: Members = new Map()
    for (const column of columns.all) {
      const cell = cellOf(row, column)
      if (cell === undefined) continue
      const value = column.isNumber ? Decimal.parse(cell) : cell
      if (value === undefined) {
        problems.push(`line ${row.number}: ${column.heading} is not a number: ${cell.slice(0, 40)}`)
        continue
      }
      if (cell.includes('\ufffd')) problems.push(`line ${row.number}: ${column.heading} ${damaged}`)
      const isPlaced =
        column.of === 'expected line'
          ? place(root, ['expected_totals', 'lines', at, ...column.path], value)
          : place(column.of === 'line' ? line : root, column.path, value)
      if (!isPlaced) problems.push(`line ${row.number}: ${column.heading} differs from an earlier row of the document`)
    }
    lines.push(line)
  }
  fillExpectedLines(root, rows.length)
  const line = rows[0]?.number ?? 0
  if (problems.length > 0) return { line, text: undefined, problems }
  return { line, text: writeJson({ ...toObject(root), document_lines: lines.map(toObject) }), problems }
}

/** Undefined when the cell is empty or blank. Blanks are trimmed, except around free text. */
function cellOf(row: Row, { at, isFreeText }: Column): string | undefined {
  const cell = row.cells[at] ?? ''
  if (/^[ \t\r\n]*$/.test(cell)) return undefined
  return isFreeText ? cell : cell.trim()
}

type Node = string | Decimal | Members
type Members = Map<string | number, Node>

/** Puts a value at a path. Returns false when the path already has another value. */
function place(root: Members, path: readonly (string | number)[], value: string | Decimal): boolean {
  let members = root
  for (const step of path.slice(0, -1)) {
    const inner = members.get(step)
    const next: Members = inner instanceof Map ? inner : new Map()
    members.set(step, next)
    members = next
  }
  const last = path.at(-1) ?? ''
  const known = members.get(last)
  if (known !== undefined) return String(known) === String(value)
  members.set(last, value)
  return true
}

/** Positions are those of lines, so a line without expectations has an empty entry. */
function fillExpectedLines(root: Members, lines: number): void {
  const expected = root.get('expected_totals')
  const listed = expected instanceof Map ? expected.get('lines') : undefined
  if (!(listed instanceof Map)) return
  const last = Math.max(...[...listed.keys()].map(Number))
  for (let at = 0; at < Math.max(lines, last); at += 1) if (!listed.has(at)) listed.set(at, new Map())
}

/** Members with numeric names become a list. */
function toObject(members: Members): { readonly [member: string]: Writable } {
  return Object.fromEntries([...members].map(([name, value]) => [String(name), toWritable(value)]))
}

function toWritable(value: Node): Writable {
  if (!(value instanceof Map)) return value
  const isList = value.size > 0 && [...value.keys()].every((key) => typeof key === 'number')
  return isList
    ? [...value].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => toWritable(item))
    : toObject(value)
}
