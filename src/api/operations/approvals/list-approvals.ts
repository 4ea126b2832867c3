import { answerObject, named, oneOf, optional } from '@selfbill/pint-ae/document'
import { approvalsOf, findApproval, waitingApprovals, waitingMax } from '../../../store/approvals/approvals.ts'
import { ok, okText } from '../../answer/answers.ts'
import { approvalDuties } from '../../approval-duties.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Sealing } from '../../parts.ts'
import { listBy, listMembers } from '../../request/lists.ts'
import { notBlank } from '../../request/parameters.ts'
import { countAnswer, countMembers } from '../overview/overview-schemas.ts'
import {
  ApprovalAnswer,
  answeredApproval,
  approvalNotFound,
  approvalParameters,
  approvalStates,
  SubmittedDocument,
} from './approval-shapes.ts'

const operation = operationWith<Basics & Sealing>()

/** Those who read documents see what waits, and so do those who only approve. */
const access = { kind: 'scopes', scopes: ['documents:read', 'documents:approve'] } as const

const approvalList = listBy('approvals', 'text')

const WaitingCount = answerObject('WaitingCount', countMembers)

const ApprovalPage = answerObject('ApprovalPage', {
  ...listMembers(ApprovalAnswer),
  waiting: WaitingCount,
  to_decide: WaitingCount,
  returned: WaitingCount,
})

/** Source: docs/decisions/0167. */
export const listApprovals = operation({
  id: 'listApprovals',
  method: 'GET',
  path: '/api/approvals',
  summary: 'List the documents that wait for a second person, newest first',
  description:
    'Those with one `status`; without it those that wait. `waiting` counts what waits now, up to 1,000, ' +
    '`to_decide` those of them that you may approve, and `returned` your own that came back. One ' +
    'that nobody has approved in 14 days is `EXPIRED` and must be sent again; a month later it is deleted. ' +
    'One with `unreadable_reason` can only be returned.',
  access,
  query: { status: optional(notBlank(named('ApprovalStatus', oneOf(approvalStates)))), ...approvalList.parameters },
  answers: { 200: { description: 'A page of approvals', type: 'application/json', schema: ApprovalPage } },
  faults: ['parameter_invalid'],
  async handle({ account, parts, query }) {
    const { database } = parts.store
    const { status = 'WAITING' } = query
    const { orgId, id: accountId } = account
    const now = parts.now()
    const [{ rows, next }, count, { toDecide, returned }] = await Promise.all([
      approvalList.page(
        query,
        (page) => approvalsOf(database, orgId, { status, now, ...page }),
        ({ id }) => [id],
      ),
      waitingApprovals(database, orgId, now),
      approvalDuties(account, parts),
    ])
    const items = rows.map((approval) => answeredApproval(approval, accountId, parts))
    const counted = (of: number) => countAnswer({ count: of, isCapped: of === waitingMax })
    return ok({
      items,
      next,
      waiting: counted(count),
      to_decide: counted(toDecide),
      returned: counted(returned),
    })
  },
})

export const retrieveApproval = operation({
  id: 'retrieveApproval',
  method: 'GET',
  path: '/api/approvals/{approval_id}',
  summary: 'Retrieve a document that waits for a second person, or waited',
  access,
  params: approvalParameters,
  answers: { 200: { description: 'The approval', type: 'application/json', schema: ApprovalAnswer } },
  faults: ['approval_not_found'],
  async handle({ account, params, parts }) {
    const approval = await findApproval(parts.store.database, account.orgId, params.approval_id)
    if (approval === undefined) throw approvalNotFound(params.approval_id)
    return ok(answeredApproval(approval, account.id, parts))
  },
})

/** What an approver reads: the body that is issued from. */
export const approvalRequest = operation({
  id: 'approvalRequest',
  method: 'GET',
  path: '/api/approvals/{approval_id}/request',
  summary: 'Retrieve the request of a document that waits for a second person',
  description: 'All members digit for digit. Once the document is issued, `GET /api/{family}/{id}/request` has it.',
  access,
  params: approvalParameters,
  answers: {
    200: {
      description: 'The request',
      type: 'application/json',
      schema: SubmittedDocument,
    },
  },
  faults: ['approval_not_found', 'approval_not_waiting', 'content_unreadable'],
  async handle({ account, params, parts }) {
    const approval = await findApproval(parts.store.database, account.orgId, params.approval_id)
    if (approval === undefined) throw approvalNotFound(params.approval_id)
    if (approval.request === '') throw new Fault('approval_not_waiting')
    const request = parts.secrets.open(approval.request)
    if (request === undefined) throw new Fault('content_unreadable')
    return okText(request)
  },
})
