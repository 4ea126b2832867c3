import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, text, word, wordOrNull } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { type LegVerdict, type OverallStatus, overallStatuses, verdicts } from '../documents/document-row.ts'

/** Up to `limit` entries from a position on, in order. Leaves out entries without a position. */
export async function feedFrom(
  db: Database,
  orgId: string,
  position: number,
  limit: number,
): Promise<readonly FeedRow[]> {
  // The limit is in the text, which has few different ones: see `isPlannedByValues`.
  const rounded = 2 ** Math.ceil(Math.log2(limit))
  const rows = await db.query(
    sql(
      `select ${feedColumns} from entries e join documents d on d.org_id = e.org_id and d.id = e.document_id
       where e.org_id = $1 and e.feed_position >= $2 order by e.feed_position limit ${rounded}`,
      orgId,
      position,
    ),
  )
  return rows.slice(0, limit).map((row) => feedRow(row, orgId))
}

/** Whether any entries still lack a position. */
export async function hasNewEntries(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(
    sql(
      `select id from entries where org_id = $1 and revision is not null and feed_position is null
       order by at limit 1`,
      orgId,
    ),
  )
  return rows.length > 0
}

/**
 * Assigns the next positions to about `limit` entries, and returns to how many. Time and ids are
 * fixed before the commit, so a reader that follows them would miss late commits. So a transaction
 * adds its entry without a position, and positions are assigned here, under a lock, to committed
 * entries. Whatever commits later gets a later position. Source: docs/decisions/0025.
 *
 * The entries of a document keep the order of their ids, also when a clock went back: with an entry
 * all earlier ones of its document are numbered. Otherwise the time decides, because ids of
 * different documents do not compare (docs/decisions/0093).
 *
 * The limit is part of the statement's text so that a small one gets a plan for few rows.
 * Use few different limits.
 */
export async function numberEntries(db: Database, orgId: string, limit: number): Promise<number> {
  const { dialect } = db
  const results = await db.transaction(
    [
      sql('insert into feed_heads (org_id, last) values ($1, 0) on conflict do nothing', orgId),
      sql(`select last from feed_heads where org_id = $1 ${dialect.forUpdate}`, orgId),
      sql(
        `with due as (
           select document_id, max(id) as id from (
             select document_id, id from entries where org_id = $1 and revision is not null and feed_position is null
             order by at, document_id, id limit ${limit}) as waiting
           group by document_id),
         timed as (
           select e.document_id, e.id, max(e.at) over (partition by e.document_id order by e.id) as at
           from due join entries e on e.org_id = $1 and e.document_id = due.document_id and e.id <= due.id
           where e.revision is not null and e.feed_position is null),
         numbered as (
           select document_id, id, (select last from feed_heads where org_id = $1)
             + row_number() over (order by at, document_id, id) as position
           from timed)
         update entries set feed_position = numbered.position from numbered
         where entries.org_id = $1 and entries.document_id = numbered.document_id and entries.id = numbered.id
         returning entries.id`,
        orgId,
      ),
      sql(
        `update feed_heads set last = coalesce(
           (select feed_position from entries where org_id = $1 and feed_position >= feed_heads.last
             order by feed_position desc limit 1), last)
         where org_id = $1`,
        orgId,
      ),
    ],
    `feed ${orgId}`,
  )
  return results[2]?.length ?? 0
}

/** The last assigned position; 0 before the first. */
export async function lastPosition(db: Database, orgId: string): Promise<number> {
  const [row] = await db.query(sql('select last from feed_heads where org_id = $1', orgId))
  return row === undefined ? 0 : integer(row, 'last')
}

export interface FeedRow {
  readonly orgId: string
  /** Counts the entries of its document. */
  readonly id: number
  readonly position: number
  readonly isCreation: boolean
  /** ms since 1970. */
  readonly at: number
  readonly documentId: string
  readonly family: Family
  readonly documentNumber: string
  readonly sequence: number
  readonly profileId: string
  /** The document's state after this entry. */
  readonly revision: number
  readonly overallStatus: OverallStatus | null
  readonly participantStatus: LegVerdict | null
  readonly ftaStatus: LegVerdict | null
  /** Of a test event, which is not in the feed: the cursor that it shows. */
  readonly testCursor?: string
}

/** Columns of `events e` and `documents d`. */
export const feedColumns = `e.id, e.feed_position, e.document_id, e.event, e.at, e.revision, e.overall_status,
  e.participant_status, e.fta_status, d.family, d.document_number, d.sequence, d.profile_id`

export function feedRow(row: Row, orgId: string): FeedRow {
  return {
    orgId,
    id: integer(row, 'id'),
    position: integer(row, 'feed_position'),
    isCreation: row.event === 'DOCUMENT_CREATED',
    at: integer(row, 'at'),
    documentId: text(row, 'document_id'),
    family: word(row, 'family', families),
    documentNumber: text(row, 'document_number'),
    sequence: integer(row, 'sequence'),
    profileId: text(row, 'profile_id'),
    revision: integer(row, 'revision'),
    overallStatus: wordOrNull(row, 'overall_status', overallStatuses),
    participantStatus: wordOrNull(row, 'participant_status', verdicts),
    ftaStatus: wordOrNull(row, 'fta_status', verdicts),
  }
}
