import { familyTexts, identifier, optional } from '@selfbill/pint-ae/document'
import { closeApproval as close, issuedFamily } from '../../../store/approvals/approvals.ts'
import { rowIsIssued } from '../../../store/approvals/asking-rows.ts'
import { hasDocument } from '../../../store/documents/find-document.ts'
import { keepAnswer } from '../../../store/requests/kept-answer.ts'
import { ok } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Sealing } from '../../parts.ts'
import { notBlank } from '../../request/parameters.ts'
import { ApprovalAnswer, answeredApproval, approvalParameters } from './approval-shapes.ts'
import { returnedApproval, returnedFaults } from './returned-approval.ts'

/** The author issues a returned document, or gives it up. Source: docs/decisions/0190. */
export const closeApproval = operationWith<Basics & Sealing>()({
  id: 'closeApproval',
  method: 'POST',
  path: '/api/approvals/{approval_id}/close',
  summary: 'Close a returned or expired document of yours',
  description:
    'It no longer counts in `returned`. Its request can be read as before; closing it twice changes nothing. ' +
    'Administrators close one with `author_cannot_send`. With `document_id`, the row of its upload names that ' +
    'document.',
  access: { kind: 'scopes', scopes: ['documents:write'] },
  audits: { not: 'it changes no document, and nothing for anybody but who sends it again' },
  params: approvalParameters,
  query: { document_id: optional(notBlank(identifier())) },
  answers: { 200: { description: 'The approval', type: 'application/json', schema: ApprovalAnswer } },
  faults: [...returnedFaults, 'parameter_invalid', 'document_not_found'],
  async handle(call) {
    const { account, params, parts, query } = call
    const { database } = parts.store
    const { orgId, id: accountId } = account
    const { document_id: documentId } = query
    const approval = await returnedApproval(call, params.approval_id)
    const family = issuedFamily(approval)
    if (documentId !== undefined && !(await hasDocument(database, orgId, family, documentId)))
      throw new Fault('document_not_found', { kind: familyTexts(family), id: documentId })
    const issued = documentId === undefined ? [] : [rowIsIssued(approval, documentId)]
    const now = parts.now()
    const answer = ok(answeredApproval({ ...approval, closedAt: approval.closedAt ?? now }, accountId, parts))
    await database.transaction([close(approval, now), ...issued, ...keepAnswer(call.keep(answer))])
    return answer
  },
})
