import { numberKey } from '@selfbill/pint-ae/document'
import { forBlobs } from '../blobs/blob-database.ts'
import { failedConstraint } from '../constraints.ts'
import { integer, onlyRow } from '../database/columns.ts'
import { type Database, handedOver, type Statement, sql } from '../database/database.ts'
import { insertLegs } from '../legs/legs.ts'
import { insertFirstEntries } from '../log/new-entries.ts'
import { keepAnswer } from '../requests/kept-answer.ts'
import { insertAttachments } from './attachments.ts'
import { insertReferences } from './billing-references.ts'
import { insertLink } from './chain.ts'
import { figurePlaces, figureValues } from './figure-values.ts'
import { idOfNumber } from './find-document.ts'
import { insertCredit } from './invoice-credits.ts'
import type { NewDocument } from './new-document.ts'
import { insertRevisionParts, revisionColumns, revisionLengths } from './revision-texts.ts'

/**
 * Stores the document with everything that belongs to it, or nothing. Takes over the memory of
 * its large texts and files.
 */
export async function addDocument(db: Database, made: NewDocument): Promise<AddOutcome> {
  const document = await forBlobs(db, made)
  try {
    // Every create of an organisation and family waits for the same counter.
    const lane = `${document.orgId} ${document.family}`
    const [counted] = await db.transaction(createStatements(db, document), lane)
    return { outcome: 'added', sequence: integer(onlyRow(counted), 'last') }
  } catch (error) {
    switch (failedConstraint(error)) {
      case 'profile_version':
        return { outcome: 'profile_changed' }
      case 'credit_of_invoice':
        return { outcome: 'credited_meanwhile' }
      case 'document_number':
      case 'number_key':
        return { outcome: 'number_taken', documentId: await idWithSameNumber(db, document) }
      default:
        throw error
    }
  }
}

export type AddOutcome =
  | { readonly outcome: 'added'; readonly sequence: number }
  /** The profile is not the one that the document was made with: make it again. */
  | { readonly outcome: 'profile_changed' }
  /** Another credit note was stored for the same invoice since it was read. */
  | { readonly outcome: 'credited_meanwhile' }
  /** `documentId` has the number. */
  | { readonly outcome: 'number_taken'; readonly documentId: string }

/**
 * A create: all its statements, in the order in which one transaction runs them. Each needs only
 * what stands before it. The first returns the document's sequence, as `last`.
 */
function createStatements(db: Pick<Database, 'dialect' | 'blobs'>, document: NewDocument): readonly Statement[] {
  const { attachments, billingReferences, events, legs, credit, keptAnswer, besides = [], createdAt } = document
  return [
    nextSequence(document),
    insertRow(document),
    insertRevision(document),
    ...insertRevisionParts(document, 1),
    insertLink(db, document),
    ...insertReferences(document, billingReferences),
    ...insertAttachments(db, document, 1, attachments),
    ...insertFirstEntries(events, createdAt),
    ...insertLegs(legs, createdAt),
    ...(credit ? [insertCredit(document, credit)] : []),
    ...keepAnswer(keptAnswer),
    ...besides,
  ]
}

/**
 * The row stays locked until the commit: a create that fails loses no number, and no number is used
 * twice.
 */
function nextSequence({ orgId, family }: NewDocument): Statement {
  return sql(
    `insert into sequences (org_id, family, last) values ($1, $2, 1)
     on conflict (org_id, family) do update set last = sequences.last + 1 returning last`,
    orgId,
    family,
  )
}

/**
 * Fails at `profile_version` when the business profile has changed, and at `number_key` when a
 * reader would take the number for another document's. Reads the counter that `nextSequence` has
 * moved and holds: no other create of the family looks for numbers meanwhile.
 */
function insertRow(document: NewDocument): Statement {
  return sql(
    `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version,
       revision, issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_by_vat, billed_to_name,
       billed_to_vat, billed_by_shown, billed_to_shown, billed_amount, fatal_findings, warning_findings,
       payable_key, order_key, vat_in_aed, overall_status, created_at, updated_at, number_key)
     select s.org_id, cast($2 as text), s.family, s.last,
       case when not exists (select 1 from documents o
         where o.org_id = $1 and o.family = $3 and o.number_key = $26) then cast($4 as text) end,
       cast($5 as text), p.version, cast($7 as text), 1, ${figurePlaces(8)}, cast($24 as text),
       cast($25 as bigint), cast($25 as bigint), cast($26 as text)
     from sequences s left join profiles p on p.org_id = s.org_id and p.profile_id = $5 and p.version = $6
     where s.org_id = $1 and s.family = $3`,
    document.orgId,
    document.id,
    document.family,
    document.documentNumber,
    document.profileId,
    document.profileVersion,
    document.apiVersion,
    ...figureValues(document),
    document.overallStatus,
    document.createdAt,
    numberKey(document.documentNumber),
  )
}

function insertRevision(document: NewDocument): Statement {
  return handedOver(
    sql(
      `insert into revisions (org_id, document_id, revision, request, answer, ubl, findings, created_at,
         request_bytes, answer_bytes, ubl_bytes, findings_bytes, packed, report_bytes)
       values ($1, $2, 1, cast($3 as text), cast($4 as text), cast($5 as text), cast($6 as text), $7,
         $8, $9, $10, $11, $12, $13)`,
      document.orgId,
      document.id,
      ...revisionColumns(document),
      document.createdAt,
      ...revisionLengths(document),
    ),
  )
}

async function idWithSameNumber(db: Database, { orgId, family, documentNumber }: NewDocument): Promise<string> {
  const id = await idOfNumber(db, orgId, family, documentNumber)
  if (id === undefined) throw new Error('a document number is taken, but no document has it')
  return id
}
