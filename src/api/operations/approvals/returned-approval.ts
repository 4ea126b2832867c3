import { type Approval, findApproval } from '../../../store/approvals/approvals.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'
import type { Basics } from '../../parts.ts'
import { approvalNotFound } from './approval-shapes.ts'

/** What came back and is the caller's to send again. Throws a Fault of `returnedFaults`. */
export async function returnedApproval(
  { account, parts }: Pick<AccountContext<Basics>, 'account' | 'parts'>,
  id: string,
): Promise<Approval> {
  const approval = await findApproval(parts.store.database, account.orgId, id)
  if (approval === undefined) throw approvalNotFound(id)
  const { status, expiresAt, authorId, canAuthorSend } = approval
  const isOrphan = !canAuthorSend && account.scopes.has('admin')
  if (authorId !== account.id && !isOrphan) throw new Fault('approval_of_other')
  const isBack = status === 'RETURNED' || (status === 'WAITING' && expiresAt <= parts.now())
  if (!isBack) throw new Fault('approval_not_returned')
  return approval
}

export const returnedFaults = ['approval_not_found', 'approval_of_other', 'approval_not_returned'] as const
