import { rootTotalsIn } from '../document/root-totals.ts'
import { RawJson, writeJson } from '../json/write.ts'

/** The first members of a document's answer, up to the number that follows. */
export function answerHead(id: string, orgId: string): string {
  return `${writeJson({ id, org_id: orgId }).slice(0, -1)},"document_sequence":`
}

/**
 * The last members of a document's answer: its totals a second time, and its status; with the brace
 * that ends it. `findings` is JSON in the language of the answer.
 */
export function answerTail(answer: string, standing: Standing, findings: string): string {
  const { before, after } = statusAround(standing)
  return `${rootTotalsIn(answer)}${before}${standing.overallStatus === null ? '' : findings}${after}`
}

/**
 * The text around the findings, in the last member of an answer. Status is null where Peppol has
 * nothing to say.
 */
export function statusAround({ overallStatus, participantStatus, ftaStatus }: Standing): {
  readonly before: string
  readonly after: string
} {
  if (overallStatus === null)
    return { before: `,${writeJson({ meta_info: { peppol_status: null } }).slice(1)}`, after: '' }
  const words = { overall_status: overallStatus, participant_status: participantStatus, fta_status: ftaStatus }
  const text = writeJson({ meta_info: { peppol_status: { ...words, validation_results: new RawJson('') } } })
  return { before: `,${text.slice(1, -3)}`, after: '}}}' }
}

/** Where a document stands. */
export interface Standing {
  readonly overallStatus: string | null
  readonly participantStatus: string | null
  readonly ftaStatus: string | null
}
