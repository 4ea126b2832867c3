/** A row of CSV text. */
export function rowOf(cells: readonly string[], separator: string): string {
  return cells.map((cell) => (cell.includes(separator) || /["\r\n]/.test(cell) ? quoted(cell) : cell)).join(separator)
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

/**
 * A spreadsheet calculates what begins like a formula, also `+971 4 555 0100`. An apostrophe in
 * front makes it a text.
 */
export function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

/** Without the apostrophe of `harmless`: spreadsheets keep it when they save the file again. */
export function withoutApostrophe(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
