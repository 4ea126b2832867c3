import { isRecorded } from '../../tracing/active-span.ts'
import { inSpan } from '../../tracing/span.ts'
import type { Database, Dialect, Statement } from './database.ts'

/**
 * Wraps a database: each call in a trace gets a span, which includes the wait for a connection or a
 * thread. Calls of the background loops are in no trace. Spans show no values. Source:
 * OpenTelemetry's conventions for database clients.
 */
export function tracedDatabase(database: Database): Database {
  const { dialect } = database
  async function traced<Result>(operation: Operation, run: () => Promise<Result>): Promise<Result> {
    if (!isRecorded()) return run()
    const { name, attributes } = operation()
    const settings = { kind: 'client', attributes: { 'db.system.name': systems[dialect.name], ...attributes } } as const
    return inSpan(name, settings, run)
  }
  return {
    dialect,
    query: (statement) =>
      traced(
        () => queryOf(statement),
        () => database.query(statement),
      ),
    snapshot: (selects) =>
      traced(
        () => groupOf('snapshot', selects),
        () => database.snapshot(selects),
      ),
    transaction: (statements, lane) =>
      traced(
        () => groupOf('transaction', statements),
        () => database.transaction(statements, lane),
      ),
    close: () => database.close(),
  }
}

/** Called only for a span that is collected. */
type Operation = () => { readonly name: string; readonly attributes: Readonly<Record<string, string | number>> }

/** `select legs` */
function queryOf({ sql }: Statement): ReturnType<Operation> {
  const verb = /^\s*(\w+)/.exec(sql)?.[1] ?? 'query'
  const table = /\b(?:from|into|update)\s+(\w+)/.exec(sql)?.[1]
  const summary = table === undefined ? verb : `${verb} ${table}`
  return { name: summary, attributes: { 'db.operation.name': verb, 'db.query.summary': summary } }
}

function groupOf(name: 'snapshot' | 'transaction', { length }: readonly Statement[]): ReturnType<Operation> {
  // By the conventions a batch has at least two.
  const size = length > 1 ? { 'db.operation.batch.size': length } : {}
  return { name, attributes: { 'db.operation.name': name, ...size } }
}

const systems: Readonly<Record<Dialect['name'], string>> = { sqlite: 'sqlite', postgres: 'postgresql' }
