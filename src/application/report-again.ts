import { gulfTime } from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import type { RuleFinding } from '@selfbill/pint-ae/rulebook'
import { NotReportable, type ReportParts, reportAgain } from '../exchange/reports/report-again.ts'
import { removedAtOf } from '../store/documents/content-removed.ts'
import { organisationOfDocument } from '../store/legs/reports.ts'
import { hasDocument } from '../store/overview/overview-rows.ts'
import type { KeptAnswer } from '../store/requests/kept-answer.ts'

/**
 * Reports a document again to the tax authority, which rejected its report. `orgId` undefined: in
 * whichever organisation the document is. `keep` as in `reportAgain`.
 */
export async function reportDocumentAgain(
  parts: ReportParts,
  orgId: string | undefined,
  documentId: string,
  keep?: (transmissionUuid: string) => KeptAnswer | undefined,
): Promise<ReportedAgain | ReportRefusal> {
  const owner = orgId ?? (await organisationOfDocument(parts.db, documentId))
  if (owner === undefined || !(await hasDocument(parts.db, owner, documentId))) {
    return { refusal: 'document_not_found' }
  }
  const removedAt = await removedAtOf(parts.db, owner, documentId)
  if (removedAt !== undefined)
    return {
      refusal: 'not_reportable',
      reason: message('content_removed', { day: gulfTime(removedAt)[0] }),
      findings: [],
    }
  try {
    return { transmissionUuid: await reportAgain(parts, owner, documentId, keep) }
  } catch (error) {
    if (!(error instanceof NotReportable)) throw error
    return { refusal: 'not_reportable', reason: error.reason, findings: error.findings }
  }
}

export interface ReportedAgain {
  readonly transmissionUuid: string
}

export type ReportRefusal =
  | { readonly refusal: 'document_not_found' }
  | { readonly refusal: 'not_reportable'; readonly reason: Message; readonly findings: readonly RuleFinding[] }
