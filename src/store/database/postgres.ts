import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError, Pool, type PoolClient } from 'pg'
import {
  type Database,
  DatabaseAway,
  DatabaseClosed,
  DatabaseUnusable,
  type Dialect,
  isLoss,
  OutcomeUnknown,
  type Row,
  type Statement,
} from './database.ts'
import { Lanes } from './lanes.ts'
import { organisationOf } from './organisation.ts'
import { constraintFailureOf } from './postgres-constraint.ts'
import {
  begin,
  beginSnapshot,
  commit,
  Pipeline,
  type PipelinedStatement,
  showOrganisation,
} from './postgres-pipeline.ts'
import { PreparedStatements } from './postgres-prepared.ts'

/**
 * Opens PostgreSQL 15 or later by its URL
 * (`postgres://user:password@host:port/database?sslmode=…`). Several instances of the service may
 * share it. Connects once before it resolves, so that a wrong URL shows at the start.
 */
export async function openPostgres(url: string, limits: Partial<PostgresLimits> = {}): Promise<Database> {
  const { connectionsMax, connectTimeoutMs, statementTimeoutMs } = { ...defaultLimits, ...limits }
  requireReadable(url)
  const pool = new Pool({
    connectionString: url,
    application_name: 'selfbill',
    keepAlive: true,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // The server cancels slow statements; this timeout is for a server that no longer responds.
    query_timeout: statementTimeoutMs + silenceMs,
  })
  // A broken connection already rejects its statements. Without a listener the event would also end
  // the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const transaction = (statements: readonly Statement[]) =>
    withRetries(() => runOnce(pool, statements.length === 1 ? shown(statements) : between(begin, statements)))
  const lanes = new Lanes(transaction, isLoss)
  const underWay = new Set<Promise<Results>>()
  let closing: Promise<void> | undefined
  async function tracked(start: () => Promise<Results>): Promise<Results> {
    if (closing !== undefined) throw new DatabaseClosed()
    const run = start().catch((error: unknown) => {
      throw isRetriable(error) ? new DatabaseAway(error) : error
    })
    underWay.add(run)
    return run.finally(() => underWay.delete(run))
  }
  const database: Database = {
    dialect,
    async query(statement) {
      const results = await tracked(() => transaction([statement]))
      return results[0] ?? []
    },
    snapshot: (selects) => tracked(() => withRetries(() => runOnce(pool, between(beginSnapshot, selects)))),
    transaction: (statements, lane) =>
      tracked(() => (lane === undefined ? transaction(statements) : lanes.run(lane, statements))),
    close() {
      // A pool that ends drops the callers that wait for a connection, so let them finish first.
      closing ??= Promise.allSettled(underWay).then(() => pool.end())
      return closing
    },
  }
  try {
    await database.query({ sql: 'select 1 as one', params: [] })
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}

/**
 * The driver parses the URL again for each connection, so an unreadable one would fail every
 * request.
 */
function requireReadable(url: string): void {
  try {
    new Client({ connectionString: url })
  } catch (error) {
    // The driver's message may repeat the URL, and with it the password.
    const file = error instanceof Error && 'path' in error ? error.path : undefined
    throw new DatabaseUnusable(
      typeof file === 'string' ? `DATABASE_URL names a file that cannot be read: ${file}` : 'DATABASE_URL is malformed',
    )
  }
}

export interface PostgresLimits {
  readonly connectionsMax: number
  /** Limits the wait for a new connection, and for a free one when all are busy. */
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
}

const defaultLimits: PostgresLimits = { connectionsMax: 10, connectTimeoutMs: 10_000, statementTimeoutMs: 30_000 }
const silenceMs = 5_000

const dialect: Dialect = {
  name: 'postgres',
  skipLocked: 'for update skip locked',
  forUpdate: 'for update',
  noIndex: '',
  sha256: (expression) => `encode(sha256(convert_to(${expression}, 'UTF8')), 'hex')`,
  utf8: (expression) => `convert_to(${expression}, 'UTF8')`,
  now: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
}

type Results = readonly (readonly Row[])[]

/**
 * The statements between `start` and a commit. A pipeline is one transaction without them too, but
 * only to PostgreSQL itself: what stands between, such as a coordinator of shards, commits each
 * statement by itself.
 */
function between(start: PipelinedStatement, statements: readonly Statement[]): readonly PipelinedStatement[] {
  return [start, ...shown(statements), commit]
}

/** Before each statement of another organisation than the one before: whose rows it may touch. */
function shown(statements: readonly Statement[]): readonly PipelinedStatement[] {
  let present: string | undefined
  return statements.flatMap((statement) => {
    const organisation = organisationOf(statement)
    if (organisation === undefined || organisation === present) return [statement]
    present = organisation
    return [showOrganisation(organisation), statement]
  })
}

async function runOnce(pool: Pool, statements: readonly PipelinedStatement[]): Promise<Results> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseAway(error)
  })
  const pipeline = new Pipeline(statements)
  try {
    client.query(pipeline)
    const results = await pipeline.results
    client.release()
    return results
  } catch (error) {
    if (isOutdated(error)) PreparedStatements.forgetAll()
    const isAnswer = error instanceof DatabaseError && !connectionEndCodes.test(error.code ?? '')
    // After an answer the connection can be reused. After any other failure its state is unknown.
    if (!isAnswer) {
      client.release(true)
      throw new OutcomeUnknown(error)
    }
    const isUsable = statements.at(-1) !== commit || (await isRolledBack(client))
    const failure = await constraintFailureOf(client, error)
    client.release(!isUsable)
    throw failure ?? (shortages.test(error.code ?? '') ? new DatabaseAway(error) : error)
  }
}

/** Ends the transaction that a failed statement has left open. */
function isRolledBack(client: PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/**
 * The server is shutting down or disconnecting us, or a pooler has lost the server. This is the
 * last message of the connection, not an answer. By SQLSTATE: 57P admin_shutdown and the like,
 * 25P03 and 25P04 timeouts that end the session, 08 connection_exception. Not 08P01, a statement
 * with the wrong number of parameters: that is our mistake.
 */
const connectionEndCodes = /^(57P|25P0[34]|08(?!P01))/

/**
 * The statement is fine, but nothing was written: 53 no disk space, memory or connections, 57014
 * and 55P03 timeouts, 58 disk errors, 25006 a read-only standby, XX001 and XX002 damaged data.
 */
const shortages = /^(53|57014|55P03|58|25006|XX00[12])/

/**
 * serialization_failure and deadlock_detected: nothing was written, and a retry is likely to
 * succeed.
 */
const retriable = new Set(['40001', '40P01'])
const attemptsMax = 6

function isRetriable(error: unknown): boolean {
  return error instanceof DatabaseError && (retriable.has(error.code ?? '') || isOutdated(error))
}

/**
 * A migration has changed the columns of a prepared statement. Its code is for any
 * feature_not_supported, so look at the place in the server.
 */
function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}

async function withRetries(run: () => Promise<Results>): Promise<Results> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetriable(error) || attempt === attemptsMax) throw error
      await delay(5 * 2 ** attempt)
    }
  }
}
