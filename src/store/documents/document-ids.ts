import type { Family } from '@selfbill/pint-ae/document'
import { integer, onlyRow, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { totalMax } from './document-list.ts'

/**
 * Ids of the documents created in a span of time, oldest first, so that new documents come after
 * those already listed.
 */
export async function idsCreatedBetween(db: Database, span: Span): Promise<FoundIds> {
  const { orgId, family, from, until, offset, limit } = span
  const within = 'from documents where org_id = $1 and family = $2 and created_at >= $3 and created_at < $4'
  const counted = await db.query(
    sql(`select count(*) as total from (select 1 ${within} limit ${totalMax + 1}) counted`, orgId, family, from, until),
  )
  const total = integer(onlyRow(counted), 'total')
  const page = `select id ${within} order by created_at, id limit $5 offset $6`
  const statement = sql(page, orgId, family, from, until, limit, offset)
  const rows = await db.query({ ...statement, isPlannedByValues: true })
  return { ids: rows.map((row) => text(row, 'id')), total: Math.min(total, totalMax), isTotalExact: total <= totalMax }
}

export interface Span {
  readonly orgId: string
  readonly family: Family
  /** ms since 1970; `from` is inside the span, `until` is not. */
  readonly from: number
  readonly until: number
  readonly offset: number
  readonly limit: number
}

export interface FoundIds {
  readonly ids: readonly string[]
  readonly total: number
  readonly isTotalExact: boolean
}
