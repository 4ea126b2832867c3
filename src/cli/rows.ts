import { Option } from '@commander-js/extra-typings'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

/**
 * The one form of every list: a table with a title above each column, or with `--json` an object a
 * line, with the names of the API. An empty list prints nothing.
 */
export function printRows<Row extends object>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  { json }: JsonOption,
): void {
  if (json === true) for (const row of rows) printJson(terminal, row)
  else if (rows.length > 0) printTable(terminal, [columns.map(titleOf), ...rows.map((row) => cellsOf(row, columns))])
}

/** A line of JSON. It escapes what a terminal may take for the end of a line. */
export function printJson(terminal: Terminal, value: object): void {
  terminal.print(JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, escaped))
}

/** `--json`, the same for every command that lists or reports. */
export const jsonOption = new Option('--json', 'print one JSON object a line, with the field names of the API')

export interface JsonOption {
  readonly json?: true | undefined
}

function printTable(terminal: Terminal, lines: readonly (readonly string[])[]): void {
  const [first = []] = lines
  const widths = first.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  for (const cells of lines)
    terminal.print(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function titleOf(column: string): string {
  return column.replaceAll('_', ' ').toUpperCase()
}

function cellsOf<Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): readonly string[] {
  return columns.map((column) => printable(cellOf(row[column])))
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.map(String).join(',') : String(value)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`
}
