import type { CallersApproval } from '../../../application/approval.ts'
import { draftOf, type Submission } from '../../../application/ask-for-approval.ts'
import { createDocument } from '../../../application/create-document.ts'
import { idempotencyKey } from '../../../application/idempotency-key.ts'
import { once, type StoreAnswer } from '../../../application/once.ts'
import { resubmitDocument } from '../../../application/resubmit-document.ts'
import type { Approval } from '../../../store/approvals/approvals.ts'
import type { Statement } from '../../../store/database/database.ts'
import type { Idempotency, StoredAnswer } from '../../../store/requests/idempotency.ts'
import { createdText, okText } from '../../answer/answers.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { callerOf } from '../../documents/create-answer.ts'
import { faultFor } from '../../documents/refusal.ts'
import { Fault } from '../../faults.ts'
import type { Issuing } from '../../parts.ts'

export interface Idempotent {
  readonly store: { readonly idempotency: Idempotency }
}

type Call = AccountContext<Issuing & Idempotent>

/** What links the approval with the document that was issued for it. */
export type Link = (documentId: string) => readonly Statement[]

/**
 * Issues an approved document from its request and returns its id. Once, however often it is
 * repeated: the document, its link and the answer under the approval's own key are one transaction.
 * A refusal is not kept under the key, because somebody may remove its cause. Throws its Fault.
 */
export async function issueApproved(call: Call, approval: Approval, request: string, link: Link): Promise<string> {
  const { parts, room } = call
  const { orgId, id } = approval
  const body = Buffer.from(request)
  const action = ['POST', `/api/approvals/${id}/approve`]
  // An instance of the version before may have kept a refusal under the first key, for a day.
  for (const name of [id, `${id}-again`]) {
    const key = await idempotencyKey({ orgId, accountId: 'approvals', action, key: name, body })
    const store = parts.store.idempotency
    const outcome = await once<string>({ store, key, now: parts.now, room, answerOf: () => undefined }, (keep) =>
      issue({ ...call, keep }, approval, body, link),
    )
    if (outcome.kind === 'done') return outcome.result
    if (outcome.kind === 'running') throw new Fault('idempotency_running', {}, undefined, runningS)
    if (outcome.kind === 'other_content') throw new Error('an approval has one request')
    if (outcome.answer.status < 400) return linked(call, link, idOf(approval, outcome.answer))
  }
  throw new Error('a refusal is not kept under the key of an approval')
}

/** A caller who repeats then has outwaited a request that was cut off. */
const runningS = 15

/** Also of one that an instance of the version before has issued and not linked. */
async function linked({ parts }: Call, link: Link, documentId: string): Promise<string> {
  await parts.store.database.transaction(link(documentId))
  return documentId
}

async function issue(
  call: Call & { readonly keep: StoreAnswer },
  approval: Approval,
  text: Uint8Array,
  link: Link,
): Promise<string> {
  const { profileVersion, amount } = approval
  const given: CallersApproval = { given: { profileVersion, amount } }
  const submission = submissionOf(approval, text)
  if (submission.kind === 'correct') {
    const { family, documentId: id, profileId } = submission
    const caller = { ...callerOf(call, () => okText('')), approval: given }
    const resubmitted = await resubmitDocument(caller, { family, id, profileId, text }, call.parts)
    if ('refusal' in resubmitted) throw faultFor(resubmitted)
    return linked(call, link, id)
  }
  const draft = await draftOf({ orgId: approval.orgId, room: call.room }, submission, call.parts)
  if ('refusal' in draft) throw faultFor(draft)
  const caller = callerOf(call, (id) => createdText('', { family: draft.family, id }))
  const besides = ({ id }: { readonly id: string }) => link(id)
  const created = await createDocument({ ...caller, approval: given, besides }, draft, call.parts)
  if ('refusal' in created) throw faultFor(created)
  return created.id
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

/** The answer of a create has the location of its document. */
function idOf({ kind, documentId = '' }: Approval, { headers }: StoredAnswer): string {
  const id = kind === 'correct' ? documentId : headers.location?.split('/').at(-1)
  if (id === undefined) throw new Error('a created document has a location')
  return id
}
