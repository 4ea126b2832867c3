import { strictMode } from '../../compatibility/header-prefix.ts'
import { asRead } from '../as-read.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import {
  type FormerSecret,
  FormerSecretsFull,
  formerSecretsMax,
  stillValid,
  writeOlderSecrets,
} from '../former-secrets.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { type Client, findClient } from './clients.ts'

/**
 * Replaces a client's secret. The present one stays valid for the overlap, and those before it
 * until the times that were promised; an overlap of 0 ends all of them now. Undefined if the client
 * does not exist or was revoked. Throws `FormerSecretsFull`, and then changes nothing.
 */
export function replaceClientSecret(
  db: Database,
  { orgId, id, secretHash, sealedSecret, overlapMs, now }: Rotation,
  keep?: (changed: Client) => KeptAnswer | undefined,
): Promise<Client | undefined> {
  return asRead(['client_secret'], async () => {
    const known = await findClient(db, orgId, id)
    if (known === undefined || known.revokedAt !== undefined) return undefined
    const changed: Client = {
      ...known,
      secretHash,
      sealedSecret,
      previousSecretHash: known.secretHash,
      previousSealedSecret: known.sealedSecret,
      previousSecretUntil: now + overlapMs,
      ...(overlapMs > 0 ? olderSecretsOf(known, now) : noOlderSecrets),
    }
    await db.transaction([updateSecrets(changed, known.secretHash), ...keepAnswer(keep?.(changed))])
    return changed
  })
}

export interface Rotation {
  readonly orgId: string
  readonly id: string
  readonly secretHash: string
  readonly sealedSecret?: string | undefined
  /** How long the present secret stays valid beside the new one. */
  readonly overlapMs: number
  /** ms since 1970. */
  readonly now: number
}

/** The older secrets of a client whose present secret becomes the previous one. */
function olderSecretsOf(known: Client, now: number): OlderSecrets {
  const { previousSecretHash, previousSealedSecret, previousSecretUntil: until = 0 } = known
  const withPrevious = (older: readonly FormerSecret[], previous: string | undefined) =>
    stillValid([...older, ...(previous === undefined ? [] : [{ secret: previous, until }])], now)
  const olderSecretHashes = withPrevious(known.olderSecretHashes, previousSecretHash)
  if (olderSecretHashes.length >= formerSecretsMax) throw new FormerSecretsFull(olderSecretHashes)
  return { olderSecretHashes, olderSealedSecrets: withPrevious(known.olderSealedSecrets, previousSealedSecret) }
}

type OlderSecrets = Pick<Client, 'olderSecretHashes' | 'olderSealedSecrets'>

const noOlderSecrets: OlderSecrets = { olderSecretHashes: [], olderSealedSecrets: [] }

/** Fails at `client_secret` if the client has another secret meanwhile, or was revoked. */
function updateSecrets(client: Client, formerHash: string | undefined): Statement {
  const { olderSecretHashes } = client
  return sql(
    `update clients set secret_hash = $3, sealed_secret = $4, previous_secret_hash = $5, previous_sealed_secret = $6,
       previous_secret_until = $7, older_secret_hashes = $8, older_sealed_secrets = $9, older_secrets_until = $10,
       created_at = case when coalesce(secret_hash, '') = $11 and revoked_at is null then created_at end
     where org_id = $1 and id = $2`,
    client.orgId,
    client.id,
    client.secretHash ?? null,
    client.sealedSecret ?? null,
    client.previousSecretHash ?? null,
    client.previousSealedSecret ?? null,
    client.previousSecretUntil ?? null,
    writeOlderSecrets(olderSecretHashes),
    writeOlderSecrets(client.olderSealedSecrets),
    olderSecretHashes.length === 0 ? null : Math.max(...olderSecretHashes.map(({ until }) => until)),
    formerHash ?? '',
  )
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
        `update clients set sealed_secret = null, previous_sealed_secret = null, older_sealed_secrets = null
       where (sealed_secret is not null or previous_sealed_secret is not null or older_sealed_secrets is not null)
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
    acrossOrganisations(
      'expired older secrets',
      sql(
        `update clients set older_sealed_secrets = null
       where older_sealed_secrets is not null and older_secrets_until <= $1`,
        now,
      ),
    ),
  ])
}

/** For an organisation that leaves compatibility mode: keeps only the digests of its secrets. */
export function deleteSealedSecrets(orgId: string): Statement {
  return sql(
    `update clients set sealed_secret = null, previous_sealed_secret = null, older_sealed_secrets = null
     where org_id = $1`,
    orgId,
  )
}
