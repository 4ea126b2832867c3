/**
 * The members of the JSON object in `$1` as rows, with `columns` of their `key` and `value`. An
 * object, because `json_each` of it is the same in both databases.
 *
 * PostgreSQL expects a hundred rows of `json_each`, and to join so many it reads all of a table.
 * The condition is always true, but PostgreSQL expects that one row meets it, so it looks up each
 * row by an index. The limit keeps the planner from moving `columns` into the join, where it may
 * use no index for them: row level security lets only functions that reveal nothing come first.
 */
export function jsonRows(columns: string): string {
  return `(select ${columns} from json_each($1) where key || '' = key limit ${rowsMax})`
}

/** The rows as JSON for `jsonRows`. */
export function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(Object.fromEntries(rows.entries()))
}

/** More than any batch has. */
const rowsMax = 100_000
