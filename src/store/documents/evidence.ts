import type { Family } from '../../document/family.ts'
import { bytes, integer, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { type LogRow, logRow, logStatement } from '../log/log.ts'
import { type ChainLink, chainLink, linkStatement } from './chain.ts'

/**
 * Everything that is kept about a document, for its evidence pack: every revision, every transmission with what was sent and said
 * about it, every attachment, its log and its link in the chain, all as they stood in one moment: what is signed must not contradict
 * itself. Undefined for another organisation's document too.
 */
export async function evidenceRows(
  db: Database,
  orgId: string,
  family: Family,
  documentId: string,
): Promise<EvidenceRows | undefined> {
  const [[document] = [], revisions = [], legs = [], attachments = [], log = [], [link] = []] = await db.snapshot([
    sql(
      'select document_number, sequence from documents where org_id = $1 and family = $2 and id = $3',
      orgId,
      family,
      documentId,
    ),
    sql(
      `select revision, request, answer, ubl, findings from revisions
       where org_id = $1 and document_id = $2 order by revision`,
      orgId,
      documentId,
    ),
    legsStatement(orgId, documentId),
    sql(
      'select file_name, file_type, content from attachments where org_id = $1 and document_id = $2 order by revision, id',
      orgId,
      documentId,
    ),
    logStatement(orgId, family, documentId),
    linkStatement(orgId, documentId),
  ])
  if (document === undefined) return undefined
  return {
    documentNumber: text(document, 'document_number'),
    sequence: integer(document, 'sequence'),
    revisions: revisions.map(revisionRow),
    legs: legs.map(evidenceLeg),
    attachments: attachments.map(evidenceAttachment),
    log: log.map(logRow),
    link: link && chainLink(link),
  }
}

export interface EvidenceRows {
  readonly documentNumber: string
  readonly sequence: number
  readonly revisions: readonly RevisionRow[]
  readonly legs: readonly EvidenceLeg[]
  readonly attachments: readonly EvidenceAttachment[]
  readonly log: readonly LogRow[]
  /** Undefined for a document that is older than the chain. */
  readonly link: ChainLink | undefined
}

export interface RevisionRow {
  readonly revision: number
  /** Undefined for a document that is older than this record. */
  readonly request: string | undefined
  readonly answer: string
  readonly ubl: string
  /** JSON. */
  readonly findings: string
}

export interface EvidenceLeg {
  readonly transmissionUuid: string
  readonly corner: string
  readonly status: string
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  readonly country: string
  readonly attempts: number
  readonly createdAt: number
  readonly documentXml: string
  /** JSON. */
  readonly transmissionResponse: string | undefined
  readonly mlsResponse: string | undefined
  /** The status that decided the leg, as it came. */
  readonly statusEnvelope: Uint8Array | undefined
}

export interface EvidenceAttachment {
  readonly fileName: string
  readonly fileType: string
  readonly content: Uint8Array
}

function revisionRow(row: Row): RevisionRow {
  return {
    revision: integer(row, 'revision'),
    request: optionalText(row, 'request'),
    answer: text(row, 'answer'),
    ubl: text(row, 'ubl'),
    findings: text(row, 'findings'),
  }
}

function legsStatement(orgId: string, documentId: string): Statement {
  return sql(
    `select l.transmission_uuid, l.corner, l.status, l.sender_id, l.receiver_id, l.doc_type_id, l.process_id, l.country,
       l.attempts, l.created_at, l.transmission_response, l.mls_response, s.envelope, coalesce(t.document_xml, r.ubl) as document_xml
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
  return {
    transmissionUuid: text(row, 'transmission_uuid'),
    corner: text(row, 'corner'),
    status: text(row, 'status'),
    senderId: text(row, 'sender_id'),
    receiverId: text(row, 'receiver_id'),
    docTypeId: text(row, 'doc_type_id'),
    processId: text(row, 'process_id'),
    country: text(row, 'country'),
    attempts: integer(row, 'attempts'),
    createdAt: integer(row, 'created_at'),
    documentXml: text(row, 'document_xml'),
    transmissionResponse: optionalText(row, 'transmission_response'),
    mlsResponse: optionalText(row, 'mls_response'),
    statusEnvelope: row.envelope === null ? undefined : bytes(row, 'envelope'),
  }
}

function evidenceAttachment(row: Row): EvidenceAttachment {
  return { fileName: text(row, 'file_name'), fileType: text(row, 'file_type'), content: bytes(row, 'content') }
}
