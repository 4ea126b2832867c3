import { namedObject, optional, text } from '@selfbill/pint-ae/document'
import { userIdOf } from '../../../people/sign-in.ts'
import { findApprovalRule } from '../../../store/approvals/approval-rules.ts'
import {
  type Approval,
  approvalIssued,
  decideApproval,
  findApproval,
  waitAgain,
} from '../../../store/approvals/approvals.ts'
import { actorName } from '../../../store/people/audit.ts'
import { ok } from '../../answer/answers.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { actorOf } from '../../identity/actor.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing, Sealing } from '../../parts.ts'
import { ApprovalAnswer, answeredApproval, approvalNotFound, approvalParameters } from './approval-shapes.ts'
import { type Idempotent, issueApproved } from './issue-approved.ts'

const operation = operationWith<Issuing & Sealing & Idempotent>()

type Deciding = AccountContext<Issuing & Sealing & Idempotent> & { readonly params: { readonly approval_id: string } }

/**
 * Issues what waits, exactly as the approver has read it: the digest says what that was. Source:
 * docs/decisions/0167.
 */
export const approve = operation({
  id: 'approveDocument',
  method: 'POST',
  path: '/api/approvals/{approval_id}/approve',
  summary: 'Approve a document of somebody else, which issues it',
  description:
    '`digest` is that of the approval that you have read. Nobody approves their own. Refused when the business ' +
    'profile or the amount has changed since: the author sends it again. Repeated after a failure, it is issued once.',
  access: { kind: 'scopes', scopes: ['documents:approve', 'documents:write'] },
  audits: { target: 'approval', id: 'approval_id', detail: ['digest'] },
  isTranslated: true,
  params: approvalParameters,
  body: {
    kind: 'json',
    schema: namedObject('ApprovalDecision', { digest: text(64), note: optional(text(500)) }),
    bytesMax: smallBodyBytesMax,
    example: { digest: '0'.repeat(64) },
  },
  answers: { 200: { description: 'The approval', type: 'application/json', schema: ApprovalAnswer } },
  faults: [
    'document_invalid',
    'approval_not_found',
    'approval_not_waiting',
    'approval_of_own',
    'approval_not_yours',
    'approval_outdated',
    'document_not_found',
    'content_removed',
    'document_not_creditable',
    'document_not_resubmittable',
    'document_changed',
    'profile_not_found',
    'profile_inactive',
    'document_number_taken',
    'totals_unexpected',
    'unavailable',
  ],
  async handle(call) {
    const { account, parts } = call
    const { digest, note } = call.body.read()
    const { database } = parts.store
    const approval = await approvalToDecide(call)
    if (approval.authorId === account.id) throw new Fault('approval_of_own')
    await requireApprover(call)
    if (digest !== approval.digest) throw new Fault('approval_outdated')
    const decidedBy = await actorName(database, account.orgId, actorOf(account))
    const decidedAt = approval.decidedAt ?? parts.now()
    if (approval.status === 'WAITING') {
      const decision = { status: 'APPROVED', decidedBy, decidedAt, note } as const
      if (!(await decideApproval(database, approval, decision))) throw new Fault('approval_not_waiting')
    }
    try {
      await approvalIssued(database, approval, await issueApproved(call, approval))
    } catch (error) {
      // Refused, and nothing is stored: somebody may remove the cause, or return it.
      if (isRefusal(error)) await waitAgain(database, approval, decidedAt)
      throw error
    }
    return ok(answeredApproval(await approvalInPath(call), account.id, parts))
  },
})

export const returnToAuthor = operation({
  id: 'returnDocument',
  method: 'POST',
  path: '/api/approvals/{approval_id}/return',
  summary: 'Return a document to its author, with a note',
  description: 'Nothing is issued. The author may withdraw it in the same way.',
  access: { kind: 'scopes', scopes: ['documents:approve', 'documents:write'] },
  audits: { target: 'approval', id: 'approval_id', detail: ['note'] },
  params: approvalParameters,
  body: {
    kind: 'json',
    schema: namedObject('ReturnedDocument', { note: text(500) }),
    bytesMax: smallBodyBytesMax,
    example: { note: 'The quantity is 10, not 100' },
  },
  answers: { 200: { description: 'The approval', type: 'application/json', schema: ApprovalAnswer } },
  faults: ['document_invalid', 'approval_not_found', 'approval_not_waiting', 'approval_not_yours'],
  async handle(call) {
    const { account, parts } = call
    const { note } = call.body.read()
    const { database } = parts.store
    const approval = await approvalToDecide(call)
    if (approval.authorId !== account.id) await requireApprover(call)
    const decidedBy = await actorName(database, account.orgId, actorOf(account))
    const decision = { status: 'RETURNED', decidedBy, decidedAt: parts.now(), note } as const
    if (!(await decideApproval(database, approval, decision))) throw new Fault('approval_not_waiting')
    return ok(answeredApproval(await approvalInPath(call), account.id, parts))
  },
})

/** Not of an issue that another call is at work on. */
function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.status < 500 && error.code !== 'idempotency_running'
}

async function approvalInPath({ account, params, parts }: Deciding): Promise<Approval> {
  const approval = await findApproval(parts.store.database, account.orgId, params.approval_id)
  if (approval === undefined) throw approvalNotFound(params.approval_id)
  return approval
}

/** One that waits, or whose issue was cut off soon after its approval. */
async function approvalToDecide(call: Deciding): Promise<Approval> {
  const approval = await approvalInPath(call)
  const now = call.parts.now()
  const { status, issuedId, decidedAt = 0, expiresAt } = approval
  const isCutOff = status === 'APPROVED' && issuedId === undefined && now - decidedAt < repeatableMs
  if (isCutOff || (status === 'WAITING' && expiresAt > now)) return approval
  throw new Fault('approval_not_waiting')
}

/** Shorter than answers are kept: a repeated issue must find the first one. */
const repeatableMs = 12 * 3_600_000

/** A person needs the role that the organisation wants, a program the scope alone. */
async function requireApprover({ account, parts }: Deciding): Promise<void> {
  const { id, orgId, scopes } = account
  if (userIdOf(id) === undefined) {
    if (scopes.has('documents:approve')) return
    throw new Fault('approval_not_yours')
  }
  if (scopes.has('admin')) return
  const rule = await findApprovalRule(parts.store.database, orgId)
  // Without a rule any more, what waits still needs the more careful choice.
  if (rule?.approvers !== 'clerk' || !scopes.has('documents:write')) throw new Fault('approval_not_yours')
}
