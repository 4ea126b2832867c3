import type { RawJson } from '@selfbill/pint-ae/json'
import type { CallersApproval } from '../../application/approval.ts'
import type { Caller } from '../../application/caller.ts'
import { createDocument, type NewDraft } from '../../application/create-document.ts'
import { judgeDraft } from '../../application/judge-draft.ts'
import { userIdOf } from '../../people/sign-in.ts'
import { findApprovalRule } from '../../store/approvals/approval-rules.ts'
import type { Answer, JsonAnswer } from '../answer/answer.ts'
import { createdText, okText } from '../answer/answers.ts'
import type { AccountContext } from '../declaration/call.ts'
import { keepNothing } from '../idempotency/keep.ts'
import type { Basics, Issuing } from '../parts.ts'
import { faultFor } from './refusal.ts'

/** Answers a create or its dry run. Throws the Fault of a refusal. */
export async function createAnswer(
  call: AccountContext<Issuing>,
  draft: NewDraft,
  isDryRun: boolean,
  given?: CallersApproval,
): Promise<JsonAnswer<200, RawJson> | JsonAnswer<201, RawJson>> {
  const caller = callerOf(call, (id) => createdText('', { family: draft.family, id }))
  if (isDryRun) {
    const judged = await judgeDraft(caller, draft, call.parts)
    if ('refusal' in judged) throw faultFor(judged)
    return okText(judged.dryRun)
  }
  const approval = given ?? (await approvalOf(call))
  const created = await createDocument({ ...caller, approval }, draft, call.parts)
  if ('refusal' in created) throw faultFor(created)
  return createdText(created.answer, { family: draft.family, id: created.id })
}

/** Documents of people may have to wait for a second person; those of programs never. */
export async function approvalOf({ account, parts }: AccountContext<Basics>): Promise<CallersApproval | undefined> {
  if (userIdOf(account.id) === undefined) return undefined
  const rule = await findApprovalRule(parts.store.database, account.orgId)
  return rule && { rule }
}

/**
 * The caller of a document's create or resubmission. `head` is what the answer that is stored for
 * a repeated request begins with: all but the text.
 */
export function callerOf(
  { account, version, compatibility, language, room, keep }: AccountContext<unknown>,
  head: (documentId: string) => Answer,
): Caller {
  return {
    orgId: account.orgId,
    apiVersion: version,
    language,
    isCompatible: compatibility !== undefined,
    isThorough: true,
    mayRead: account.scopes.has('documents:read'),
    room,
    isAnswerStored: keep !== keepNothing,
    alsoStore({ id, answered: { before, after, stored } }) {
      const { status, type, headers = {} } = head(id)
      return keep({
        status,
        type,
        headers,
        body: { before, documentId: id, after: stored ?? after },
      })
    },
  }
}
