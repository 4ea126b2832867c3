import { createHash } from 'node:crypto'
import type { Connection } from 'pg'

/**
 * The prepared statements of one connection, named after their texts: the server parses and plans
 * each once, and describes its result once.
 */
export class PreparedStatements {
  static #newest = 0
  readonly #columns = new Map<string, readonly Column[]>()
  readonly #generation = PreparedStatements.#newest
  #plannedSince = performance.now()

  static of(connection: Connection): PreparedStatements {
    const known = byConnection.get(connection)
    if (known !== undefined && known.#generation === PreparedStatements.#newest) return known
    const made = new PreparedStatements()
    byConnection.set(connection, made)
    return made
  }

  /**
   * Every connection prepares its statements anew. For the time after a migration, when the server
   * refuses prepared statements whose result has other columns now.
   */
  static forgetAll(): void {
    PreparedStatements.#newest += 1
  }

  /** Statements with varying text would pile up on the server, so there is a limit. */
  canAdd(count: number): boolean {
    return this.#columns.size + count <= namesMax
  }

  /** The columns of its result; undefined before the server has prepared it. */
  columnsOf(name: string): readonly Column[] | undefined {
    return this.#columns.get(name)
  }

  add(name: string, columns: readonly Column[]): void {
    this.#columns.set(name, columns)
  }

  /**
   * True once in a while: the server keeps the plan of a named statement until the table is
   * analyzed, up to a minute later. By then a plan for an empty table would read all of a large
   * one.
   */
  areOld(): boolean {
    const now = performance.now()
    if (now - this.#plannedSince < plansMs) return false
    this.#plannedSince = now
    return true
  }
}

export interface Column {
  readonly name: string
  readonly dataTypeID: number
}

/** The name of a statement with this text. */
export function nameOf(text: string): string {
  const known = nameByText.get(text)
  if (known !== undefined) return known
  const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  if (nameByText.size < namesMax * 2) nameByText.set(text, name)
  return name
}

const byConnection = new WeakMap<Connection, PreparedStatements>()
const nameByText = new Map<string, string>()
const namesMax = 500
const plansMs = 20_000
