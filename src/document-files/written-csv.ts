import { harmless, rowOf } from './csv-text.ts'
import type { WrittenCell, WrittenSheet } from './xlsx/written-xlsx.ts'

/**
 * A table as CSV, row by row. Spreadsheets read it as UTF-8, and calculate none of its texts: one
 * that begins like a formula gets an apostrophe. Numbers are left alone, also negative ones.
 */
export async function* writtenCsv({
  headings,
  rows,
}: Pick<WrittenSheet, 'headings' | 'rows'>): AsyncGenerator<string, void, undefined> {
  yield `\ufeff${rowOf(headings.map(harmless), ',')}\r\n`
  for await (const cells of rows) yield `${rowOf(cells.map(textOf), ',')}\r\n`
}

function textOf({ kind, text }: WrittenCell): string {
  return kind === 'text' ? harmless(text) : text
}
