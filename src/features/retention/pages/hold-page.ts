import { html } from '@selfbill/pint-ae/html'
import type { LegalHold } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { facts } from '../../../console/parts/facts.ts'
import { field } from '../../../console/parts/field.ts'
import { holdBox } from '../../../console/parts/hold-fact.ts'
import { holdWords } from '../../../console/parts/hold-words.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { press } from '../../../console/parts/press.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import type { Call, PageReply } from '../../../console/route.ts'

/** Sets a legal hold, gives it another reason, and releases it. */
export function holdPage(call: Call, { title, about, path, back, hold, refused }: ShownHold): PageReply {
  const { say } = call
  return {
    title,
    ...(refused !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${pageHead(title, { about })}
<form class="card stacked" method="post" action="${path}">
${hold !== undefined && facts([[say(holdWords.title), holdBox(call, hold)]])}
${field('reason', say(holdWords.reason), {
  value: refused?.reason ?? hold?.reason,
  isRequired: true,
  maxLength: 500,
  hint: say(holdWords.reasonHint),
  problem: refused?.refusal.fields.reason,
})}
${otherProblems(refused?.refusal, ['reason'])}
<div class="actions"><button class="primary" type="submit">\
${say(hold === undefined ? holdWords.set : holdWords.change)}</button>
<a class="button" href="${back}">${say(sharedWords.cancel)}</a></div>
</form>
${
  hold !== undefined &&
  html`<section class="card stacked"><p>${say(holdWords.releaseAbout)}</p>
${press(`${path}/release`, say(holdWords.release), { look: 'danger' })}</section>`
}`,
  }
}

interface ShownHold {
  readonly title: string
  readonly about: string
  /** Of the form; the release is below it. */
  readonly path: string
  readonly back: string
  readonly hold: LegalHold | undefined
  /** The reason that was sent, when the API refused it. */
  readonly refused: Refused | undefined
}

export interface Refused {
  readonly refusal: SelfbillError
  readonly reason: string
}
