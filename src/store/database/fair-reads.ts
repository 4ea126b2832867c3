import type { Database, Statement } from './database.ts'
import { organisationOf } from './organisation.ts'

/**
 * Wraps a database: of each organisation only a few reads are under way at a time, the others wait
 * in their order. So the hundred reads of one organisation at once do not stand before the one read
 * of another. Work of the service itself does not wait.
 */
export function fairReads(database: Database): Database {
  const places = new Map<string, Place>()
  async function inTurn<Result>(statement: Statement | undefined, run: () => Promise<Result>): Promise<Result> {
    if (statement === undefined || statement.across !== undefined) return run()
    const orgId = organisationOf(statement)
    if (orgId === undefined) return run()
    const place = places.get(orgId) ?? { underWay: 0, waiting: [] }
    places.set(orgId, place)
    if (place.underWay >= underWayMax) await new Promise<void>((begin) => place.waiting.push(begin))
    else place.underWay += 1
    try {
      return await run()
    } finally {
      // The next one takes over the place.
      const next = place.waiting.shift()
      if (next !== undefined) next()
      else {
        place.underWay -= 1
        if (place.underWay === 0) places.delete(orgId)
      }
    }
  }
  return {
    dialect: database.dialect,
    query: (statement) => inTurn(statement, () => database.query(statement)),
    snapshot: (selects) => inTurn(selects[0], () => database.snapshot(selects)),
    transaction: (statements, lane) => database.transaction(statements, lane),
    close: () => database.close(),
  }
}

interface Place {
  underWay: number
  readonly waiting: (() => void)[]
}

/**
 * The second begins while the answer of the first is on its way. Four took both processors of a
 * small machine that also ran PostgreSQL.
 */
const underWayMax = 2
