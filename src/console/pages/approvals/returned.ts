import { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import { approvalsPath } from '../../layout/navigation.ts'
import { may } from '../../may.ts'
import { addressWith } from '../../parts/address.ts'
import { action, type Call, type RedirectReply } from '../../route.ts'
import { documentPath } from '../documents/family.ts'
import { addressOf, nothingKept } from '../drafts/kept.ts'
import { approvalWords } from './approval-words.ts'
import type { Approval } from './approvals.ts'

/** In forms and addresses: the approval that came back and is sent again. */
export const returnedField = 'returned'

/**
 * Opens the form with what was sent. A new document becomes a draft, with its files; a credit note
 * and a correction begin with their document, whose form gets what was sent. Source:
 * docs/decisions/0190.
 */
export const changeReturned = action({
  path: '/console/approvals/{approval_id}/change',
  access: 'clerk',
  async act(call): Promise<RedirectReply> {
    const { approval_id: id } = call.params
    const approval = await call.api.call('retrieveApproval', { params: { approval_id: id } })
    const { kind, family, document_id: documentId } = approval
    const back = `${approvalsPath}/${encodeURIComponent(id)}`
    if (!cameBack(call, approval)) return { redirect: back, notice: noticeOf('info', approvalWords.notReturned) }
    const page = documentPath(family, documentId ?? '')
    if (kind === 'credit') return { redirect: addressWith(`${page}/credit`, { [returnedField]: id }) }
    if (kind === 'correct') return { redirect: addressWith(`${page}/repair`, { [returnedField]: id }) }
    const { refusal } = await attempt(call, () => keepAsDraft(call, approval))
    if (refusal !== undefined) {
      return { redirect: back, notice: noticeOf('bad', approvalWords.notDone, { reason: refusal.message }) }
    }
    await call.api.call('closeApproval', { params: { approval_id: id } })
    return { redirect: addressOf(id), notice: noticeOf('info', approvalWords.isDraft) }
  },
})

/** What came back and is not sent again. */
export const giveUpReturned = action({
  path: '/console/approvals/{approval_id}/close',
  access: 'clerk',
  async act(call) {
    const { api, params } = call
    const { refusal } = await attempt(call, () => api.call('closeApproval', { params }))
    const notice =
      refusal === undefined
        ? noticeOf('good', approvalWords.isGivenUp)
        : noticeOf('bad', approvalWords.notDone, { reason: refusal.message })
    return { redirect: `${approvalsPath}/${encodeURIComponent(params.approval_id)}`, notice }
  },
})

/** Whether it is this person's to send again. Administrators do it for who has left. */
export function cameBack(call: Pick<Call, 'person'>, approval: Approval): boolean {
  const { status, is_own: isOwn, author_cannot_send: isOrphan = false } = approval
  return (isOwn || (isOrphan && may(call, 'admin'))) && (status === 'RETURNED' || status === 'EXPIRED')
}

/** The draft has the id of the approval, so pressing twice makes one, and loses no change to it. */
async function keepAsDraft({ api }: Call, approval: Approval): Promise<void> {
  const { approval_id: id, family, business_profile_id: profileId } = approval
  const content = await requestOf(api, id)
  try {
    await api.call('saveDraft', {
      params: { draft_id: id },
      body: {
        family,
        business_profile_id: profileId ?? '',
        version: 0,
        writer: nothingKept().writer,
        content,
      },
    })
  } catch (error) {
    if (!(error instanceof SelfbillError && error.codes.message?.id === 'draft_changed')) throw error
  }
}

/** The request of an approval, digit for digit. */
export async function requestOf(api: Call['api'], id: string): Promise<string> {
  const { bytes } = await api.send('GET', `/api/approvals/${encodeURIComponent(id)}/request`)
  return new TextDecoder().decode(bytes)
}

interface Of {
  readonly kind: Approval['kind']
  readonly documentId: string
}

/** The approval that an address names, when it came back to this person and is of this document. */
export async function returnedTo(call: Call, of: Of, id: string | undefined) {
  if (id === undefined) return undefined
  try {
    const approval = await call.api.call('retrieveApproval', { params: { approval_id: id } })
    if (!cameBack(call, approval) || approval.kind !== of.kind || approval.document_id !== of.documentId)
      return undefined
    return { approval, request: await requestOf(call.api, id) }
  } catch (error) {
    if (error instanceof SelfbillError && isMissing(error)) return undefined
    throw error
  }
}

/** The approval whose draft this is: the draft has its id. Undefined for every other draft. */
export async function returnedDraft(call: Call, id: string): Promise<string | undefined> {
  try {
    const approval = await call.api.call('retrieveApproval', { params: { approval_id: id } })
    return approval.kind === 'create' && cameBack(call, approval) ? id : undefined
  } catch (error) {
    if (error instanceof SelfbillError && isMissing(error)) return undefined
    throw error
  }
}

/** It is somebody else's or deleted, or no key opens it. */
function isMissing({ status, codes }: SelfbillError): boolean {
  return status === 404 || codes.message?.id === 'content_unreadable'
}

/** The document is issued. A failure here must not undo that. */
export async function closeReturned({ api }: Call, id: string | undefined, documentId: string): Promise<void> {
  if (id === undefined) return
  try {
    await api.call('closeApproval', { params: { approval_id: id }, query: { document_id: documentId } })
  } catch (error) {
    if (!(error instanceof SelfbillError)) throw error
  }
}
