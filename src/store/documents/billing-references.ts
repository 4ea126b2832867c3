import { type Statement, sql } from '../database/database.ts'

/** One row for each document that a credit note refers to. Comes after the document's row. */
export function insertReferences(document: Referrer, references: readonly string[]): readonly Statement[] {
  const distinct = [...new Set(references)]
  if (distinct.length === 0) return []
  const rows = distinct.map(
    (_, at) => `($1, $2, $${at + 4}, (select sequence from documents where org_id = $1 and id = $3))`,
  )
  return [
    sql(
      `insert into billing_references (org_id, family, reference, sequence) values ${rows.join(', ')}`,
      document.orgId,
      document.family,
      document.id,
      ...distinct,
    ),
  ]
}

export interface Referrer {
  readonly orgId: string
  readonly family: string
  readonly id: string
}
