/**
 * A condition that is always true, for a join that looks up each of some rows. PostgreSQL expects
 * one row in two hundred to meet it, so it uses an index. For as many rows as it would expect
 * otherwise, it reads all of the other table. The limit keeps both planners from moving the
 * condition into the join, where they may use no index: row level security lets only functions
 * that reveal nothing come first.
 *
 * `text` is a column of the rows, as text, and never null.
 */
export function expectFew(text: string): string {
  return `where ${text} || '' = ${text} limit ${rowsMax}`
}

/** More than any statement has. */
export const rowsMax = 100_000

/**
 * The rows of a `with` query. PostgreSQL would expect as many as the query's limit allows. The text
 * is that of `expectFew`.
 */
export function fewRows(query: string, text: string): string {
  return `(select * from ${query} ${expectFew(text)}) as ${query}`
}
