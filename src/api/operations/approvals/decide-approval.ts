import { namedObject, optional, text } from '@selfbill/pint-ae/document'
import {
  type Approval,
  approvalIssued,
  decideApproval,
  findApproval,
  repeatableMs,
  waitAgain,
} from '../../../store/approvals/approvals.ts'
import { failedConstraint } from '../../../store/constraints.ts'
import { isLoss } from '../../../store/database/database.ts'
import { actorName } from '../../../store/people/audit.ts'
import { ok } from '../../answer/answers.ts'
import { mayApprove } from '../../approval-duties.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { actorOf } from '../../identity/actor.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing, Sealing } from '../../parts.ts'
import {
  ApprovalAnswer,
  answeredApproval,
  approvalNotFound,
  approvalParameters,
  submissionFaults,
} from './approval-shapes.ts'
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
    'A program needs `documents:approve`, a person `documents:write` and the role that the approval rule names. ' +
    '`digest` is that of the approval that you have read. Nobody approves their own. Refused when the business ' +
    'profile or the amount has changed since: the author sends it again. Repeated after a failure, it is issued once.',
  access: { kind: 'scopes', scopes: ['documents:approve', 'documents:write'] },
  audits: { target: 'approval', id: 'approval_id', detail: ['digest'], answered: ['issued_document_id'] },
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
    ...submissionFaults,
    'approval_not_found',
    'approval_not_waiting',
    'approval_of_own',
    'approval_not_yours',
    'approval_outdated',
    'content_unreadable',
    'document_changed',
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
    const request = parts.secrets.open(approval.request)
    if (request === undefined) throw new Fault('content_unreadable')
    const decided = await approvedNow(call, approval, note)
    const answerOf = (issuedId: string) => ok(answeredApproval({ ...decided, issuedId }, account.id, parts))
    try {
      const link = (issuedId: string) => approvalIssued(approval, issuedId, call.keep(answerOf(issuedId)))
      return answerOf(await issueApproved(call, approval, request, link))
    } catch (error) {
      // Nothing is stored: somebody may remove the cause, or return it.
      if (!isUnderWay(error)) await waitAgain(database, approval, decided.decidedAt)
      throw failedConstraint(error) === 'approval_as_read' ? new Fault('approval_not_waiting') : error
    }
  },
})

/** Approved by this call, or by one that was cut off before the issue. */
async function approvedNow(call: Deciding, approval: Approval, note: string | undefined) {
  const { account, parts } = call
  const { decidedAt } = approval
  if (approval.status !== 'WAITING' && decidedAt !== undefined) return { ...approval, decidedAt }
  const decidedBy = await actorName(parts.store.database, account.orgId, actorOf(account))
  const decision = { status: 'APPROVED', decidedBy, decidedAt: parts.now(), note } as const
  if (!(await decideApproval(parts.store.database, approval, decision))) throw new Fault('approval_not_waiting')
  return { ...approval, ...decision }
}

export const returnToAuthor = operation({
  id: 'returnDocument',
  method: 'POST',
  path: '/api/approvals/{approval_id}/return',
  summary: 'Return a document to its author, with a note',
  description:
    'Nothing is issued. The author may withdraw it in the same way. Anybody else must be able to approve it: a ' +
    'program with `documents:approve`, a person with `documents:write` and the role that the approval rule names.',
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
    const isOwn = approval.authorId === account.id
    if (!isOwn) await requireApprover(call)
    const decidedBy = await actorName(database, account.orgId, actorOf(account))
    const decidedAt = parts.now()
    const closedAt = isOwn ? decidedAt : undefined
    const decision = { status: 'RETURNED', decidedBy, decidedAt, note, closedAt } as const
    const answer = ok(answeredApproval({ ...approval, ...decision }, account.id, parts))
    if (!(await decideApproval(database, approval, decision, call.keep(answer))))
      throw new Fault('approval_not_waiting')
    return answer
  },
})

/** Another call is at work on it, or a lost database may have stored it. */
function isUnderWay(error: unknown): boolean {
  return isLoss(error) || (error instanceof Fault && error.code === 'idempotency_running')
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

async function requireApprover({ account, parts }: Deciding): Promise<void> {
  if (!(await mayApprove(account, parts))) throw new Fault('approval_not_yours')
}
