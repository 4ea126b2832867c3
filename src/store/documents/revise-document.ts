import type { Text } from '@selfbill/pint-ae/text'
import { forBlobs } from '../blobs/blob-database.ts'
import { failedConstraint } from '../constraints.ts'
import { type Database, handedOver, type Statement, sql } from '../database/database.ts'
import { insertLegs } from '../legs/legs.ts'
import { insertEntries } from '../log/new-entries.ts'
import { keepAnswer } from '../requests/kept-answer.ts'
import { insertAttachments } from './attachments.ts'
import { insertReferences } from './billing-references.ts'
import { figureValues } from './figure-values.ts'
import { releaseCredit } from './invoice-credits.ts'
import type { NewDocument } from './new-document.ts'
import { insertRevisionParts, revisionColumns, revisionLengths } from './revision-texts.ts'

/**
 * Replaces a VALIDATION_FAILED document by a new revision; the one before stays readable. Stores
 * all of it or nothing. Of two at once, the second gets `changed`, and so does a resubmission of a
 * document in any other status.
 */
export async function reviseDocument(db: Database, revision: NewRevision): Promise<ReviseOutcome> {
  const stored = await forBlobs(db, revision)
  try {
    await db.transaction(revisionStatements(db, stored))
    return 'revised'
  } catch (error) {
    switch (failedConstraint(error)) {
      case 'profile_version':
        return 'profile_changed'
      case 'present_revision':
      case 'revision':
        return 'changed'
      default:
        throw error
    }
  }
}

/** A resubmission: all its statements, in the order in which one transaction runs them. */
function revisionStatements(db: Pick<Database, 'blobs'>, document: NewRevision): readonly Statement[] {
  const { revision, attachments, billingReferences, events, legs, keptAnswer, createdAt } = document
  return [
    insertRevision(document),
    ...insertRevisionParts(document, revision),
    updateRow(document),
    deleteReferences(document),
    ...insertReferences(document, billingReferences),
    releaseCredit(document.orgId, document.id),
    ...insertAttachments(db, document, revision, attachments),
    ...insertEntries(events, createdAt),
    ...insertLegs(legs, createdAt),
    ...keepAnswer(keptAnswer),
  ]
}

export type ReviseOutcome = 'revised' | 'profile_changed' | 'changed'

/**
 * The document after the resubmission. Its id, number and sequence stay; `attachments` are the new
 * ones.
 */
export interface NewRevision extends Omit<NewDocument, 'credit'> {
  /** One more than the present revision. */
  readonly revision: number
  /** JSON: what changed. */
  readonly changes: Text
}

/** Fails at `present_revision` when another request was first. */
function insertRevision(revision: NewRevision): Statement {
  return handedOver(
    sql(
      `insert into revisions (org_id, document_id, revision, request, answer, ubl, findings, changes, created_at,
         request_bytes, answer_bytes, ubl_bytes, findings_bytes, packed, report_bytes)
       select org_id, id,
         case when revision = $4 and overall_status = 'VALIDATION_FAILED' and removed_at is null then revision + 1 end,
         cast($5 as text), cast($6 as text), cast($7 as text), cast($8 as text), cast($9 as text), cast($10 as bigint),
         cast($11 as bigint), cast($12 as bigint), cast($13 as bigint), cast($14 as bigint), $15,
         cast($16 as bigint)
       from documents where org_id = $1 and family = $3 and id = $2`,
      revision.orgId,
      revision.id,
      revision.family,
      revision.revision - 1,
      ...revisionColumns(revision),
      revision.changes,
      revision.createdAt,
      ...revisionLengths(revision),
    ),
  )
}

function updateRow(revision: NewRevision): Statement {
  return sql(
    `update documents set revision = $3, profile_id = $4,
       profile_version = (select version from profiles where org_id = $1 and profile_id = $4 and version = $5),
       api_version = $6, issue_date = $7, currency = $8, payable_amount = $9, tax_amount = $10, billed_by_name = $11,
       billed_by_vat = $12, billed_to_name = $13, billed_to_vat = $14, billed_by_shown = $15, billed_to_shown = $16,
       billed_amount = $17, fatal_findings = $18, warning_findings = $19, payable_key = $20, order_key = $21,
       vat_in_aed = $22, overall_status = $23, updated_at = $24
     where org_id = $1 and id = $2`,
    revision.orgId,
    revision.id,
    revision.revision,
    revision.profileId,
    revision.profileVersion,
    revision.apiVersion,
    ...figureValues(revision),
    revision.overallStatus,
    revision.createdAt,
  )
}

function deleteReferences({ orgId, family, id }: NewRevision): Statement {
  return sql(
    `delete from billing_references where org_id = $1 and family = $2
       and sequence = (select sequence from documents where org_id = $1 and id = $3)`,
    orgId,
    family,
    id,
  )
}
