import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { isChange, type Row, type Statement } from '../../src/store/database/database.ts'

/**
 * The SQLite of all worlds, which live one after the other: tables, the beginning of a world and the
 * prepared statements stay. A world is one transaction that is rolled back at its end, and each
 * transaction of the world a savepoint in it.
 */
export class Engine {
  readonly #db = new DatabaseSync(':memory:')
  readonly #prepared = new Map<string, Prepared>()
  readonly #savepoint = this.#db.prepare('savepoint work')
  readonly #release = this.#db.prepare('release work')
  #now: () => number = () => 0
  #changes: Change[] = []

  constructor(now: number) {
    this.#now = () => now
    this.#db.exec('pragma foreign_keys = on')
    this.#db.function('sha256_hex', { deterministic: true }, (value) =>
      createHash('sha256').update(String(value)).digest('hex'),
    )
    this.#db.function('world_now', () => this.#now())
    this.#db.function('world_change', { varargs: true }, (kind, ...values) => {
      this.#changes.push({ kind: String(kind), values })
      return null
    })
  }

  /** Reports what the checks look at, whenever it changes. Once all tables are there. */
  watch(triggers: readonly string[]): void {
    for (const trigger of triggers) this.#db.exec(trigger)
  }

  /** A world begins. */
  begin(now: () => number): void {
    this.#now = now
    this.#db.exec('begin')
  }

  /** A copy of the database, as it is between two transactions. */
  copy(): void {
    this.#db.exec('savepoint copy')
  }

  /** Everything since the copy is gone. */
  restore(): void {
    this.#db.exec('rollback to copy')
  }

  /** The world is over. */
  end(): void {
    if (this.#db.isTransaction) this.#db.exec('rollback')
    this.#changes = []
  }

  /** All statements or none; what the triggers reported of them. */
  transaction(statements: readonly Statement[]): { readonly results: Row[][]; readonly changes: readonly Change[] } {
    this.#savepoint.run()
    try {
      const results = statements.map((statement) => this.run(statement))
      this.#release.run()
      const changes = this.#changes
      if (changes.length > 0) this.#changes = []
      return { results, changes }
    } catch (error) {
      this.#db.exec('rollback to work')
      this.#release.run()
      this.#changes = []
      throw error
    }
  }

  run({ sql, params }: Pick<Statement, 'sql' | 'params'>): Row[] {
    const { statement, places, count } = this.#prepare(sql)
    if (params.length !== count) throw new Error(`the statement takes ${count} parameters, not ${params.length}`)
    return statement.all(...places.map((place) => boundAs(params[place]))) as Row[]
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    // By place: SQLite looks a name up at each call.
    const places = Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number) - 1)
    const statement = this.#db.prepare(sql.replace(/\$\d+/g, '?'))
    const prepared = { statement, places, count: Math.max(-1, ...places) + 1 }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** As in the service: SQLite binds a number as a real. */
function boundAs(value: Statement['params'][number] | undefined): SQLInputValue {
  if (value === undefined) throw new Error('a parameter is missing')
  return Number.isInteger(value) ? BigInt(Number(value)) : value
}

interface Prepared {
  readonly statement: StatementSync
  /** The parameter of each place. */
  readonly places: readonly number[]
  readonly count: number
}

/** A row that a trigger saw change. */
export interface Change {
  readonly kind: string
  readonly values: readonly unknown[]
}

/** What is known of a statement by its text. */
const known = new Map<string, { readonly isChange: boolean; readonly name: string }>()

function about(statement: Statement) {
  const { sql } = statement
  const found = known.get(sql)
  if (found !== undefined) return found
  const verb = /\b(insert|update|delete|select)\b/i.exec(sql)?.[0] ?? ''
  const name = `${verb} ${/\b(?:from|into|update)\s+(\w+)/i.exec(sql)?.[1] ?? ''}`
  const made = { isChange: isChange({ sql, params: [] }), name }
  known.set(sql, made)
  return made
}

/** Whether a caller would miss it. */
export function changes(statement: Statement): boolean {
  return statement.isInPassing !== true && about(statement).isChange
}

/** `update legs`: of the first statement that changes something. */
export function nameOf(statements: readonly Statement[]): string {
  const telling = statements.find(changes) ?? statements[0]
  return telling === undefined ? '' : about(telling).name
}
