import type { Database, Row, Value } from '../../../src/store/database/database.ts'

/**
 * Watches this thread for long texts: strings to and from the database, and the input of JSON,
 * encoders and decoders. Bytes do not count: they only pass through.
 */
export class LongestText {
  readonly #undo: (() => void)[] = []
  #longest = { length: 0, where: '' }

  constructor(database: Database) {
    const { query, snapshot, transaction } = database
    const rows = (results: readonly (readonly Row[])[]) => {
      for (const row of results.flat()) this.#values('from the database', Object.values(row))
    }
    const watched: Pick<Database, 'query' | 'snapshot' | 'transaction'> = {
      query: async (statement) => {
        this.#values(statement.sql, statement.params)
        const result = await query(statement)
        rows([result])
        return result
      },
      snapshot: async (selects) => {
        const results = await snapshot(selects)
        rows(results)
        return results
      },
      transaction: async (statements, lane) => {
        for (const { sql, params } of statements) this.#values(sql, params)
        const results = await transaction(statements, lane)
        rows(results)
        return results
      },
    }
    Object.assign(database, watched)
    this.#undo.push(() => Object.assign(database, { query, snapshot, transaction }))
    this.#watch(JSON, 'parse')
    this.#watch(JSON, 'stringify')
    this.#watch(TextEncoder.prototype, 'encode')
    this.#watch(TextDecoder.prototype, 'decode')
    this.#watch(Buffer, 'byteLength')
    this.#watch(Buffer, 'from')
  }

  /** The longest text since the last reading. */
  take(): { readonly length: number; readonly where: string } {
    const longest = this.#longest
    this.#longest = { length: 0, where: '' }
    return longest
  }

  stop(): void {
    for (const undo of this.#undo) undo()
  }

  #watch<Name extends string>(owner: { [name in Name]: (...args: never[]) => unknown }, name: Name): void {
    const original = owner[name]
    const saw = (value: unknown) => {
      const isRead = typeof value === 'string' || (name === 'decode' && value instanceof Uint8Array)
      if (isRead) this.#saw(name, value.length)
    }
    Object.assign(owner, {
      [name](this: unknown, ...args: never[]) {
        saw(args[0])
        const result = Reflect.apply(original, this, args)
        saw(name === 'stringify' ? result : undefined)
        return result
      },
    })
    this.#undo.push(() => Object.assign(owner, { [name]: original }))
  }

  #values(where: string, values: readonly Value[]): void {
    for (const value of values) if (typeof value === 'string') this.#saw(where, value.length)
  }

  #saw(where: string, length: number): void {
    if (length > this.#longest.length) this.#longest = { length, where }
  }
}
