import { message } from '@selfbill/pint-ae/messages'
import type { TSchema } from 'typebox'
import type { DateOrder } from './cell-dates.ts'
import { DecimalMarks, keyFold, keyIn, visible } from './csv-cells.ts'
import { Columns } from './csv-columns.ts'
import { cellOf, documentOf } from './csv-documents.ts'
import { type CsvRecord, csvRecords, isBlank } from './csv-records.ts'
import { withoutApostrophe } from './csv-text.ts'
import { NumbersSeen } from './numbers-seen.ts'
import { FileUnreadable, type Problem, Problems } from './problem.ts'
import type { ReadDocument, ReadTable } from './read-document.ts'
import { sheetKeyIn } from './sheet-cells.ts'

/**
 * Reads a CSV file to its end and puts the rows of each document together, wherever they are. A row
 * that belongs to no document may belong to any, so it is a problem of the whole file. Throws
 * `FileUnreadable`. Source: docs/decisions/0120.
 */
export function readCsv(
  parts: AsyncIterable<string>,
  request: TSchema,
  rowsMax: number,
  choices: TableChoices = {},
): Promise<CsvFile> {
  return readTable(csvRecords(parts, rowsMax), request, choices)
}

/** What a person says about the cells of a file. */
export interface TableChoices {
  readonly dateOrder?: DateOrder | undefined
}

/** The same for rows that were read already, of a CSV file or of a sheet. */
export async function readTable(
  records: AsyncIterable<CsvRecord> | Iterable<CsvRecord>,
  request: TSchema,
  choices: TableChoices,
): Promise<CsvFile> {
  let file: CsvFile | undefined
  for await (const written of records) {
    if (written.cells.every(isBlank)) continue
    const record = { ...written, cells: written.cells.map(withoutApostrophe) }
    if (file === undefined) file = new CsvFile(new Columns(record.cells, record.place, request), record, choices)
    else file.add(record)
  }
  if (file === undefined || file.isEmpty) throw new FileUnreadable(message('file_empty'))
  return file
}

class CsvFile implements ReadTable {
  readonly #columns: Columns
  readonly #marks: DecimalMarks
  readonly #dateOrder: DateOrder | undefined
  readonly #groups = new Map<string, CsvRecord[]>()
  readonly #problems = new Problems()

  constructor(columns: Columns, { separator }: Pick<CsvRecord, 'separator'>, { dateOrder }: TableChoices) {
    this.#columns = columns
    this.#dateOrder = dateOrder
    this.#marks = new DecimalMarks(separator)
  }

  add(row: CsvRecord): void {
    const problem = this.#misplaced(row)
    if (problem !== undefined) {
      this.#problems.add({ place: row.place, ...problem })
      return
    }
    const key = this.#keyOf(row)
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, [row])
    else group.push(row)
    for (const { isNumber, at } of this.#columns.all) {
      if (isNumber && (row.kinds?.[at] ?? 'text') === 'text') this.#marks.see(row.cells[at] ?? '')
    }
  }

  get isEmpty(): boolean {
    return this.count === 0 && this.#problems.isEmpty
  }

  get count(): number {
    return this.#groups.size
  }

  get problems(): readonly Problem[] {
    return this.#problems.all
  }

  *documents(): Generator<ReadDocument, void, undefined> {
    const [alike, twice] = [this.#documentsAlike(), this.#numbersTwice()]
    const { headings } = this.#columns
    for (const [key, rows] of this.#groups) {
      const document = {
        ...documentOf(rows, this.#columns, { marks: this.#marks, dateOrder: this.#dateOrder }),
        key,
        headings,
      }
      const own = [...(alike.get(key) ?? []), ...(twice.get(key) ?? [])]
      yield own.length === 0 ? document : { ...document, text: undefined, problems: [...own, ...document.problems] }
    }
  }

  #keyOf({ cells }: CsvRecord): string {
    return (cells[this.#columns.documentAt] ?? '').trim()
  }

  get #keyName(): string {
    return this.#columns.names[this.#columns.documentAt] ?? ''
  }

  /** Why it is unknown which document a row belongs to. */
  #misplaced({ cells, kinds }: CsvRecord): Omit<Problem, 'place'> | undefined {
    const { names, documentAt } = this.#columns
    const column = this.#keyName
    const count = cells.findLastIndex((cell) => !isBlank(cell)) + 1
    const numbers = { count, columns: names.length }
    if (count > names.length) return { reason: message('csv_cells_beyond', numbers) }
    if (cells.length < names.length)
      return { reason: message('csv_cells_missing', { ...numbers, count: cells.length }) }
    if (names.every((name, at) => cells[at]?.trim() === name)) return { reason: message('csv_headings_repeated') }
    const at = this.#columns.valueWithoutHeading(cells)
    if (at !== undefined) {
      return { reason: message('csv_heading_missing', { column: at + 1, value: visible(cells[at] ?? '') }) }
    }
    const key = cells[documentAt] ?? ''
    if (isBlank(key)) return { column, reason: message('csv_document_missing', { column }) }
    const damage = keyIn(key, column) ?? sheetKeyIn(key, kinds?.[documentAt] ?? 'text', column)
    return damage && { column, reason: message('csv_document_damaged', { problem: damage }) }
  }

  /** Documents whose names a spreadsheet or a hurried person may have made of one. */
  #documentsAlike(): ReadonlyMap<string, readonly Problem[]> {
    const [firsts, problems] = [new Map<string, string>(), new Map<string, Problem[]>()]
    const complain = (key: string, other: string) => {
      const [of, with_] = [this.#groups.get(key)?.[0], this.#groups.get(other)?.[0]]
      if (of === undefined || with_ === undefined) return
      const found = { column: this.#keyName, value: visible(key), other_value: visible(other), row: with_.place.row }
      const problem = { place: of.place, column: this.#keyName, reason: message('csv_documents_confusable', found) }
      problems.set(key, [...(problems.get(key) ?? []), problem])
    }
    for (const key of this.#groups.keys()) {
      const first = firsts.get(keyFold(key))
      if (first === undefined) firsts.set(keyFold(key), key)
      else {
        complain(key, first)
        if (!problems.has(first)) complain(first, key)
      }
    }
    return problems
  }

  /** Documents whose number is that of another document of the file. */
  #numbersTwice(): ReadonlyMap<string, readonly Problem[]> {
    const column = this.#columns.all.find(({ name }) => name === 'document_number')
    if (column === undefined || column.at === this.#columns.documentAt) return new Map()
    const seen = new NumbersSeen<string>()
    for (const [key, rows] of this.#groups) {
      const row = rows.find((one) => cellOf(one, column) !== undefined)
      if (row !== undefined) seen.add(cellOf(row, column) ?? '', row.place, key)
    }
    return seen.problems()
  }
}
