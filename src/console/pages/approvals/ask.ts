import { Decimal } from '@selfbill/schematron/decimal'
import type { Totals } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Call, RedirectReply } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { approvalWords } from './approval-words.ts'

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

/** Sends to a second person what was refused because it needs one. */
export async function ask(call: Call, asked: Asked, content: string): Promise<Attempted<RedirectReply>> {
  const { family, profileId, documentId, returned } = asked
  const query = new URLSearchParams({
    family,
    ...(profileId !== undefined && { business_profile_id: profileId }),
    ...(documentId !== undefined && { document_id: documentId }),
    ...(returned !== undefined && { returned_approval_id: returned }),
  })
  return attempt(call, async () => {
    const { bytes } = await call.api.send('POST', `/api/approvals?${query}`, {
      text: { content, type: 'application/json' },
    })
    const { approval_id: id }: { readonly approval_id: string } = JSON.parse(new TextDecoder().decode(bytes))
    return { redirect: `/console/approvals/${id}`, notice: noticeOf('info', approvalWords.waits) }
  })
}

interface Asked {
  readonly family: Family
  readonly profileId?: string
  readonly documentId?: string
  /** The approval that came back, of what is sent again. */
  readonly returned?: string | undefined
}
