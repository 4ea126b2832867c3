import { type Database, type Statement, sql } from '../database/database.ts'
import { deleteInSteps, stepRowsMax } from '../database/delete-in-steps.ts'

/** Deletes a webhook with its deliveries. Returns false if it did not exist. */
export async function removeWebhook(db: Database, orgId: string, id: string): Promise<boolean> {
  const removed = await db.query(sql('delete from webhooks where org_id = $1 and id = $2 returning id', orgId, id))
  // A month of deliveries is too much for one transaction. No new ones come, and after a crash
  // the age limit deletes the rest.
  await deleteInSteps(db, () => someDeliveries(orgId, id))
  await deleteInSteps(db, () => someAttempts(orgId, id))
  return removed.length === 1
}

function someDeliveries(orgId: string, id: string): Statement {
  return sql(
    `with part as (select position from webhook_deliveries where org_id = $1 and webhook_id = $2
       order by position limit ${stepRowsMax})
     delete from webhook_deliveries where org_id = $1 and webhook_id = $2 and position in (select position from part)
     returning position`,
    orgId,
    id,
  )
}

function someAttempts(orgId: string, id: string): Statement {
  const key = 'position, at, mark'
  return sql(
    `with part as (select ${key} from webhook_attempts where org_id = $1 and webhook_id = $2
       order by ${key} limit ${stepRowsMax})
     delete from webhook_attempts where org_id = $1 and webhook_id = $2 and (${key}) in (select ${key} from part)
     returning position`,
    orgId,
    id,
  )
}
