import { text } from './database/columns.ts'
import type { Crossing } from './database/crossings.ts'
import { type Database, isLoss, type Row, type Statement, sql } from './database/database.ts'

/**
 * Finds rows of many organisations with one statement. On a database that is spread over machines
 * the statement fails while one of them is away, and so would the work of everybody. Then the same
 * is asked of one organisation after the other, some of them at each look, and rows of the machine
 * that is away are left out.
 */
export class OrganisationLook {
  readonly #db: Database
  readonly #clock: { steady(): number }
  readonly #oneByOne = new Map<string, OneByOne>()

  constructor(db: Database, clock: { steady(): number }) {
    this.#db = db
    this.#clock = clock
  }

  /** `read` with an organisation reads its rows only. */
  async rows(read: (orgId: string | undefined) => Statement): Promise<readonly Row[]> {
    const ofAll = read(undefined)
    const name = ofAll.across ?? ''
    if (this.#isOneByOne(name)) return this.#rowsOneByOne(name, read)
    try {
      return await this.#db.query(ofAll)
    } catch (error) {
      if (!isLoss(error)) throw error
      this.#lookOneByOne(name)
      return this.#rowsOneByOne(name, read)
    }
  }

  /**
   * Handles what a look has found. When that fails for an organisation, all are looked at one by
   * one for a while, so that its rows do not hide those of others.
   */
  async handleFound<Result>(name: Crossing, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      this.#lookOneByOne(name)
      throw error
    }
  }

  #isOneByOne(name: string): boolean {
    return this.#clock.steady() < (this.#oneByOne.get(name)?.until ?? 0)
  }

  #lookOneByOne(name: string): void {
    this.#oneByOne.set(name, { until: this.#clock.steady() + oneByOneMs, last: this.#oneByOne.get(name)?.last ?? '' })
  }

  async #rowsOneByOne(name: string, read: (orgId: string) => Statement): Promise<readonly Row[]> {
    const place = this.#oneByOne.get(name)
    const orgIds = await organisationsAfter(this.#db, place?.last ?? '', sliceMax)
    if (place !== undefined) place.last = orgIds.length < sliceMax ? '' : (orgIds.at(-1) ?? '')
    const found: Row[] = []
    const failures: unknown[] = []
    const waiting = [...orgIds]
    const readOn = async () => {
      for (let orgId = waiting.shift(); orgId !== undefined; orgId = waiting.shift()) {
        const rows = await this.#db.query(read(orgId)).catch((error: unknown) => {
          failures.push(error)
          return []
        })
        found.push(...rows)
      }
    }
    await Promise.all(Array.from({ length: atOnceMax }, readOn))
    if (failures.length > 0 && failures.length === orgIds.length) throw failures[0]
    return found
  }
}

/** How long one kind of rows is looked for in one organisation after the other. */
interface OneByOne {
  /** By `steady`. */
  readonly until: number
  /** The last organisation that was asked. */
  last: string
}

async function organisationsAfter(db: Database, last: string, limit: number): Promise<readonly string[]> {
  const rows = await db.query(sql(`select id from organisations where id > $1 order by id limit ${limit}`, last))
  return rows.map((row) => text(row, 'id'))
}

const oneByOneMs = 10_000
/** How many organisations a look asks, and how many of them at once. */
const sliceMax = 200
const atOnceMax = 4
