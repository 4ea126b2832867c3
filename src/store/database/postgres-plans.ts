import type { Client } from 'pg'
import type { PipelinedStatement } from './postgres-pipeline.ts'

// PostgreSQL plans a prepared statement for its values the first five times, and then compares.
// With values, an organisation that its statistics do not know yet has one row, so a join may read
// all rows of the organisation for each key. Without values it has as many rows as an organisation
// has on average. So each connection plans without values from the start (docs/decisions/0104).

/** To be sent to each new connection. */
export function planWithoutValues(client: Pick<Client, 'query'>): Promise<unknown> {
  return client.query("select set_config('plan_cache_mode', 'force_generic_plan', false)")
}

/** Before each statement that PostgreSQL plans for its values, and after it. */
export function withPlanModes(statements: readonly PipelinedStatement[]): readonly PipelinedStatement[] {
  let isByValues = false
  return statements.flatMap((statement) => {
    const { isPlannedByValues = false } = statement
    if (isPlannedByValues === isByValues) return [statement]
    isByValues = isPlannedByValues
    return [isByValues ? byValues : withoutValues, statement]
  })
}

const byValues: PipelinedStatement = {
  sql: "select set_config('plan_cache_mode', 'force_custom_plan', true)",
  params: [],
  isOurs: true,
}

const withoutValues: PipelinedStatement = {
  sql: "select set_config('plan_cache_mode', 'force_generic_plan', true)",
  params: [],
  isOurs: true,
}
