import { Decimal } from '@selfbill/schematron/decimal'
import type { Totals } from '../../../../client/src/api-types.ts'
import { decodeAnswer } from '../../../../client/src/decode-answer.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { askedAnew, isReplayed, type Once } from '../../asked-anew.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import { approvalsPath } from '../../layout/navigation.ts'
import type { Call, RedirectReply } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { approvalWords } from './approval-words.ts'
import type { Approval } from './approvals.ts'

/** The refusal of a document that needs a second person. */
export function needsApproval(refusal: SelfbillError | undefined): boolean {
  return refusal?.codes.message?.id === 'approval_required'
}

/** Whether a document that was checked will wait for a second person: the button then says so. */
export async function willWait(
  { api }: Call,
  { totals, currency }: { readonly totals: Totals; readonly currency: string },
): Promise<boolean> {
  const { is_on: isOn, amount_from: from = 0 } = await api.call('retrieveApprovalRule', {})
  if (!isOn) return false
  const billed = Decimal.from(String(totals.payable_amount)).plus(Decimal.from(String(totals.prepaid_amount)))
  return currency !== 'AED' || billed.compare(Decimal.from(String(from))) >= 0
}

/**
 * Sends to a second person what was refused because it needs one: once for a key, so that two tabs
 * or a page that is sent twice make one approval. One that came back meanwhile counts no more.
 */
export async function ask(call: Call, asked: Asked, content: string): Promise<Attempted<RedirectReply>> {
  const { family, profileId, documentId, returned, once } = asked
  const query = new URLSearchParams({
    family,
    ...(profileId !== undefined && { business_profile_id: profileId }),
    ...(documentId !== undefined && { document_id: documentId }),
    ...(returned !== undefined && { returned_approval_id: returned }),
  })
  return attempt(call, async () => {
    const { approval_id: id, status } = await askedAnew(
      once,
      (key) => approvalOf(call, `/api/approvals?${query}`, content, key),
      (approval) => approval.status === 'RETURNED' || approval.status === 'EXPIRED',
    )
    return {
      redirect: `${approvalsPath}/${id}`,
      ...(status === 'WAITING' && { notice: noticeOf('info', approvalWords.waits) }),
    }
  })
}

/** A replayed answer says how the approval stood when it was made, and this how it stands now. */
async function approvalOf({ api }: Call, path: string, content: string, once: Once): Promise<Approval> {
  const answer = await api.send('POST', path, { text: { content, type: 'application/json' }, ...once })
  const approval = decodeAnswer<Approval>(answer)
  if (!isReplayed(answer.headers)) return approval
  return api.call('retrieveApproval', { params: { approval_id: approval.approval_id } })
}

interface Asked {
  readonly family: Family
  readonly profileId?: string
  readonly documentId?: string
  /** The approval that came back, of what is sent again. */
  readonly returned?: string | undefined
  /** The key of what a second person is asked about. */
  readonly once: Once
}
