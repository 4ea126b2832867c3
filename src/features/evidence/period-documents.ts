import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, text, word } from '../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../store/database/database.ts'

/**
 * The documents with an issue date in a period, in the order of family and sequence, all from one
 * moment; at most `limit` of each family.
 */
export async function periodDocuments(
  db: Database,
  orgId: string,
  period: Period,
): Promise<readonly PeriodDocumentId[]> {
  const { from, to, family, limit } = period
  const chosen = family === undefined ? families : [family]
  const found = await db.snapshot(
    chosen.map((one) => ({
      ...sql(
        `select id, family, sequence, issue_date from documents
         where org_id = $1 and family = $2 and issue_date >= $3 and issue_date <= $4 limit $5`,
        orgId,
        one,
        from,
        to,
        limit,
      ),
      isPlannedByValues: true,
      isLong: true,
    })),
  )
  // Sorted here: for the order, a planner would read all documents by their sequence.
  return found.flatMap((rows) => rows.map(documentOf).toSorted((one, other) => one.sequence - other.sequence))
}

export interface Period {
  /** `2026-07-15`, both included. */
  readonly from: string
  readonly to: string
  /** Undefined: all families. */
  readonly family: Family | undefined
  readonly limit: number
}

export interface PeriodDocumentId {
  readonly id: string
  readonly family: Family
  readonly sequence: number
  readonly issueDate: string
}

function documentOf(row: Row): PeriodDocumentId {
  return {
    id: text(row, 'id'),
    family: word(row, 'family', families),
    sequence: integer(row, 'sequence'),
    issueDate: text(row, 'issue_date'),
  }
}
