import { numberKey } from '@selfbill/pint-ae/document'
import { type Statement, sql } from '../database/database.ts'

/**
 * One row for each document that a credit note refers to, by the key of its number. Comes after the
 * document's row.
 */
export function insertReferences(document: Referrer, references: readonly string[]): readonly Statement[] {
  const distinct = [...new Set(references.map(numberKey))]
  if (distinct.length === 0) return []
  return distinct.map((reference) =>
    sql(
      `insert into billing_references (org_id, family, reference, sequence)
       select org_id, family, cast($4 as text), sequence from documents where org_id = $1 and family = $2 and id = $3`,
      document.orgId,
      document.family,
      document.id,
      reference,
    ),
  )
}

export interface Referrer {
  readonly orgId: string
  readonly family: string
  readonly id: string
}
