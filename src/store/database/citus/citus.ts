import { type DatabaseError, escapeLiteral } from 'pg'
import { type Database, DatabaseAway, sql } from '../database.ts'
import { constraintFailureOf, type RefusedWrite } from '../postgres-constraint.ts'
import {
  isConnectionEnd,
  isRolledBack,
  isShortage,
  lost,
  oneServer,
  type PostgresLayout,
  withOrganisations,
} from '../postgres-layout.ts'
import { withoutRights } from '../postgres-owner.ts'
import { begin, commit, type PipelinedStatement } from '../postgres-pipeline.ts'
import { placement } from './distribute.ts'

/** Whether the database has the extension Citus, distributed or not. */
export async function hasCitus(database: Database): Promise<boolean> {
  const found = await database.query(sql(`select extversion from pg_extension where extname = 'citus'`))
  return found.length > 0
}

/** The rows of an organisation may be on a worker behind the server (docs/decisions/0102). */
export const citus: PostgresLayout = {
  dialect: { ...oneServer.dialect, placement },
  // Statements keep their values for the plan: it may need them to find the worker.
  greet: async () => undefined,
  pipelined(start, statements) {
    const shown = withOrganisations(statements, showOrganisation)
    // Citus commits each statement of a pipeline by itself, and passes no setting on to a worker
    // outside a transaction.
    return start === begin && shown.length === 1 ? shown : [start, ...shown, commit]
  },
  async failureOf(error, client, pipeline) {
    // A lost worker has the codes of a lost connection, but then the coordinator still answers. Its
    // own end, while it waits for a worker, has a code of no meaning.
    if (!(await isRolledBack(client))) return lost(error)
    // The lost worker may have committed.
    if (pipeline.isCommitting) return { ...lost(error), isUsable: true }
    const refused = (await withoutRights(client, error)) ?? (await constraintFailureOf(client, ofTheTable(error)))
    const isAway = isConnectionEnd(error) || isShortage(error)
    return { failure: refused ?? (isAway ? new DatabaseAway(error) : error), isUsable: true }
  },
}

/**
 * For the workers too: Citus passes on `set local`, but no `set_config`. `set` takes no parameters,
 * so the texts are as many as the organisations, and none is prepared.
 */
function showOrganisation(organisation: string): readonly PipelinedStatement[] {
  const text = `set local selfbill.org = ${escapeLiteral(organisation)}`
  return [passOnSettings, { sql: text, params: [], isOurs: true, isPlannedByValues: true }]
}

const passOnSettings: PipelinedStatement = {
  sql: `set local citus.propagate_set_commands = 'local'`,
  params: [],
  isOurs: true,
}

/** A worker says no more than the message, and names its shard, such as `documents_102008`. */
function ofTheTable({ code, schema, table, column, constraint, message }: DatabaseError): RefusedWrite {
  // `null value in column "a" of relation "b" …`, in whatever language the server speaks; a unique
  // index comes first.
  const [first = '', second = ''] = [...message.matchAll(/["«»„“](\w+)["«»“”]/g)].map(([, name = '']) => name)
  return {
    code,
    schema,
    table: withoutShard(table ?? second),
    column: column ?? first,
    constraint: withoutShard(constraint ?? first),
  }
}

function withoutShard(name: string): string {
  return name.replace(/_\d{6,}$/, '')
}
