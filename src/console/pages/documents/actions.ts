import type { Attempted } from '../../attempt.ts'
import { attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { action, type RedirectReply } from '../../route.ts'
import { documentWords } from './document-words.ts'
import { listedDocument, pageOf } from './shown-document.ts'

/** Sends the stopped legs of a document again. */
export const retryDocument = action({
  path: '/console/documents/{family}/{id}/retry',
  access: 'admin',
  async act(call) {
    const document = await listedDocument(call)
    const retried = await attempt(call, () => call.api.call('retryLegs', { body: { document_id: document.id } }))
    return back(pageOf(document), documentWords.retried, retried)
  },
})

/** Reports a document to the tax authority again after it rejected the report. */
export const reportDocumentAgain = action({
  path: '/console/documents/{family}/{id}/report-again',
  access: 'admin',
  async act(call) {
    const document = await listedDocument(call)
    const reported = await attempt(call, () => call.api.call('reportAgain', { body: { document_id: document.id } }))
    return back(pageOf(document), documentWords.reportedAgain, reported)
  },
})

function back(redirect: string, done: Sentence, { refusal }: Attempted<unknown>): RedirectReply {
  if (refusal === undefined) return { redirect, notice: noticeOf('good', done) }
  return { redirect, notice: noticeOf('bad', documentWords.refused, { reason: refusal.message }) }
}
