import { integer, optionalInteger, optionalText, text } from './columns.ts'
import { type Database, type Row, sql } from './database.ts'

/** The accounts of an organisation: programs that call the API. An account's id is the `sub` of its tokens. */
export class Clients {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async add(client: NewClient): Promise<Client> {
    await this.#database.query(
      sql(
        'insert into clients (org_id, id, name, secret_hash, scopes, created_at) values ($1, $2, $3, $4, $5, $6)',
        client.orgId,
        client.id,
        client.name,
        client.secretHash ?? null,
        client.scopes.join(' '),
        client.createdAt,
      ),
    )
    return { ...client, revokedAt: undefined }
  }

  async find(orgId: string, id: string): Promise<Client | undefined> {
    const [row] = await this.#database.query(
      sql(`select ${columns} from clients where org_id = $1 and id = $2`, orgId, id),
    )
    return row && clientOf(row)
  }

  /** The oldest first. */
  async list(orgId: string): Promise<readonly Client[]> {
    const rows = await this.#database.query(
      sql(`select ${columns} from clients where org_id = $1 order by created_at, id`, orgId),
    )
    return rows.map(clientOf)
  }

  /** Whether the account exists, and neither it nor its organisation was revoked. */
  async isActive(orgId: string, id: string): Promise<boolean> {
    const rows = await this.#database.query(
      sql(
        `select c.id from clients c join organisations o on o.id = c.org_id
         where c.org_id = $1 and c.id = $2 and c.revoked_at is null and o.revoked_at is null`,
        orgId,
        id,
      ),
    )
    return rows.length === 1
  }

  async revoke(orgId: string, id: string, revokedAt: number): Promise<void> {
    await this.#database.query(
      sql('update clients set revoked_at = $3 where org_id = $1 and id = $2', orgId, id, revokedAt),
    )
  }
}

export interface NewClient {
  readonly orgId: string
  /** UUID. */
  readonly id: string
  readonly name: string
  /** Undefined: the account has no secret, its tokens come from the command line. */
  readonly secretHash: string | undefined
  /** `documents:read`, … */
  readonly scopes: readonly string[]
  /** ms since 1970. */
  readonly createdAt: number
}

export interface Client extends NewClient {
  readonly revokedAt: number | undefined
}

const columns = 'org_id, id, name, secret_hash, scopes, created_at, revoked_at'

function clientOf(row: Row): Client {
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    name: text(row, 'name'),
    secretHash: optionalText(row, 'secret_hash'),
    scopes: text(row, 'scopes').split(' '),
    createdAt: integer(row, 'created_at'),
    revokedAt: optionalInteger(row, 'revoked_at'),
  }
}
