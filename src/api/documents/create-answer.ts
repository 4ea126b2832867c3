import { createDocument, type NewDraft } from '../../application/create-document.ts'
import { judgeDraft } from '../../application/judge-draft.ts'
import { createdText, okText } from '../answer/answers.ts'
import type { Answer, Call } from '../operation.ts'
import { callerOf } from './caller.ts'
import { isDryRun } from './dry-run.ts'
import { faultFor } from './refusal.ts'

/** The answer to a create, or to its dry run. Throws the Fault of a refusal. */
export async function createAnswer(call: Call, draft: NewDraft): Promise<Answer> {
  const caller = callerOf(call, { status: 201 })
  if (isDryRun(call)) {
    const judged = await judgeDraft(caller, draft, call.parts)
    if ('refusal' in judged) throw faultFor(judged)
    return okText(judged.dryRun)
  }
  const created = await createDocument(caller, draft, call.parts)
  if ('refusal' in created) throw faultFor(created)
  return createdText(created.answer)
}
