import { html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import {
  apiPathOf,
  type DocumentCall,
  listedDocument,
  pageOf,
} from '../../../console/pages/documents/shown-document.ts'
import { field } from '../../../console/parts/field.ts'
import { handledWords } from '../../../console/parts/handled-words.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import { action, page } from '../../../console/route.ts'

/** What a person did about a rejected or failed document. */
export const showHandled = page({
  path: '/console/documents/{family}/{id}/handled',
  access: 'clerk',
  show: (call) => handledPage(call),
})

export const setHandled = action({
  path: '/console/documents/{family}/{id}/handled',
  access: 'clerk',
  async act(call) {
    const document = await listedDocument(call)
    const note = call.form.text('note') ?? ''
    const path = `${apiPathOf(document)}/handled`
    const { refusal } = await attempt(call, () => call.api.send('PUT', path, { body: { note } }))
    if (refusal !== undefined) return handledPage(call, { refusal, note })
    return { redirect: pageOf(document), notice: noticeOf('good', handledWords.isSet) }
  },
})

export const reopenDocument = action({
  path: '/console/documents/{family}/{id}/handled/undo',
  access: 'clerk',
  async act(call) {
    const document = await listedDocument(call)
    await call.api.send('DELETE', `${apiPathOf(document)}/handled`)
    return { redirect: pageOf(document), notice: noticeOf('good', handledWords.isUndone) }
  },
})

interface Refused {
  readonly refusal: SelfbillError
  readonly note: string
}

async function handledPage(call: DocumentCall, refused?: Refused) {
  const { say } = call
  const document = await listedDocument(call)
  const title = say(handledWords.titleOf, { number: document.document_number })
  const back = pageOf(document)
  return {
    title,
    ...(refused !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${pageHead(title, { about: say(handledWords.about) })}
<form class="card stacked" method="post" action="${`${back}/handled`}">
${field('note', say(handledWords.note), {
  value: refused?.note ?? document.handled?.note,
  isRequired: true,
  maxLength: 500,
  hint: say(handledWords.noteHint),
  problem: refused?.refusal.fields.note,
})}
${otherProblems(refused?.refusal, ['note'])}
<div class="actions"><button class="primary" type="submit">${say(handledWords.mark)}</button>
<a class="button" href="${back}">${say(sharedWords.cancel)}</a></div>
</form>`,
  }
}
