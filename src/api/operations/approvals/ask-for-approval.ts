import { families, identifier, named, oneOf, optional } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { askForApproval as ask, type Submission } from '../../../application/ask-for-approval.ts'
import { type Approval, closeApproval, type NewApproval } from '../../../store/approvals/approvals.ts'
import { rowWaitsFor } from '../../../store/approvals/asking-rows.ts'
import { actorName } from '../../../store/people/audit.ts'
import { keepAnswer } from '../../../store/requests/kept-answer.ts'
import { json, located } from '../../answer/answers.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { callerOf } from '../../documents/create-answer.ts'
import { faultFor } from '../../documents/refusal.ts'
import { oneFieldFault } from '../../faults.ts'
import { actorOf } from '../../identity/actor.ts'
import { documentExamples } from '../../openapi/request-examples.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing, Sealing } from '../../parts.ts'
import { notBlank } from '../../request/parameters.ts'
import {
  ApprovalAnswer,
  answeredApproval,
  approvalNotFound,
  SubmittedDocument,
  submissionFaults,
} from './approval-shapes.ts'
import { returnedApproval, returnedFaults } from './returned-approval.ts'

/**
 * Stores what a person would issue until a second person approves it. Nothing of it is a document
 * yet, and it takes no number. Source: docs/decisions/0167.
 */
export const askForApproval = operationWith<Issuing & Sealing>()({
  id: 'askForApproval',
  method: 'POST',
  path: '/api/approvals',
  summary: 'Send a document to a second person for approval',
  description:
    'The body is that of the create. With `business_profile_id` alone it is issued as a new document; with ' +
    '`document_id` alone it credits that invoice of the family; with both it corrects that document. With ' +
    '`returned_approval_id` it sends again what came back, which is closed; the row of its upload waits for this one.',
  access: { kind: 'scopes', scopes: ['documents:write'] },
  leadsTo: { path: '/api/approvals/{approval_id}', parameters: { approval_id: '$response.body#/approval_id' } },
  audits: { target: 'approval', id: 'approval_id', detail: [] },
  isTranslated: true,
  query: {
    family: named('Family', oneOf(families)),
    business_profile_id: optional(notBlank(identifier())),
    document_id: optional(notBlank(identifier())),
    returned_approval_id: optional(notBlank(identifier())),
  },
  exampleParameters: { business_profile_id: 'BP-DEMO000001' },
  body: {
    kind: 'json',
    schema: SubmittedDocument,
    example: documentExamples['purchase-invoices'],
  },
  answers: { 201: { description: 'The approval', type: 'application/json', schema: ApprovalAnswer } },
  faults: [...submissionFaults, ...returnedFaults, 'parameter_invalid', 'approval_of_failing'],
  async handle(call) {
    const { account, query, parts } = call
    const caller = callerOf(call, () => ({ status: 201, type: '', body: '' }))
    const name = await actorName(parts.store.database, account.orgId, actorOf(account))
    const submission = submissionOf(query, call.body.bytes)
    const back = await sentAgain(call, submission)
    const answerOf = (asked: NewApproval) =>
      located(json(201, answeredApproval(asked, account.id, parts)), `/api/approvals/${asked.id}`)
    const asked = await ask(caller, { id: account.id, name }, submission, parts, (approval) => {
      const returned = back === undefined ? [] : [closeApproval(back, parts.now()), rowWaitsFor(back, approval.id)]
      return [...returned, ...keepAnswer(call.keep(answerOf(approval)))]
    })
    if ('refusal' in asked) throw faultFor(asked)
    return answerOf(asked)
  },
})

interface SentAgain extends Pick<AccountContext<Issuing>, 'account' | 'parts'> {
  readonly query: { readonly returned_approval_id?: string }
}

/** What came back and is sent again. An approval of another document is `approval_not_found`. */
async function sentAgain(call: SentAgain, submission: Submission): Promise<Approval | undefined> {
  const { returned_approval_id: id } = call.query
  if (id === undefined) return undefined
  const approval = await returnedApproval(call, id)
  const { kind, family } = submission
  const documentId = 'documentId' in submission ? submission.documentId : undefined
  const isSame = approval.kind === kind && approval.family === family && approval.documentId === documentId
  if (!isSame) throw approvalNotFound(id)
  return approval
}

interface SubmissionQuery {
  readonly family: Submission['family']
  readonly business_profile_id?: string
  readonly document_id?: string
}

function submissionOf({ family, ...ids }: SubmissionQuery, text: Uint8Array): Submission {
  const { business_profile_id: profileId, document_id: documentId } = ids
  if (profileId !== undefined && documentId !== undefined) {
    return { kind: 'correct', family, documentId, profileId, text }
  }
  if (profileId !== undefined) return { kind: 'create', family, profileId, text }
  if (documentId !== undefined && (family === 'purchase-invoices' || family === 'sales-invoices')) {
    return { kind: 'credit', family, documentId, text }
  }
  throw oneFieldFault(
    'parameter_invalid',
    'business_profile_id',
    message('mandatory', { field: 'business_profile_id' }),
  )
}
