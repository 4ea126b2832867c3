import { integer, optionalText, text, word } from '../../store/database/columns.ts'
import { type Database, sql } from '../../store/database/database.ts'
import type { NoticeCursor } from './gather-notices.ts'

/**
 * Up to `limit` approvals that began to wait, came back or expired, after the cursor, before
 * `until`.
 */
export async function approvalsAfter(
  db: Database,
  { orgId, approvalsAt, approvalsId }: NoticeCursor,
  until: number,
  limit: number,
): Promise<readonly ApprovalNews[]> {
  const rows = await db.query(
    sql(
      `select id, status, author_id, note, created_at as at from approvals
       where org_id = $1 and status = 'WAITING' and (created_at, id) > ($2, $3) and created_at <= $4
       union all select id, status, author_id, note, decided_at as at from approvals
       where org_id = $1 and status = 'RETURNED' and closed_at is null and (decided_at, id) > ($2, $3)
         and decided_at <= $4
       union all select id, 'EXPIRED' as status, author_id, null as note, expires_at as at from approvals
       where org_id = $1 and status = 'WAITING' and closed_at is null and (expires_at, id) > ($2, $3)
         and expires_at <= $4
       order by at, id limit ${limit}`,
      orgId,
      approvalsAt,
      approvalsId,
      until,
    ),
  )
  return rows.map((row) => ({
    id: text(row, 'id'),
    status: word(row, 'status', newsStatuses),
    authorId: text(row, 'author_id'),
    note: optionalText(row, 'note'),
    at: integer(row, 'at'),
  }))
}

const newsStatuses = ['WAITING', 'RETURNED', 'EXPIRED'] as const

export interface ApprovalNews {
  readonly id: string
  readonly status: (typeof newsStatuses)[number]
  /** An account. */
  readonly authorId: string
  readonly note: string | undefined
  readonly at: number
}
