import { text } from './database/columns.ts'
import { type Database, sql } from './database/database.ts'
import { acrossOrganisations } from './database/organisation.ts'

/** Encrypted texts of one kind, as stored: up to a thousand. */
export interface SealedTexts {
  readonly kind: SealedKind
  readonly texts: readonly string[]
}

/** In the order of the selects below. */
const sealedKinds = [
  'signing keys',
  'webhook secrets',
  'client secrets',
  'drafts',
  'documents that wait for approval',
] as const

export type SealedKind = (typeof sealedKinds)[number]

/**
 * What SECRET_KEY has encrypted in the database. A key that is published for a few minutes opens
 * like one that signs; those that have ended are never opened again.
 */
export async function sealedTexts(db: Database, now: number): Promise<readonly SealedTexts[]> {
  const results = await db.snapshot([
    sql(
      `select private_jwk as sealed from signing_keys
       where (retired_at is null or retired_at > $1) and private_jwk like 'aes-256-gcm.%' limit 1000`,
      now,
    ),
    acrossOrganisations(
      'sealed webhook secrets',
      sql(`select secret as sealed from webhooks where secret like 'aes-256-gcm.%' limit 1000`),
    ),
    acrossOrganisations(
      'sealed client secrets',
      sql(`select sealed_secret as sealed from clients where sealed_secret like 'aes-256-gcm.%' limit 1000`),
    ),
    acrossOrganisations(
      'sealed drafts',
      sql(`select summary as sealed from drafts where summary like 'aes-256-gcm.%' limit 1000`),
    ),
    acrossOrganisations(
      'sealed approvals',
      sql(`select summary as sealed from approvals where summary like 'aes-256-gcm.%' limit 1000`),
    ),
  ])
  return sealedKinds.map((kind, at) => ({ kind, texts: (results[at] ?? []).map((row) => text(row, 'sealed')) }))
}
