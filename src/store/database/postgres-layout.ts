import type { Client, DatabaseError, PoolClient } from 'pg'
import { DatabaseAway, type Dialect, OutcomeUnknown, type Statement } from './database.ts'
import { organisationOf } from './organisation.ts'
import { constraintFailureOf } from './postgres-constraint.ts'
import { withoutRights } from './postgres-owner.ts'
import { begin, commit, type Pipeline, type PipelinedStatement, showOrganisation } from './postgres-pipeline.ts'
import { planWithoutValues, withPlanModes } from './postgres-plans.ts'

/**
 * What depends on where the rows are: in the server that answers, or on others behind it (citus/).
 * Chosen when the database is opened.
 */
export interface PostgresLayout {
  readonly dialect: Dialect
  /** Sent to each new connection. */
  greet(client: Pick<Client, 'query'>): Promise<unknown>
  /**
   * Statements as one transaction, which `start` begins, or one of them alone. Each may touch the
   * rows of its organisation.
   */
  pipelined(start: PipelinedStatement, statements: readonly Statement[]): readonly PipelinedStatement[]
  /** What an answer of the server means that ended a pipeline early. */
  failureOf(error: DatabaseError, client: PoolClient, pipeline: Pipeline): Promise<PipelineFailure>
}

export interface PipelineFailure {
  /** For the caller. */
  readonly failure: Error
  /** Whether the connection can be used again. */
  readonly isUsable: boolean
}

/** All rows are in the server that answers. */
export const oneServer: PostgresLayout = {
  dialect: {
    name: 'postgres',
    skipLocked: 'for update skip locked',
    forUpdate: 'for update',
    noIndex: '',
    sha256: (expression) => `encode(sha256(convert_to(${expression}, 'UTF8')), 'hex')`,
    utf8: (expression) => `convert_to(${expression}, 'UTF8')`,
    unhex: (expression) => `decode(${expression}, 'hex')`,
    position: (text, sought) => `strpos(${text}, ${sought})`,
    now: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
    // The file of a table is another one in another database, and after its rows were loaded again.
    server: "pg_postmaster_start_time()::text || coalesce(pg_relation_filepath(to_regclass('legs')), '')",
  },
  greet: planWithoutValues,
  pipelined(start, statements) {
    const shown = withPlanModes(withOrganisations(statements, showOrganisation))
    // A pipeline is one transaction without a `begin` too.
    return start === begin && statements.length === 1 ? shown : [start, ...shown, commit]
  },
  async failureOf(error, client, pipeline) {
    if (isConnectionEnd(error)) return lost(error)
    const isUsable = !pipeline.isTransaction || (await isRolledBack(client))
    const refused = (await withoutRights(client, error)) ?? (await constraintFailureOf(client, error))
    return { failure: refused ?? (isShortage(error) ? new DatabaseAway(error) : error), isUsable }
  },
}

/** Before each statement of another organisation than the one before: whose rows it may touch. */
export function withOrganisations(
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

/** Nothing was answered: after that the state of the connection is unknown. */
export function lost(error: unknown): PipelineFailure {
  return { failure: new OutcomeUnknown(error), isUsable: false }
}

/** Ends the transaction that a failed statement has left open. */
export function isRolledBack(client: PoolClient): Promise<boolean> {
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
export function isConnectionEnd({ code = '' }: DatabaseError): boolean {
  return /^(57P|25P0[34]|08(?!P01)|40003)/.test(code)
}

/**
 * The statement is fine, but nothing was written: 53 no disk space, memory or connections, 57014
 * and 55P03 timeouts, 58 disk errors, 25006 a read-only standby, XX001 and XX002 damaged data.
 */
export function isShortage({ code = '' }: DatabaseError): boolean {
  return /^(53|57014|55P03|58|25006|XX00[12])/.test(code)
}

/**
 * The next session may answer otherwise, because a session keeps the settings that its role and
 * database had when it began, and what it has prepared. By SQLSTATE: 25 read-only, or a transaction
 * that is still open, 26 a lost prepared statement, 3F and 42 another search_path, role or
 * row_security.
 */
export function isOfSession(error: DatabaseError): boolean {
  return !isConnectionEnd(error) && /^(25|26|3F|42)/.test(error.code ?? '')
}
