import { rootTotalsIn } from '../../document/root-totals.ts'
import { RawJson, writeJson } from '../../json/write.ts'
import { findingsIn, type Language } from '../request/language.ts'

/**
 * The JSON of a stored document: what its create computed, as the very text that was stored, between what only the database
 * knows, and its totals a second time. Status is null where Peppol has nothing to say: no subscription, and no fatal rule failed.
 */
export function answeredDocument(document: AnswerableDocument & Sequenced, language: Language): RawJson {
  const { before, after } = answerAround(document, language)
  return new RawJson(`${before}${document.sequence}${after}`)
}

/** The same, in two pieces around document_sequence: a create keeps its answer before it knows that number. */
export function answerAround(
  document: AnswerableDocument,
  language: Language,
): { readonly before: string; readonly after: string } {
  const head = writeJson({ id: document.id, org_id: document.orgId })
  return {
    before: `${head.slice(0, -1)},"document_sequence":`,
    after: `,${document.answer.slice(1, -1)},${lastMembers(document, language)}`,
  }
}

/** The totals a second time, and where the document stands; with the brace that ends it. */
export function lastMembers(document: Omit<AnswerableDocument, 'id' | 'orgId'>, language: Language): string {
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
  return `${rootTotalsIn(document.answer)},${tail.slice(1)}`
}

/** What an answer is made of. */
export interface AnswerableDocument {
  readonly id: string
  readonly orgId: string
  /** JSON of the content. */
  readonly answer: string
  /** JSON of the validation results. */
  readonly findings: string
  readonly overallStatus: string | null
  readonly participantStatus: string | null
  readonly ftaStatus: string | null
}

export interface Sequenced {
  readonly sequence: number
}
