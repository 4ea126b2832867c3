import type { SelfbillError } from '../../../../client/src/errors.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Call, RedirectReply } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { approvalWords } from './approval-words.ts'

/** The refusal of a document that needs a second person. */
export function needsApproval(refusal: SelfbillError | undefined): boolean {
  return refusal?.codes.message?.id === 'approval_required'
}

/** Sends to a second person what was refused because it needs one. */
export async function ask(call: Call, asked: Asked, content: string): Promise<Attempted<RedirectReply>> {
  const { family, profileId, documentId } = asked
  const query = new URLSearchParams({
    family,
    ...(profileId !== undefined && { business_profile_id: profileId }),
    ...(documentId !== undefined && { document_id: documentId }),
  })
  return attempt(call, async () => {
    const { bytes } = await call.api.send('POST', `/api/approvals?${query}`, {
      text: { content, type: 'application/json' },
    })
    const { approval_id: id }: { readonly approval_id: string } = JSON.parse(new TextDecoder().decode(bytes))
    return { redirect: `/console/approvals/${id}`, notice: noticeOf('info', approvalWords.waits) }
  })
}

interface Asked {
  readonly family: Family
  readonly profileId?: string
  readonly documentId?: string
}
