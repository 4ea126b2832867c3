import { escapeLiteral } from 'pg'
import { type Statement, sql } from './database.ts'
import type { PipelinedStatement } from './postgres-pipeline.ts'

/** One row where the database has the extension Citus, distributed or not. */
export const findCitus: Statement = sql(`select extversion from pg_extension where extname = 'citus'`)

/**
 * The same as `showOrganisation`, for the workers too: Citus passes on `set local`, but no
 * `set_config`. `set` takes no parameters, so the texts are as many as the organisations, and none
 * is prepared (docs/decisions/0102).
 */
export function showOrganisationToWorkers(organisation: string): readonly PipelinedStatement[] {
  const text = `set local selfbill.org = ${escapeLiteral(organisation)}`
  return [passOnSettings, { sql: text, params: [], isOurs: true, isPlannedByValues: true }]
}

const passOnSettings: PipelinedStatement = {
  sql: `set local citus.propagate_set_commands = 'local'`,
  params: [],
  isOurs: true,
}

/**
 * The name without the number of a shard: a worker names its own tables and indexes, such as
 * `documents_102008`.
 */
export function withoutShard(name: string): string {
  return name.replace(/_\d{6,}$/, '')
}
