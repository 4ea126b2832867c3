import { strict as assert } from 'node:assert'
import { whileAsRead } from '../as-read.ts'
import { integer, text, word } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { beforeAll, type PageByAge } from '../page-by-age.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

/** Fails at `profile_id` when the organisation already has that id. */
export async function addProfile(db: Database, profile: NewProfile, keptAnswer?: KeptAnswer): Promise<Profile> {
  const added: Profile = { ...profile, version: 1, updatedAt: profile.createdAt }
  await db.transaction([
    sql(
      `insert into profiles (org_id, profile_id, party, status, version, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      added.orgId,
      added.profileId,
      added.party,
      added.status,
      added.version,
      added.createdAt,
    ),
    ...keepAnswer(keptAnswer),
  ])
  return added
}

export async function findProfile(db: Database, orgId: string, profileId: string): Promise<Profile | undefined> {
  const [row] = await db.query(
    sql(`select ${columns} from profiles where org_id = $1 and profile_id = $2`, orgId, profileId),
  )
  return row && profileOf(row)
}

/** Oldest first, at most `limit` after a place in that order. */
export async function profilesOf(db: Database, orgId: string, page: PageByAge): Promise<readonly Profile[]> {
  const { after: [createdAt, profileId] = beforeAll, limit } = page
  const rows = await db.query(
    sql(
      `select ${columns} from profiles where org_id = $1 and (created_at, profile_id) > ($2, $3)
       order by created_at, profile_id limit $4`,
      orgId,
      createdAt,
      profileId,
      limit,
    ),
  )
  return rows.map(profileOf)
}

/**
 * Writes a profile that was read at its `version`, and changed. Fails at `profile_as_read` when it
 * has another version by then. `keep`: the answer to the change, for the same transaction.
 */
export async function updateProfile(
  db: Database,
  profile: Profile,
  keep: (changed: Profile) => KeptAnswer | undefined = () => undefined,
): Promise<Profile> {
  const changed = { ...profile, version: profile.version + 1 }
  const createdAt = whileAsRead('created_at', { version: profile.version }, 7)
  await db.transaction([
    sql(
      `update profiles set party = $3, status = $4, updated_at = $5, version = $6, created_at = ${createdAt.value}
       where org_id = $1 and profile_id = $2`,
      changed.orgId,
      changed.profileId,
      changed.party,
      changed.status,
      changed.updatedAt,
      changed.version,
      ...createdAt.params,
    ),
    ...keepAnswer(keep(changed)),
  ])
  return changed
}

/**
 * `BP-` and 10 Crockford base-32 characters, one for each random byte. Source:
 * docs/contract.md#requests.
 */
export function profileIdFrom(random: Uint8Array): string {
  assert(random.length === 10, 'a profile id is made of ten random bytes')
  return `BP-${Array.from(random, (byte) => crockford.charAt(byte % 32)).join('')}`
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A business profile: a party in whose name an organisation issues documents. */
export interface NewProfile {
  readonly orgId: string
  /** Unique in the organisation. */
  readonly profileId: string
  /** JSON of the party object. */
  readonly party: string
  readonly status: ProfileStatus
  /** ms since 1970. */
  readonly createdAt: number
}

export interface Profile extends NewProfile {
  /** Goes up with every change, so that a create can check that its profile has not changed. */
  readonly version: number
  readonly updatedAt: number
}

const profileStatuses = ['ACTIVE', 'INACTIVE'] as const
export type ProfileStatus = (typeof profileStatuses)[number]

const columns = 'org_id, profile_id, party, status, version, created_at, updated_at'

function profileOf(row: Row): Profile {
  return {
    orgId: text(row, 'org_id'),
    profileId: text(row, 'profile_id'),
    party: text(row, 'party'),
    status: word(row, 'status', profileStatuses),
    version: integer(row, 'version'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
