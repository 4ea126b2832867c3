import { type Writable, writeJson } from '@selfbill/pint-ae/json'
import { message } from '@selfbill/pint-ae/messages'
import { Decimal } from '@selfbill/schematron/decimal'
import { type DateOrder, dateIn } from './cell-dates.ts'
import { codeOfWords } from './code-meanings.ts'
import { type DecimalMarks, numberIn, textIn, visible } from './csv-cells.ts'
import type { Column, Columns } from './csv-columns.ts'
import { type CsvRecord, isBlank } from './csv-records.ts'
import { Problems } from './problem.ts'
import { fractionIn, isRate, withoutPercentSign } from './rates.ts'
import type { ReadDocument } from './read-document.ts'
import { sheetValue } from './sheet-cells.ts'

/** The document of some rows: each is a line. Every wrong cell is a problem of its own. */
export function documentOf(
  rows: readonly CsvRecord[],
  columns: Columns,
  { marks, dateOrder }: CellReading,
): ReadDocument {
  const problems = new Problems()
  const root: Members = new Map()
  const lines: Members[] = []
  for (const [at, row] of rows.entries()) {
    const line: Members = new Map()
    for (const column of columns.all) {
      const cell = cellOf(row, column)
      if (cell === undefined) continue
      const kind = row.kinds?.[column.at] ?? 'text'
      const read = sheetValue(cell, kind, column) ?? valueIn(cell, column, { marks, dateOrder })
      const value = (read instanceof Decimal ? fractionIn(read, column) : undefined) ?? read
      if (typeof value === 'object' && 'id' in value) {
        problems.add({ place: row.place, column: column.heading, reason: value })
        continue
      }
      const leaf = { value, row: row.place.row }
      const other =
        column.of === 'expected line'
          ? place(root, ['expected_totals', 'lines', at, ...column.path], leaf)
          : place(column.of === 'line' ? line : root, column.path, leaf)
      if (other !== undefined) {
        const found = { column: column.heading, value: visible(cell), other_value: visible(String(other.value)) }
        const reason = message('csv_differs', { ...found, row: other.row })
        problems.add({ place: row.place, column: column.heading, reason })
      }
    }
    lines.push(line)
  }
  fillExpectedLines(root, rows.length)
  const text = problems.isEmpty ? writeJson({ ...toObject(root), document_lines: lines.map(toObject) }) : undefined
  return { places: rows.map(({ place: of }) => of), keyLine: rows[0]?.parserLine ?? 0, text, problems: problems.all }
}

/** Undefined when the cell is blank. Blanks are trimmed, except around free text. */
export function cellOf(row: CsvRecord, { at, isFreeText }: Pick<Column, 'at' | 'isFreeText'>): string | undefined {
  const cell = row.cells[at] ?? ''
  if (isFreeText ? /^[ \t\r\n]*$/.test(cell) : isBlank(cell)) return undefined
  return isFreeText ? cell : cell.trim()
}

/** How the cells of a file are read. */
export interface CellReading {
  readonly marks: DecimalMarks
  readonly dateOrder: DateOrder | undefined
}

function valueIn(cell: string, column: Column, { marks, dateOrder }: CellReading) {
  const day = column.isDate ? dateIn(cell, column.heading, dateOrder) : undefined
  if (day !== undefined) return day
  if (!column.isNumber) return textIn(cell, column) ?? codeOfWords(column.name, cell) ?? cell
  return numberIn(isRate(column.name) ? withoutPercentSign(cell) : cell, column.heading, marks)
}

interface Leaf {
  readonly value: string | Decimal
  readonly row: number
}

type Node = Leaf | Members
type Members = Map<string | number, Node>

/** Puts a value at a path. Returns the other value that is there already. */
function place(root: Members, path: readonly (string | number)[], leaf: Leaf): Leaf | undefined {
  let members = root
  for (const step of path.slice(0, -1)) {
    const inner = members.get(step)
    const next: Members = inner instanceof Map ? inner : new Map()
    members.set(step, next)
    members = next
  }
  const last = path.at(-1) ?? ''
  const known = members.get(last)
  if (known === undefined || known instanceof Map) {
    members.set(last, leaf)
    return undefined
  }
  return isSame(known.value, leaf.value) ? undefined : known
}

function isSame(one: Leaf['value'], other: Leaf['value']): boolean {
  return one instanceof Decimal && other instanceof Decimal ? one.compare(other) === 0 : one === other
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
  if (!(value instanceof Map)) return value.value
  const isList = value.size > 0 && [...value.keys()].every((key) => typeof key === 'number')
  return isList
    ? [...value].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => toWritable(item))
    : toObject(value)
}
