import { strictMode } from '../../compatibility/header-prefix.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

/**
 * Replaces the secret and expires the one before the present one. Returns false and changes
 * nothing if the client does not exist or was revoked.
 */
export async function replaceClientSecret(db: Database, secret: NewSecret, keptAnswer?: KeptAnswer): Promise<boolean> {
  const { orgId, id, secretHash, sealedSecret, previousUntil } = secret
  const [rows = []] = await db.transaction([
    sql(
      `update clients set previous_secret_hash = secret_hash, previous_sealed_secret = sealed_secret,
         previous_secret_until = $4, secret_hash = $3, sealed_secret = $5
       where org_id = $1 and id = $2 and revoked_at is null returning id`,
      orgId,
      id,
      secretHash,
      previousUntil,
      sealedSecret ?? null,
    ),
    ...keepAnswer(keptAnswer),
  ])
  return rows.length === 1
}

export interface NewSecret {
  readonly orgId: string
  readonly id: string
  readonly secretHash: string
  readonly sealedSecret?: string | undefined
  /** ms since 1970. Until then the present secret stays valid beside the new one. */
  readonly previousUntil: number
}

/**
 * Deletes sealed secrets that can no longer sign: those of organisations in strict mode, and
 * previous secrets whose overlap has ended. `serviceMode` is the setting for organisations without
 * their own.
 */
export async function deleteUnusableSealedSecrets(
  db: Database,
  serviceMode: string | undefined,
  now: number,
): Promise<void> {
  await db.transaction([
    acrossOrganisations(
      'unneeded secrets',
      sql(
        `update clients set sealed_secret = null, previous_sealed_secret = null
       where (sealed_secret is not null or previous_sealed_secret is not null)
         and exists (select 1 from organisations o where o.id = clients.org_id
           and coalesce(o.compatibility, $1) = '${strictMode}')`,
        serviceMode ?? strictMode,
      ),
    ),
    acrossOrganisations(
      'expired secrets',
      sql(
        `update clients set previous_sealed_secret = null
       where previous_sealed_secret is not null and previous_secret_until <= $1`,
        now,
      ),
    ),
  ])
}

/** For an organisation that leaves compatibility mode: keeps only the digests of its secrets. */
export function deleteSealedSecrets(orgId: string): Statement {
  return sql('update clients set sealed_secret = null, previous_sealed_secret = null where org_id = $1', orgId)
}
