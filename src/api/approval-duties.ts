import { userIdOf } from '../people/sign-in.ts'
import { findApprovalRule } from '../store/approvals/approval-rules.ts'
import { approvalsFor } from '../store/approvals/approvals.ts'
import type { Basics } from './parts.ts'

/** An account that sees approvals. */
interface Approver {
  readonly id: string
  readonly orgId: string
  readonly scopes: ReadonlySet<string>
}

/** How many documents an account may approve now, and how many of its own came back to it. */
export async function approvalDuties(
  account: Approver,
  { store, now }: Basics,
): Promise<{ readonly toDecide: number; readonly returned: number }> {
  const { orgId, id, scopes } = account
  const [isApprover, { ofOthers, returned }] = await Promise.all([
    mayApprove(account, { store }),
    approvalsFor(store.database, { orgId, accountId: id, isAdmin: scopes.has('admin') }, now()),
  ])
  return { toDecide: isApprover ? ofOthers : 0, returned }
}

/** A person needs the role that the organisation wants, a program the scope alone. */
export async function mayApprove({ id, orgId, scopes }: Approver, { store }: Pick<Basics, 'store'>): Promise<boolean> {
  if (userIdOf(id) === undefined) return scopes.has('documents:approve')
  if (scopes.has('admin')) return true
  if (!scopes.has('documents:write')) return false
  // Without a rule any more, what waits still needs the more careful choice.
  return (await findApprovalRule(store.database, orgId))?.approvers === 'clerk'
}
