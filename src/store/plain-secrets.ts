import { integer, text } from './database/columns.ts'
import { type Database, sql } from './database/database.ts'
import { acrossOrganisations } from './database/organisation.ts'

/** Secrets of one kind that are stored as they are. */
export interface PlainSecrets {
  readonly kind: string
  readonly count: number
}

/**
 * What was stored before SECRET_KEY was set: setting it encrypts nothing that is there already.
 * Keys that have ended are left out: nobody accepts them.
 */
export async function plainSecrets(db: Database, now: number): Promise<readonly PlainSecrets[]> {
  const [keys = [], others = []] = await db.snapshot([
    sql(
      `select 'signing keys' as kind, count(*) as plain from signing_keys
       where (retired_at is null or retired_at > $1) and private_jwk not like 'aes-256-gcm.%'`,
      now,
    ),
    acrossOrganisations(
      'secrets that are not encrypted',
      sql(
        `select 'webhook secrets' as kind, count(*) as plain from webhooks where secret not like 'aes-256-gcm.%'
         union all
         select 'drafts', count(*) from drafts where summary not like 'aes-256-gcm.%'`,
      ),
    ),
  ])
  return [...keys, ...others]
    .map((row) => ({ kind: text(row, 'kind'), count: integer(row, 'plain') }))
    .filter(({ count }) => count > 0)
}
