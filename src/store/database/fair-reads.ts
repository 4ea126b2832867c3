import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'
import type { Database, Statement } from './database.ts'
import { organisationOf } from './organisation.ts'

/**
 * Wraps a database: of each organisation only a few reads are under way at a time, the others wait
 * in their order. So the hundred reads of one organisation at once do not stand before the one read
 * of another. Work of the service itself does not wait. `now` in ms.
 */
export function fairReads(database: Database, now = () => performance.now()): Database {
  const queues = new LRUCache<string, ReadQueue>(atMost(queuesMax))
  async function inTurn<Result>(statement: Statement | undefined, run: () => Promise<Result>): Promise<Result> {
    if (statement === undefined || statement.across !== undefined) return run()
    const orgId = organisationOf(statement)
    if (orgId === undefined) return run()
    const queue = queues.get(orgId) ?? new ReadQueue(now)
    queues.set(orgId, queue)
    const turn = queue.take()
    if (turn !== undefined) await turn
    try {
      return await run()
    } finally {
      queue.leave()
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

/**
 * The reads of one organisation. Two may be under way, so that the second begins while the answer
 * of the first is on its way. An organisation that has read for more than half of the last seconds
 * gets one at a time: two took a whole processor of a small machine that also ran PostgreSQL.
 */
class ReadQueue {
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  /** The share of the last seconds in which a read was under way, as of `#at`. */
  #busy = 0
  #at = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Undefined if the read may begin now; otherwise resolves when it may. Call `leave` at its end.
   */
  take(): Promise<void> | undefined {
    this.#measure()
    if (this.#waiting.length > 0 || this.#underWay >= this.#most) {
      return new Promise<void>((begin) => this.#waiting.push(begin))
    }
    this.#underWay += 1
    return undefined
  }

  leave(): void {
    this.#measure()
    this.#underWay -= 1
    while (this.#underWay < this.#most) {
      const begin = this.#waiting.shift()
      if (begin === undefined) return
      this.#underWay += 1
      begin()
    }
  }

  get #most(): number {
    return this.#busy > busyMax ? 1 : 2
  }

  #measure(): void {
    const now = this.#now()
    const kept = Math.exp((this.#at - now) / memoryMs)
    this.#busy = this.#busy * kept + (this.#underWay > 0 ? 1 - kept : 0)
    this.#at = now
  }
}

const memoryMs = 1_000
const busyMax = 0.5
/** Organisations that read recently; one that is dropped begins anew. */
const queuesMax = 10_000
