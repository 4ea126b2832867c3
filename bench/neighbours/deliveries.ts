import { setTimeout } from 'node:timers/promises'
import { integer, onlyRow } from '../../src/store/database/columns.ts'
import type { Store } from '../../src/store/store.ts'
import { sql } from '../../test/support/databases/any-row.ts'

// Documents leave deliveries behind, which would count against the next storm.

const deliveredWithinMs = 180_000

export async function untilDelivered({ database }: Store, orgId: string): Promise<void> {
  const pending = sql(
    "select count(*) as left_over from documents where org_id = $1 and overall_status = 'PENDING'",
    orgId,
  )
  for (const end = performance.now() + deliveredWithinMs; ; ) {
    const left = integer(onlyRow(await database.query(pending)), 'left_over')
    if (left === 0) return
    if (performance.now() > end) throw new Error(`${left} documents of the setup are not delivered`)
    await setTimeout(200)
  }
}

/** Whether legs or webhook deliveries of the organisation wait or are in progress. */
export async function hasDeliveries({ database }: Store, orgId: string): Promise<boolean> {
  const waiting = 'org_id = $1 and (next_attempt_at < $2 or lease_until is not null)'
  const [row] = await database.query(
    sql(
      `select (select count(*) from legs where ${waiting}) + (select count(*) from webhook_deliveries where ${waiting}) as left_over`,
      orgId,
      putOffUntil,
    ),
  )
  return row !== undefined && integer(row, 'left_over') > 0
}

/**
 * Postpones everything that waits, so that the next service leaves it alone. Call it while no
 * service runs.
 */
export async function putOffDeliveries({ database }: Store): Promise<void> {
  for (const table of ['legs', 'webhook_deliveries'])
    await database.query(sql(`update ${table} set next_attempt_at = $1 where next_attempt_at < $1`, putOffUntil))
}

/** The year 2100. */
const putOffUntil = 4_102_444_800_000
