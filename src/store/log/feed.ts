import { type Family, families } from '../../document/family.ts'
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
  const statement = sql(
    `select ${feedColumns} from events e join documents d on d.org_id = e.org_id and d.id = e.document_id
     where e.org_id = $1 and e.feed_position >= $2 order by e.feed_position limit $3`,
    orgId,
    position,
    limit,
  )
  // A generic plan assumes a tenth of the feed and reads all documents, whatever the limit.
  const rows = await db.query({ ...statement, isPlannedByValues: true })
  return rows.map((row) => feedRow(row, orgId))
}

/** Whether any entries still lack a position. */
export async function hasNewEntries(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(
    sql(
      `select id from events where org_id = $1 and revision is not null and feed_position is null
       order by id limit 1`,
      orgId,
    ),
  )
  return rows.length > 0
}

/**
 * Assigns the next positions to up to `limit` entries, in the order of writing, and returns how
 * many. Ids are assigned before the commit, so a reader that follows ids would miss late commits.
 * So a transaction adds its entry without a position, and positions are assigned here, under a
 * lock, to committed entries. Whatever commits later gets a later position. Source:
 * docs/decisions/0025.
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
        `update events set feed_position = numbered.position from (
           select id, (select last from feed_heads where org_id = $1) + row_number() over (order by id) as position
           from (select id from events where org_id = $1 and revision is not null and feed_position is null
             order by id limit ${limit}) as waiting) as numbered
         where events.id = numbered.id returning events.id`,
        orgId,
      ),
      sql(
        `update feed_heads set last = coalesce(
           (select feed_position from events where org_id = $1 and feed_position >= feed_heads.last
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
  /** The entry's id in the log of all organisations. */
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
