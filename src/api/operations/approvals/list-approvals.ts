import { answerObject, oneOf, optional } from '@selfbill/pint-ae/document'
import {
  approvalStatuses,
  approvalsOf,
  findApproval,
  waitingApprovals,
  waitingMax,
} from '../../../store/approvals/approvals.ts'
import { ok, okText } from '../../answer/answers.ts'
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
  SubmittedDocument,
} from './approval-shapes.ts'

const operation = operationWith<Basics & Sealing>()

/** Those who read documents see what waits, and so do those who only approve. */
const access = { kind: 'scopes', scopes: ['documents:read', 'documents:approve'] } as const

const approvalList = listBy('approvals', 'text')

const ApprovalPage = answerObject('ApprovalPage', {
  ...listMembers(ApprovalAnswer),
  waiting: answerObject('WaitingCount', countMembers),
})

/** Source: docs/decisions/0167. */
export const listApprovals = operation({
  id: 'listApprovals',
  method: 'GET',
  path: '/api/approvals',
  summary: 'List the documents that wait for a second person, newest first',
  description:
    'Those with one `status`; without it those that wait. `waiting` counts what waits now, up to 1,000. One that ' +
    'nobody has approved in 14 days is `EXPIRED` and must be sent again; a month later it is deleted.',
  access,
  query: { status: optional(notBlank(oneOf(approvalStatuses))), ...approvalList.parameters },
  answers: { 200: { description: 'A page of approvals', type: 'application/json', schema: ApprovalPage } },
  faults: ['parameter_invalid'],
  async handle({ account, parts, query }) {
    const { database } = parts.store
    const { status = 'WAITING' } = query
    const [{ rows, next }, count] = await Promise.all([
      approvalList.page(
        query,
        (page) => approvalsOf(database, account.orgId, { status, ...page }),
        ({ id }) => [id],
      ),
      waitingApprovals(database, account.orgId, parts.now()),
    ])
    const items = rows.map((approval) => answeredApproval(approval, account.id, parts))
    return ok({ items, next, waiting: countAnswer({ count, isCapped: count === waitingMax }) })
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
  faults: ['approval_not_found', 'approval_not_waiting'],
  async handle({ account, params, parts }) {
    const approval = await findApproval(parts.store.database, account.orgId, params.approval_id)
    if (approval === undefined) throw approvalNotFound(params.approval_id)
    if (approval.request === '') throw new Fault('approval_not_waiting')
    return okText(parts.secrets.open(approval.request))
  },
})
