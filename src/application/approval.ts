import { Decimal } from '@selfbill/schematron/decimal'
import type { DocumentRecord } from '../record/make-record.ts'
import type { ApprovalRule } from '../store/approvals/approval-rules.ts'
import type { Refusal } from './refusal.ts'

/**
 * What a document needs of a second person. `rule`: of a caller who is a person, and whose
 * documents may have to wait. `given`: what somebody has approved; nothing else is issued. Source:
 * docs/decisions/0167.
 */
export type CallersApproval = { readonly rule: ApprovalRule } | { readonly given: GivenApproval }

export interface GivenApproval {
  readonly profileVersion: number
  readonly amount: string
}

/** Undefined: it may be issued. */
export function approvalRefusal(
  approval: CallersApproval | undefined,
  { figures, status }: Pick<DocumentRecord, 'figures' | 'status'>,
  { profile }: { readonly profile: { readonly version: number } },
): Refusal | undefined {
  if (approval === undefined) return undefined
  if ('rule' in approval) {
    const { currency, billedAmount } = figures
    const isBelow = currency === 'AED' && Decimal.from(billedAmount).compare(Decimal.from(approval.rule.amountFrom)) < 0
    return isBelow ? undefined : { refusal: 'approval_required' }
  }
  const { profileVersion, amount } = approval.given
  const isSame = profile.version === profileVersion && figures.payableAmount === amount
  return isSame && status.overallStatus !== 'VALIDATION_FAILED' ? undefined : { refusal: 'approval_outdated' }
}
