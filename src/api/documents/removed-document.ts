import { answerObject, instantAt, MetaInfo, named, Type } from '@selfbill/pint-ae/document'
import { writeJson } from '@selfbill/pint-ae/json'
import type { DocumentRow } from '../../store/documents/document-row.ts'
import type { DocumentKind } from './document-kind.ts'

/** What a list shows of a document whose content was removed after its retention. */
const RemovedDocument = answerObject('RemovedDocument', {
  id: Type.String({ format: 'uuid' }),
  org_id: Type.String({ format: 'uuid' }),
  document_sequence: Type.Integer({ minimum: 1 }),
  document_number: Type.String(),
  issue_date: Type.String({ format: 'date' }),
  meta_info: MetaInfo,
})

/** An item of a family's list. Source: docs/decisions/0108. */
export function listedIn({ name, answer }: DocumentKind) {
  return named(`Listed${name}`, Type.Union([answer, RemovedDocument]))
}

/** JSON of a `RemovedDocument`. */
export function removedDocument(document: DocumentRow, removedAt: number): string {
  const { overallStatus, participantStatus, ftaStatus } = document
  const status =
    overallStatus === null
      ? null
      : {
          overall_status: overallStatus,
          participant_status: participantStatus,
          fta_status: ftaStatus,
          validation_results: [],
        }
  return writeJson({
    id: document.id,
    org_id: document.orgId,
    document_sequence: document.sequence,
    document_number: document.documentNumber,
    issue_date: document.issueDate,
    meta_info: { peppol_status: status, content_removed_at: instantAt(removedAt) },
  })
}
