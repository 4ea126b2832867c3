import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, text, word, wordOrNull } from '../database/columns.ts'
import type { Database, Row } from '../database/database.ts'
import type { StoredText } from '../database/stored-text.ts'
import { type Hold, holdColumns, holdIn } from '../keeping/hold.ts'
import { revisionTextColumns, revisionTextIn } from './revision-texts.ts'

/** A document without its texts. */
export interface DocumentRow {
  readonly orgId: string
  readonly id: string
  readonly family: Family
  /** document_sequence: 1, 2, 3 … in its organisation and family, without a gap. */
  readonly sequence: number
  readonly documentNumber: string
  readonly profileId: string
  readonly apiVersion: string
  /** 1 until the first resubmission. */
  readonly revision: number
  readonly overallStatus: OverallStatus | null
  readonly participantStatus: LegVerdict | null
  readonly ftaStatus: LegVerdict | null
  readonly createdAt: number
  readonly updatedAt: number
  /** `2026-07-15` */
  readonly issueDate: string
  /** When its content was removed after its retention, ms since 1970. */
  readonly removedAt: number | undefined
  /** A legal hold of its own. */
  readonly hold: Hold | undefined
}

export interface StoredDocument extends DocumentRow {
  /** JSON of the answer without document_sequence and meta_info. */
  readonly answer: StoredText
  /** JSON of the validation results. */
  readonly findings: StoredText
}

export const overallStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'VALIDATION_FAILED'] as const
export type OverallStatus = (typeof overallStatuses)[number]
export const verdicts = ['APPROVED', 'REJECTED'] as const
export type LegVerdict = (typeof verdicts)[number]

/** Selected from `documents d`. */
export const documentColumns = `d.org_id, d.id, d.family, d.sequence, d.document_number, d.profile_id, d.api_version,
  d.revision, d.overall_status, d.participant_status, d.fta_status, d.created_at, d.updated_at, d.issue_date,
  d.removed_at, ${holdColumns('d.')}`

export function documentRow(row: Row): DocumentRow {
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    family: word(row, 'family', families),
    sequence: integer(row, 'sequence'),
    documentNumber: text(row, 'document_number'),
    profileId: text(row, 'profile_id'),
    apiVersion: text(row, 'api_version'),
    revision: integer(row, 'revision'),
    overallStatus: wordOrNull(row, 'overall_status', overallStatuses),
    participantStatus: wordOrNull(row, 'participant_status', verdicts),
    ftaStatus: wordOrNull(row, 'fta_status', verdicts),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
    issueDate: text(row, 'issue_date'),
    removedAt: optionalInteger(row, 'removed_at'),
    hold: holdIn(row),
  }
}

/** Selected from `revisions r`, with `documentColumns`, for `storedDocument`. */
export const textColumns = revisionTextColumns('r.', 'answer', 'findings')

export function storedDocument(db: Database, row: Row): StoredDocument {
  const document = documentRow(row)
  return { ...document, ...textsOf(db, row, document) }
}

/** The texts of a revision, from a row with `textColumns`. */
export function textsOf(db: Database, row: Row, document: DocumentRow): Pick<StoredDocument, 'answer' | 'findings'> {
  const key = { orgId: document.orgId, documentId: document.id, revision: document.revision }
  return { answer: revisionTextIn(db, row, 'answer', key), findings: revisionTextIn(db, row, 'findings', key) }
}
