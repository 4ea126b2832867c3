import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../src/store/store.ts'
import { sql } from '../../test/support/databases/any-row.ts'
import type { Caller } from './caller.ts'
import type { Follower, WebhookLedger } from './listeners.ts'

/**
 * Waits until everything is finished, then lists documents, events and deliveries that are missing.
 */
export async function findMissing({ store, callers, followers, webhooks }: Ledger): Promise<readonly string[]> {
  const missing: string[] = []
  const count = async (text: string) => Number((await store.database.query(sql(text)))[0]?.found)
  const stuck = await untilNone(() => count("select count(*) as found from documents where overall_status = 'PENDING'"))
  if (stuck > 0) missing.push(`${stuck} documents have not come to their end`)
  const legs = await untilNone(() =>
    count(
      "select count(*) as found from legs where status in ('PENDING', 'SENDING', 'RETRYING', 'SUBMITTED', 'STALLED')",
    ),
  )
  if (legs > 0) missing.push(`${legs} legs have not come to their end`)
  await Promise.all(followers.map((follower) => follower.stop()))
  for (const [at, caller] of callers.entries()) {
    const { orgId } = caller.tenant
    const follower = followers[at]
    const rows = await store.database.query(
      sql('select id from documents where org_id = $1 and family is not null', orgId),
    )
    const stored = new Set(rows.map(({ id }) => String(id)))
    for (const { id, family } of caller.created) {
      if (!stored.has(id)) missing.push(`lost: ${family} ${id}`)
      if (!follower?.createdIds.has(id)) missing.push(`the feed never listed ${family} ${id}`)
    }
    const seen = follower?.seen ?? []
    if (new Set(seen).size !== seen.length) missing.push('the feed has an event twice')
    const [row] = await store.database.query(
      sql('select count(*) as found from entries where org_id = $1 and revision is not null', orgId),
    )
    if (Number(row?.found) !== seen.length) missing.push(`the feed has ${seen.length} of ${row?.found} events`)
    const delivered = webhooks.of(orgId)
    const undelivered = await untilNone(async () => seen.filter((id) => !delivered.has(id)).length)
    if (undelivered > 0) missing.push(`the webhook missed ${undelivered} of ${seen.length} events`)
  }
  return missing
}

interface Ledger {
  readonly store: Store
  readonly callers: readonly Caller[]
  readonly followers: readonly Follower[]
  readonly webhooks: WebhookLedger
}

/**
 * Counts until the count is zero, for three minutes at most: two refused attempts are repeated by
 * then.
 */
async function untilNone(count: () => Promise<number>): Promise<number> {
  let found = await count()
  for (let waitedMs = 0; found > 0 && waitedMs < 180_000; waitedMs += 500) {
    await sleep(500)
    found = await count()
  }
  return found
}
