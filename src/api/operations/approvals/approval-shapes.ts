import { answerEnum, answerObject, families, instant, instantAt, named, orNull, Type } from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import type { ApprovalSummary } from '../../../application/ask-for-approval.ts'
import {
  type Approval,
  approvalStatuses,
  type NewApproval,
  submissionKinds,
} from '../../../store/approvals/approvals.ts'
import { UnreadableReason, unreadable } from '../../answer/unreadable.ts'
import { Fault } from '../../faults.ts'
import type { Basics, Sealing } from '../../parts.ts'

export const approvalParameters = { approval_id: Type.String({ format: 'uuid' }) }

/** The body of a create, a credit or a correction. */
export const SubmittedDocument = named('SubmittedDocument', Type.Record(Type.String(), Type.Unknown()))

/** `EXPIRED` is never stored: it follows from the time. */
export const approvalStates = [...approvalStatuses, 'EXPIRED'] as const

export const ApprovalState = answerEnum('ApprovalStatus', approvalStates)

export const ApprovalAnswer = answerObject('Approval', {
  approval_id: Type.String({ format: 'uuid' }),
  status: ApprovalState,
  kind: answerEnum('SubmissionKind', submissionKinds),
  family: answerEnum('Family', families),
  business_profile_id: orNull(Type.String()),
  document_id: orNull(Type.String({ format: 'uuid' })),
  issue_date: orNull(Type.String({ format: 'date' })),
  seller_name: orNull(Type.String()),
  buyer_name: orNull(Type.String()),
  currency: orNull(Type.String()),
  payable_amount: Type.Number(),
  digest: Type.String(),
  author: Type.String(),
  is_own: Type.Boolean(),
  created_at: instant(),
  expires_at: instant(),
  decided_by: Type.Optional(Type.String()),
  decided_at: Type.Optional(instant()),
  note: Type.Optional(Type.String()),
  issued_document_id: Type.Optional(Type.String({ format: 'uuid' })),
  closed_at: Type.Optional(instant()),
  author_cannot_send: Type.Optional(Type.Boolean()),
  unreadable_reason: Type.Optional(UnreadableReason),
})

/** `accountId`: the caller, who may not approve what is their own. */
export function answeredApproval(
  approval: NewApproval | Approval,
  accountId: string,
  { secrets, now }: Sealing & Pick<Basics, 'now'>,
) {
  const text = secrets.open(approval.summary)
  const summary: ApprovalSummary | undefined = text === undefined ? undefined : JSON.parse(text)
  const { status, decidedBy, decidedAt, note, issuedId, closedAt, canAuthorSend } =
    'status' in approval ? approval : justAsked
  const isExpired = status === 'WAITING' && approval.expiresAt <= now()
  return {
    approval_id: approval.id,
    status: isExpired ? ('EXPIRED' as const) : status,
    kind: approval.kind,
    family: approval.family,
    business_profile_id: approval.profileId ?? null,
    document_id: approval.documentId ?? null,
    issue_date: summary?.issueDate ?? null,
    seller_name: summary?.sellerName ?? null,
    buyer_name: summary?.buyerName ?? null,
    currency: summary?.currency ?? null,
    payable_amount: Decimal.from(approval.amount),
    digest: approval.digest,
    author: approval.authorName,
    is_own: approval.authorId === accountId,
    created_at: instantAt(approval.createdAt),
    expires_at: instantAt(approval.expiresAt),
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(decidedAt !== undefined && { decided_at: instantAt(decidedAt) }),
    ...(note !== undefined && { note }),
    ...(issuedId !== undefined && { issued_document_id: issuedId }),
    ...(closedAt !== undefined && { closed_at: instantAt(closedAt) }),
    ...(!canAuthorSend && { author_cannot_send: true }),
    ...(summary === undefined && unreadable),
  }
}

const justAsked = {
  status: 'WAITING',
  decidedBy: undefined,
  decidedAt: undefined,
  note: undefined,
  issuedId: undefined,
  closedAt: undefined,
  canAuthorSend: true,
} as const

export function approvalNotFound(id: string): Fault {
  return new Fault('approval_not_found', { id })
}

/** Of every operation that judges a document that waits. */
export const submissionFaults = [
  'document_not_found',
  'content_removed',
  'document_not_creditable',
  'document_not_resubmittable',
  'profile_not_found',
  'profile_inactive',
  'document_invalid',
  'document_number_taken',
  'totals_unexpected',
] as const
