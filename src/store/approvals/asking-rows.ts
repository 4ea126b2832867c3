import { type Statement, sql } from '../database/database.ts'

// The row of an upload whose document waits for an approval. Source: docs/decisions/0197.

interface ApprovalKey {
  readonly orgId: string
  readonly id: string
}

/** The document was sent again: its row waits for the new approval. */
export function rowWaitsFor({ orgId, id }: ApprovalKey, nextId: string): Statement {
  return sql(
    `update upload_results set approval_id = $3 where org_id = $1 and approval_id = $2 and outcome = 'WAITING'`,
    orgId,
    id,
    nextId,
  )
}

/** The row names what was issued, also when the approval is deleted. */
export function rowIsIssued({ orgId, id }: ApprovalKey, documentId: string): Statement {
  return sql(
    `update upload_results set document_id = $3,
       document_number = (select d.document_number from documents d where d.org_id = $1 and d.id = $3),
       outcome = (select case when d.overall_status = 'VALIDATION_FAILED' then 'TO_REPAIR' else 'ISSUED' end
         from documents d where d.org_id = $1 and d.id = $3)
     where org_id = $1 and approval_id = $2 and outcome = 'WAITING'`,
    orgId,
    id,
    documentId,
  )
}
