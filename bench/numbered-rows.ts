import type { Database } from '../src/store/database/database.ts'

// Parts of statements with which the database itself makes rows. `i` is the number of the row.

/** The most rows of one statement. */
export const rowsMax = 50_000

/** The head of a statement that selects from `numbers`: a row for each number, as `i`. */
export function numbered(from: number, to: number): string {
  return `with recursive numbers (i) as (
    select cast(${from} as bigint) union all select i + 1 from numbers where i < ${to})`
}

/** A UUID that ends with the number of the row; `head` is its first 8 digits. */
export function numberedUuid({ dialect }: Database, head: string): string {
  return `'${head}-0000-7000-8000-' || ${dialect.name === 'postgres' ? "lpad(to_hex(i), 12, '0')" : "printf('%012x', i)"}`
}

/** The id of the nth document, if its rows were made with `numberedDocumentId`. */
export function documentIdOf(sequence: number): string {
  return `${documentHead}-0000-7000-8000-${sequence.toString(16).padStart(12, '0')}`
}

export function numberedDocumentId(database: Database): string {
  return numberedUuid(database, documentHead)
}

const documentHead = '01980000'
