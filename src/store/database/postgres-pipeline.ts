import type { Connection, Submittable } from 'pg'
import type { Row, Statement, Value } from './database.ts'
import { isLarge, sendLargeBind, type WireValue } from './postgres-bind.ts'
import { type Column, nameOf, PreparedStatements } from './postgres-prepared.ts'

/**
 * Statements in one round trip: all go out together with a single sync at the end, and after the
 * first error the server skips the rest. Several statements come with a `begin` and a `commit`
 * around them; after an error the caller rolls back. Statements are named after their text, so each
 * connection parses and plans them once. The driver calls the handlers.
 */
export class Pipeline implements Submittable {
  /** Of each statement that callers see; the others return nothing. */
  readonly results: Promise<readonly (readonly Row[])[]>
  /** The driver wraps this to stop waiting after its query timeout. */
  callback: (error: Error | null) => void
  #statements: readonly PipelinedStatement[]
  #finished = 0
  readonly #rows: Row[][] = []
  #current: Row[] = []
  /** Of the statement that is running. */
  #columns: readonly Column[] = []
  /** By statement: its name if the server prepares it now, and its columns if they are known. */
  readonly #sent: Sent[] = []
  readonly #newNames = new Set<string>()

  constructor(statements: readonly PipelinedStatement[]) {
    this.#statements = statements
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly Row[])[]>()
    this.results = promise
    this.callback = (error) => (error === null ? resolve(this.#rows) : reject(error))
  }

  get isTransaction(): boolean {
    return this.#statements.at(-1) === commit
  }

  /** All statements of the caller have run. */
  get isCommitting(): boolean {
    const next = this.#statements[this.#finished]
    return next === undefined || next === commit
  }

  submit = (connection: Connection): void => {
    const prepared = PreparedStatements.of(connection)
    // After a `begin`: the level of a snapshot must be set before any other statement.
    const first = this.#statements[0]?.sql.startsWith('begin') === true ? 1 : 0
    if (prepared.areOld()) this.#statements = this.#statements.toSpliced(first, 0, discardPlans)
    connection.stream.cork()
    try {
      for (const statement of this.#statements) this.#sent.push(this.#send(connection, statement, prepared))
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription(message: { readonly fields: readonly Column[] }): void {
    this.#columns = message.fields
  }

  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    if (this.#isOurs()) return
    const columns = this.#sent[this.#finished]?.columns ?? this.#columns
    const row: Record<string, Value> = {}
    for (const [index, column] of columns.entries()) {
      const text = message.fields[index] ?? null
      row[column.name] = text === null ? null : fromWire(text, column.dataTypeID)
    }
    this.#current.push(row)
  }

  handleCommandComplete(): void {
    if (!this.#isOurs()) this.#rows.push(this.#current)
    const sent = this.#sent[this.#finished]
    if (sent?.newName !== undefined) sent.columns = this.#columns
    this.#finished += 1
    this.#current = []
    this.#columns = []
  }

  #isOurs(): boolean {
    return this.#statements[this.#finished]?.isOurs ?? false
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(connection: Connection): void {
    const prepared = PreparedStatements.of(connection)
    for (const { newName, columns } of this.#sent) if (newName !== undefined) prepared.add(newName, columns ?? [])
    this.callback(null)
  }

  #send(connection: Connection, statement: PipelinedStatement, prepared: PreparedStatements): Sent {
    const { sql, params, isPlannedByValues = false, isOurs = false } = statement
    const wanted = isPlannedByValues ? '' : nameOf(sql)
    const columns = prepared.columnsOf(wanted)
    const isKnown = columns !== undefined || this.#newNames.has(wanted)
    const name = isKnown || prepared.canAdd(this.#newNames.size + 1) ? wanted : ''
    const isNew = !isKnown && name !== ''
    if (isNew) {
      // Closing an unknown name is not an error. After a failed round trip we cannot know which of
      // its names exist.
      connection.close({ type: 'S', name }, true)
      this.#newNames.add(name)
    }
    if (!isKnown) connection.parse({ name, text: sql, types: [] }, true)
    const values = params.map(toWire)
    if (values.some(isLarge)) sendLargeBind(connection.stream, name, values)
    else connection.bind({ statement: name, values }, true)
    if (!isOurs && columns === undefined) connection.describe({ type: 'P' }, true)
    connection.execute({}, true)
    return { newName: isNew ? name : undefined, columns }
  }
}

interface Sent {
  /** The server prepares it in this round trip. */
  readonly newName: string | undefined
  /** Undefined: the server describes them. */
  columns: readonly Column[] | undefined
}

/** A statement that the pipeline adds to those of its caller, who gets no result of it. */
export interface PipelinedStatement extends Statement {
  readonly isOurs?: boolean
}

/** Each statement sees the commits before it. */
export const begin: PipelinedStatement = { sql: 'begin', params: [], isOurs: true }

/** All statements see the same moment. */
export const beginSnapshot: PipelinedStatement = {
  sql: 'begin isolation level repeatable read read only',
  params: [],
  isOurs: true,
}

export const commit: PipelinedStatement = { sql: 'commit', params: [], isOurs: true }

/** From here to the end of the transaction, only the rows of this organisation can be seen. */
export function showOrganisation(organisation: string): readonly PipelinedStatement[] {
  return [{ sql: showSql, params: [organisation], isOurs: true }]
}

const showSql = "select set_config('selfbill.org', $1, true)"

const discardPlans: PipelinedStatement = { sql: 'discard plans', params: [], isOurs: true }

function toWire(value: Value): WireValue {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

/**
 * pg_type.oid of the types that are not read as text: bool, int8, int2, int4, oid, float4, float8,
 * numeric (a sum of int8), and bytea.
 */
const numberTypes = new Set([20, 21, 23, 26, 700, 701, 1700])
const boolType = 16
const byteaType = 17

function fromWire(text: string, type: number): Value {
  if (numberTypes.has(type)) return Number(text)
  if (type === boolType) return text === 't' ? 1 : 0
  if (type === byteaType) return Buffer.from(text.slice(2), 'hex')
  return text
}
