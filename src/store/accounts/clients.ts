import { integer, optionalInteger, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { type FormerSecret, readOlderSecrets } from '../former-secrets.ts'
import { clientById } from '../identity-reads.ts'
import { beforeAll, type PageByAge } from '../page-by-age.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

export async function addClient(db: Database, client: NewClient, keptAnswer?: KeptAnswer): Promise<Client> {
  await db.transaction([
    sql(
      `insert into clients (org_id, id, name, secret_hash, sealed_secret, scopes, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      client.orgId,
      client.id,
      client.name,
      client.secretHash ?? null,
      client.sealedSecret ?? null,
      client.scopes.join(' '),
      client.createdAt,
    ),
    ...keepAnswer(keptAnswer),
  ])
  return {
    sealedSecret: undefined,
    ...client,
    previousSecretHash: undefined,
    previousSealedSecret: undefined,
    previousSecretUntil: undefined,
    olderSecretHashes: [],
    olderSealedSecrets: [],
    revokedAt: undefined,
  }
}

export async function findClient(db: Database, orgId: string, id: string): Promise<Client | undefined> {
  const [row] = await db.query(sql(`select ${columns} from clients where org_id = $1 and id = $2`, orgId, id))
  return row && clientOf(row)
}

/** Oldest first, at most `limit` after a place in that order. */
export async function clientPage(db: Database, orgId: string, page: PageByAge): Promise<readonly Client[]> {
  const { after: [createdAt, id] = beforeAll, limit } = page
  const rows = await db.query(
    sql(
      `select ${columns} from clients where org_id = $1 and (created_at, id) > ($2, $3)
       order by created_at, id limit $4`,
      orgId,
      createdAt,
      id,
      limit,
    ),
  )
  return rows.map(clientOf)
}

/** All of them, oldest first. */
export async function clientsOf(db: Database, orgId: string): Promise<readonly Client[]> {
  const rows = await db.query(sql(`select ${columns} from clients where org_id = $1 order by created_at, id`, orgId))
  return rows.map(clientOf)
}

/**
 * Finds a client by its id alone, since a token request names no organisation and ids are unique.
 * Returns undefined if the client or its organisation was revoked.
 */
export async function findActiveClient(db: Database, id: string): Promise<ActiveClient | undefined> {
  const [row] = await db.query(clientById(columns, id))
  return row && { ...clientOf(row), compatibility: optionalText(row, 'compatibility') }
}

/**
 * The client's scopes. Undefined if the client does not exist, or if it or its organisation was
 * revoked.
 */
export async function clientScopes(db: Database, orgId: string, id: string): Promise<readonly string[] | undefined> {
  const [row] = await db.query(
    sql(
      `select c.scopes from clients c join organisations o on o.id = c.org_id
       where c.org_id = $1 and c.id = $2 and c.revoked_at is null and o.revoked_at is null`,
      orgId,
      id,
    ),
  )
  return row && text(row, 'scopes').split(' ')
}

/** Returns false if the client does not exist. A second revocation keeps the first time. */
export async function revokeClient(
  db: Database,
  orgId: string,
  id: string,
  revokedAt: number,
  kept?: KeptAnswer,
): Promise<boolean> {
  if ((await findClient(db, orgId, id)) === undefined) return false
  await db.transaction([
    sql('update clients set revoked_at = coalesce(revoked_at, $3) where org_id = $1 and id = $2', orgId, id, revokedAt),
    ...keepAnswer(kept),
  ])
  return true
}

/** A program that calls the API for an organisation. Its id is the `sub` of its tokens. */
export interface NewClient {
  readonly orgId: string
  /** UUID. */
  readonly id: string
  readonly name: string
  /** Undefined for a client without a secret: its tokens come from the command line. */
  readonly secretHash: string | undefined
  /** The secret itself, encrypted. Only kept in compatibility mode. */
  readonly sealedSecret?: string | undefined
  /** `documents:read`, … */
  readonly scopes: readonly string[]
  /** ms since 1970. */
  readonly createdAt: number
}

export interface Client extends NewClient {
  readonly sealedSecret: string | undefined
  /** The secret before the last rotation, valid until `previousSecretUntil` (ms). */
  readonly previousSecretHash: string | undefined
  readonly previousSealedSecret: string | undefined
  readonly previousSecretUntil: number | undefined
  /** Those before the previous one, as far as they were valid at the last rotation. */
  readonly olderSecretHashes: readonly FormerSecret[]
  readonly olderSealedSecrets: readonly FormerSecret[]
  readonly revokedAt: number | undefined
}

export interface ActiveClient extends Client {
  /** The organisation's setting. */
  readonly compatibility: string | undefined
}

const columns = `org_id, id, name, secret_hash, sealed_secret, previous_secret_hash, previous_sealed_secret,
  previous_secret_until, older_secret_hashes, older_sealed_secrets, scopes, created_at, revoked_at`

function clientOf(row: Row): Client {
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    name: text(row, 'name'),
    secretHash: optionalText(row, 'secret_hash'),
    sealedSecret: optionalText(row, 'sealed_secret'),
    previousSecretHash: optionalText(row, 'previous_secret_hash'),
    previousSealedSecret: optionalText(row, 'previous_sealed_secret'),
    previousSecretUntil: optionalInteger(row, 'previous_secret_until'),
    olderSecretHashes: readOlderSecrets(optionalText(row, 'older_secret_hashes')),
    olderSealedSecrets: readOlderSecrets(optionalText(row, 'older_sealed_secrets')),
    scopes: text(row, 'scopes').split(' '),
    createdAt: integer(row, 'created_at'),
    revokedAt: optionalInteger(row, 'revoked_at'),
  }
}
