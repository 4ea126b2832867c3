import type { Attempted } from '../../attempt.ts'
import { attempt } from '../../attempt.ts'
import type { MessageKey } from '../../language/language.ts'
import { action, type RedirectReply } from '../../route.ts'
import { listedDocument, pageOf } from './shown-document.ts'

/** Sends the stopped legs of a document again. */
export const retryDocument = action({
  path: '/console/documents/{family}/{id}/retry',
  access: 'admin',
  async act(call) {
    const document = await listedDocument(call)
    const retried = await attempt(call, () => call.api.call('retryLegs', { body: { document_id: document.id } }))
    return back(pageOf(document), 'documents.retried', retried)
  },
})

/** Reports a document to the tax authority again after it rejected the report. */
export const reportDocumentAgain = action({
  path: '/console/documents/{family}/{id}/report-again',
  access: 'admin',
  async act(call) {
    const document = await listedDocument(call)
    const reported = await attempt(call, () => call.api.call('reportAgain', { body: { document_id: document.id } }))
    return back(pageOf(document), 'documents.reportedAgain', reported)
  },
})

function back(redirect: string, done: MessageKey, { refusal }: Attempted<unknown>): RedirectReply {
  if (refusal === undefined) return { redirect, notice: { tone: 'good', key: done } }
  return { redirect, notice: { tone: 'bad', key: 'documents.refused', values: { reason: refusal.message } } }
}
