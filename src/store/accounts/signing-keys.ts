import { integer, onlyRow, optionalInteger, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'

/**
 * The keys with which the service signs its tokens: rows, so that all instances and the command
 * line share them. No organisation owns them.
 */
export class SigningKeys {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The keys in use, the newest first; when there is none, `make` makes it. Instances that start at
   * once end with one.
   */
  async ensure(make: () => Promise<NewSigningKey>, now: number): Promise<readonly SigningKey[]> {
    // In this order: a key that another instance adds in between shows among the live ones, or
    // takes our generation.
    const generation = await this.generation()
    const live = await this.live(now)
    if (live.length > 0) return live
    await this.add(await make(), generation)
    return this.live(now)
  }

  /** Counts every key there ever was. */
  async generation(): Promise<number> {
    const rows = await this.#database.query(sql('select count(*) as generation from signing_keys'))
    return integer(onlyRow(rows), 'generation')
  }

  /**
   * False, and nothing added, when another instance has added a key since `generation` was read.
   */
  async add(key: NewSigningKey, generation: number): Promise<boolean> {
    const rows = await this.#database.query(insertNext(key, generation))
    return rows.length === 1
  }

  /** Those that tokens are verified with, the newest first. */
  async live(now: number): Promise<readonly SigningKey[]> {
    const rows = await this.#database.query(
      sql(
        `select ${columns} from signing_keys where retired_at is null or retired_at > $1 order by generation desc`,
        now,
      ),
    )
    return rows.map(signingKeyOf)
  }

  /**
   * Adds a key, and says when all others end: in one transaction, and false when another instance
   * has added one since `generation` was read.
   */
  async replace(key: NewSigningKey, generation: number, othersEndAt: number): Promise<boolean> {
    const [added] = await this.#database.transaction([insertNext(key, generation), endOthers(key, othersEndAt)])
    return added?.length === 1
  }
}

/** Nothing is added when the generation is taken. */
function insertNext(key: NewSigningKey, generation: number): Statement {
  return sql(
    `insert into signing_keys (kid, generation, alg, public_jwk, private_jwk, created_at, signs_from)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (generation) do nothing returning kid`,
    key.kid,
    generation + 1,
    key.alg,
    key.publicJwk,
    key.privateJwk,
    key.createdAt,
    key.signsFrom,
  )
}

/**
 * Only when the key is there: one that came second ends nothing. A key that ends sooner stays as it
 * is.
 */
function endOthers(key: NewSigningKey, endAt: number): Statement {
  return sql(
    `update signing_keys set retired_at = $2 where kid <> $1 and (retired_at is null or retired_at > $2)
       and exists (select 1 from signing_keys own where own.kid = $1)`,
    key.kid,
    endAt,
  )
}

export interface NewSigningKey {
  readonly kid: string
  readonly alg: string
  /** JSON Web Keys as text; the private one encrypted, or not, by whoever made it. */
  readonly publicJwk: string
  readonly privateJwk: string
  /** ms since 1970. */
  readonly createdAt: number
  /** Published before, used for signing from then on. */
  readonly signsFrom: number
}

export interface SigningKey extends NewSigningKey {
  /** Tokens signed with it are no longer accepted from then on. */
  readonly retiredAt: number | undefined
}

const columns = 'kid, alg, public_jwk, private_jwk, created_at, signs_from, retired_at'

function signingKeyOf(row: Row): SigningKey {
  return {
    kid: text(row, 'kid'),
    alg: text(row, 'alg'),
    publicJwk: text(row, 'public_jwk'),
    privateJwk: text(row, 'private_jwk'),
    createdAt: integer(row, 'created_at'),
    signsFrom: integer(row, 'signs_from'),
    retiredAt: optionalInteger(row, 'retired_at'),
  }
}
