import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg'
import {
  type Database,
  DatabaseAway,
  DatabaseClosed,
  DatabaseUnusable,
  isChange,
  isLoss,
  OutcomeUnknown,
  type Row,
  type Statement,
  sql,
} from './database.ts'
import { Lanes } from './lanes.ts'
import { withLastingTlsMode } from './postgres-address.ts'
import { answersSoon, Connections } from './postgres-client.ts'
import { isOfSession, lost, oneServer, type PostgresLayout } from './postgres-layout.ts'
import { begin, beginSnapshot, Pipeline, type PipelinedStatement } from './postgres-pipeline.ts'
import { PreparedStatements } from './postgres-prepared.ts'
import { Silence, type SilenceLimits } from './silence.ts'

/**
 * Opens PostgreSQL 15 or later by its URL
 * (`postgres://user:password@host:port/database?sslmode=…`). Several instances of the service may
 * share it. Connects once before it resolves, so that a wrong URL shows at the start.
 */
export async function openPostgres(
  url: string,
  limits: Partial<PostgresLimits> = {},
  layout: PostgresLayout = oneServer,
): Promise<Database> {
  const {
    connectionsMax,
    connectTimeoutMs,
    statementTimeoutMs,
    silence: silenceLimits,
  } = { ...defaultLimits, ...limits }
  requireReadable(url)
  const config: ClientConfig = {
    connectionString: withLastingTlsMode(url),
    application_name: 'selfbill',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  }
  const connections = new Connections()
  const pool = new Pool({
    ...config,
    Client: connections.Client,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // The server cancels slow statements; this timeout is for a server that no longer responds.
    query_timeout: statementTimeoutMs + silenceMs,
    onConnect: layout.greet,
  })
  // A broken connection already rejects its statements. Without a listener the event would also end
  // the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    connections.add(client)
  })
  const silence = new Silence(
    {
      ask: (ms) => answersSoon(config, ms),
      onSilence(error) {
        connections.cutIdle()
        lanes.giveUpWaiting(error)
      },
    },
    silenceLimits,
  )
  const server: Server = { pool, connections, silence, layout }
  const transaction = (statements: readonly Statement[]) => withRetries(() => runOnce(server, begin, statements))
  const lanes = new Lanes(transaction, isLoss)
  const underWay = new Set<Promise<Results>>()
  let closing: Promise<void> | undefined
  async function tracked(start: () => Promise<Results>): Promise<Results> {
    if (closing !== undefined) throw new DatabaseClosed()
    silence.refuse()
    const run = start().catch((error: unknown) => {
      throw isRetriable(error) ? new DatabaseAway(error) : error
    })
    underWay.add(run)
    return run.finally(() => underWay.delete(run))
  }
  const database: Database = {
    dialect: layout.dialect,
    async query(statement) {
      const results = await tracked(() => transaction([statement]))
      return results[0] ?? []
    },
    snapshot: (selects) => tracked(() => withRetries(() => runOnce(server, beginSnapshot, selects))),
    transaction: (statements, lane) =>
      tracked(() => (lane === undefined ? transaction(statements) : lanes.run(lane, statements))),
    hurry: (ms) => connections.hurry(ms),
    close() {
      // A pool that ends drops the callers that wait for a connection, so let them finish first.
      closing ??= Promise.allSettled(underWay).then(() => endPool(server))
      return closing
    },
  }
  try {
    await database.query(sql('select 1'))
  } catch (error) {
    await endPool(server)
    throw error
  }
  return database
}

async function endPool({ pool, connections, silence }: Server): Promise<void> {
  silence.close()
  const ended = pool.end()
  // Nobody waits for them any more, and a silent server would keep each until its time limit.
  connections.cutOpening()
  await ended
  connections.cutIdle()
}

/**
 * The driver parses the URL again for each connection, so an unreadable one would fail every
 * request.
 */
function requireReadable(url: string): void {
  try {
    new Client({ connectionString: withLastingTlsMode(url) })
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
  readonly silence: Partial<SilenceLimits>
}

const defaultLimits: PostgresLimits = {
  connectionsMax: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  silence: {},
}
const silenceMs = 5_000
/** The system asks after an idle connection this early, and gives it up ten seconds later. */
const keepAliveMs = 10_000

type Results = readonly (readonly Row[])[]

interface Server {
  readonly pool: Pool
  readonly connections: Connections
  readonly silence: Silence
  readonly layout: PostgresLayout
}

async function runOnce(server: Server, start: PipelinedStatement, statements: readonly Statement[]): Promise<Results> {
  const pipeline = new Pipeline(server.layout.pipelined(start, statements))
  const ended = server.silence.began()
  let isAnswered = false
  try {
    const client = await connected(server)
    const release = server.connections.take(client)
    // A change waits for its time limit: anything else that is given up is only repeated.
    const hasChange = start !== beginSnapshot && statements.some(isChange)
    try {
      client.query(pipeline)
      const results = await (hasChange ? pipeline.results : server.silence.unlessSilent(pipeline.results))
      isAnswered = true
      release(true)
      return results
    } catch (error) {
      isAnswered = error instanceof DatabaseError
      if (isOutdated(error)) PreparedStatements.forgetAll()
      const { failure, isUsable } =
        error instanceof DatabaseError ? await server.layout.failureOf(error, client, pipeline) : lost(error)
      const isRetired =
        isUsable && error instanceof DatabaseError && isOfSession(error) && server.connections.retire(client)
      release(isUsable && !isRetired)
      if (isRetired && !(failure instanceof OutcomeUnknown)) throw new SessionRetired(failure)
      // The others may be as dead, and a call on each would wait for its whole time limit.
      if (!isAnswered) server.connections.cutIdle()
      if (hasChange || !(failure instanceof OutcomeUnknown)) throw failure
      throw error instanceof DatabaseAway ? error : new DatabaseAway(error)
    }
  } finally {
    ended(isAnswered)
  }
}

async function connected(server: Server): Promise<PoolClient> {
  for (;;) {
    const client = await connectedOnce(server)
    if (!server.connections.isRetired(client)) return client
    client.release(true)
  }
}

async function connectedOnce({ pool, silence }: Server): Promise<PoolClient> {
  const connecting = pool.connect()
  try {
    return await silence.unlessSilent(connecting)
  } catch (error) {
    connecting.then(
      (late) => late.release(),
      () => undefined,
    )
    throw error instanceof DatabaseAway ? error : new DatabaseAway(error)
  }
}

/**
 * serialization_failure and deadlock_detected: nothing was written, and a retry is likely to
 * succeed.
 */
const retriable = new Set(['40001', '40P01'])
const attemptsMax = 6

/** Nothing was written. The session is not used again; another one may accept the statements. */
class SessionRetired extends Error {
  readonly failure: Error

  constructor(failure: Error) {
    super(failure.message, { cause: failure })
    this.failure = failure
  }
}

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
      if (error instanceof SessionRetired) {
        if (attempt > 1) throw error.failure
        continue
      }
      if (!isRetriable(error) || attempt === attemptsMax) throw error
      await delay(5 * 2 ** attempt)
    }
  }
}
