import type { Family } from '@selfbill/pint-ae/document'
import {
  bytes,
  flag,
  integer,
  onlyRow,
  optionalInteger,
  optionalText,
  text,
  wordOrNull,
} from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'
import { textLength } from '../../store/database/text-parts.ts'
import { type ChainLink, chainLink, linkStatement } from '../../store/documents/chain.ts'
import { isInVatReturn } from '../../store/documents/counted-for-vat.ts'
import { type OverallStatus, overallStatuses } from '../../store/documents/document-row.ts'
import { type StoredStatus, statusStart, storedStatus } from '../../store/legs/stored-status.ts'

/**
 * The stored facts about a document for its evidence pack, all from one moment: everything that may
 * change later, and the sizes of the rest. Revisions, attachments, documents of legs, statuses and
 * log entries are only ever added, so the pack can read them afterwards, one at a time, and they
 * still match this moment. Undefined also for another organisation's document.
 */
export async function evidenceSnapshot(
  db: Database,
  orgId: string,
  family: Family,
  documentId: string,
): Promise<EvidenceSnapshot | undefined> {
  const [[document] = [], revisions, attachments, legs = [], log, [link] = []] = await db.snapshot([
    sql(
      `select d.document_number, d.sequence, d.revision, d.removed_at, d.overall_status, d.currency,
         d.payable_amount, d.tax_amount, d.billed_by_shown, d.billed_by_vat, d.billed_to_shown, d.billed_to_vat,
         d.vat_in_aed, case when ${isInVatReturn} then 1 else 0 end as is_in_vat_return
       from documents d where d.org_id = $1 and d.family = $2 and d.id = $3`,
      orgId,
      family,
      documentId,
    ),
    revisionSizes(orgId, documentId),
    sql(
      `select count(*) as files, coalesce(sum(coalesce(content_bytes, octet_length(content))), 0) as bytes,
         coalesce(max(coalesce(content_bytes, octet_length(content))), 0) as longest
       from attachments where org_id = $1 and document_id = $2`,
      orgId,
      documentId,
    ),
    legsStatement(orgId, documentId),
    sql(
      `select count(*) as entries, coalesce(sum(octet_length(message)), 0) as message_bytes,
         coalesce(string_agg(cast(id as text), ',' order by at, id), '') as ids
       from entries where org_id = $1 and document_id = $2`,
      orgId,
      documentId,
    ),
    linkStatement(orgId, documentId),
  ])
  if (document === undefined) return undefined
  const entries = onlyRow(log)
  const status = wordOrNull(document, 'overall_status', overallStatuses)
  return {
    orgId,
    family,
    documentId,
    documentNumber: text(document, 'document_number'),
    sequence: integer(document, 'sequence'),
    revision: integer(document, 'revision'),
    removedAt: optionalInteger(document, 'removed_at'),
    shown: {
      status,
      isCounted: flag(document, 'is_in_vat_return'),
      vatInAed: optionalText(document, 'vat_in_aed'),
      currency: text(document, 'currency'),
      payableAmount: text(document, 'payable_amount'),
      taxAmount: text(document, 'tax_amount'),
      seller: { name: optionalText(document, 'billed_by_shown'), trn: optionalText(document, 'billed_by_vat') },
      buyer: { name: optionalText(document, 'billed_to_shown'), trn: optionalText(document, 'billed_to_vat') },
    },
    revisions: sizes(onlyRow(revisions), ['longest_request', 'longest_answer', 'longest_ubl', 'longest_findings']),
    attachments: sizes(onlyRow(attachments), ['longest']),
    legs: legs.map(evidenceLeg),
    log: {
      entryIds: text(entries, 'ids').split(',').filter(Boolean).map(Number),
      messageBytes: integer(entries, 'message_bytes'),
    },
    link: link && chainLink(link),
  }
}

export interface EvidenceSnapshot {
  readonly orgId: string
  readonly family: Family
  readonly documentId: string
  readonly documentNumber: string
  readonly sequence: number
  /** The latest revision, and so the number of revisions. */
  readonly revision: number
  /** When its content was removed after its retention, ms since 1970: there is nothing to pack. */
  readonly removedAt: number | undefined
  readonly shown: ShownInList
  /** All texts of all revisions. */
  readonly revisions: Sizes
  readonly attachments: Sizes
  readonly legs: readonly EvidenceLeg[]
  readonly log: {
    /** In the order of the log. An entry that is missing here was written later. */
    readonly entryIds: readonly number[]
    readonly messageBytes: number
  }
  /** Undefined for documents older than the chain. */
  readonly link: ChainLink | undefined
}

