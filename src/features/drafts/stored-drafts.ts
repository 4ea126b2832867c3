import type { Family } from '@selfbill/pint-ae/document'
import { families } from '@selfbill/pint-ae/document'
import { asRead, whileAsRead } from '../../store/as-read.ts'
import { integer, onlyRow, optionalText, text, word } from '../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../store/database/database.ts'
import { deleteAged } from '../../store/database/delete-aged.ts'
import { type KeptAnswer, keepAnswer } from '../../store/requests/kept-answer.ts'

/** A document that a person has begun and not issued yet. `summary` and `content` are sealed. */
export interface StoredDraft {
  readonly id: string
  readonly userId: string
  /** Undefined after the person was removed. */
  readonly userName: string | undefined
  readonly family: Family
  readonly profileId: string
  readonly summary: string
  readonly version: number
  /** ms since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

interface DraftContent extends StoredDraft {
  readonly content: string
}

/** Whose drafts a statement may touch: those of a person, or all of the organisation. */
export interface Owner {
  readonly orgId: string
  /** Undefined: of everybody in the organisation. */
  readonly userId: string | undefined
}

interface SavedDraft {
  readonly id: string
  /** The version that the caller has read, 0 for a new draft. */
  readonly version: number
  /** The page that saves: its own earlier saves are no change by somebody else. */
  readonly writer: string
  readonly family: Family
  readonly profileId: string
  readonly summary: string
  readonly content: string
  readonly now: number
}

/** Undefined when there is no such draft, or somebody else has changed it since it was read. */
export async function replaceDraft(db: Database, owner: Owner, saved: SavedDraft): Promise<StoredDraft | undefined> {
  const [row] = await db.query(
    sql(
      `update drafts set family = $3, profile_id = $4, summary = $5, content = $6, writer = $7, updated_at = $8,
         version = version + 1
       where org_id = $1 and id = $2 and (version = $9 or writer = $7) and ${ownedBy('$10')} returning ${columns}`,
      owner.orgId,
      saved.id,
      saved.family,
      saved.profileId,
      saved.summary,
      saved.content,
      saved.writer,
      saved.now,
      saved.version,
      owner.userId ?? '',
    ),
  )
  return row && draftOf(row)
}

/** Undefined when the id is taken. */
export async function addDraft(
  db: Database,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
  saved: SavedDraft,
): Promise<StoredDraft | undefined> {
  const [row] = await db.query(
    sql(
      `insert into drafts (org_id, id, user_id, family, profile_id, summary, content, version, writer, created_at,
         updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $9) on conflict (org_id, id) do nothing returning ${columns}`,
      orgId,
      saved.id,
      userId,
      saved.family,
      saved.profileId,
      saved.summary,
      saved.content,
      saved.writer,
      saved.now,
    ),
  )
  return row && draftOf(row)
}

export async function findDraft(db: Database, owner: Owner, id: string): Promise<DraftContent | undefined> {
  const [row] = await db.query(
    sql(
      `select ${columns}, content, ${nameOfAuthor} from drafts where org_id = $1 and id = $2 and ${ownedBy('$3')}`,
      owner.orgId,
      id,
      owner.userId ?? '',
    ),
  )
  return row && { ...draftOf(row), content: text(row, 'content') }
}

/** The last changed first, at most `limit`, those behind the place in `after`. */
export async function draftsOf(db: Database, owner: Owner, page: DraftPage): Promise<readonly StoredDraft[]> {
  const [at, id] = page.after ?? [Number.MAX_SAFE_INTEGER, '']
  const params = [owner.orgId, at, id, ...(owner.userId === undefined ? [] : [owner.userId])]
  const own = owner.userId === undefined ? '' : ' and user_id = $4'
  const rows = await db.query(
    sql(
      `select ${columns}, ${nameOfAuthor} from drafts
       where org_id = $1${own} and updated_at <= $2 and (updated_at < $2 or id < $3)
       order by updated_at desc, id desc limit ${page.limit}`,
      ...params,
    ),
  )
  return rows.map(draftOf)
}

interface DraftPage {
  readonly after: readonly [updatedAt: number, id: string] | undefined
  readonly limit: number
}

/** Of a person. */
export async function countDrafts(db: Database, orgId: string, userId: string): Promise<number> {
  const counted = sql('select count(*) as drafts from drafts where org_id = $1 and user_id = $2', orgId, userId)
  return integer(onlyRow(await db.query(counted)), 'drafts')
}

/**
 * `version`: delete only this one; undefined deletes any. False when there is no such draft, or it
 * has another version. `kept` as in `keepAnswer`.
 */
export function deleteDraft(
  db: Database,
  owner: Owner,
  id: string,
  { version, kept }: { readonly version?: number | undefined; readonly kept?: KeptAnswer | undefined },
): Promise<boolean> {
  return asRead(['draft_as_read'], async () => {
    const [row] = await db.query(
      sql(
        `select version from drafts where org_id = $1 and id = $2 and ${ownedBy('$3')}`,
        owner.orgId,
        id,
        owner.userId ?? '',
      ),
    )
    const present = row && integer(row, 'version')
    if (present === undefined || present !== (version ?? present)) return false
    const read = whileAsRead('version', { version: present }, 3)
    await db.transaction([
      sql(`update drafts set version = ${read.value} where org_id = $1 and id = $2`, owner.orgId, id, ...read.params),
      sql('delete from drafts where org_id = $1 and id = $2', owner.orgId, id),
      ...keepAnswer(kept),
    ])
    return true
  })
}

/** Deletes older drafts of every organisation: their age alone decides. */
export async function forgetDrafts(db: Database, before: number, isOver?: () => boolean): Promise<void> {
  await deleteAged(db, 'drafts', before, isOver)
}

/** An empty parameter stands for everybody. */
function ownedBy(parameter: string): string {
  return `(user_id = ${parameter} or ${parameter} = '')`
}

const columns = 'id, user_id, family, profile_id, summary, version, created_at, updated_at'

const nameOfAuthor =
  '(select u.name from users u where u.org_id = $1 and u.id = drafts.user_id and u.removed_at is null) as user_name'

function draftOf(row: Row): StoredDraft {
  return {
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    userName: 'user_name' in row ? optionalText(row, 'user_name') : undefined,
    family: word(row, 'family', families),
    profileId: text(row, 'profile_id'),
    summary: text(row, 'summary'),
    version: integer(row, 'version'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
