/**
 * The rows of a `with` query, for a join that looks up each of them. PostgreSQL expects as many as
 * the query's limit allows, and for so many it reads all of the other table, until that is large.
 * The condition is always true, but PostgreSQL expects that few rows meet it. The limit keeps the
 * condition out of the join: see `jsonRows`.
 *
 * `text` is one of its columns, as text, and never null.
 */
export function fewRows(query: string, text: string): string {
  return `(select * from ${query} where ${text} || '' = ${text} limit ${rowsMax}) as ${query}`
}

/** More than any statement chooses. */
const rowsMax = 100_000
