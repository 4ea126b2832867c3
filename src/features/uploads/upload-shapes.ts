import {
  answerEnum,
  answerObject,
  families,
  fileContent,
  identifier,
  instant,
  instantAt,
  named,
  namedObject,
  oneOf,
  optional,
  orNull,
  Type,
  text,
} from '@selfbill/pint-ae/document'
import { ApprovalState } from '../../api/operations/approvals/approval-shapes.ts'
import { dateOrders } from '../../document-files/cell-dates.ts'
import { rangesOf } from '../../document-files/row-ranges.ts'
import { encodings } from '../../encoding/encodings.ts'
import { type StoredUpload, uploadStatuses } from './stored-uploads.ts'
import { checkOutcomes, issueOutcomes, type UploadedDocument } from './upload-documents.ts'

// The bodies and answers of uploads.

export const UploadRequest = namedObject('UploadRequest', {
  file_name: text(255),
  file_content: fileContent(),
  family: named('Family', oneOf(families)),
  business_profile_id: identifier(),
  encoding: optional(oneOf([...encodings])),
  date_order: optional(oneOf([...dateOrders])),
})

export const UploadIssue = namedObject('UploadIssueRequest', {
  repeats: optional(oneOf(['issue', 'skip'])),
  failing: optional(oneOf(['store', 'refuse'])),
})

const AnsweredError = answerObject('UploadError', {
  row: orNull(Type.Integer()),
  field: orNull(Type.String()),
  code: Type.String(),
  text: Type.String(),
  text_ar: Type.String(),
  document_number: Type.Optional(Type.String()),
})

export const AnsweredUpload = answerObject('Upload', {
  upload_id: Type.String({ format: 'uuid' }),
  status: answerEnum('UploadStatus', uploadStatuses),
  file_name: Type.String(),
  file_sha256: Type.String(),
  family: answerEnum('Family', families),
  business_profile_id: Type.String(),
  encoding: orNull(Type.String()),
  date_order: orNull(Type.String()),
  created_by: Type.String(),
  created_at: instant(),
  updated_at: instant(),
  file_removed_at: orNull(instant()),
  document_count: Type.Integer(),
  checked_count: Type.Integer(),
  check_failed_count: Type.Integer(),
  check_refused_count: Type.Integer(),
  repeat_count: Type.Integer(),
  warned_count: Type.Integer(),
  done_count: Type.Integer(),
  issued_count: Type.Integer(),
  to_repair_count: Type.Integer(),
  refused_count: Type.Integer(),
  skipped_count: Type.Integer(),
  waiting_count: Type.Integer(),
  returned_count: Type.Integer(),
  same_file_upload_id: orNull(Type.String({ format: 'uuid' })),
  same_file_created_at: orNull(instant()),
  warnings: Type.Array(AnsweredError),
})

export type Earlier = { readonly id: string; readonly createdAt: number } | undefined

export function answeredUpload(upload: StoredUpload, earlier: Earlier) {
  const { counts, contentRemovedAt } = upload
  return {
    upload_id: upload.id,
    status: upload.status,
    file_name: upload.name,
    file_sha256: upload.digest,
    family: upload.family,
    business_profile_id: upload.profileId,
    encoding: upload.encoding ?? null,
    date_order: upload.dateOrder ?? null,
    created_by: upload.createdBy,
    created_at: instantAt(upload.createdAt),
    updated_at: instantAt(upload.updatedAt),
    file_removed_at: contentRemovedAt === undefined ? null : instantAt(contentRemovedAt),
    document_count: upload.documents,
    checked_count: counts.checked,
    check_failed_count: counts.checkFailed,
    check_refused_count: counts.checkRefused,
    repeat_count: counts.repeats,
    warned_count: counts.warned,
    done_count: counts.done,
    issued_count: counts.issued,
    to_repair_count: counts.toRepair,
    refused_count: counts.refused,
    skipped_count: counts.skipped,
    waiting_count: counts.waiting,
    returned_count: counts.returned,
    same_file_upload_id: earlier?.id ?? null,
    same_file_created_at: earlier === undefined ? null : instantAt(earlier.createdAt),
    warnings: upload.warnings.map((warning) => ({ ...warning })),
  }
}

export const AnsweredDocument = answerObject('UploadedDocument', {
  position: Type.Integer(),
  rows: Type.String(),
  key: orNull(Type.String()),
  check: orNull(answerEnum('UploadCheck', checkOutcomes)),
  outcome: orNull(answerEnum('UploadOutcome', issueOutcomes)),
  is_repeat: Type.Boolean(),
  document_id: orNull(Type.String({ format: 'uuid' })),
  document_number: orNull(Type.String()),
  approval_id: orNull(Type.String({ format: 'uuid' })),
  approval_status: orNull(ApprovalState),
  errors: Type.Array(AnsweredError),
  warnings: Type.Array(AnsweredError),
})

export function answeredDocument(document: UploadedDocument, now: number) {
  const { id, status, expiresAt = 0 } = document.approval ?? {}
  const isExpired = status === 'WAITING' && expiresAt <= now
  return {
    position: document.position,
    rows: rangesOf(document.rows),
    key: document.key ?? null,
    check: document.check ?? null,
    outcome: document.outcome ?? null,
    is_repeat: document.isRepeat,
    document_id: document.documentId ?? null,
    document_number: document.documentNumber ?? null,
    approval_id: id ?? null,
    approval_status: isExpired ? ('EXPIRED' as const) : (status ?? null),
    errors: document.errors.map((error) => ({ ...error })),
    warnings: document.warnings.map((warning) => ({ ...warning })),
  }
}
