import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import {
  answerHead,
  apiPathOf,
  type DocumentCall,
  listedDocument,
  pageOf,
} from '../../../console/pages/documents/shown-document.ts'
import { holdWords } from '../../../console/parts/hold-words.ts'
import { action, page } from '../../../console/route.ts'
import { holdPage, type Refused } from './hold-page.ts'

/** The legal hold on one document. */
export const showDocumentHold = page({
  path: '/console/documents/{family}/{id}/hold',
  access: 'admin',
  show: (call) => documentHoldPage(call),
})

export const setDocumentHold = action({
  path: '/console/documents/{family}/{id}/hold',
  access: 'admin',
  async act(call) {
    const document = await listedDocument(call)
    const reason = call.form.text('reason') ?? ''
    const path = `${apiPathOf(document)}/legal-hold`
    const { refusal } = await attempt(call, () => call.api.send('PUT', path, { body: { reason } }))
    if (refusal !== undefined) return documentHoldPage(call, { refusal, reason })
    return { redirect: pageOf(document), notice: noticeOf('good', holdWords.isSet) }
  },
})

export const releaseDocumentHold = action({
  path: '/console/documents/{family}/{id}/hold/release',
  access: 'admin',
  async act(call) {
    const document = await listedDocument(call)
    await call.api.send('DELETE', `${apiPathOf(document)}/legal-hold`)
    return { redirect: pageOf(document), notice: noticeOf('good', holdWords.isReleased) }
  },
})

async function documentHoldPage(call: DocumentCall, refused?: Refused) {
  const document = await listedDocument(call)
  const { hold } = await answerHead(call, document)
  const back = pageOf(document)
  return holdPage(call, {
    title: call.say(holdWords.titleOf, { number: document.document_number }),
    about: call.say(holdWords.about),
    path: `${back}/hold`,
    back,
    hold,
    refused,
  })
}
