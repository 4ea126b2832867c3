import { message } from '@selfbill/pint-ae/messages'
import type { TSchema } from 'typebox'
import { readTable, type TableChoices } from './csv-file.ts'
import { type CsvRecord, isBlank } from './csv-records.ts'
import type { Problem } from './problem.ts'
import type { ReadTable } from './read-document.ts'
import type { Sheet } from './xlsx/sheet-rows.ts'

/** The documents of a sheet, whose rows are read like those of CSV. Throws `FileUnreadable`. */
export async function readSheetFile(sheet: Sheet, request: TSchema, choices: TableChoices): Promise<ReadTable> {
  const records = recordsOf(sheet)
  const file = await readTable(records, request, choices)
  return {
    problems: file.problems,
    warnings: warningsOf(sheet, records[0]?.cells ?? []),
    count: file.count,
    documents: () => file.documents(),
  }
}

/** The rows of a sheet as those of CSV: each is filled up to the headings. */
export function recordsOf({ rows }: Sheet): readonly CsvRecord[] {
  const width = rows.find(({ cells }) => !cells.every(isBlank))?.cells.length ?? 0
  return rows.map(({ row, cells, kinds }) => ({
    cells: [...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => '')],
    kinds,
    place: { row, line: row },
    parserLine: row,
    // Decimals of texts may have a comma where the person works.
    separator: ';',
  }))
}

/** A result may be older than the cells that it was computed from. */
function warningsOf({ formulas }: Sheet, headings: readonly string[]): readonly Problem[] {
  return [...formulas]
    .toSorted(([a], [b]) => a - b)
    .slice(0, warningsMax)
    .map(([at, { row, count }]) => {
      const column = (headings[at] ?? '').trim() || String(at + 1)
      return { place: { row, line: row }, column, reason: message('cells_computed', { column, count }) }
    })
}

const warningsMax = 100

/** Of a spreadsheet, the headings included. */
export const sheetRowsMax = 10_000
