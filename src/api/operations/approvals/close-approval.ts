import { closeApproval as close, findApproval } from '../../../store/approvals/approvals.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Sealing } from '../../parts.ts'
import { ApprovalAnswer, answeredApproval, approvalNotFound, approvalParameters } from './approval-shapes.ts'

/** The author sends a returned document again, or gives it up. Source: docs/decisions/0190. */
export const closeApproval = operationWith<Basics & Sealing>()({
  id: 'closeApproval',
  method: 'POST',
  path: '/api/approvals/{approval_id}/close',
  summary: 'Close a returned or expired document of yours',
  description:
    'It no longer counts in `returned`. Its request can be read as before; closing it twice changes nothing. ' +
    'Administrators close one with `author_cannot_send`.',
  access: { kind: 'scopes', scopes: ['documents:write'] },
  audits: { not: 'it changes no document, and nothing for anybody but who sends it again' },
  params: approvalParameters,
  answers: { 200: { description: 'The approval', type: 'application/json', schema: ApprovalAnswer } },
  faults: ['approval_not_found', 'approval_of_other', 'approval_not_returned'],
  async handle({ account, params, parts }) {
    const { database } = parts.store
    const { orgId, id: accountId } = account
    const find = async () => {
      const approval = await findApproval(database, orgId, params.approval_id)
      if (approval === undefined) throw approvalNotFound(params.approval_id)
      return approval
    }
    const approval = await find()
    const isOrphan = !approval.canAuthorSend && account.scopes.has('admin')
    if (approval.authorId !== accountId && !isOrphan) throw new Fault('approval_of_other')
    if (!(await close(database, approval, parts.now()))) throw new Fault('approval_not_returned')
    return ok(answeredApproval(await find(), accountId, parts))
  },
})
