import { asRead } from '../as-read.ts'
import { type Database, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import type { Hold } from './hold.ts'
import { lookAgain, retentionAsRead, retentionOf } from './retentions.ts'

/**
 * Holds all documents of an organisation. A new reason for a hold keeps its time. `keep`: the
 * answer to the hold as it is stored, for the same transaction.
 */
export function holdOrganisation(
  db: Database,
  orgId: string,
  hold: Hold,
  keep: (stored: Hold) => KeptAnswer | undefined = () => undefined,
): Promise<Hold> {
  return asRead(['retention_as_read'], async () => {
    const present = await retentionOf(db, orgId)
    const stored = { ...hold, heldAt: present.hold?.heldAt ?? hold.heldAt }
    const years = retentionAsRead('years', present, 5)
    await db.transaction([
      ...lookAgain(orgId),
      sql(
        `update retentions set held_at = $2, held_by = $3, hold_reason = $4, years = ${years.value} where org_id = $1`,
        orgId,
        stored.heldAt,
        stored.heldBy,
        stored.reason,
        ...years.params,
      ),
      ...keepAnswer(keep(stored)),
    ])
    return stored
  })
}

/** Without a hold nothing changes. `kept` as in `keepAnswer`. */
export async function releaseOrganisation(db: Database, orgId: string, kept?: KeptAnswer): Promise<void> {
  await db.transaction([
    ...lookAgain(orgId),
    sql('update retentions set held_at = null, held_by = null, hold_reason = null where org_id = $1', orgId),
    ...keepAnswer(kept),
  ])
}