/** What a list shows of the document. */
export interface ShownInList {
  readonly status: OverallStatus | null
  /** Whether it belongs into a VAT return. */
  readonly isCounted: boolean
  /** `S 3672.50 183.99`, for each VAT category, with `;` between; undefined until it is known. */
  readonly vatInAed: string | undefined
  readonly currency: string
  /** Decimal texts. */
  readonly payableAmount: string
  readonly taxAmount: string
  readonly seller: PartyInList
  readonly buyer: PartyInList
}

/** Without a name once the content was removed, and for documents of early versions. */
interface PartyInList {
  readonly name: string | undefined
  readonly trn: string | undefined
}

export interface Sizes {
  readonly files: number
  readonly bytes: number
  readonly longest: number
}

export interface EvidenceLeg {
  readonly transmissionUuid: string
  readonly corner: string
  readonly revision: number
  readonly status: string
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  readonly country: string
  readonly attempts: number
  readonly createdAt: number
  /** The size of the document that the leg sends: its own, or else the UBL of its revision. */
  readonly documentBytes: number
  /** JSON. */
  readonly transmissionResponse: string | undefined
  readonly mlsResponse: string | undefined
  /** The size of the status that decided the leg; undefined until it comes. */
  readonly statusBytes: number | undefined
  /** How its row holds it. */
  readonly storedStatus: StoredStatus | undefined
}

function revisionSizes(orgId: string, documentId: string): Statement {
  return sql(
    `select count(request_length) + 3 * count(*) as files,
       coalesce(sum(coalesce(request_length, 0) + answer_length + ubl_length + findings_length), 0) as bytes,
       coalesce(max(request_length), 0) as longest_request, coalesce(max(answer_length), 0) as longest_answer,
       coalesce(max(ubl_length), 0) as longest_ubl, coalesce(max(findings_length), 0) as longest_findings
     from (select ${textLength('request')} as request_length, ${textLength('answer')} as answer_length,
         ${textLength('ubl')} as ubl_length, ${textLength('findings')} as findings_length
       from revisions where org_id = $1 and document_id = $2) as lengths`,
    orgId,
    documentId,
  )
}

function sizes(row: Row, longest: readonly string[]): Sizes {
  return {
    files: integer(row, 'files'),
    bytes: integer(row, 'bytes'),
    longest: Math.max(...longest.map((column) => integer(row, column))),
  }
}

function legsStatement(orgId: string, documentId: string): Statement {
  return sql(
    `select l.transmission_uuid, l.corner, l.revision, l.status, l.sender_id, l.receiver_id, l.doc_type_id,
       l.process_id, l.country, l.attempts, l.created_at, l.transmission_response, l.mls_response,
       octet_length(s.envelope) as status_bytes, ${statusStart('s.envelope')} as status_start,
       coalesce(${textLength('t.document_xml')},
         case when l.corner = 'C5' and l.report is null then r.report_bytes end) as own_bytes,
       ${textLength('r.ubl')} as ubl_bytes
     from legs l
       join revisions r on r.org_id = l.org_id and r.document_id = l.document_id and r.revision = l.revision
       left join leg_documents t on t.org_id = l.org_id and t.transmission_uuid = l.transmission_uuid
       left join leg_statuses s on s.org_id = l.org_id and s.transmission_uuid = l.transmission_uuid
     where l.org_id = $1 and l.document_id = $2 order by l.created_at, l.corner, l.transmission_uuid`,
    orgId,
    documentId,
  )
}

function evidenceLeg(row: Row): EvidenceLeg {
  const ownBytes = optionalInteger(row, 'own_bytes')
  const status = row.status_start === null ? undefined : storedStatus(bytes(row, 'status_start'))
  return {
    transmissionUuid: text(row, 'transmission_uuid'),
    corner: text(row, 'corner'),
    revision: integer(row, 'revision'),
    status: text(row, 'status'),
    senderId: text(row, 'sender_id'),
    receiverId: text(row, 'receiver_id'),
    docTypeId: text(row, 'doc_type_id'),
    processId: text(row, 'process_id'),
    country: text(row, 'country'),
    attempts: integer(row, 'attempts'),
    createdAt: integer(row, 'created_at'),
    documentBytes: ownBytes ?? integer(row, 'ubl_bytes'),
    transmissionResponse: optionalText(row, 'transmission_response'),
    mlsResponse: optionalText(row, 'mls_response'),
    statusBytes: status === undefined || status.kind === 'plain' ? optionalInteger(row, 'status_bytes') : status.bytes,
    storedStatus: status,
  }
}
