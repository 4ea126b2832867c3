import type { Database, Statement } from '../../../src/store/database/database.ts'
import { sql } from './any-row.ts'

/**
 * On a table of a few rows PostgreSQL would read it all: that is forbidden, to see what it does on
 * a large one.
 */

export async function planOf(db: Database, { sql: text, params, across = '' }: Statement): Promise<string> {
  const isSqlite = db.dialect.name === 'sqlite'
  const results = isSqlite
    ? [await db.query({ sql: `explain query plan ${text}`, params })]
    : await db.transaction([
        sql('set local enable_seqscan = off'),
        sql('set local enable_bitmapscan = off'),
        { sql: `explain ${text}`, params, across },
      ])
  return (results.at(-1) ?? []).map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
}
