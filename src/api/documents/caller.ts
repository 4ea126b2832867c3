import type { Caller } from '../../application/caller.ts'
import { createdText } from '../answer/answers.ts'
import type { AccountContext } from '../declaration/call.ts'
import { keepNothing } from '../idempotency/keep.ts'
import { languageHeaders } from '../request/language.ts'

/**
 * The caller of a document's create or resubmission. `status` belongs to the answer that is stored
 * for a repeated request.
 */
export function callerOf(
  { account, version, compatibility, language, room, keep }: AccountContext,
  { status }: { readonly status: 200 | 201 },
): Caller {
  return {
    orgId: account.orgId,
    apiVersion: version,
    language,
    isCompatible: compatibility !== undefined,
    room,
    isAnswerStored: keep !== keepNothing,
    alsoStore: ({ id, answered: { before, after, stored } }) =>
      keep({
        ...createdText(''),
        status,
        headers: languageHeaders(language),
        body: { before, documentId: id, after: stored ?? after },
      }),
  }
}
