import { instantAt, rootTotalsIn } from '@selfbill/pint-ae/document'
import { writeAround, writeMembers } from '@selfbill/pint-ae/json'

/** The first members of a document's answer, up to `document_sequence`, whose value follows. */
export function answerHead(id: string, orgId: string): string {
  return `{${writeMembers({ id, org_id: orgId })},"document_sequence":`
}

/**
 * The last members of a document's answer, with the closing brace: the root totals and the status.
 * `findings` is JSON in the language of the answer.
 */
export function answerTail(answer: string, statuses: DocumentStatuses, findings: string): string {
  const { before, after } = statusAround(statuses)
  return `${rootTotalsIn(answer)}${before}${statuses.overallStatus === null ? '' : findings}${after}`
}

/**
 * The text around the findings in the last member of an answer. The status is null for a document
 * that is not sent over Peppol.
 */
export function statusAround({ overallStatus, participantStatus, ftaStatus, hold }: DocumentStatuses): {
  readonly before: string
  readonly after: string
} {
  const held = hold && { legal_hold: { reason: hold.reason, held_by: hold.heldBy, held_since: instantAt(hold.heldAt) } }
  if (overallStatus === null)
    return { before: `,${writeMembers({ meta_info: { peppol_status: null, ...held } })}}`, after: '' }
  const words = { overall_status: overallStatus, participant_status: participantStatus, fta_status: ftaStatus }
  return writeAround((findings) => {
    const status = { ...words, validation_results: findings }
    return `,${writeMembers({ meta_info: { peppol_status: status, ...held } })}}`
  })
}

/** The statuses of a document: overall, at the other party, at the tax authority. */
export interface DocumentStatuses {
  readonly overallStatus: string | null
  readonly participantStatus: string | null
  readonly ftaStatus: string | null
  /** A legal hold of its own; a new document has none. */
  readonly hold?: { readonly reason: string; readonly heldBy: string; readonly heldAt: number } | undefined
}
