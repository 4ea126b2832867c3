import { integer, onlyRow, optionalInteger, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'

/**
 * Returns the live keys, newest first. Without any, adds the key that `make` returns.
 * Instances that start together end up with the same single key.
 */
export async function ensureSigningKeys(
  db: Database,
  make: () => Promise<NewSigningKey>,
  now: number,
): Promise<readonly SigningKey[]> {
  // The order matters: if another instance adds a key in between, we either see it here or fail
  // to add ours because the generation has moved on.
  const generation = await keyGeneration(db)
  const live = await liveKeys(db, now)
  if (live.length > 0) return live
  await db.query(insertNext(await make(), generation))
  return liveKeys(db, now)
}

/** The number of keys ever added. */
export async function keyGeneration(db: Database): Promise<number> {
  const rows = await db.query(sql('select count(*) as generation from signing_keys'))
  return integer(onlyRow(rows), 'generation')
}

/** The keys that tokens are verified with, newest first. */
export async function liveKeys(db: Database, now: number): Promise<readonly SigningKey[]> {
  const rows = await db.query(
    sql(
      `select ${columns} from signing_keys where retired_at is null or retired_at > $1 order by generation desc`,
      now,
    ),
  )
  return rows.map(signingKeyOf)
}

/** Every key that ever signed, newest first: what they signed is verified years later. */
export async function everySigningKey(db: Database): Promise<readonly SigningKey[]> {
  const rows = await db.query(sql(`select ${columns} from signing_keys order by generation desc`))
  return rows.map(signingKeyOf)
}

/**
 * Adds a key and sets the end of all others, in one transaction. Returns false if another
 * instance has added a key since `generation` was read.
 */
export async function replaceSigningKeys(
  db: Database,
  key: NewSigningKey,
  generation: number,
  othersEndAt: number,
): Promise<boolean> {
  const [added] = await db.transaction([insertNext(key, generation), endOthers(key, othersEndAt)])
  return added?.length === 1
}

/** Adds nothing when another key already has this generation. */
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
 * Ends nothing if our key was not added because another came first. A key that ends sooner keeps
 * its end.
 */
function endOthers(key: NewSigningKey, endAt: number): Statement {
  return sql(
    `update signing_keys set retired_at = $2 where kid <> $1 and (retired_at is null or retired_at > $2)
       and exists (select 1 from signing_keys own where own.kid = $1)`,
    key.kid,
    endAt,
  )
}

/**
 * A key that signs tokens. Keys are rows, so that all instances and the command line share them. No
 * organisation owns them.
 */
export interface NewSigningKey {
  readonly kid: string
  readonly alg: string
  /** JSON Web Keys as text. The caller decides whether the private one is encrypted. */
  readonly publicJwk: string
  readonly privateJwk: string
  /** ms since 1970. */
  readonly createdAt: number
  /** Published before this time, signs from it on. */
  readonly signsFrom: number
}

export interface SigningKey extends NewSigningKey {
  /** Tokens signed with this key are refused from then on. */
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
