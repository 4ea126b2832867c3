import { named, oneOf, optional } from '@selfbill/pint-ae/document'
import type { Text } from '@selfbill/pint-ae/text'
import { judgeSubmission } from '../../../application/ask-for-approval.ts'
import type { StoredOrder } from '../../../render/stored-order.ts'
import { findLogo } from '../../../store/accounts/logos.ts'
import { findApproval, issuedFamily } from '../../../store/approvals/approvals.ts'
import { namedFile } from '../../answer/content-disposition.ts'
import { callerOf } from '../../documents/create-answer.ts'
import { faultFor } from '../../documents/refusal.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing, Printing, Sealing } from '../../parts.ts'
import { notBlank } from '../../request/parameters.ts'
import { headersOf, logoOnPage, pageLanguages, printedHtml } from '../documents/printed-document.ts'
import { approvalNotFound, approvalParameters, submissionFaults } from './approval-shapes.ts'
import { submissionOf } from './issue-approved.ts'

/**
 * What an approver reads: the page that the document would have, were it issued now. Source:
 * docs/decisions/0190.
 */
export const printApproval = operationWith<Issuing & Sealing & Printing>()({
  id: 'approvalHtml',
  method: 'GET',
  path: '/api/approvals/{approval_id}/html',
  summary: 'Print a document that waits for a second person, as HTML',
  description:
    'The page as it would be printed if the document were issued now. It has no number yet unless its author chose ' +
    'one. It contains everything it needs and loads nothing.',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:approve'] },
  isTranslated: true,
  params: approvalParameters,
  query: { language: optional(notBlank(named('PageLanguage', oneOf(pageLanguages)))) },
  answers: { 200: { description: 'The page', type: 'text/html', headers: namedFile } },
  faults: [
    ...submissionFaults,
    'parameter_invalid',
    'approval_not_found',
    'approval_not_waiting',
    'content_unreadable',
    'prints_exceeded',
    'print_too_long',
    'unavailable',
  ],
  async handle(call) {
    const { account, params, query, parts } = call
    const { language = call.language } = query
    const approval = await findApproval(parts.store.database, account.orgId, params.approval_id)
    if (approval === undefined) throw approvalNotFound(params.approval_id)
    if (approval.request === '') throw new Fault('approval_not_waiting')
    const request = parts.secrets.open(approval.request)
    if (request === undefined) throw new Fault('content_unreadable')
    const submission = submissionOf(approval, Buffer.from(request))
    const caller = callerOf(call, () => ({ status: 200, type: '', body: '' }))
    const judged = await judgeSubmission({ ...caller, isThorough: false }, submission, parts)
    if ('refusal' in judged) throw faultFor(judged)
    const logo = await findLogo(parts.store.database, account.orgId)
    const order: StoredOrder = {
      family: issuedFamily(approval),
      id: approval.id,
      answer: [documentIn(judged.dryRun)],
      findings: ['[]'],
      request: [],
      ubl: null,
      overallStatus: null,
      participantStatus: null,
      ftaStatus: null,
      awaitsApproval: { isNumbered: approval.kind === 'correct' || !judged.facts.isNumberMinted },
      isSandbox: parts.gatewayName === 'sandbox',
      ...(logo !== undefined && { logo: logoOnPage(logo) }),
      language,
      printedAt: parts.now(),
    }
    return {
      ...(await printedHtml(parts, order, account.orgId)),
      headers: headersOf('html', `${approval.id}.html`, language),
    }
  },
})

/** The first member of a dry run. Within a string the quotes of the next one would be escaped. */
function documentIn(dryRun: Text): Uint8Array {
  const bytes = Buffer.from(dryRun)
  return bytes.subarray('{"document":'.length, bytes.indexOf(',"document_xml":'))
}
