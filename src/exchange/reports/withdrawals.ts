import { ruleIdsOf } from '@selfbill/pint-ae/rulebook'
import type { Clock } from '../../clock/clock.ts'
import { doEach } from '../../clock/do-each.ts'
import type { Database } from '../../store/database/database.ts'
import type { LegChange, LegState } from '../../store/legs/legs.ts'
import { latestReport, type ReportRow } from '../../store/legs/reports.ts'
import { settleLeg } from '../../store/legs/settle-legs.ts'
import { decidableWithdrawals, releaseWithdrawal } from '../../store/legs/withdrawals.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import type { ReportWriter } from './report-writer.ts'

/**
 * Decides withdrawals that wait for their report. If the authority has accepted the report, or its
 * status is overdue, the withdrawal is written, judged and due. If the authority rejected the
 * report or never got it, there is nothing to withdraw. Each decision is one transaction that fails
 * if the withdrawal has changed, so only one instance decides. Returns how many it looked at. A
 * withdrawal whose report cannot be read does not stop the others; they are decided before this
 * rejects.
 */
export async function decideWithdrawals(
  parts: WithdrawalParts,
  look: OrganisationLook,
  limit: number,
): Promise<number> {
  const waiting = await decidableWithdrawals(look, limit)
  await doEach(
    waiting,
    async (withdrawal) => {
      const report = await latestReport(parts.db, withdrawal.orgId, withdrawal.documentId)
      if (report !== undefined) await decide(parts, withdrawal, report)
    },
    (failures) => `${failures} withdrawals could not be decided`,
  )
  return waiting.length
}

export interface WithdrawalParts {
  readonly db: Database
  readonly clock: Clock
  readonly reports: Pick<ReportWriter, 'write'>
}

async function decide({ db, clock, reports }: WithdrawalParts, withdrawal: LegState, report: ReportRow): Promise<void> {
  const now = clock.now()
  if (report.status === 'REJECTED' || report.status === 'FAILED') {
    const message = `There is nothing to withdraw: the report ${report.transmissionUuid} is ${report.status}`
    const entry = { event: 'REPORT_WITHDRAWAL_DROPPED_C5', message }
    await settleLeg(db, { leg: withdrawal, change: { ...unsent, status: 'NOT_REQUIRED', entry }, now })
    return
  }
  const written = await reports.write(withdrawal.orgId, report.document, { type: 'W', issuedAt: now })
  if ('documentXml' in written) {
    await releaseWithdrawal(db, withdrawal, report, written.documentXml, now)
    return
  }
  // Log it and end it here, so that it does not delay the others for ever.
  const why =
    'findings' in written
      ? `breaks ${ruleIdsOf(written.findings).join(', ')}`
      : `could not be written: ${written.fault}`
  const entry = { event: 'TRANSMISSION_FAILED_C5', message: `Report W: the withdrawal ${why}` }
  await settleLeg(db, { leg: withdrawal, change: { ...unsent, status: 'FAILED', entry }, now })
}

const unsent: Omit<LegChange, 'status' | 'entry'> = {
  inDoubt: false,
  nextAttemptAt: undefined,
  endsLease: false,
}
