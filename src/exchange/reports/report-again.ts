import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock/clock.ts'
import type { Rulebook, RuleFinding } from '../../rulebook/rulebook.ts'
import type { Database } from '../../store/database/database.ts'
import { addResubmission, latestReport, organisationOfDocument, type ReportRow } from '../../store/legs/reports.ts'
import type { Text } from '../../text/text.ts'
import { bareProviderId } from '../../ubl/tax-data/tax-data.ts'
import { writtenAgain } from './written-again.ts'

/**
 * An operator reports a document again, after the tax authority has rejected its report: a
 * transmission of its own, with a UUID of its own, which the worker sends like any other. Judged
 * first: what breaks the rules of reports is not stored. Answers the UUID; rejects with
 * `NotReportable`, and changes nothing. Source: docs/contract.md#status, "R only when an operator
 * reports again".
 */
export async function reportAgain(parts: ReportParts, documentId: string): Promise<string> {
  const orgId = await organisationOfDocument(parts.db, documentId)
  if (orgId === undefined) throw new NotReportable(`there is no document ${documentId}`)
  for (let turn = 0; turn < turnsMax; turn++) {
    const last = await latestReport(parts.db, orgId, documentId)
    if (last === undefined) throw new NotReportable(`the document ${documentId} was never reported`)
    refuse(last)
    const now = parts.clock.now()
    const documentXml = await resubmissionOf(parts, last, now)
    const transmissionUuid = randomUUID()
    const receiverId = parts.authorityId
    if (await addResubmission(parts.db, last, { transmissionUuid, receiverId, documentXml, now })) {
      return transmissionUuid
    }
  }
  throw new Error(`the report of ${documentId} changed ${turnsMax} times while one resubmission was written`)
}

export interface ReportParts {
  readonly db: Database
  readonly clock: Clock
  readonly rulebook: Rulebook
  /** Our own access point, and the tax authority: `0242:…`, as they are now. */
  readonly serviceProviderId: string
  readonly authorityId: string
}

/** There is nothing to report again, or not in this way: told to whoever asked. */
export class NotReportable extends Error {
  override readonly name = 'NotReportable'
  /** The fatal findings, when the report would break the rules of reports. */
  readonly findings: readonly RuleFinding[]

  constructor(message: string, findings: readonly RuleFinding[] = []) {
    super(message)
    this.findings = findings
  }
}

/** The authority has said no to the last report that reached it, and nobody has withdrawn it. */
function refuse({ transmissionUuid, report, status, withdrawalUuid }: ReportRow): void {
  if (withdrawalUuid !== undefined) {
    throw new NotReportable(
      `the other party refused the document, which called for the withdrawal of its report, transmission ${withdrawalUuid}`,
    )
  }
  const isRejected = status === 'REJECTED' || (report === 'R' && status === 'FAILED')
  if (!isRejected) {
    throw new NotReportable(
      `its report, transmission ${transmissionUuid}, is ${status}, not REJECTED by the tax authority`,
    )
  }
}

async function resubmissionOf(parts: ReportParts, last: ReportRow, issuedAt: number): Promise<Text> {
  const written = writtenAgain(parts.rulebook, await last.document.inParts(), {
    type: 'R',
    issuedAt,
    senderSpid: bareProviderId(parts.serviceProviderId),
    c5ReceiverId: bareProviderId(parts.authorityId),
  })
  if ('findings' in written) throw new NotReportable('the report breaks the rules of reports', written.findings)
  return written.documentXml
}

const turnsMax = 5
