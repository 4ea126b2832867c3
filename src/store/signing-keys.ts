import { integer, text } from './columns.ts'
import { type Database, type Row, sql } from './database.ts'

/** The keys with which the service signs its tokens: rows, so that all instances and the command line share them. */
export class SigningKeys {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The keys in use, the newest first; when there is none, `make` makes it. Instances that start at once end with one. */
  async ensure(make: () => Promise<NewSigningKey>): Promise<readonly SigningKey[]> {
    // In this order: a key that another instance adds in between shows among the live ones, or takes our generation.
    const generation = await this.generation()
    const live = await this.live()
    if (live.length > 0) return live
    await this.add(await make(), generation)
    return this.live()
  }

  /** Counts every key there ever was. */
  async generation(): Promise<number> {
    const [row] = await this.#database.query(sql('select count(*) as generation from signing_keys'))
    return row === undefined ? 0 : integer(row, 'generation')
  }

  /** False, and nothing added, when another instance has added a key since `generation` was read. */
  async add(key: NewSigningKey, generation: number): Promise<boolean> {
    const rows = await this.#database.query(
      sql(
        `insert into signing_keys (kid, generation, alg, public_jwk, private_jwk, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict (generation) do nothing returning kid`,
        key.kid,
        generation + 1,
        key.alg,
        key.publicJwk,
        key.privateJwk,
        key.createdAt,
      ),
    )
    return rows.length === 1
  }

  /** Those that are not retired, the newest first. */
  async live(): Promise<readonly SigningKey[]> {
    const rows = await this.#database.query(
      sql(
        `select kid, alg, public_jwk, private_jwk, created_at from signing_keys
         where retired_at is null order by generation desc`,
      ),
    )
    return rows.map(signingKeyOf)
  }

  /** Tokens signed with it are no longer accepted. */
  async retire(kid: string, retiredAt: number): Promise<void> {
    await this.#database.query(sql('update signing_keys set retired_at = $2 where kid = $1', kid, retiredAt))
  }
}

export interface NewSigningKey {
  readonly kid: string
  readonly alg: string
  /** JSON Web Keys as text; the private one encrypted, or not, by whoever made it. */
  readonly publicJwk: string
  readonly privateJwk: string
  /** ms since 1970. */
  readonly createdAt: number
}

export type SigningKey = NewSigningKey

function signingKeyOf(row: Row): SigningKey {
  return {
    kid: text(row, 'kid'),
    alg: text(row, 'alg'),
    publicJwk: text(row, 'public_jwk'),
    privateJwk: text(row, 'private_jwk'),
    createdAt: integer(row, 'created_at'),
  }
}
