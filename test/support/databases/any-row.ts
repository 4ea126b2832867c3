import { sql as plainSql, type Statement, type Value } from '../../../src/store/database/database.ts'
import { acrossOrganisations } from '../../../src/store/database/organisation.ts'

/** A statement of a test, which may look at the rows of all organisations. */
export function sql(text: string, ...params: readonly Value[]): Statement {
  return acrossOrganisations('a test', plainSql(text, ...params))
}
