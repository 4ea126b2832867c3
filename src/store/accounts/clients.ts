import { strictMode } from '../../compatibility/header-prefix.ts'
import { integer, optionalInteger, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

/**
 * An organisation's clients: the programs that call the API. A client's id is the `sub` of its
 * tokens.
 */
export class Clients {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async add(client: NewClient, keptAnswer?: KeptAnswer): Promise<Client> {
    await this.#database.transaction([
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
      revokedAt: undefined,
    }
  }

  async find(orgId: string, id: string): Promise<Client | undefined> {
    const [row] = await this.#database.query(
      sql(`select ${columns} from clients where org_id = $1 and id = $2`, orgId, id),
    )
    return row && clientOf(row)
  }

  /** Oldest first. */
  async list(orgId: string): Promise<readonly Client[]> {
    const rows = await this.#database.query(
      sql(`select ${columns} from clients where org_id = $1 order by created_at, id`, orgId),
    )
    return rows.map(clientOf)
  }

  /**
   * Finds a client by its id alone, since a token request names no organisation and ids are unique.
   * Returns undefined if the client or its organisation was revoked.
   */
  async findActive(id: string): Promise<ActiveClient | undefined> {
    const [row] = await this.#database.query(
      sql(
        `select ${columns}, (select o.compatibility from organisations o where o.id = clients.org_id) as compatibility
         from clients where id = $1 and revoked_at is null
           and exists (select 1 from organisations o where o.id = clients.org_id and o.revoked_at is null)`,
        id,
      ),
    )
    return row && { ...clientOf(row), compatibility: optionalText(row, 'compatibility') }
  }

  /**
   * The client's scopes. Undefined if the client does not exist, or if it or its organisation was
   * revoked.
   */
  async scopesOf(orgId: string, id: string): Promise<readonly string[] | undefined> {
    const [row] = await this.#database.query(
      sql(
        `select c.scopes from clients c join organisations o on o.id = c.org_id
         where c.org_id = $1 and c.id = $2 and c.revoked_at is null and o.revoked_at is null`,
        orgId,
        id,
      ),
    )
    return row && text(row, 'scopes').split(' ')
  }

  /**
   * Replaces the secret and expires the one before the present one. Returns false and changes
   * nothing if the client does not exist or was revoked.
   */
  async replaceSecret(secret: NewSecret, keptAnswer?: KeptAnswer): Promise<boolean> {
    const { orgId, id, secretHash, sealedSecret, previousUntil } = secret
    const [rows = []] = await this.#database.transaction([
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

  /** Returns false if the client does not exist. A second revocation keeps the first time. */
  async revoke(orgId: string, id: string, revokedAt: number): Promise<boolean> {
    const rows = await this.#database.query(
      sql(
        `update clients set revoked_at = coalesce(revoked_at, $3) where org_id = $1 and id = $2 returning id`,
        orgId,
        id,
        revokedAt,
      ),
    )
    return rows.length === 1
  }

  /**
   * Deletes sealed secrets that can no longer sign: those of organisations in strict mode, and
   * previous secrets whose overlap has ended.
   */
  async forgetSealedSecrets(serviceWide: string | undefined, now: number): Promise<void> {
    await this.#database.transaction([
      sql(
        `update clients set sealed_secret = null, previous_sealed_secret = null
         where (sealed_secret is not null or previous_sealed_secret is not null)
           and exists (select 1 from organisations o where o.id = clients.org_id
             and coalesce(o.compatibility, $1) = '${strictMode}')`,
        serviceWide ?? strictMode,
      ),
      sql(
        `update clients set previous_sealed_secret = null
         where previous_sealed_secret is not null and previous_secret_until <= $1`,
        now,
      ),
    ])
  }
}

/** For an organisation that leaves compatibility mode: keeps only the digests of its secrets. */
export function forgetSealedSecrets(orgId: string): Statement {
  return sql('update clients set sealed_secret = null, previous_sealed_secret = null where org_id = $1', orgId)
}

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
  readonly revokedAt: number | undefined
}

export interface ActiveClient extends Client {
  /** The organisation's setting. */
  readonly compatibility: string | undefined
}

export interface NewSecret {
  readonly orgId: string
  readonly id: string
  readonly secretHash: string
  readonly sealedSecret?: string | undefined
  /** ms since 1970. Until then the present secret stays valid beside the new one. */
  readonly previousUntil: number
}

const columns = `org_id, id, name, secret_hash, sealed_secret, previous_secret_hash, previous_sealed_secret,
  previous_secret_until, scopes, created_at, revoked_at`

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
    scopes: text(row, 'scopes').split(' '),
    createdAt: integer(row, 'created_at'),
    revokedAt: optionalInteger(row, 'revoked_at'),
  }
}
