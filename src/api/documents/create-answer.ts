import type { RawJson } from '@selfbill/pint-ae/json'
import type { Caller } from '../../application/caller.ts'
import { createDocument, type NewDraft } from '../../application/create-document.ts'
import { judgeDraft } from '../../application/judge-draft.ts'
import type { Answer, JsonAnswer } from '../answer/answer.ts'
import { createdText, okText } from '../answer/answers.ts'
import type { AccountContext } from '../declaration/call.ts'
import { keepNothing } from '../idempotency/keep.ts'
import type { Issuing } from '../parts.ts'
import { languageHeaders } from '../request/language.ts'
import { faultFor } from './refusal.ts'

/** Answers a create or its dry run. Throws the Fault of a refusal. */
export async function createAnswer(
  call: AccountContext<Issuing>,
  draft: NewDraft,
  isDryRun: boolean,
): Promise<JsonAnswer<200, RawJson> | JsonAnswer<201, RawJson>> {
  const caller = callerOf(call, (id) => createdText('', { family: draft.family, id }))
  if (isDryRun) {
    const judged = await judgeDraft(caller, draft, call.parts)
    if ('refusal' in judged) throw faultFor(judged)
    return okText(judged.dryRun)
  }
  const created = await createDocument(caller, draft, call.parts)
  if ('refusal' in created) throw faultFor(created)
  return createdText(created.answer, { family: draft.family, id: created.id })
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
    room,
    isAnswerStored: keep !== keepNothing,
    alsoStore({ id, answered: { before, after, stored } }) {
      const { status, type, headers } = head(id)
      return keep({
        status,
        type,
        headers: { ...languageHeaders(language), ...headers },
        body: { before, documentId: id, after: stored ?? after },
      })
    },
  }
}
