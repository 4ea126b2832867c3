import { RawJson, writeJson } from '../json/write.ts'
import { findingsIn, type Language } from './language.ts'

/**
 * The JSON of a stored document: what its create computed, as the very text that was stored, between what only the database
 * knows. Status is null where Peppol has nothing to say: no subscription, and no fatal rule failed.
 */
export function answeredDocument(document: AnswerableDocument, language: Language): RawJson {
  const head = writeJson({ id: document.id, org_id: document.orgId, document_sequence: document.sequence })
  const status =
    document.overallStatus === null
      ? null
      : {
          overall_status: document.overallStatus,
          participant_status: document.participantStatus,
          fta_status: document.ftaStatus,
          validation_results: new RawJson(findingsIn(language, document.findings)),
        }
  const tail = writeJson({ meta_info: { peppol_status: status } })
  return new RawJson(`${head.slice(0, -1)},${document.answer.slice(1, -1)},${tail.slice(1)}`)
}

/** What an answer is made of. */
export interface AnswerableDocument {
  readonly id: string
  readonly orgId: string
  readonly sequence: number
  /** JSON of the content. */
  readonly answer: string
  /** JSON of the validation results. */
  readonly findings: string
  readonly overallStatus: string | null
  readonly participantStatus: string | null
  readonly ftaStatus: string | null
}
