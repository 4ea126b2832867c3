import { createHash } from 'node:crypto'
import type { Connection, Submittable } from 'pg'
import type { Row, Statement, Value } from './database.ts'
import { isLarge, sendLargeBind, type WireValue } from './postgres-bind.ts'

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
  #columns: readonly Column[] = []
  #newNames: string[] = []

  constructor(statements: readonly PipelinedStatement[]) {
    this.#statements = statements
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly Row[])[]>()
    this.results = promise
    this.callback = (error) => (error === null ? resolve(this.#rows) : reject(error))
  }

  submit = (connection: Connection): void => {
    if (arePlansOld(connection)) this.#statements = [discardPlans, ...this.#statements]
    connection.stream.cork()
    try {
      for (const statement of this.#statements) this.#send(connection, statement)
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
    const row: Record<string, Value> = {}
    for (const [index, column] of this.#columns.entries()) {
      const text = message.fields[index] ?? null
      row[column.name] = text === null ? null : fromWire(text, column.dataTypeID)
    }
    this.#current.push(row)
  }

  handleCommandComplete(): void {
    if (!this.#isOurs()) this.#rows.push(this.#current)
    this.#finished += 1
    this.#current = []
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
    const names = namesOf(connection)
    for (const name of this.#newNames) names.add(name)
    this.callback(null)
  }

  #send(connection: Connection, { sql, params, isPlannedByValues = false, isOurs = false }: PipelinedStatement): void {
    const names = namesOf(connection)
    const name = !isPlannedByValues && names.size + this.#newNames.length < namesMax ? nameOf(sql) : ''
    if (name === '' || !(names.has(name) || this.#newNames.includes(name))) {
      // Closing an unknown name is not an error. After a failed round trip we cannot know which of
      // its names exist.
      if (name !== '') connection.close({ type: 'S', name }, true)
      connection.parse({ name, text: sql, types: [] }, true)
      if (name !== '') this.#newNames.push(name)
    }
    const values = params.map(toWire)
    if (values.some(isLarge)) sendLargeBind(connection.stream, name, values)
    else connection.bind({ statement: name, values }, true)
    if (!isOurs) connection.describe({ type: 'P' }, true)
    connection.execute({}, true)
  }
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
export function showOrganisation(organisation: string): PipelinedStatement {
  return { sql: showSql, params: [organisation], isOurs: true }
}

const showSql = "select set_config('selfbill.org', $1, true)"

interface Column {
  readonly name: string
  readonly dataTypeID: number
}

/**
 * Statements with varying text would pile up on the server, so beyond this many they go unnamed.
 */
const namesMax = 500

/**
 * The server keeps the plan of a named statement until the table is analyzed, up to a minute later.
 * By then a plan for an empty table would read all of a large one.
 */
function arePlansOld(connection: Connection): boolean {
  const now = performance.now()
  const since = plannedSince.get(connection)
  const areOld = since !== undefined && now - since > plansMs
  if (since === undefined || areOld) plannedSince.set(connection, now)
  return areOld
}

const plannedSince = new WeakMap<Connection, number>()
const plansMs = 20_000
const discardPlans: PipelinedStatement = { sql: 'discard plans', params: [], isOurs: true }

const namesByConnection = new WeakMap<Connection, Set<string>>()

function namesOf(connection: Connection): Set<string> {
  const known = namesByConnection.get(connection)
  if (known !== undefined) return known
  const names = new Set<string>()
  namesByConnection.set(connection, names)
  return names
}

const nameByText = new Map<string, string>()

function nameOf(text: string): string {
  const known = nameByText.get(text)
  if (known !== undefined) return known
  const name = `s${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  if (nameByText.size < namesMax * 2) nameByText.set(text, name)
  return name
}

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
