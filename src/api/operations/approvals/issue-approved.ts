import type { CallersApproval } from '../../../application/approval.ts'
import { draftOf, type Submission } from '../../../application/ask-for-approval.ts'
import { resubmitDocument } from '../../../application/resubmit-document.ts'
import type { Approval } from '../../../store/approvals/approvals.ts'
import type { Idempotency } from '../../../store/requests/idempotency.ts'
import type { Answer } from '../../answer/answer.ts'
import { okText } from '../../answer/answers.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { callerOf, createAnswer } from '../../documents/create-answer.ts'
import { faultFor } from '../../documents/refusal.ts'
import { answerOnce } from '../../idempotency/idempotency.ts'
import type { Issuing } from '../../parts.ts'

export interface Idempotent {
  readonly store: { readonly idempotency: Idempotency }
}

type Call = AccountContext<Issuing & Idempotent>

/**
 * Issues an approved document from its request and returns its id. Once, however often it is
 * repeated: the document and the answer under the approval's own key are one transaction. Throws
 * the Fault of a refusal.
 */
export async function issueApproved(call: Call, approval: Approval, request: string): Promise<string> {
  const { parts, room, language } = call
  const body = Buffer.from(request)
  const answer = await answerOnce(
    {
      store: parts.store.idempotency,
      account: { ...call.account, id: 'approvals' },
      language,
      method: 'POST',
      url: `/api/approvals/${approval.id}/approve`,
      key: approval.id,
      isSecret: false,
      body,
      authorize: () => undefined,
      now: parts.now,
      room,
    },
    (keep) => issue({ ...call, keep }, approval, body),
  )
  return approval.kind === 'correct' ? (approval.documentId ?? '') : idIn(answer)
}

async function issue(call: Call, approval: Approval, text: Uint8Array): Promise<Answer> {
  const { profileVersion, amount } = approval
  const given: CallersApproval = { given: { profileVersion, amount } }
  const submission = submissionOf(approval, text)
  if (submission.kind !== 'correct') {
    const draft = await draftOf({ orgId: approval.orgId, room: call.room }, submission, call.parts)
    if ('refusal' in draft) throw faultFor(draft)
    return createAnswer(call, draft, false, given)
  }
  const { family, documentId: id, profileId } = submission
  const caller = { ...callerOf(call, () => okText('')), approval: given }
  const resubmitted = await resubmitDocument(caller, { family, id, profileId, text }, call.parts)
  if ('refusal' in resubmitted) throw faultFor(resubmitted)
  return okText(resubmitted.answer)
}

export function submissionOf(
  { kind, family, profileId = '', documentId = '' }: Approval,
  text: Uint8Array,
): Submission {
  switch (kind) {
    case 'create':
      return { kind, family, profileId, text }
    case 'correct':
      return { kind, family, documentId, profileId, text }
    case 'credit':
      if (family !== 'purchase-invoices' && family !== 'sales-invoices') throw new Error('only invoices are credited')
      return { kind, family, documentId, text }
  }
}

/** A repeated issue has the location of the first one. */
function idIn({ headers }: Answer): string {
  const id = headers?.location?.split('/').at(-1)
  if (id === undefined) throw new Error('a created document has a location')
  return id
}
