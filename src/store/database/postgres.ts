import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg'
import {
  type Database,
  DatabaseAway,
  DatabaseClosed,
  DatabaseUnusable,
  type Dialect,
  isChange,
  isLoss,
  OutcomeUnknown,
  type Row,
  type Statement,
} from './database.ts'
import { Lanes } from './lanes.ts'
import { organisationOf } from './organisation.ts'
import { findCitus, showOrganisationToWorkers } from './postgres-citus.ts'
import { answersSoon, Connections, CuttableClient } from './postgres-client.ts'
import { constraintFailureOf } from './postgres-constraint.ts'
import {
  begin,
  beginSnapshot,
  commit,
  Pipeline,
  type PipelinedStatement,
  showOrganisation,
} from './postgres-pipeline.ts'
import { planWithoutValues, withPlanModes } from './postgres-plans.ts'
import { PreparedStatements } from './postgres-prepared.ts'
import { Silence, type SilenceLimits } from './silence.ts'

/**
 * Opens PostgreSQL 15 or later by its URL
 * (`postgres://user:password@host:port/database?sslmode=…`). Several instances of the service may
 * share it. Connects once before it resolves, so that a wrong URL shows at the start.
 */
export async function openPostgres(url: string, limits: Partial<PostgresLimits> = {}): Promise<Database> {
  const {
    connectionsMax,
    connectTimeoutMs,
    statementTimeoutMs,
    silence: silenceLimits,
  } = { ...defaultLimits, ...limits }
  requireReadable(url)
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'selfbill',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  }
  const connections = new Connections()
  const pool = new Pool({
    ...config,
    Client: CuttableClient,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // The server cancels slow statements; this timeout is for a server that no longer responds.
    query_timeout: statementTimeoutMs + silenceMs,
    onConnect: planWithoutValues,
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
  let server: Server = { pool, connections, silence, hasWorkers: false }
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
    dialect,
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
    server = { ...server, hasWorkers: (await database.query(findCitus)).length > 0 }
  } catch (error) {
    await endPool(server)
    throw error
  }
  return database
}

async function endPool({ pool, connections, silence }: Server): Promise<void> {
  silence.close()
  await pool.end()
  connections.cutIdle()
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

const dialect: Dialect = {
  name: 'postgres',
  skipLocked: 'for update skip locked',
  forUpdate: 'for update',
  noIndex: '',
  sha256: (expression) => `encode(sha256(convert_to(${expression}, 'UTF8')), 'hex')`,
  utf8: (expression) => `convert_to(${expression}, 'UTF8')`,
  now: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
  // The file of a table is another one in another database, and after its rows were loaded again.
  server: "pg_postmaster_start_time()::text || coalesce(pg_relation_filepath(to_regclass('legs')), '')",
}

type Results = readonly (readonly Row[])[]

/** `hasWorkers`: Citus may keep rows on other servers (docs/decisions/0102). */
interface Server {
  readonly pool: Pool
  readonly connections: Connections
  readonly silence: Silence
  readonly hasWorkers: boolean
}

/**
 * The statements between `start` and a commit. A pipeline is one transaction without them too, but
 * only to PostgreSQL itself: Citus commits each statement by itself, and passes no setting on to a
 * worker outside a transaction.
 */
function pipelined(start: PipelinedStatement, statements: readonly Statement[], hasWorkers: boolean) {
  const shown = hasWorkers
    ? withOrganisations(statements, showOrganisationToWorkers)
    : withPlanModes(withOrganisations(statements, showOrganisation))
  const isAlone = start === begin && (hasWorkers ? shown : statements).length === 1
  return isAlone ? shown : [start, ...shown, commit]
}

/** Before each statement of another organisation than the one before: whose rows it may touch. */
function withOrganisations(
  statements: readonly Statement[],
  show: (organisation: string) => readonly PipelinedStatement[],
): readonly PipelinedStatement[] {
  let present: string | undefined
  return statements.flatMap((statement) => {
    const organisation = organisationOf(statement)
    if (organisation === undefined || organisation === present) return [statement]
    present = organisation
    return [...show(organisation), statement]
  })
}

async function runOnce(server: Server, start: PipelinedStatement, statements: readonly Statement[]): Promise<Results> {
  const pipeline = new Pipeline(pipelined(start, statements, server.hasWorkers))
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
      const { failure, isUsable } = await failureOf(error, client, pipeline, server.hasWorkers)
      release(isUsable)
      // The others may be as dead, and a call on each would wait for its whole time limit.
      if (!isAnswered) server.connections.cutIdle()
      if (hasChange || !(failure instanceof OutcomeUnknown)) throw failure
      throw error instanceof DatabaseAway ? error : new DatabaseAway(error)
    }
  } finally {
    ended(isAnswered)
  }
}

async function connected({ pool, silence }: Server): Promise<PoolClient> {
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

/** What an error of a pipeline means, and whether its connection can be used again. */
async function failureOf(error: unknown, client: PoolClient, pipeline: Pipeline, hasWorkers: boolean) {
  const lost = { failure: new OutcomeUnknown(error), isUsable: false }
  if (!(error instanceof DatabaseError)) return lost
  const code = error.code ?? ''
  const isEnd = connectionEndCodes.test(code)
  // After an answer the connection can be reused. After any other failure its state is unknown.
  if (isEnd && !hasWorkers) return lost
  // Citus has the same codes for a worker that it lost, but then it still answers us. Its own end,
  // while it waits for a worker, has a code of no meaning.
  const isUsable = (!hasWorkers && !pipeline.isTransaction) || (await isRolledBack(client))
  if (hasWorkers && !isUsable) return lost
  // The lost worker may have committed.
  if (hasWorkers && pipeline.isCommitting) return { ...lost, isUsable }
  const refused = await constraintFailureOf(client, error)
  const failure = refused ?? (isEnd || shortages.test(code) ? new DatabaseAway(error) : error)
  return { failure, isUsable }
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
 * 25P03 and 25P04 timeouts that end the session, 08 connection_exception, 40003
 * statement_completion_unknown. Not 08P01, a statement
 * with the wrong number of parameters: that is our mistake.
 */
const connectionEndCodes = /^(57P|25P0[34]|08(?!P01)|40003)/

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
