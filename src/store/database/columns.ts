import type { Row } from './database.ts'

/**
 * The row of a statement that always returns exactly one: a count, or an insert with `returning`.
 */
export function onlyRow(rows: readonly Row[] | undefined): Row {
  const row = rows?.[0]
  if (row === undefined) throw new Error('a statement that answers one row answered none')
  return row
}

/** The text in a column. Throws if there is no text, so that a misspelt column shows at once. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`column ${column} holds no text`)
  return value
}

export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column)
}

/** The word in a column, one of `words`. Throws at any other word: this version never writes it. */
export function word<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = row[column]
  const known = words.find((candidate) => candidate === value)
  if (known === undefined) throw new Error(`column ${column} holds ${String(value)}, none of ${words.join(', ')}`)
  return known
}

export function optionalWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word | undefined {
  return row[column] === null ? undefined : word(row, column, words)
}

/** For answers that show null; so are the next two functions. */
export function wordOrNull<Word extends string>(row: Row, column: string, words: readonly Word[]): Word | null {
  return optionalWord(row, column, words) ?? null
}

export function textOrNull(row: Row, column: string): string | null {
  return optionalText(row, column) ?? null
}

export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new Error(`column ${column} holds no number`)
  return value
}

export function optionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integer(row, column)
}

export function integerOrNull(row: Row, column: string): number | null {
  return optionalInteger(row, column) ?? null
}

/** Flags are stored as 0 or 1. */
export function flag(row: Row, column: string): boolean {
  return integer(row, column) === 1
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new Error(`column ${column} holds no bytes`)
  return value
}
