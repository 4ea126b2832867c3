import { inEnglish, listed, type Message, message, type Texts, withCommas } from '@selfbill/pint-ae/messages'
import { inArabic, type Rulebook, type RuleFinding } from '@selfbill/pint-ae/rulebook'
import type { Text } from '@selfbill/pint-ae/text'
import { bareProviderId } from '@selfbill/pint-ae/ubl'
import type { Clock } from '../../clock/clock.ts'
import type { Ids } from '../../clock/ids.ts'
import type { Database } from '../../store/database/database.ts'
import { addResubmission, latestReport, type ReportRow } from '../../store/legs/reports.ts'
import type { KeptAnswer } from '../../store/requests/kept-answer.ts'
import { currentTrace } from '../../tracing/active-span.ts'

/**
 * Reports a document again after the tax authority has rejected its report. The worker sends the
 * new transmission, with its own UUID, like any other. The report is judged first and not stored if
 * it breaks the rules. Returns the UUID; throws `NotReportable` and changes nothing. `keep`: the
 * answer, for the transaction of the new report. Source: docs/contract.md#status, "R only when an
 * operator reports again".
 */
export async function reportAgain(
  parts: ReportParts,
  orgId: string,
  documentId: string,
  keep: (transmissionUuid: string) => KeptAnswer | undefined = () => undefined,
): Promise<string> {
  for (let tries = 0; tries < triesMax; tries++) {
    const last = await latestReport(parts.db, orgId, documentId)
    if (last === undefined) throw new NotReportable(message('never_reported', { id: documentId }))
    refuseUnlessRejected(last)
    const now = parts.clock.now()
    const documentXml = await resubmissionOf(parts, last, now)
    const transmissionUuid = parts.ids.transmission()
    const receiverId = parts.authorityId
    const accessPoint = parts.accessPointForNew?.()
    const again = { transmissionUuid, accessPoint, receiverId, documentXml, now, trace: currentTrace() }
    if (await addResubmission(parts.db, last, again, keep(transmissionUuid))) return transmissionUuid
  }
  throw new Error(`the report of ${documentId} changed ${triesMax} times while it was reported again`)
}

export interface ReportParts {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Pick<Ids, 'transmission'>
  readonly rulebook: Rulebook
  /** The current ids of our own access point and of the tax authority, `0242:…`. */
  readonly serviceProviderId: string
  readonly authorityId: string
  /** Default: the new report goes through the access point of the last one. */
  readonly accessPointForNew?: () => string
}

/** The document cannot be reported again. The command line prints the message. */
export class NotReportable extends Error {
  override readonly name = 'NotReportable'
  readonly reason: Message
  /** The fatal findings, if the report would break the rules of reports. */
  readonly findings: readonly RuleFinding[]

  constructor(reason: Message, findings: readonly RuleFinding[] = []) {
    super(inEnglish(reason))
    this.reason = reason
    this.findings = findings
  }
}

/**
 * The authority must have rejected the last report it received, and the report must not be
 * withdrawn.
 */
function refuseUnlessRejected({ transmissionUuid, report, status, withdrawalUuid }: ReportRow): void {
  if (withdrawalUuid !== undefined) {
    throw new NotReportable(message('report_withdrawn', { uuid: withdrawalUuid }))
  }
  const isRejected = status === 'REJECTED' || (report === 'R' && status === 'FAILED')
  if (!isRejected) {
    throw new NotReportable(message('report_not_rejected', { uuid: transmissionUuid, status }))
  }
}

async function resubmissionOf(parts: ReportParts, last: ReportRow, issuedAt: number): Promise<Text> {
  const { rewriteReport } = await import('./rewrite-report.ts')
  const written = rewriteReport(parts.rulebook, await last.document.inParts(), {
    type: 'R',
    issuedAt,
    senderSpid: bareProviderId(parts.serviceProviderId),
    c5ReceiverId: bareProviderId(parts.authorityId),
  })
  if ('findings' in written) throw new NotReportable(reasonOf(written.findings), written.findings)
  return written.documentXml
}

function reasonOf(findings: readonly RuleFinding[]): Message {
  return message('report_breaks_rules', {
    findings: listed(findings.map(textsOf), 'semicolons'),
    rules: withCommas(findings.map(({ reasonCode }) => reasonCode)),
  })
}

function textsOf(finding: RuleFinding): Texts {
  const { reasonCode, text: said } = finding
  return { en: `${reasonCode} ${said}`, ar: `\u2068${reasonCode}\u2069 ${inArabic(finding).text}` }
}

const triesMax = 5
