import { type Database, DatabaseAway, type Statement } from '../../../src/store/database/database.ts'
import { organisationOf } from '../../../src/store/database/organisation.ts'

/**
 * A database of several machines. The one with the rows of `orgIds` can go away: then
 * their statements fail, and so do all that ask every machine.
 */
export function apartFor(db: Database, orgIds: readonly string[]) {
  let isAway = false
  const check = (statements: readonly Statement[]) => {
    if (!isAway) return
    const touched = statements.map(organisationOf)
    if (touched.some((orgId) => orgId === '*' || (orgId !== undefined && orgIds.includes(orgId))))
      throw new DatabaseAway('a machine is away')
  }
  const database: Database = {
    ...db,
    async query(statement) {
      check([statement])
      return db.query(statement)
    },
    async snapshot(statements) {
      check(statements)
      return db.snapshot(statements)
    },
    async transaction(statements, lane) {
      check(statements)
      return db.transaction(statements, lane)
    },
  }
  return {
    database,
    isAway: () => isAway,
    goAway() {
      isAway = true
    },
    comeBack() {
      isAway = false
    },
  }
}
