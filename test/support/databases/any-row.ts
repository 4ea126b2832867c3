import { sql as plainSql, type Statement, type Value } from '../../../src/store/database/database.ts'

/** A statement of a test, which may look at the rows of all organisations. */
export function sql(text: string, ...params: readonly Value[]): Statement {
  return { ...plainSql(text, ...params), across: 'a test' }
}
